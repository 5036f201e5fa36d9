#include "engine/train/predictor.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "engine/train/evaluate.h"

struct predictor {
    struct engine engine;
    struct group group;
    const float *params; /* borrowed */
};

struct predictor *predictor_new(const struct model *m,
                                const struct train_config *c,
                                const float *params, int threads)
{
    struct predictor *a = memory_zeroed(1, sizeof(*a));

    a->group = group_alone();
    a->params = params;
    engine_init_answers(&a->engine, m, c, &a->group, threads);
    return a;
}

void predictor_free(struct predictor *a)
{
    if (!a)
        return;
    engine_release(&a->engine);
    group_release(&a->group);
    free(a);
}

int predictor_answer(struct predictor *a, const struct examples *x,
                     struct answer_sheet *out, struct error *e)
{
    const struct interrupt never = {NULL, NULL};

    return evaluate(&a->engine, a->params, x, &never, out, e) == EVALUATED ? 0
                                                                           : -1;
}

void predictor_each(const struct predictor *a, int n,
                    void (*work)(void *of, int), void *of)
{
#pragma omp parallel for schedule(dynamic, 1) num_threads(a->engine.threads)
    for (int i = 0; i < n; i++)
        work(of, i);
}

void predictor_observe(struct predictor *a, const struct examples *x, int i,
                       struct observer *observer)
{
    struct examples one;

    examples_like(&one, x);
    examples_copy(x, &i, 1, &one);
    evaluate_observe(&a->engine, a->params, &one, (int[]){0},
                     (struct run){0, 1}, observer);
    examples_release(&one);
}
