#include "engine/attention/observer.h"

void observer_rows(const struct pairs *p, const float *x,
                   void (*f)(void *context, int n, const float *row),
                   void *context)
{
    for (int k = 0; k < pairs_blocks(p); k++) {
        const struct pair_block b = pairs_block(p, k);

        EACH_RUN (r, &b)
            f(context, (int)r.n, x + p->at[k] + r.at);
    }
}

void observer_tokens(struct tape *t, int part, const struct packed *in)
{
    if (t->observer && t->observer->on_tokens)
        t->observer->on_tokens(t->observer, part, in);
}
