#include "config.h"

#include "sweep/run/outcome.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/files/file.h"
#include "engine/store/result_summary.h"
#include "engine/store/state.h"
#include "engine/train/train.h"
#include "sweep/folder/folder.h"
#include "sweep/run/trial.h"

char *outcome_state(const char *dir, struct digest trial)
{
    struct str path = {0};

    folder_state_path(dir, trial, &path);
    return str_take(&path);
}

void outcome_tidy(const struct experiment *x, const char *dir,
                  struct digest trial)
{
    char *state = outcome_state(dir, trial);

    train_tidy(state, (enum keep)x->run.keep);
    free(state);
}

/* True if a result of a later attempt exists. */
static bool is_late(const char *path, const struct result *r)
{
    struct result there = {0};
    struct error e;

    if (!file_exists(path) || result_read(path, &there, &e))
        return false;
    const bool late = there.attempt > r->attempt;

    result_release(&there);
    return late;
}

static int write_in_turn(const char *path, const struct result *r,
                         struct error *e)
{
    static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

    pthread_mutex_lock(&turn); /* shared by coordinator and trainer */
    const int failed = !is_late(path, r) && (folder_make_for_trial(path, e) ||
                                             result_write(path, r, e));

    pthread_mutex_unlock(&turn);
    return failed;
}

static int write_file(const char *dir, const struct result *r,
                      struct report *report, struct error *e)
{
    struct str path = {0};

    folder_result_path(dir, r->trial, &path);
    const int failed = write_in_turn(str_text(&path), r, e);

    report->file = file_mark(str_text(&path));
    str_release(&path);
    return failed ? -1 : 0;
}

int outcome_put(const struct experiment *x, const struct trial_config *c,
                const char *dir, const struct result *r,
                struct result_message *message, struct error *e)
{
    const bool may_be_small = experiment_small(x, c);
    struct str own = {0}, shared = {0};

    result_summary_shared(r, &shared);
    result_summary_own(r, may_be_small, &own);
    const bool small =
        may_be_small && result_message_add(message, shared.s, own.s);
    const int failed = small ? 0 : write_file(dir, r, &message->report, e);

    if (!small) {
        str_clear(&own);
        result_summary_own(r, false, &own);
        result_message_add(message, shared.s, own.s);
    }
    str_release(&own);
    str_release(&shared);
    if (!failed)
        outcome_tidy(x, dir, r->trial);
    return failed;
}

static int fail(const struct experiment *x, const char *dir,
                const struct assignment *a, int attempt, const char *why,
                struct result_message *message, struct error *e)
{
    struct report *report = &message->report;
    struct trial_config conf;
    struct result r;
    struct group alone = group_alone();

    if (experiment_bind(x, a, &conf, e))
        return -1;
    report_begin(report, REPORT_END, a->number);
    report->end = TRAIN_FAILED;
    report->best = NAN;
    snprintf(report->text, sizeof(report->text), "%s", why);
    alone.attempt = (uint32_t)attempt + 1; /* all others are late */
    trial_give_up(
        &(struct trial_call){
            .experiment = x, .assignment = a, .config = &conf, .group = &alone},
        why, &r);
    const int failed = outcome_put(x, &conf, dir, &r, message, e);

    result_release(&r);
    trial_config_release(&conf);
    return failed;
}

int outcome_fail(const struct experiment *x, const char *dir,
                 const struct study *s, long trial, const char *why,
                 struct result_message *message, struct error *e)
{
    struct assignment a = study_assignment(s, trial);
    const int failed =
        fail(x, dir, &a, study_trial(s, trial)->attempt, why, message, e);

    assignment_release(&x->search.space, &a);
    return failed;
}

/* Fill in the report of an attempt's end, as the rank that trained it would
 * have. */
static void report_result(const struct experiment *x, const struct result *r,
                          struct report *report)
{
    const bool finished = r->status == TRIAL_FINISHED;

    report->end = finished ? TRAIN_FINISHED : TRAIN_FAILED;
    report->attempt = r->attempt;
    report->best = finished ? r->valid[x->goal] : NAN;
    report->seconds = r->seconds;
    if (!finished)
        snprintf(report->text, sizeof(report->text), "%s",
                 r->reason ? r->reason : "");
}

bool outcome_find(const struct experiment *x, const char *dir,
                  const struct study *s, long trial,
                  struct result_message *message)
{
    const struct trial *t = study_trial(s, trial);
    struct str path = {0}, own = {0}, shared = {0};
    struct result r = {0};
    struct error ignored;

    folder_result_path(dir, t->name, &path);
    const bool read = file_exists(str_text(&path)) &&
                      !result_read(str_text(&path), &r, &ignored);
    const bool found =
        read && digest_equal(r.trial, t->name) && r.attempt == t->attempt;

    if (found) {
        report_begin(&message->report, REPORT_END, trial);
        report_result(x, &r, &message->report);
        message->report.file = file_mark(str_text(&path));
        result_summary_shared(&r, &shared);
        result_summary_own(&r, false, &own);
        result_message_add(message, str_text(&shared), str_text(&own));
        outcome_tidy(x, dir, t->name);
    }
    if (read)
        result_release(&r);
    str_release(&own);
    str_release(&shared);
    str_release(&path);
    return found;
}

bool outcome_has_saved(const char *dir, struct digest trial, int attempt)
{
    char *path = folder_state_file(dir, trial, STATE_LAST);
    struct state s = {0};
    struct error ignored;
    const bool there = file_exists(path) && state_read(path, &s, &ignored) == 0;
    const bool saved =
        there && digest_equal(s.trial, trial) && s.attempt >= attempt;

    if (there)
        state_release(&s);
    free(path);
    return saved;
}
