#include "config.h"

#include "sweep/run/books.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/core/version.h"
#include "base/files/file.h"
#include "engine/comm/comm.h"
#include "sweep/folder/folder.h"
#include "sweep/ledger/record.h"
#include "sweep/results/cached_task.h"
#include "sweep/run/books_parts.h"
#include "sweep/run/checking.h"
#include "sweep/run/disk_space.h"
#include "sweep/run/downs.h"
#include "sweep/run/inherit.h"
#include "sweep/run/outcome.h"

static bool is_there(const struct books *b, enum folder_file file)
{
    char *path = folder_path(b->o->dir, file);
    const bool there = file_exists(path);

    free(path);
    return there;
}

/* It is begun before experiment.text is, and has lines before there is an
 * event. */
static int open_journal(struct books *b, struct error *e)
{
    char *path = folder_path(b->o->dir, FOLDER_JOURNAL);
    const bool had_lines = is_there(b, FOLDER_EVENTS) ||
                           is_there(b, FOLDER_SWEEP) ||
                           (!b->fresh && !file_exists(path));

    if (had_lines && file_bytes(path) <= 0)
        log_warning("journal '%s' is gone: results that stood in it alone are "
                    "trained again",
                    path);
    b->journal =
        journal_open_guarded(path, lease_guard, b->lease, recall_entry, b, e);
    free(path);
    return b->journal ? 0 : -1;
}

static int read_books(struct books *b, struct error *e)
{
    if (books_lease(b, e) || open_journal(b, e) || recall_results(b, e))
        return -1;
    b->died = b->before.found != HOLDER_NONE;
    downs_judge(b);
    return 0;
}

static void begin_study(struct books *b, int slots)
{
    b->namer = namer_new(b->x);
    b->study = study_new(&b->x->search, &b->x->scheduler, slots);
    study_evaluates(b->study, experiment_evaluates(b->x));
}

/* Is the sweep in the folder this one?  Who lists trials alone wants to know
 * how it differs, and then those of a folder that has none. */
static int heed_sweep(struct books *b, const char *text, struct error *e)
{
    if (!books_same_experiment(b, text, e))
        return 0;
    if (!b->o->dry_run)
        return -1;
    log_warning("%s", e->text);
    experiment_conduct(b->x, false);
    b->fresh = true;
    return 0;
}

int books_take(struct books *b, struct experiment *x,
               const struct sweep_options *o, int slots, struct error *e)
{
    char *text = folder_path(o->dir, FOLDER_TEXT);
    int failed = 0;

    *b = (struct books){.x = x,
                        .o = o,
                        .plan = experiment_plan(x),
                        .fresh = !file_exists(text)};
    if (b->fresh && o->must_exist)
        failed = error_set(e, "no sweep to resume in '%s'", o->dir);
    else if (!b->fresh)
        failed = heed_sweep(b, text, e);
    free(text);
    if (failed)
        return -1;
    begin_study(b, slots);
    if (!o->dry_run &&
        ((!b->fresh && read_books(b, e)) || checking_look(b, e))) {
        const bool held = lease_lost(b->lease, e) || b->held;

        books_close(b);
        b->held = held;
        return -1;
    }
    return 0;
}

/* Of a damaged journal what stands before that counts. */
static void replay(struct books *b, const struct liveness *p)
{
    char *path = folder_path(b->o->dir, FOLDER_JOURNAL);
    struct error damage;

    if ((file_exists(path) && journal_read(path, recall_entry, b, &damage)) ||
        liveness_check_journal(p, b->o->dir, &b->index, &damage)) {
        log_warning("%s: what follows is left out", damage.text);
        b->left_out++;
    }
    free(path);
}

int books_read_only(struct books *b, struct experiment *x,
                    const struct sweep_options *o, const struct liveness *p,
                    struct error *e)
{
    *b = (struct books){
        .x = x, .o = o, .plan = experiment_plan(x), .looks = true};
    begin_study(b, 1);
    replay(b, p);
    return recall_results(b, e);
}

/* Trials that wait to be decided on are work, too. */
static long first_paused(const struct study *s)
{
    for (long i = 0; i < study_trials(s); i++)
        if (study_trial(s, i)->phase == PHASE_PAUSED)
            return i;
    return -1;
}

int books_first(struct books *b, long *first, struct error *e)
{
    checking_blame(b);
    while (!downs_may_check(b, study_first(b->study)) &&
           study_propose(b->study)) {
        if (books_name(b, e))
            return -1;
        checking_blame(b);
    }
    if (recall_cancelled(b, e))
        return -1;
    *first = study_first(b->study); /* what was dropped may let others go on */
    if (*first < 0)
        *first = first_paused(b->study);
    if (!downs_may_check(b, *first))
        *first = -1;
    return 0;
}

/* The text last: it says that the folder is complete. */
static int write_experiment(const struct books *b, struct error *e)
{
    const struct experiment *x = b->x;
    char *yaml = folder_path(b->o->dir, FOLDER_YAML);
    char *text = folder_path(b->o->dir, FOLDER_TEXT);
    struct str own = {0}, canonical = {0};

    str_adds(&own, x->text);
    experiment_text(x, &canonical);
    const int failed = lease_replace(b->lease, yaml, &own, e) ||
                       lease_replace(b->lease, text, &canonical, e);

    str_release(&own);
    str_release(&canonical);
    free(yaml);
    free(text);
    return failed;
}

static int begin_folder(struct books *b, struct error *e)
{
    return books_lease(b, e) || trial_data_note(b->x, b->o->dir, b->lease, e) ||
                   open_journal(b, e) || write_experiment(b, e)
               ? -1
               : 0;
}

