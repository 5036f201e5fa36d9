#include "engine/attention/part_stats.h"
#include "engine/model/model.h"

#include <stdint.h>

/* Address i of a vector with as many floats as a model may have.  Nothing reads
 * them; they only need addresses, without memory.  So models that are too large
 * for the process are measured, too. */
static float *nowhere(int i)
{
    return (float *)((uintptr_t)i << 44);
}

double model_bytes(const struct model *m, const struct examples *x,
                   const int *order, struct run r, enum model_mode mode)
{
    const bool trains = mode == MODEL_TRAIN;
    struct part_stats unused = PART_STATS_INIT;
    struct arena arena = {.counts = true};
    float *params = nowhere(1), *grads = nowhere(2);
    struct tape t = {.arena = &arena,
                     .params = params,
                     .grads = trains ? grads : NULL,
                     .training = trains,
                     .observer =
                         mode == MODEL_INSPECT ? &unused.observer : NULL,
                     .dry = true};
    struct answers a = {0};
    struct grain g;

    tape_begin(&t, 0);
    grain_pack(x, order, r, &m->kind->framing, NULL, 1.0f, &arena, &g);
    if (trains)
        tape_backward(&t, model_loss(&t, m, &g, 0.0f));
    else if (mode == MODEL_INSPECT)
        model_outcome(&t, m, &g);
    else
        model_answer(&t, m, &g, &a);
    const double bytes = (double)arena.peak;

    arena_release(&arena);
    return bytes;
}
