#include "train/engine_step.h"

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
    struct deal deal;         /* of the first epoch, over and over */
    int *cut;                 /* owned */
    long place;               /* of the next batch */
    long step;
};

struct stepper *stepper_join(const struct model *m,
                             const struct train_config *c,
                             const struct examples *x, struct group *group,
                             int threads)
{
    struct stepper *s = memory_zeroed(1, sizeof(*s));
    struct error e;

    gemm_use((enum products)c->products);
    s->group = group_alone();
    s->x = x;
    if (engine_init(&s->engine, m, c, group ? group : &s->group, threads, &e))
        die("%s", e.text);
    deal_init(&s->deal, x, (uint64_t)c->seed);
    s->cut = memory_new(((size_t)train_grains(c) + 1) * sizeof(int));
    return s;
}

struct stepper *stepper_new(const struct model *m, const struct train_config *c,
                            const struct examples *x, int threads)
{
    return stepper_join(m, c, x, NULL, threads);
}

double stepper_step(struct stepper *s)
{
    const struct batching how = train_batching(s->engine.conf, s->engine.model);
    struct step step = {.loss = NAN};
    struct error e;

    if (s->place >= s->x->n)
        s->place = 0;
    const struct run r = deal_batch(&s->deal, &how, 0, s->place);
    const struct examples *x = deal_examples(&s->deal);
    batch_cut(x, s->deal.order, r, &how, s->cut);
    const struct batch b = {
        .x = x,
        .order = s->deal.order,
        .cut = s->cut,
        .count = batch_count(x, s->deal.order, r),
        .step = s->step,
        .rate = schedule_rate(s->engine.conf, s->step + 1, 0),
    };
    s->step++;
    s->place += run_size(r);
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
    deal_release(&s->deal);
    free(s->cut);
    free(s);
}
