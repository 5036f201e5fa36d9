#include "config.h"

#include "engine/word_vectors/glove_step.h"

#include <math.h>

#include "engine/kernel/levels.h"
#include "engine/kernel/sums.h"

#define CLIP 100.0f
#define AHEAD 4 /* counts whose rows are prefetched */

INLINE float cut(float x, float most)
{
    x = x > most ? most : x;
    return x < -most ? -most : x;
}

/* An AdaGrad step of one number, given its gradient times the rate. */
INLINE void adapt(float *x, float *square, float step)
{
    *x -= step / sqrtf(*square);
    *square += step * step;
}

/* Prefetch the rows that a count will change. */
INLINE void fetch(const struct tables *t, const struct cooccurrence *x)
{
    const size_t c = (size_t)x->centre * t->stride,
                 o = (size_t)x->context * t->stride;

    tables_fetch(t, t->in + c);
    tables_fetch(t, t->out + o);
    tables_fetch(t, t->in_square + c);
    tables_fetch(t, t->out_square + o);
}

/* The rows are of different tables, so iterations are independent. */
INLINE void adapt_rows(size_t n, float h, float most, float *w, float *w_square,
                       float *u, float *u_square)
{
    NOTHING_CARRIED for (size_t i = 0; i < n; i++)
    {
        const float dw = cut(h * u[i], most), du = cut(h * w[i], most);

        adapt(&w[i], &w_square[i], dw);
        adapt(&u[i], &u_square[i], du);
    }
}

BY_LEVEL(void, glove_steps,
         (const struct tables *t, size_t n, const struct cooccurrence *x,
          float rate),
         (t, n, x, rate))
{
    for (size_t i = 0; i < n; i++) {
        if (i + AHEAD < n)
            fetch(t, &x[i + AHEAD]);
        const size_t c = (size_t)x[i].centre, o = (size_t)x[i].context;
        float *w = t->in + c * t->stride, *u = t->out + o * t->stride;
        const float d = dot_in_lanes(t->stride, w, u) + t->in_bias[c] +
                        t->out_bias[o] - x[i].log;
        const float h = rate * x[i].weight * d;

        adapt_rows(t->stride, h, rate * CLIP, w, t->in_square + c * t->stride,
                   u, t->out_square + o * t->stride);
        adapt(&t->in_bias[c], &t->in_bias_square[c], h);
        adapt(&t->out_bias[o], &t->out_bias_square[o], h);
    }
}
