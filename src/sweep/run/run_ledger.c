#include "config.h"

#include "sweep/run/run_ledger.h"

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
#include "sweep/ledger/write.h"
#include "sweep/results/cached_task.h"
#include "sweep/run/disk_space.h"
#include "sweep/run/run_ledger_internal.h"
#include "sweep/run/same_experiment.h"

static int take_entry(void *run_ledger, const struct journal_entry *entry,
                      struct error *e)
{
    struct run_ledger *b = run_ledger;

    if (ledger_take(&b->ledger, entry, e))
        return -1;
    if (record_word_of(entry) == RECORD_BEGIN)
        ledger_set_conduct(b->x, b->ledger.index.conduct);
    return 0;
}

static bool is_there(const struct run_ledger *b, enum folder_file file)
{
    char *path = folder_path(b->o->dir, file);
    const bool there = file_exists(path);

    free(path);
    return there;
}

/* The journal is begun before experiment.text is written, and has lines before
 * there is an event. */
static int open_journal(struct run_ledger *b, struct error *e)
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
        journal_open_guarded(path, lease_guard, b->lease, take_entry, b, e);
    free(path);
    return b->journal ? 0 : -1;
}

static int compare_all(struct run_ledger *b, struct error *e)
{
    for (long i = 0; i < study_trials(b->study); i++)
        if (run_ledger_compare(b, i, e))
            return -1;
    return 0;
}

static int read_journal(struct run_ledger *b, struct error *e)
{
    if (run_ledger_lease(b, e) || open_journal(b, e) || compare_all(b, e))
        return -1;
    const struct ledger_store store = run_ledger_store(b);

    b->died = b->before.found != HOLDER_NONE;
    if (b->died)
        ledger_judge(&b->ledger, &store, b->before.silent);
    return 0;
}

/* Check that an order has room for a trial's values. */
static int check_length(const struct run_ledger *b, const struct assignment *a,
                        struct error *e)
{
    struct str values = {0};

    assignment_whole(&b->x->search.space, a, &values);
    const size_t n = values.len;

    str_release(&values);
    return n < ORDER_VALUES ? 0
                            : error_set(e,
                                        "found values of %zu bytes, expected "
                                        "fewer than %d",
                                        n, ORDER_VALUES);
}

static int name_trial(void *run_ledger, const struct assignment *a,
                      struct digest *name, struct error *e)
{
    const struct run_ledger *b = run_ledger;

    return check_length(b, a, e) || namer_name(b->namer, a, name, e) ? -1 : 0;
}

static void say_dropped(void *run_ledger, const struct error *why)
{
    (void)run_ledger;
    log_warning("%s: it is dropped", why->text);
}

static void begin_study(struct run_ledger *b, int slots)
{
    const struct policy policy = {.retries = b->x->run.retries,
                                  .most_failures = b->o->most_failures};

    b->namer = namer_new(b->x);
    ledger_init(&b->ledger, b->x);
    ledger_decide(&b->ledger, slots, &policy,
                  &(struct ledger_names){name_trial, say_dropped, b});
    b->study = b->ledger.study;
    study_evaluates(b->study, experiment_evaluates(b->x));
}

/* Check that the folder's sweep is this one. A call that only lists trials
 * prints how it differs, and then lists the trials as for a new folder. */
static int check_sweep(struct run_ledger *b, const char *text, struct error *e)
{
    if (!same_experiment(b->x, b->o, text, &b->extends, e))
        return 0;
    if (!b->o->dry_run)
        return -1;
    log_warning("%s", e->text);
    experiment_conduct(b->x, false);
    b->fresh = true;
    return 0;
}

int run_ledger_take(struct run_ledger *b, struct experiment *x,
                    const struct sweep_options *o, int slots, struct error *e)
{
    char *text = folder_path(o->dir, FOLDER_TEXT);
    int failed = 0;

    *b = (struct run_ledger){.x = x, .o = o, .fresh = !file_exists(text)};
    if (b->fresh && o->must_exist)
        failed = error_set(e, "no sweep to resume in '%s'", o->dir);
    else if (!b->fresh)
        failed = check_sweep(b, text, e);
    free(text);
    if (failed)
        return -1;
    begin_study(b, slots);
    if (!o->dry_run &&
        ((!b->fresh && read_journal(b, e)) || run_ledger_checking_read(b, e))) {
        const bool held = lease_lost(b->lease, e) || b->held;

        run_ledger_close(b);
        b->held = held;
        return -1;
    }
    return 0;
}

/* Replay the journal. If it is damaged, the entries before the damage count. */
static void replay(struct run_ledger *b, const struct liveness *p)
{
    char *path = folder_path(b->o->dir, FOLDER_JOURNAL);
    struct error damage;

    if ((file_exists(path) && journal_read(path, take_entry, b, &damage)) ||
        liveness_check_journal(p, b->o->dir, &b->ledger.index, &damage)) {
        log_warning("%s: what follows is left out", damage.text);
        b->left_out++;
    }
    free(path);
}

int run_ledger_read_only(struct run_ledger *b, struct experiment *x,
                         const struct sweep_options *o,
                         const struct liveness *p, struct error *e)
{
    *b = (struct run_ledger){.x = x, .o = o, .looks = true};
    begin_study(b, 1);
    replay(b, p);
    return compare_all(b, e);
}

