#include <math.h>
#include <stdlib.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "engine/train/average.h"
#include "engine/train/budget.h"
#include "engine/train/calibrate.h"
#include "engine/train/checkpoint.h"
#include "engine/train/parent_runs.h"
#include "engine/train/run_estimate.h"
#include "engine/train/schedule.h"
#include "engine/train/validate.h"

#define TELL_SECONDS 0.25

enum { FLAG_STOP = 1, FLAG_CHECKPOINT = 2 };

static const enum train_end ends[] = {
    [DONE] = TRAIN_FINISHED, [FAILED] = TRAIN_FAILED, [STOPPED] = TRAIN_STOPPED,
    [PAUSED] = TRAIN_PAUSED, [BROKEN] = TRAIN_BROKEN,
};

/* --- a step ----------------------------------------------------------- */

/* This rank's flags in the middle of a step. */
static unsigned ask(void *context)
{
    const struct training_run *c = context;
    const struct training *t = c->t;
    unsigned flags = 0;

    if (t->stop && t->stop(t->context))
        flags |= FLAG_STOP;
    if (training_run_leads(c) && t->state && t->checkpoint_seconds > 0 &&
        clock_now() - c->saved >= t->checkpoint_seconds)
        flags |= FLAG_CHECKPOINT;
    return flags;
}

static void tell(struct training_run *c)
{
    const struct training *t = c->t;
    const double now = clock_now();

    if (!t->progress || !training_run_leads(c) || now - c->told < TELL_SECONDS)
        return;
    c->told = now;
    t->progress(t->context, c->stepper.at.step, c->expected, c->loss,
                c->at.best_step < 0 ? NAN : c->at.best_value);
}

static enum run_next take_step(struct training_run *c, unsigned *flags,
                               struct error *e)
{
    struct step step;
    const enum step_end end =
        stepper_advance(&c->stepper, c->at.worse, ask, c, &step, e);

    if (end == STEP_BROKEN)
        return BROKEN;
    if (end == STEP_NAN) {
        const bool norm = isfinite(step.loss);
        /* not by printf(), which shows a NaN's sign, which depends on the
         * machine */
        error_set(e, "%s is %s at step %ld",
                  norm ? "the gradient's norm" : "the loss",
                  isnan(norm ? step.norm : step.loss) ? "nan" : "infinite",
                  c->stepper.at.step + 1);
        return FAILED;
    }
    c->at.loss_sum += step.loss;
    c->at.loss_steps++;
    c->loss = step.loss;
    *flags = step.flags;
    if (c->t->trained)
        ++*c->t->trained;
    tell(c);
    return GO_ON;
}

/* --- the loop --------------------------------------------------------- */

static bool at_limit(const struct training_run *c)
{
    const struct train_config *f = c->t->conf;

    return (f->steps > 0 && c->stepper.at.step >= f->steps) ||
           (f->epochs > 0 && c->stepper.at.epoch + 1 >= f->epochs &&
            c->stepper.at.position >= training_run_examples(c)->n);
}

/* An evaluation is due once.  That no steps were taken since the last shows
 * that it is done, so a state saved before an evaluation evaluates on
 * resuming. */
static bool due(const struct training_run *c)
{
    const long every = c->t->conf->evaluate_every;
    const long examples = c->t->conf->evaluate_examples;

    if (c->at.loss_steps == 0)
        return false;
    if (at_limit(c))
        return true;
    if (examples > 0)
        return training_run_seen(c) - c->at.evaluated >= examples;
    return every > 0 ? c->stepper.at.step % every == 0
                     : c->stepper.at.position >= training_run_examples(c)->n;
}

static bool finished(const struct training_run *c)
{
    const long patience = c->t->conf->patience;

    return at_limit(c) || (patience > 0 && c->at.since_best >= patience);
}

/* The share of the run that is done. */
static double share(const struct training_run *c)
{
    const struct train_config *f = c->t->conf;
    const double steps =
        f->steps ? (double)c->stepper.at.step / (double)f->steps : 0;
    const double epochs =
        f->epochs ? training_run_epochs(c) / (double)f->epochs : 0;

    return fmax(steps, epochs);
}

/* True just after an evaluation at a rung, also when resumed from a state saved
 * there.  A run without a value cannot be compared, and goes on. */
static bool at_rung(const struct training_run *c)
{
    return c->t->until > 0 && c->at.best_step >= 0 &&
           !isnan(c->at.best_value) && c->at.loss_steps == 0 &&
           share(c) >= c->t->until;
}

static enum run_next pause_here(struct training_run *c, struct error *e)
{
    if (c->t->ends_there)
        return DONE;
    if (c->at.best_step == c->stepper.at.step &&
        !c->best_held) /* the evaluation has saved it */
        return PAUSED;
    return checkpoint_last(c, e) ? BROKEN : PAUSED;
}

