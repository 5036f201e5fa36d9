#include "engine/train/stepper.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "engine/train/evaluate.h"
#include "engine/train/schedule.h"

int stepper_init(struct stepper *s, const struct model *m,
                 const struct train_config *c, const struct loader *first,
                 struct group *group, int threads, struct error *e)
{
    s->at = (struct training_position){0};
    s->loader = (struct loader){0};
    s->cut = NULL;
    if (engine_init(&s->engine, m, c, group, threads, e))
        return -1;
    loader_copy_order(&s->loader, first);
    s->cut = memory_new(((size_t)train_grains(c) + 1) * sizeof(*s->cut));
    return 0;
}

void stepper_release(struct stepper *s)
{
    engine_release(&s->engine);
    loader_release(&s->loader);
    free(s->cut);
}

struct batch stepper_batch(struct stepper *s)
{
    const struct engine *g = &s->engine;
    const struct cutting how = train_cutting(g->model, train_grains(g->conf));

    if (s->at.position >= s->loader.key.n) {
        s->at.epoch++;
        s->at.position = 0;
    }
    const struct run r = loader_batch(&s->loader, s->at.epoch, s->at.position);
    const struct examples *x = loader_examples(&s->loader);

    batch_cut(x, s->loader.order, r, &how, s->cut);
    return (struct batch){
        .x = x,
        .order = s->loader.order,
        .cut = s->cut,
        .count = batch_count(x, s->loader.order, r),
        .step = s->at.step,
        .epoch = s->at.epoch,
    };
}

enum step_end stepper_advance(struct stepper *s, long worse,
                              unsigned (*ask)(void *), void *context,
                              struct step *out, struct error *e)
{
    const long grains = train_grains(s->engine.conf);
    struct batch b = stepper_batch(s);

    b.rate = schedule_rate(s->engine.conf,
                           (struct schedule_place){b.step + 1, b.epoch, worse});
    const enum step_end end = engine_step(&s->engine, &b, ask, context, out, e);

    if (end == STEP_DONE) {
        s->at.position += b.cut[grains] - b.cut[0];
        s->at.step++;
    }
    return end;
}

/* --- steps alone, without a run ------------------------------------------- */

struct stepper *stepper_join(const struct model *m,
                             const struct train_config *c,
                             const struct examples *x, struct group *group,
                             int threads)
{
    const struct loader_key key = train_loader_key(c, x);
    struct stepper *s = memory_zeroed(1, sizeof(*s));
    struct loader first;
    struct error e;

    s->alone = group_alone();
    loader_init(&first, &key);
    if (stepper_init(s, m, c, &first, group ? group : &s->alone, threads, &e))
        die("%s", e.text);
    loader_release(&first);
    return s;
}

struct stepper *stepper_new(const struct model *m, const struct train_config *c,
                            const struct examples *x, int threads)
{
    return stepper_join(m, c, x, NULL, threads);
}

double stepper_step(struct stepper *s)
{
    struct step step = {.loss = NAN};
    struct error e;

    if (s->at.position >= s->loader.key.n)
        s->at.position = 0;
    if (stepper_advance(s, 0, NULL, NULL, &step, &e) == STEP_BROKEN)
        die("%s", e.text);
    return step.loss;
}

size_t stepper_evaluate(struct stepper *s)
{
    const struct interrupt never = {NULL, NULL};
    struct answer_sheet answers;
    struct error e;

    if (evaluate(&s->engine, s->engine.params, s->loader.key.of, &never,
                 &answers, &e) != EVALUATED)
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
    stepper_release(s);
    group_release(&s->alone);
    free(s);
}
