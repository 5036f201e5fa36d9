#include "config.h"

#include "engine/train/checkpoint.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "base/files/file.h"
#include "engine/kernel/kernel.h"
#include "engine/store/checked_file.h"
#include "engine/train/parent_runs.h"

static char *path_of(const char *state, const char *what)
{
    return memory_format("%s.%s.h5", state, what);
}

static const char *identity_of(const struct training_run *c)
{
    return kernel_identity((enum products)c->t->conf->products);
}

/* --- writing ---------------------------------------------------------- */

/* On the leader only; made when first needed, which is never in most short
 * runs. */
static const struct state_metadata *known_of(struct training_run *c)
{
    if (!c->metadata.made && training_run_leads(c) && c->t->state)
        state_metadata_init(&c->metadata, c->t->task);
    return &c->metadata;
}

/* A state that borrows everything from the run. */
static struct state state_of(struct training_run *c)
{
    const struct training_position *place = &c->stepper.at;
    const struct run_progress *at = &c->at;
    const struct state_metadata *known = known_of(c);
    struct state s = {
        .trial = c->t->trial,
        .attempt = c->t->attempt,
        .step = place->step,
        .epoch = place->epoch,
        .position = place->position,
        .loss_sum = at->loss_sum,
        .loss_steps = at->loss_steps,
        .best_step = at->best_step,
        .best_value = at->best_value,
        .since_best = at->since_best,
        .worse = at->worse,
        .seconds = training_run_seconds(c),
        .len = c->stepper.engine.len,
        .params = c->stepper.engine.params,
        .layout = c->t->model->params,
        .classes = known->classes,
        .features = known->features,
        .config = (char *)c->t->config,
        .sources = known->sources,
        .history = c->history,
    };

    memcpy(s.words, known->words, sizeof(s.words));
    snprintf(s.identity, sizeof(s.identity), "%s", identity_of(c));
    snprintf(s.earlier, sizeof(s.earlier), "%s", c->earlier);
    return s;
}

static bool untouched(const struct written_state *w, const struct stat *now)
{
    return w->known && w->stat.st_ino == now->st_ino &&
           w->stat.st_size == now->st_size &&
           w->stat.st_mtim.tv_sec == now->st_mtim.tv_sec &&
           w->stat.st_mtim.tv_nsec == now->st_mtim.tv_nsec;
}

/*
 * A file other than this run's own may be from a later attempt, begun because
 * this group was thought lost: that attempt counts.
 */
static int check_newer(const struct training_run *c, const char *path,
                       const struct written_state *w, struct error *e)
{
    struct stat now;
    struct state s = {0};
    struct error ignored;
    int failed = 0;

    if (stat(path, &now) || untouched(w, &now) ||
        state_read(path, &s, &ignored))
        return 0;
    if (s.attempt > c->t->attempt)
        failed = error_set(e,
                           "state file '%s' is of attempt %d, later than "
                           "attempt %d, which ends here",
                           path, s.attempt, c->t->attempt);
    state_release(&s);
    return failed;
}

static int put(const struct training_run *c, const char *what,
               const struct state *s, struct written_state *w, struct error *e)
{
    char *path = path_of(c->t->state, what);
    int failed = check_newer(c, path, w, e) || state_write(path, s, e);

    w->known = !failed && stat(path, &w->stat) == 0;
    free(path);
    return failed ? -1 : 0;
}

/* Collect all slices of a moment on the leader, which alone gets memory for
 * them. */
static int collect(const struct training_run *c, const float *slice,
                   float **all, struct error *e)
{
    const struct engine *g = &c->stepper.engine;

    *all = training_run_leads(c) ? comm_new(g->len * sizeof(float)) : NULL;
    return group_gather(g->group, 0, slice, g->slice_bytes, *all, e);
}

static int write_best(struct training_run *c, struct error *e)
{
    struct state s = state_of(c);

    s.params = c->best;
    return training_run_agree(
        c, training_run_leads(c) && put(c, "best", &s, &c->best_file, e), e);
}

