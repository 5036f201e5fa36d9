#include "attention/look.h"

void look_rows(const struct pairs *p, const float *x,
               void (*f)(void *context, int n, const float *row), void *context)
{
    for (int s = 0; s < p->rows.n; s++)
        for (int h = 0; h < p->heads; h++) {
            const int m = segment_len(&p->rows, s);
            const int n = segment_len(&p->cols, s);
            const float *block = x + p->at[s * p->heads + h];

            for (int i = 0; i < m; i++)
                f(context, p->causal && i + 1 < n ? i + 1 : n,
                  block + (size_t)i * (size_t)n);
        }
}

void look_tokens(struct tape *t, int part, const struct packed *in)
{
    if (t->look && t->look->read)
        t->look->read(t->look, part, in);
}
