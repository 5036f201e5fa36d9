#include "train/course.h"

#include <math.h>
#include <string.h>

#include "task/predictions.h"
#include "train/evaluate.h"
#include "train/schedule.h"

_Static_assert(RESULT_METRICS == MAX_METRICS, "a result holds every metric");

/* Score a split; the leader gets the values, and answers and units in `keep`
 * unless it is NULL. */
static enum turn score(struct course *c, const float *params, enum split split,
                       double *value, struct result *keep, struct error *e)
{
    const struct training *t = c->t;
    const struct interrupt i = {t->stop, t->context};
    struct answer_sheet a;
    struct units u = {0};
    const enum evaluation end =
        evaluate(&c->engine, params, &t->task->split[split], &i, &a, e);

    if (end != EVALUATED)
        return end == EVALUATION_STOPPED ? STOPPED : BROKEN;
    if (course_leads(c))
        task_score(t->task, split, &a, value, &u);
    if (course_leads(c) && keep) {
        keep->answers[split] = a;
        keep->said[split] = predictions_said(t->task, split, &a);
        keep->units[split] = u;
    } else {
        answer_sheet_release(&a);
        units_release(&u);
    }
    return GO_ON;
}

static bool has(const struct course *c, enum split split)
{
    return c->t->task->split[split].n > 0;
}

/* The leader's decision: is this the best so far?  Without a validation split
 * the newest parameters are. */
static bool better(const struct course *c, double value)
{
    if (!has(c, SPLIT_VALID) || c->at.best_step < 0)
        return true;
    if (isnan(c->at.best_value))
        return !isnan(value);
    return c->t->maximize ? value > c->at.best_value : value < c->at.best_value;
}

static void note(struct course *c, struct history_row *row)
{
    row->step = c->at.step;
    row->epoch = course_epochs(c);
    row->train_loss = c->at.loss_sum / (double)c->at.loss_steps;
    row->learning_rate = schedule_rate(c->t->conf, c->at.step, c->at.worse);
    history_add(&c->history, row);
}

static void judge(struct course *c, double value)
{
    if (better(c, value)) {
        c->at.best_step = c->at.step;
        c->at.best_value = value;
        c->at.since_best = 0;
    } else {
        c->at.since_best++;
        c->at.worse++;
    }
    c->at.judged = course_seen(c);
    c->at.loss_sum = 0;
    c->at.loss_steps = 0;
}

static int save_evaluated(struct course *c, const float *params,
                          struct error *e)
{
    if (c->t->keep == KEEP_ALL && checkpoint_step(c, params, e))
        return -1;
    if (c->at.best_step != c->at.step)
        return 0;
    memcpy(c->best, params, c->engine.len * sizeof(float));
    return checkpoint_best(c, e);
}

enum turn course_evaluate(struct course *c, struct error *e)
{
    const float *params = engine_evaluated(&c->engine, e);
    struct history_row row = {0};

    if (!params)
        return BROKEN;
    for (int i = 0; i < RESULT_METRICS; i++)
        row.valid[i] = NAN;
    if (has(c, SPLIT_VALID)) {
        const enum turn end = score(c, params, SPLIT_VALID, row.valid, NULL, e);
        if (end != GO_ON)
            return end;
    }
    if (course_leads(c)) {
        note(c, &row);
        judge(c, row.valid[c->t->goal]);
    }
    if (group_broadcast(c->t->group, 0, &c->at, sizeof(c->at), e))
        return BROKEN;
    return save_evaluated(c, params, e) ? BROKEN : GO_ON;
}

enum turn course_score(struct course *c, struct result *r, struct error *e)
{
    static const enum split splits[] = {SPLIT_VALID, SPLIT_TEST};
    double *const values[] = {r->valid, r->test};

    for (int i = 0; i < 2; i++) {
        if (!has(c, splits[i]))
            continue;
        const enum turn end = score(c, c->best, splits[i], values[i], r, e);
        if (end != GO_ON)
            return end;
    }
    return DONE;
}