int checkpoint_last(struct training_run *c, struct error *e)
{
    struct state s = state_of(c);
    int failed = 0;

    if (!c->t->state)
        return 0;
    if (c->best_held && write_best(c, e))
        return -1;
    c->best_held = false;
    for (int i = 0; i < c->stepper.engine.moments && !failed; i++)
        failed =
            collect(c, c->stepper.engine.moment[s.moments++], &s.moment[i], e);
    if (!failed && c->stepper.engine.average)
        failed = collect(c, c->stepper.engine.average, &s.average, e);
    if (!failed)
        failed = training_run_agree(
            c, training_run_leads(c) && put(c, "last", &s, &c->last_file, e),
            e);
    for (int i = 0; i < s.moments; i++)
        comm_free(s.moment[i]);
    comm_free(s.average);
    c->saved = clock_now();
    if (!failed && c->t->saved)
        *c->t->saved = true;
    return failed;
}

int checkpoint_best(struct training_run *c, struct error *e)
{
    c->best_held = true;
    return c->t->keep == KEEP_NONE ? 0 : checkpoint_last(c, e);
}

int checkpoint_step(struct training_run *c, const float *params,
                    struct error *e)
{
    struct state s = state_of(c);
    struct written_state w = {.known = false};
    char what[32];

    if (!c->t->state)
        return 0;
    s.params = (float *)params;
    snprintf(what, sizeof(what), "step-%ld", c->stepper.at.step);
    return training_run_agree(
        c, training_run_leads(c) && put(c, what, &s, &w, e), e);
}

/* --- reading ---------------------------------------------------------- */

static int check_fits(struct training_run *c, const struct state *s,
                      struct error *e)
{
    const char *identity = identity_of(c);

    if (!parent_runs_generation(c->t, s->trial))
        return error_set(e, "it belongs to another trial");
    if (state_metadata_check(known_of(c), c->t->model, s, e))
        return -1;
    if (s->len != c->stepper.engine.len)
        return error_set(e, "found %zu parameters, expected %zu", s->len,
                         c->stepper.engine.len);
    if (strcmp(s->identity, identity) != 0 && !c->t->other_identity)
        return error_set(e,
                         "made under '%s', and this is '%s': the bits would "
                         "differ; --other-identity goes on all the same",
                         s->identity, identity);
    return 0;
}

/*
 * Read a state if it exists; a damaged one is renamed, and counts as none.  The
 * run may then replace it, whichever attempt wrote it.
 */
static int get(struct training_run *c, const char *what, struct state *s,
               struct written_state *w, bool *there, struct error *e)
{
    char *path = path_of(c->t->state, what);
    int failed = 0;

    w->known = *there = stat(path, &w->stat) == 0;
    if (*there && state_read(path, s, e)) {
        failed = -1;
        if (checked_file_set_aside(path, "state", e) == 0)
            failed = (*there = file_exists(path)) ? -1 : 0;
    } else if (*there && check_fits(c, s, e)) {
        state_release(s);
        failed = error_in(e, "state file '%s'", path);
    }
    free(path);
    return failed;
}

/*
 * Read the leader's two states; both are empty if there is none to go on from.
 * A last state that `keep: last` kept at the end has no best one beside it: the
 * run begins again from the start, and comes to the same bits.  The same
 * happens if one of the two is damaged.
 */
static int read_states(struct training_run *c, struct state *last,
                       struct state *best, struct error *e)
{
    bool there;

    if (!c->t->state)
        return 0;
    if (get(c, "last", last, &c->last_file, &there, e))
        return -1;
    if (!there)
        return 0;
    if (last->moments != c->stepper.engine.moments ||
        !last->average != !c->stepper.engine.average)
        return error_set(e,
                         "state file '%s.last.h5': found %d moments and %s "
                         "average, expected %d and %s",
                         c->t->state, last->moments,
                         last->average ? "an" : "no", c->stepper.engine.moments,
                         c->stepper.engine.average ? "one" : "none");
    if (last->best_step < 0 || !digest_equal(last->trial, c->t->trial))
        return 0; /* the best state of a parent run is not this run's */
    if (get(c, "best", best, &c->best_file, &there, e))
        return -1;
    if (!there) {
        state_release(last);
        return 0;
    }
    /* A later best is valid: the steps to come will find it again. */
    if (best->step < last->best_step)
        return error_set(e,
                         "state file '%s.best.h5': found step %ld, expected "
                         "%ld or later",
                         c->t->state, best->step, last->best_step);
    return 0;
}

