#include "engine/train/engine_update.h"

#include "engine/train/average.h"
#include "engine/train/engine_sums.h"

/* Update elements [from, to) with their gradient; if it is NULL only their
 * average. */
static void update(struct engine *g, const struct descent *d,
                   struct element_range part, const float *grad)
{
    const size_t at = part.from - g->slice.from, n = part.to - part.from;
    float *params = g->params + part.from, *moment[MAX_MOMENTS];

    for (int i = 0; i < g->moments; i++)
        moment[i] = g->moment[i] + at;
    if (grad)
        optimizer_update(&g->conf->optimizer, d, n, grad, moment, params);
    if (g->average)
        average_update(&g->conf->average, d->step, n, params, g->average + at);
}

/* The same with each element of the gradient limited to [-most, most]; NaN
 * stays. */
static void update_clipped(struct engine *g, const struct descent *d,
                           struct element_range part, const float *grad,
                           float most)
{
    float cut[BLOCK];

    for (size_t from = part.from, to; from < part.to; from = to) {
        to = from + BLOCK < part.to ? from + BLOCK : part.to;
        for (size_t i = 0; i < to - from; i++) {
            const float x = grad[from - part.from + i];

            cut[i] = x > most ? most : x < -most ? -most : x;
        }
        update(g, d, (struct element_range){from, to}, cut);
    }
}

/* Update rows that no example looked up: their gradient is 0. */
static void update_rest(struct engine *g, const struct descent *d,
                        struct element_range part)
{
    static const float zeros[BLOCK];

    for (size_t from = part.from, to; from < part.to; from = to) {
        to = from + BLOCK < part.to ? from + BLOCK : part.to;
        update(g, d, (struct element_range){from, to},
               g->conf->lazy_rows ? NULL : zeros);
    }
}

void engine_update(struct engine *g, const struct descent *d, int me, int n)
{
    const struct element_range s =
        block_span(g->slice.to - g->slice.from, n, me);
    const struct element_range mine = {g->slice.from + s.from,
                                       g->slice.from + s.to};
    const float most = (float)g->conf->clip_element;
    size_t done = mine.from;

    EACH_NONZERO(&g->nonzero, i, part, mine)
    {
        const float *grad = engine_gradient(g, i, part.from);

        update_rest(g, d, (struct element_range){done, part.from});
        if (most > 0)
            update_clipped(g, d, part, grad, most);
        else
            update(g, d, part, grad);
        done = part.to;
    }
    update_rest(g, d, (struct element_range){done, mine.to});
}
