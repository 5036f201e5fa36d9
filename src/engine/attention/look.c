#include "engine/attention/look.h"

void look_rows(const struct pairs *p, const float *x,
               void (*f)(void *context, int n, const float *row), void *context)
{
    for (int k = 0; k < pairs_blocks(p); k++) {
        const struct pair_block b = pairs_block(p, k);

        EACH_RUN (r, &b)
            f(context, (int)r.n, x + p->at[k] + r.at);
    }
}

void look_tokens(struct tape *t, int part, const struct packed *in)
{
    if (t->look && t->look->read)
        t->look->read(t->look, part, in);
}