/* The examples used up at the last evaluation, from the history. */
static long evaluated(const struct training_run *c, const struct history *h)
{
    return h->n ? lround(h->row[h->n - 1].epoch * training_run_examples(c)->n)
                : 0;
}

static void continue_from(struct training_run *c, struct state *last)
{
    const bool other = strcmp(last->identity, identity_of(c)) != 0;

    snprintf(c->earlier, sizeof(c->earlier), "%.310s%s%s", last->earlier,
             other && last->earlier[0] ? "; " : "",
             other ? last->identity : "");
    c->stepper.at = (struct training_position){
        .step = last->step,
        .epoch = last->epoch,
        .position = last->position,
    };
    c->at = (struct run_progress){
        .loss_sum = last->loss_sum,
        .loss_steps = last->loss_steps,
        .best_step = last->best_step,
        .best_value = last->best_value,
        .since_best = last->since_best,
        .worse = last->worse,
        .evaluated = evaluated(c, &last->history),
    };
    c->before = last->seconds;
    c->history = last->history;
    last->history = (struct history){0};
}

/* Send the leader's vector to all, which keep their slices of it. */
static int spread(struct training_run *c, const float *all, float *slice,
                  struct error *e)
{
    struct engine *g = &c->stepper.engine;
    float *copy = comm_new(g->len * sizeof(float));
    int failed;

    if (training_run_leads(c))
        memcpy(copy, all, g->len * sizeof(float));
    failed = group_broadcast(g->group, 0, copy, g->len * sizeof(float), e);
    memcpy(slice, copy + g->slice.from,
           (g->slice.to - g->slice.from) * sizeof(float));
    comm_free(copy);
    return failed;
}

static int share(struct training_run *c, const struct state *last,
                 const struct state *best, struct error *e)
{
    struct engine *g = &c->stepper.engine;
    struct training_position *place = &c->stepper.at;
    const size_t bytes = g->len * sizeof(float);

    if (training_run_leads(c)) {
        memcpy(g->params, last->params, bytes);
        if (best->params)
            memcpy(c->best, best->params, bytes);
    }
    if (group_broadcast(g->group, 0, place, sizeof(*place), e) ||
        group_broadcast(g->group, 0, &c->at, sizeof(c->at), e) ||
        group_broadcast(g->group, 0, g->params, bytes, e) ||
        group_broadcast(g->group, 0, c->best, bytes, e))
        return -1;
    for (int i = 0; i < g->moments; i++)
        if (spread(c, last->moment[i], g->moment[i], e))
            return -1;
    return g->average ? spread(c, last->average, g->average, e) : 0;
}

int checkpoint_load(struct training_run *c, struct error *e)
{
    struct state last = {0}, best = {0};
    int failed = training_run_leads(c) && read_states(c, &last, &best, e),
        found;

    failed = training_run_agree(c, failed, e);
    if (!failed)
        failed = group_max(
            c->t->group,
            last.params ? parent_runs_generation(c->t, last.trial) : 0, &found,
            e);
    if (!failed)
        training_run_switch(c, parent_runs_at(c->t, found));
    if (!failed && found) {
        if (training_run_leads(c))
            continue_from(c, &last);
        failed = share(c, &last, &best, e);
    }
    state_release(&last);
    state_release(&best);
    return failed;
}

/* --- at the end ------------------------------------------------------- */

static void tidy(const char *state, const char *what, bool stays)
{
    char *path = path_of(state, what);

    if (!stays)
        unlink(path);
    checked_file_tidy(path);
    free(path);
}

void train_tidy(const char *state, enum keep keep)
{
    if (!state)
        return;
    tidy(state, "last", keep == KEEP_LAST || keep == KEEP_ALL);
    tidy(state, "best", keep == KEEP_BEST || keep == KEEP_ALL);
}