/* Trials that wait for a decision are work, too. */
static long first_paused(const struct study *s)
{
    for (long i = 0; i < study_trials(s); i++)
        if (study_trial(s, i)->phase == PHASE_PAUSED)
            return i;
    return -1;
}

int run_ledger_first(struct run_ledger *b, long *first, struct error *e)
{
    run_ledger_checking_blame(b);
    while (!ledger_may_check(&b->ledger, study_first(b->study)) &&
           study_propose(b->study)) {
        if (run_ledger_name(b, e))
            return -1;
        run_ledger_checking_blame(b);
    }
    if (ledger_check_waits(&b->ledger, e))
        return error_in(e, "results folder '%s'", b->o->dir);
    *first = study_first(b->study); /* a drop may let others continue */
    if (*first < 0)
        *first = first_paused(b->study);
    if (!ledger_may_check(&b->ledger, *first))
        *first = -1;
    return 0;
}

/* The text is written last: it marks the folder as complete. */
static int write_experiment(const struct run_ledger *b, struct error *e)
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

static int begin_folder(struct run_ledger *b, struct error *e)
{
    return run_ledger_lease(b, e) ||
                   trial_data_note(b->x, b->o->dir, b->lease, e) ||
                   open_journal(b, e) || write_experiment(b, e)
               ? -1
               : 0;
}

int run_ledger_end(struct run_ledger *b, const struct report *r,
                   struct error *e)
{
    const struct result_message *l = result_message_of(r);
    struct ending end = {.failed = r->end != TRAIN_FINISHED,
                         .goal = r->best,
                         .file = r->file,
                         .own = l ? result_message_own(l) : NULL,
                         .reason = r->text};

    return ledger_end(&b->ledger, b->journal, r->trial, &end,
                      l ? result_message_shared(l) : NULL, e);
}

int run_ledger_record(struct run_ledger *b, struct error *e)
{
    const struct ledger_store store = run_ledger_store(b);

    return ledger_record(&b->ledger, b->journal, &store, e);
}

static void say_blamed(const struct run_ledger *b, long trial)
{
    if (ledger_trial(&b->ledger, trial).verdict == EVENT_BLAMED)
        log_info("a run died while trial %ld was running, which had saved "
                 "nothing: it is tried alone, after the others",
                 trial);
}

static void say_judged(const struct run_ledger *b)
{
    const long n = b->ledger.suspects;

    if (n == 1)
        log_info("a run died while a trial was running that had saved nothing, "
                 "and another that is over by now: it is tried after the "
                 "others");
    else if (n)
        log_info("a run died while %ld trials were running that had saved "
                 "nothing: they are tried after the others, half at a time",
                 n);
    for (long i = 0; i < study_trials(b->study); i++)
        say_blamed(b, i);
}

static int begin_job(struct run_ledger *b, struct error *e)
{
    const struct ledger_store store = run_ledger_store(b);
    const int conduct = ledger_conduct(&b->ledger, b->o->other_identity);
    char *who = memory_format("codarun %s %s ranks %d", version_text(),
                              version_commit(), comm_world()->size);

    say_judged(b);
    const int failed =
        ledger_begin(&b->ledger, b->journal, who, conduct, &store, e);

    free(who);
    b->open = !failed;
    ledger_set_conduct(b->x, conduct);
    return failed;
}

int run_ledger_open(struct run_ledger *b, double bytes, struct error *e)
{
    if (lease_lost(b->lease, e) || disk_space_check(b->o->dir, bytes, e) ||
        (b->fresh && begin_folder(b, e)) ||
        (b->extends && write_experiment(b, e)) || begin_job(b, e) ||
        journal_settle(b->journal, e))
        return -1;
    lease_judged(b->lease);
    run_ledger_checking_forget(b);
    return 0;
}

static int record_named(struct run_ledger *b, long trial, struct error *e)
{
    const struct ledger_store store = run_ledger_store(b);

    say_blamed(b, trial);
    return ledger_record_named(&b->ledger, b->journal, trial, &store, e);
}

int run_ledger_name(struct run_ledger *b, struct error *e)
{
    const bool looks = !b->fresh && !b->o->dry_run;
    const long trial = study_trials(b->study);
    struct assignment a = study_assignment(b->study, trial);
    const int failed = ledger_name_proposal(&b->ledger, &a, e) ||
                       (looks && run_ledger_compare(b, trial, e)) ||
                       (b->open && record_named(b, trial, e));

    assignment_release(&b->x->search.space, &a);
    return failed ? -1 : 0;
}

void run_ledger_close(struct run_ledger *b)
{
    struct error ignored;

    if (b->journal)
        journal_close(b->journal);
    if (b->lease && !lease_lost(b->lease, &ignored)) {
        char *states = folder_path(b->o->dir, FOLDER_STATES);

        folder_prune(states); /* with keep: none no empty folders remain */
        free(states);
    }
    if (b->died && !b->open)
        lease_leave(b->lease); /* the next job judges it */
    else
        lease_release(b->lease);
    run_ledger_checking_release(b);
    ledger_release(&b->ledger);
    data_read_release(&b->data);
    index_marks_release(&b->noted);
    namer_free(b->namer);
    *b = (struct run_ledger){0};
}