static int put_end(struct books *b, long trial, struct ending *end,
                   const char *shared, bool adopted, struct error *e)
{
    bool fresh = false;

    b->index.ends++;
    if (!shared)
        end->own = NULL;
    else if ((end->setting = index_setting(&b->index, shared, &fresh, e)) < 0)
        return error_in(e, "a result in short");
    return (fresh && record_setting(b->journal, end->setting, shared, e)) ||
                   record_ending(b->journal, trial, end, adopted, e)
               ? -1
               : 0;
}

int books_end(struct books *b, const struct report *r, struct error *e)
{
    const struct letter *l = letter_of(r);
    struct ending end = {.failed = r->end != TRAIN_FINISHED,
                         .goal = r->best,
                         .file = r->file,
                         .own = l ? letter_own(l) : NULL,
                         .reason = r->text};

    return put_end(b, r->trial, &end, l ? letter_shared(l) : NULL, false, e);
}

/* Bring the journal up to what is known of the result of a trial, in a file or
 * in the journal by another number.  A kill between the two leaves all states.
 */
static int adopt(struct books *b, long trial, struct error *e)
{
    const struct trial *t = study_trial(b->study, trial);
    struct ending end;
    struct str own = {0}, shared = {0};

    if (!trial_runs(t) || recall_said(b, trial).over ||
        !study_over(b->study, trial))
        return 0;
    outcome_tidy(b->x, b->o->dir, t->name);
    const int failed =
        recall_ending(b, trial, &end, &shared, &own, e) ||
        put_end(b, trial, &end, shared.len ? shared.s : NULL, true, e);

    str_release(&own);
    str_release(&shared);
    return failed ? -1 : 0;
}

/* The proposal of a trial with these values. */
static int record_values(struct books *b, const struct assignment *a,
                         struct error *e)
{
    const struct trial *t = study_trial(b->study, a->number);

    b->recorded = a->number + 1;
    inherit_state(b->x, b->o->dir, a, t);
    return record_proposal(b->journal, &b->x->search.space, a, t, e);
}

/* The proposal of a trial, unless the journal has it. */
static int record_one(struct books *b, long trial, struct error *e)
{
    if (trial < b->recorded)
        return 0;
    struct assignment a = study_assignment(b->study, trial);
    const int failed = record_values(b, &a, e);

    assignment_release(&b->x->search.space, &a);
    return failed;
}

int books_record(struct books *b, struct error *e)
{
    while (b->recorded < study_trials(b->study))
        if (record_one(b, b->recorded, e))
            return -1;
    return 0;
}

/* A trial that failed and is tried again has no result by now. */
static int forget_failure(struct books *b, long trial, struct error *e)
{
    struct str path = {0};
    int failed = record_word(b->journal, RECORD_AGAIN, trial, "", true, e);

    b->index.ends++;
    folder_result_path(b->o->dir, study_trial(b->study, trial)->name, &path);
    if (!failed)
        failed = journal_settle(b->journal, e);
    if (!failed && unlink(str_text(&path)) && errno != ENOENT)
        failed = error_errno(e, "cannot remove '%s'", str_text(&path));
    str_release(&path);
    return failed;
}

/* Bring the journal up to what is known of a trial. */
static int catch_up(struct books *b, long trial, struct error *e)
{
    if (downs_note(b, trial, e))
        return -1;
    if (recall_said(b, trial).again) {
        recall_filed(b, trial)->again = false;
        return forget_failure(b, trial, e);
    }
    return adopt(b, trial, e);
}

int books_open(struct books *b, double bytes, struct error *e)
{
    if (lease_lost(b->lease, e) || disk_space_check(b->o->dir, bytes, e) ||
        (b->fresh && begin_folder(b, e)) ||
        (b->extends && write_experiment(b, e)) ||
        journal_add(b->journal, record_name(RECORD_BEGIN), -1, true, e,
                    "codarun %s %s ranks %d" PLAN, version_text(),
                    version_commit(), comm_world()->size, b->plan,
                    books_conduct(b)) ||
        downs_note_all(b, e))
        return -1;
    for (long i = 0; i < study_trials(b->study); i++)
        if (record_one(b, i, e) || catch_up(b, i, e))
            return -1;
    b->open = true;
    books_rule(b, books_conduct(b));
    if (journal_settle(b->journal, e))
        return -1;
    lease_judged(b->lease);
    checking_forget(b);
    return 0;
}

/* Those before it have been recorded as they were dropped. */
static int record_named(struct books *b, const struct assignment *a,
                        struct error *e)
{
    return (b->recorded == a->number && record_values(b, a, e)) ||
           books_record(b, e) || catch_up(b, a->number, e);
}

int books_name(struct books *b, struct error *e)
{
    const bool looks = !b->fresh && !b->o->dry_run;
    const long trial = study_trials(b->study);
    struct assignment a = study_assignment(b->study, trial);
    const int failed = recall_name(b, &a, e) ||
                       (looks && recall_result(b, trial, e)) ||
                       (b->open && record_named(b, &a, e));

    assignment_release(&b->x->search.space, &a);
    return failed ? -1 : 0;
}

void books_close(struct books *b)
{
    struct error ignored;

    if (b->journal)
        journal_close(b->journal);
    if (b->lease && !lease_lost(b->lease, &ignored)) {
        char *states = folder_path(b->o->dir, FOLDER_STATES);

        folder_prune(states); /* keep: none leaves its folders empty */
        free(states);
    }
    if (b->died && !b->open)
        lease_leave(b->lease); /* whoever comes next judges it */
    else
        lease_release(b->lease);
    checking_release(b);
    free(b->filed);
    index_release(&b->index);
    data_read_release(&b->data);
    index_marks_release(&b->noted);
    study_free(b->study);
    namer_free(b->namer);
    *b = (struct books){0};
}
