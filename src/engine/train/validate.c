#include "engine/train/validate.h"

#include <math.h>
#include <string.h>

#include "engine/task/predictions.h"
#include "engine/train/checkpoint.h"
#include "engine/train/evaluate.h"
#include "engine/train/schedule.h"

/* Score a split; the leader gets the score, and releases it. */
static enum run_next score(struct training_run *c, const float *params,
                           enum split split, struct score *out, struct error *e)
{
    const struct training *t = c->t;
    const struct interrupt i = {t->stop, t->context};

    *out = (struct score){0};
    const enum evaluation end =
        evaluate(&c->stepper.engine, params, &t->task->split[split], &i,
                 &out->answers, e);

    if (end != EVALUATED)
        return end == EVALUATION_STOPPED ? STOPPED : BROKEN;
    if (training_run_leads(c))
        task_score(t->task, split, &out->answers, out->value, &out->units);
    return GO_ON;
}

static bool has(const struct training_run *c, enum split split)
{
    return c->t->task->split[split].n > 0;
}

/* True if this is the best so far, as the leader decides.  Without a validation
 * split the newest parameters are the best. */
static bool better(const struct training_run *c, double value)
{
    if (!has(c, SPLIT_VALID) || c->at.best_step < 0)
        return true;
    if (isnan(c->at.best_value))
        return !isnan(value);
    return c->t->maximize ? value > c->at.best_value : value < c->at.best_value;
}

/* Inspect the attentions on the first chunk of valid, whatever the beam, or of
 * train if there is no valid: on one thread, of the leader. */
static void inspect_first(struct training_run *c, const float *params,
                          struct part_stats *out)
{
    const struct task *task = c->t->task;
    const bool valid = has(c, SPLIT_VALID);
    const struct examples *x = &task->split[valid ? SPLIT_VALID : SPLIT_TRAIN];
    struct chunks all;

    *out = (struct part_stats)PART_STATS_INIT;
    chunks_init(&all, x, 1);
    evaluate_observe(&c->stepper.engine, params, x, all.order,
                     (struct run){0, all.cut[1]}, &out->observer);
    chunks_release(&all);
}

static void inspect_attentions(struct training_run *c, const float *params)
{
    const enum inspect inspect = (enum inspect)c->t->conf->inspect;
    struct part_stats seen;

    if (inspect == INSPECT_NOTHING)
        return;
    inspect_first(c, params, &seen);
    history_inspect(&c->history, &seen, inspect == INSPECT_HISTOGRAMS);
}

static void note(struct training_run *c, const float *params,
                 struct history_row *row)
{
    row->step = c->stepper.at.step;
    row->epoch = training_run_epochs(c);
    row->train_loss = c->at.loss_sum / (double)c->at.loss_steps;
    row->learning_rate = schedule_rate(
        c->t->conf, (struct schedule_place){c->stepper.at.step,
                                            c->stepper.at.epoch, c->at.worse});
    history_add(&c->history, row);
    inspect_attentions(c, params);
    if (c->t->evaluated)
        c->t->evaluated(c->t->context, row);
}

static void compare(struct training_run *c, double value)
{
    if (better(c, value)) {
        c->at.best_step = c->stepper.at.step;
        c->at.best_value = value;
        c->at.since_best = 0;
    } else {
        c->at.since_best++;
        c->at.worse += c->at.since_best % c->t->conf->halve_after == 0;
    }
    c->at.evaluated = training_run_seen(c);
    c->at.loss_sum = 0;
    c->at.loss_steps = 0;
}

static int save_evaluated(struct training_run *c, const float *params,
                          struct error *e)
{
    if (c->t->keep == KEEP_ALL && checkpoint_step(c, params, e))
        return -1;
    if (c->at.best_step != c->stepper.at.step)
        return 0;
    memcpy(c->best, params, c->stepper.engine.len * sizeof(float));
    return checkpoint_best(c, e);
}

/* Keep the answers of the best so far, so that the end need not compute them
 * again. */
static void keep_best(struct training_run *c, struct score *now)
{
    if (c->at.best_step != c->stepper.at.step) {
        score_release(now);
        return;
    }
    score_release(&c->scored);
    c->scored = *now;
    c->scored_at = c->stepper.at.step;
}

enum run_next validate_now(struct training_run *c, struct error *e)
{
    const float *params = engine_evaluated(&c->stepper.engine, e);
    struct history_row row = {0};
    struct score now = {0};

    if (!params)
        return BROKEN;
    for (int i = 0; i < MAX_METRICS; i++)
        row.valid[i] = NAN;
    if (has(c, SPLIT_VALID)) {
        const enum run_next end = score(c, params, SPLIT_VALID, &now, e);
        if (end != GO_ON)
            return end;
        memcpy(row.valid, now.value, sizeof(row.valid));
    }
    if (training_run_leads(c)) {
        note(c, params, &row);
        compare(c, row.valid[c->t->goal]);
    }
    if (group_broadcast(c->t->group, 0, &c->at, sizeof(c->at), e)) {
        score_release(&now);
        return BROKEN;
    }
    keep_best(c, &now);
    return save_evaluated(c, params, e) ? BROKEN : GO_ON;
}

/* Move a split's score to the result, which owns it from then on. */
static void put_score(const struct training_run *c, enum split split,
                      struct score *s, double *value, struct result *r)
{
    const struct task *t = c->t->task;

    memcpy(value, s->value, (size_t)task_metrics(t->kind) * sizeof(*value));
    r->said[split] = predictions_said(t, split, &s->answers);
    r->answers[split] = s->answers;
    r->units[split] = s->units;
    *s = (struct score){0};
}

static enum run_next score_split(struct training_run *c, enum split split,
                                 double *value, struct result *r,
                                 struct error *e)
{
    const bool known = split == SPLIT_VALID && c->scored_at == c->at.best_step;
    struct score now = {0};
    const enum run_next end = known ? GO_ON : score(c, c->best, split, &now, e);

    if (end != GO_ON)
        return end;
    if (training_run_leads(c))
        put_score(c, split, known ? &c->scored : &now, value, r);
    else
        score_release(&now);
    return GO_ON;
}

/* Some example counts (task_check_goal()), so the answers are NaN: only their
 * score can show what the last update made. */
static enum run_next without_value(const struct training_run *c,
                                   struct error *e)
{
    error_set(e, "valid.%s is nan at step %ld",
              c->t->task->kind->metrics[c->t->goal].name, c->at.best_step);
    return FAILED;
}

enum run_next validate_best(struct training_run *c, struct result *r,
                            struct error *e)
{
    static const enum split splits[] = {SPLIT_VALID, SPLIT_TEST};
    double *const values[] = {r->valid, r->test};

    if (has(c, SPLIT_VALID) && isnan(c->at.best_value))
        return without_value(c, e);
    for (int i = 0; i < 2; i++) {
        if (!has(c, splits[i]))
            continue;
        const enum run_next end = score_split(c, splits[i], values[i], r, e);
        if (end != GO_ON)
            return end;
    }
    return DONE;
}
