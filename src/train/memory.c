#include "train/train.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "train/course.h"

/* The size of a grain: tokens with framing, pairs of tokens. */
static struct grain_size size_of(const struct examples *x,
                                 const struct framing *f, const int *order,
                                 struct run r)
{
    struct grain_size s = {.n = r.end - r.first};

    for (int i = r.first; i < r.end; i++) {
        double len[MAX_PARTS] = {0};
        for (int p = 0; p < x->parts; p++) {
            const int n = example_len(x, p, order[i]) + f->null_token[p];
            len[p] = n;
            s.rows[p] += n;
        }
        for (int p = 0; p < x->parts; p++)
            for (int q = 0; q < x->parts; q++)
                s.pairs[p][q] += len[p] * len[q];
    }
    return s;
}

/* Bytes of the largest grain of the first epoch. */
static double largest_grain(const struct training *t)
{
    const struct examples *x = &t->task->split[SPLIT_TRAIN];
    const struct batching b = course_batching(t->conf);
    int *order = memory_new((size_t)x->n * sizeof(*order));
    int *cut = memory_new(((size_t)b.grains + 1) * sizeof(*cut));
    double most = 0;

    epoch_order(x->n, (uint64_t)t->conf->seed, 0, order);
    for (int first = 0, end; first < x->n; first = end) {
        end = batch_end(x, order, &b, first);
        batch_cut(x, order, (struct run){first, end}, b.grains, cut);
        for (int i = 0; i < b.grains; i++) {
            const struct run r = {cut[i], cut[i + 1]};
            const struct grain_size s =
                size_of(x, &t->model->kind->framing, order, r);
            const double bytes =
                (double)t->model->kind->grain_bytes(t->model, &s);
            if (bytes > most)
                most = bytes;
        }
    }
    free(order);
    free(cut);
    return most;
}

/* What the leader holds of a state while it writes it, in vectors: collected
 * moments, and params and moments in an HDF5 file and in its image. */
#define STATE_VECTORS 8

double train_memory(const struct training *t, size_t *params)
{
    const double len = (double)t->model->params.len;
    const double ranks = t->group->n;
    const double mine = ceil((double)train_grains(t->conf) / ranks);
    /* that have grains; the others hold what an answer takes, reckoned as a
     * grain too */
    const double threads = t->threads < mine ? t->threads : mine;
    const double grains = ceil(mine / threads);
    /* Parameters, the best ones, the vectors of a thread, and those of the
     * slice that come from other ranks. */
    const double vectors = 2 + 2 / ranks + threads * (log2(grains) + 2) +
                           (ranks > 1 ? 1 + log2(ranks) / ranks : 0) +
                           (t->state ? STATE_VECTORS : 0);

    *params = t->model->params.len;
    return sizeof(float) * len * vectors + t->threads * largest_grain(t) +
           sizeof(float) * (double)t->model->params.fixed;
}

long train_steps_expected(const struct training *t)
{
    const struct examples *x = &t->task->split[SPLIT_TRAIN];
    const struct batching b = course_batching(t->conf);
    long steps = 0;

    if (t->conf->epochs == 0)
        return t->conf->steps;
    int *order = memory_new((size_t)x->n * sizeof(*order));
    epoch_order(x->n, (uint64_t)t->conf->seed, 0, order);
    for (int first = 0; first < x->n; first = batch_end(x, order, &b, first))
        steps++;
    free(order);
    steps *= t->conf->epochs;
    return t->conf->steps > 0 && t->conf->steps < steps ? t->conf->steps
                                                        : steps;
}