static enum run_next stop_here(struct training_run *c, struct error *e)
{
    if (checkpoint_last(c, e))
        return BROKEN;
    error_set(e, "stopped at step %ld", c->stepper.at.step);
    return STOPPED;
}

static enum run_next run(struct training_run *c, struct error *e)
{
    unsigned flags = 0;
    enum run_next next = GO_ON;

    while (next == GO_ON) {
        if (flags & FLAG_STOP)
            return stop_here(c, e);
        if (due(c))
            next = validate_now(c, e);
        if (next == STOPPED)
            return stop_here(c, e);
        if (next != GO_ON)
            return next;
        if (finished(c))
            return DONE;
        if (at_rung(c))
            return pause_here(c, e);
        if ((flags & FLAG_CHECKPOINT) && checkpoint_last(c, e))
            return BROKEN;
        next = take_step(c, &flags, e);
    }
    return next;
}

/* --- beginning and end ------------------------------------------------ */

/* The estimate is kept for the next run: it would be most of a short run's
 * time. */
static int begin_stepper(struct training_run *c, struct error *e)
{
    const struct training *t = c->t;
    struct run_estimate own = {0};
    const int failed = stepper_init(&c->stepper, t->model, t->conf,
                                    &run_estimate_of(t, &own)->loader, t->group,
                                    t->threads, e);

    run_estimate_release(&own);
    return failed;
}

static enum run_next begin(struct training_run *c, struct error *e)
{
    const struct training *t = c->t;
    enum run_next next;

    if (train_check_task(t->conf, t->task, e))
        return FAILED;
    if (train_check(t->conf, e))
        return BROKEN;
    if ((next = budget_check(t, e)) != GO_ON)
        return next;
    if (begin_stepper(c, e))
        return BROKEN;
    c->expected = train_steps_expected(t);
    c->best = comm_new(c->stepper.engine.len * sizeof(float));
    return checkpoint_load(c, e) ? BROKEN : calibrate_first_values(c, e);
}

static void describe(const struct training_run *c, struct result *r)
{
    const struct task_kind *k = c->t->task->kind;
    const long first = average_first(&c->t->conf->average);

    r->trial = c->t->trial;
    r->attempt = c->t->attempt;
    r->steps = c->stepper.at.step;
    r->epochs = training_run_examples(c)->n ? training_run_epochs(c) : 0;
    r->best_step = c->at.best_step;
    r->seconds = training_run_seconds(c);
    r->metrics = task_metric_names(k, r->metric);
    r->train_loss = NAN;
    for (int i = 0; i < MAX_METRICS; i++)
        r->valid[i] = r->test[i] = NAN;
    for (int i = 0; i < c->history.n; i++)
        if (c->history.row[i].step == c->at.best_step)
            r->train_loss = c->history.row[i].train_loss;
    history_release(&r->history);
    r->history = c->history;
    if (c->earlier[0])
        facts_add(&r->facts, "earlier_identities", "%s", c->earlier);
    if (r->best_step >= 0 && r->best_step < first)
        facts_add(&r->facts, "average", "none before step %ld", first);
}

/* Score the best parameters, for the table; if stopped, save the last state to
 * go on from. */
static enum run_next conclude(struct training_run *c, struct result *r,
                              struct error *e)
{
    const enum run_next end = validate_best(c, r, e);

    if (end == DONE && training_run_leads(c))
        r->params = digest_of(c->best, c->stepper.engine.len * sizeof(float));
    return end == STOPPED ? stop_here(c, e) : end;
}

/* Run the parent runs, one after the other, and then the run. */
static enum run_next run_all(struct training_run *c, const struct training *t,
                             struct error *e)
{
    enum run_next end;

    while ((end = run(c, e)) == PAUSED && c->t != t)
        training_run_inherit(c, parent_runs_child(t, c->t));
    if (end != DONE || c->t == t)
        return end;
    error_set(e,
              "the trial that it begins from ends at step %ld, before it "
              "does",
              c->stepper.at.step);
    return FAILED;
}

/* The value of the goal at a pause. */
static double goal_here(const struct training_run *c, const struct history *h)
{
    const struct training *t = c->t;

    return t->latest && h->n ? h->row[h->n - 1].valid[t->goal]
                             : c->at.best_value;
}

enum train_end train_run(const struct training *t, struct result *result,
                         struct error *e)
{
    struct training_run c;
    enum run_next end;

    training_run_init(&c, t);
    end = begin(&c, e);
    if (end == GO_ON)
        end = run_all(&c, t, e);
    if (training_run_leads(&c))
        describe(&c, result);
    if (end == DONE)
        end = conclude(&c, result, e);
    if (training_run_leads(&c)) {
        result->status = end == DONE ? TRIAL_FINISHED : TRIAL_FAILED;
        if (end == PAUSED)
            result->valid[t->goal] = goal_here(&c, &result->history);
    }
    training_run_release(&c);
    return ends[end];
}
