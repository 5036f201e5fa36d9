#include "train/course.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "kernel/gemm.h"
#include "train/evaluate.h"
#include "train/schedule.h"

struct stepper {
    struct engine engine;
    struct group group;       /* of a stepper alone */
    const struct examples *x; /* borrowed */
    int *order, *cut;         /* owned */
    int first;                /* of the next batch */
    long step;
};

struct stepper *stepper_join(const struct model *m,
                             const struct train_config *c,
                             const struct examples *x, struct group *group,
                             int threads)
{
    const struct batching how = course_batching(c, m);
    struct stepper *s = memory_zeroed(1, sizeof(*s));
    struct error e;

    gemm_use((enum products)c->products);
    s->group = group_alone();
    s->x = x;
    if (engine_init(&s->engine, m, c, group ? group : &s->group, threads, &e))
        die("%s", e.text);
    s->order = memory_new((size_t)x->n * sizeof(int));
    s->cut = memory_new(((size_t)train_grains(c) + 1) * sizeof(int));
    batch_order(x, &how, (uint64_t)c->seed, 0, s->order);
    return s;
}

struct stepper *stepper_new(const struct model *m, const struct train_config *c,
                            const struct examples *x, int threads)
{
    return stepper_join(m, c, x, NULL, threads);
}

double stepper_step(struct stepper *s)
{
    const struct batching how =
        course_batching(s->engine.conf, s->engine.model);
    struct step step = {.loss = NAN};
    struct error e;

    if (s->first >= s->x->n)
        s->first = 0;
    const struct run r = {s->first, batch_end(s->x, s->order, &how, s->first)};
    batch_cut(s->x, s->order, r, &how, s->cut);
    const struct batch b = {
        .x = s->x,
        .order = s->order,
        .cut = s->cut,
        .count = batch_count(s->x, s->order, r),
        .step = s->step,
        .rate = schedule_rate(s->engine.conf, s->step + 1, 0),
    };
    s->step++;
    s->first = r.end;
    if (engine_step(&s->engine, &b, NULL, NULL, &step, &e) == STEP_BROKEN)
        die("%s", e.text);
    return step.loss;
}

size_t stepper_evaluate(struct stepper *s)
{
    const struct interrupt never = {NULL, NULL};
    struct answer_sheet answers;
    struct error e;

    if (evaluate(&s->engine, s->engine.params, s->x, &never, &answers, &e) !=
        EVALUATED)
        die("%s", e.text);
    const struct column *last = &answers.column[answers.columns - 1];
    const size_t values = column_at(last, last->n);

    answer_sheet_release(&answers);
    return values;
}

const float *stepper_params(const struct stepper *s)
{
    return s->engine.params;
}

void stepper_free(struct stepper *s)
{
    engine_release(&s->engine);
    group_release(&s->group);
    free(s->order);
    free(s->cut);
    free(s);
}
