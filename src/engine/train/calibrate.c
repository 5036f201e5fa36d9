#include "engine/train/calibrate.h"

#include <math.h>
#include <string.h>

#include "engine/attention/calibration.h"
#include "engine/train/evaluate.h"

static bool any_chosen(const struct params *p)
{
    for (int i = 0; i < p->n; i++)
        if (p->param[i].chosen)
            return true;
    return false;
}

/* Compute the first batch, grain by grain as in training, without dropout. */
static void go_over(struct training_run *c, struct calibration *s)
{
    const struct model *m = c->t->model;
    const long grains = train_grains(c->t->conf);
    const struct batch first = stepper_batch(&c->stepper);
    struct engine_thread *w = &c->stepper.engine.worker[0];

    for (long i = 0; i < grains; i++) {
        const struct run r = {first.cut[i], first.cut[i + 1]};
        struct tape t = evaluate_tape(w, c->stepper.engine.params);
        struct grain grain;

        if (r.first == r.end)
            continue;
        calibration_tape(s);
        t.observer = &s->observer;
        grain_pack(first.x, first.order, r, &m->kind->framing, NULL, 1.0f,
                   &w->arena, &grain);
        model_outcome(&t, m, &grain);
    }
}

static void choose(struct training_run *c)
{
    struct calibration s;

    calibration_init(&s);
    do
        go_over(c, &s);
    while (calibration_choose(&s, c->stepper.engine.params));
    calibration_release(&s);
}

/* Gives the same result on every member. */
static enum run_next check_chosen(const struct training_run *c, struct error *e)
{
    const struct params *p = &c->t->model->params;

    for (int i = 0; i < p->n; i++)
        if (p->param[i].chosen &&
            isnan(c->stepper.engine.params[p->param[i].offset])) {
            error_set(e,
                      "gate_at_start, spread_at_start: no %s makes the gate "
                      "of the first batch so",
                      p->param[i].name);
            return FAILED;
        }
    return GO_ON;
}

enum run_next calibrate_first_values(struct training_run *c, struct error *e)
{
    struct engine *g = &c->stepper.engine;

    if (c->stepper.at.step > 0 || !any_chosen(&c->t->model->params))
        return GO_ON;
    if (training_run_leads(c))
        choose(c);
    if (group_broadcast(c->t->group, 0, g->params, g->len * sizeof(float), e))
        return BROKEN;
    if (g->average)
        memcpy(g->average, g->params + g->slice.from,
               (g->slice.to - g->slice.from) * sizeof(float));
    return check_chosen(c, e);
}
