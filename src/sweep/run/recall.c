/* recall.c - what a results folder remembers of its trials. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/files/file.h"
#include "engine/store/checked_file.h"
#include "engine/store/result.h"
#include "sweep/folder/folder.h"
#include "sweep/ledger/record.h"
#include "sweep/run/books_parts.h"
#include "sweep/run/downs.h"
#include "sweep/run/message.h"

/* --- the journal --------------------------------------------------------- */

struct filed recall_said(const struct books *b, long trial)
{
    return trial < b->n ? b->filed[trial] : (struct filed){.bytes = -1};
}

struct filed *recall_filed(struct books *b, long trial)
{
    while (b->n <= trial) {
        GROW(b->filed, b->n, b->room);
        b->filed[b->n++] = (struct filed){.bytes = -1};
    }
    return &b->filed[trial];
}

static int check_length(const struct books *b, const struct assignment *a,
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

/* Values that cannot be are the mistake of who wrote them down, or of a search
 * that tries what nobody has: that one learns, and goes on. */
static int refuse(struct books *b, long trial, struct error *e)
{
    const bool learnt = trial >= search_free(&b->x->search);

    error_in(e, "trial %ld", trial);
    if (learnt)
        log_warning("%s: it is dropped", e->text);
    study_tell(b->study,
               &(struct event){.word = learnt ? EVENT_DROPPED : EVENT_REFUSED,
                               .trial = trial});
    return learnt ? 0 : -1;
}

int recall_name(struct books *b, const struct assignment *a, struct error *e)
{
    struct digest name;

    if (check_length(b, a, e) || namer_name(b->namer, a, &name, e))
        return refuse(b, a->number, e);
    study_tell(
        b->study,
        &(struct event){.word = EVENT_NAMED, .trial = a->number, .name = name});
    experiment_propose(b->x, a);
    return 0;
}

int recall_cancelled(const struct books *b, struct error *e)
{
    return study_waits(b->study)
               ? error_set(e,
                           "results folder '%s': stopped while trial %ld was "
                           "being proposed",
                           b->o->dir, study_trials(b->study))
               : 0;
}

/* A journal of before tells of trials that it never proposed. */
static int name_up_to(struct books *b, long trial, struct error *e)
{
    const struct assignment *a;

    while (study_trials(b->study) <= trial &&
           (a = study_propose(b->study)) != NULL)
        if (recall_name(b, a, e))
            return -1;
    return recall_cancelled(b, e);
}

/* A journal of before may tell of a trial that was named already. */
static int take_proposal(struct books *b, struct event *event, struct error *e)
{
    const long n = study_trials(b->study);

    if (event->trial == n && study_expects(b->study)) {
        if (event->word == EVENT_PROPOSED)
            experiment_propose(b->x, &event->a);
        else
            experiment_drop(b->x, &event->a);
        study_tell(b->study, event);
        b->recorded = n + 1;
        return 0;
    }
    const bool known =
        event->trial < n && event->word == EVENT_PROPOSED &&
        digest_equal(study_trial(b->study, event->trial)->name, event->name);

    if (known && event->trial >= b->recorded)
        b->recorded = event->trial + 1;
    assignment_release(&b->x->search.space, &event->a);
    return known ? 0
                 : error_set(e,
                             "found a proposal of trial %ld, expected one of "
                             "trial %ld",
                             event->trial, n);
}

/* Are the numbers that follow those of an experiment with fewer trials? */
static bool is_foreign(const struct books *b)
{
    return b->index.plan && b->index.plan != b->plan;
}

static int tell_entry(struct books *b, const struct journal_entry *entry,
                      struct error *e)
{
    struct event event;
    struct ending end;
    const int told = record_read(entry, &b->x->search.space, &event, &end, e);

    if (told <= 0)
        return told;
    if (event.word == EVENT_SETTLED || event.word == EVENT_CLEARED)
        return study_tell(b->study, &event), 0;
    if (event.word == EVENT_PROPOSED || event.word == EVENT_DROPPED)
        return take_proposal(b, &event, e);
    if (event.trial < 0 || name_up_to(b, event.trial, e))
        return event.trial < 0 ? 0 : -1;
    if (event.trial >= study_trials(b->study) ||
        !trial_runs(study_trial(b->study, event.trial)))
        return 0;
    study_tell(b->study, &event);
    struct filed *f = recall_filed(b, event.trial);

    *f = (struct filed){.over = event.word == EVENT_FINISHED ||
                                event.word == EVENT_FAILED,
                        .bytes = end.file.bytes,
                        .job = f->job};
    return 0;
}

int recall_entry(void *books, const struct journal_entry *entry,
                 struct error *e)
{
    struct books *b = books;

    if (index_take(&b->index, entry, e))
        return -1;
    if (record_word_of(entry) == RECORD_BEGIN) {
        b->foreign = is_foreign(b);
        books_rule(b, b->index.conduct);
    }
    if (b->foreign)
        return 0;
    if (tell_entry(b, entry, e))
        return -1;
    downs_entry(b, entry);
    return 0;
}

/* --- the result files ---------------------------------------------------- */

static void tell(struct books *b, enum event_word word, long trial, double goal)
{
    study_tell(b->study,
               &(struct event){.word = word, .trial = trial, .goal = goal});
}

static void tell_attempt(struct books *b, long trial, int attempt)
{
    if (attempt > study_trial(b->study, trial)->attempt)
        study_tell(b->study, &(struct event){.word = EVENT_STARTED,
                                             .trial = trial,
                                             .attempt = attempt});
}

/* What cannot be read: a damaged file is as good as none, another is not ours
 * to do away with. */
static int set_aside(const struct books *b, const char *path, struct error *e)
{
    if (b->looks)
        return 0;
    if (lease_lost(b->lease, e) || checked_file_set_aside(path, "result", e))
        return -1;
    if (!file_exists(path))
        return 0;
    return error_in(e, "a result cannot be read (remove the file to run the "
                       "trial again)");
}

/* Is a file of the size that the journal knows still whole? */
static int check_file(const struct books *b, const char *path, bool *whole,
                      struct error *e)
{
    struct str image = {0};

    *whole = !checked_file_read(path, "result", &image, e);
    str_release(&image);
    return *whole ? 0 : set_aside(b, path, e);
}

static void tell_end(struct books *b, long trial, int attempt, bool failed,
                     double goal)
{
    tell_attempt(b, trial, attempt);
    tell(b, failed ? EVENT_FAILED : EVENT_FINISHED, trial, failed ? NAN : goal);
}

/* What is damaged is named, and the trial waits. */
static int leave_out(struct books *b, const struct error *why)
{
    log_warning("%s: left out", why->text);
    b->left_out++;
    return 0;
}

static int read_result(struct books *b, long trial, const char *path,
                       struct error *e)
{
    struct result r = {0};
    int failed = 0;

    if (result_read(path, &r, e))
        return b->looks ? leave_out(b, e) : set_aside(b, path, e);
    if (digest_equal(r.trial, study_trial(b->study, trial)->name)) {
        recall_note_result(b, trial, &r);
        tell_end(b, trial, r.attempt, r.status != TRIAL_FINISHED,
                 r.valid[b->x->goal]);
    } else if (!b->looks)
        failed = error_set(
            e,
            "'%s' holds the result of another trial (remove the file to run "
            "this one again)",
            path);
    result_release(&r);
    return failed;
}

/* Where others are cloned of what trials came to at their rungs, an end tells
 * too little: it is to be come to again, by way of them. */
static bool is_owed(const struct books *b, long trial)
{
    return scheduler_kind_of(&b->x->scheduler)->explore &&
           !study_ends(b->study, trial);
}

/* The journal knows the result, by another number. */
static int adopt_line(struct books *b, long trial, const struct indexed *said,
                      struct error *e)
{
    struct result r;

    if (index_brief(&b->index, said, false, &r, e) < 0)
        return -1;
    recall_note_line(b, trial, said);
    tell_end(b, trial, r.attempt, said->failed, said->goal);
    result_release(&r);
    return 0;
}

/* Is the journal's word for the end of a trial, that it is over, as good as its
 * result?  It tells of what is looked up alike, or of a file of that size. */
static int confirm(struct books *b, long trial, enum whereabouts at,
                   const char *path, bool *counts, struct error *e)
{
    const struct filed f = recall_said(b, trial);

    *counts = f.over && (at == RESULT_IN_JOURNAL || at == RESULT_IN_FILE);
    if (*counts || !f.over || at == RESULT_NOWHERE ||
        f.bytes != file_bytes(path))
        return 0;
    return check_file(b, path, counts, e);
}

/* The result tells, where the journal has not told of it. */
static int believe(struct books *b, long trial, struct str *path,
                   struct error *e)
{
    const struct indexed *said;
    bool counts;

    if (!recall_said(b, trial).over && is_owed(b, trial))
        return 0;
    const enum whereabouts at = index_find(
        &b->index, b->o->dir, study_trial(b->study, trial)->name, &said, path);

    if (confirm(b, trial, at, str_text(path), &counts, e))
        return -1;
    if (counts)
        return recall_note_known(b, trial, at, said, str_text(path), e);
    if (study_over(b->study, trial))
        tell(b, EVENT_AGAIN, trial, NAN);
    if (recall_said(b, trial).over)
        recall_filed(b, trial)->over = false; /* the journal is told of what is
                                                 found */
    if (at == RESULT_IN_JOURNAL || at == RESULT_IN_FILE)
        return adopt_line(b, trial, said, e);
    if (file_exists(str_text(path)))
        return read_result(b, trial, str_text(path), e);
    if (!b->looks || !said)
        return 0;
    error_set(e, INDEX_GONE, str_text(path));
    return leave_out(b, e);
}

int recall_result(struct books *b, long trial, struct error *e)
{
    const struct trial *t = study_trial(b->study, trial);
    const bool was_over = recall_said(b, trial).over;
    struct str path = {0};

    if (!trial_runs(t))
        return 0;
    const int failed = believe(b, trial, &path, e);

    str_release(&path);
    if (!failed && t->phase == PHASE_FAILED && b->o->retry_failed) {
        tell(b, EVENT_AGAIN, trial, NAN);
        recall_filed(b, trial)->again = true;
    }
    if (!failed && was_over && !b->looks && !study_over(b->study, trial))
        log_info("trial %ld was over, and is run again", trial);
    return failed;
}

int recall_results(struct books *b, struct error *e)
{
    for (long i = 0; i < study_trials(b->study); i++)
        if (recall_result(b, i, e))
            return -1;
    return 0;
}

/* --- for the journal ----------------------------------------------------- */

/* Of a file that it does not know. */
static int read_ending(const char *path, struct ending *end, struct str *shared,
                       struct str *own, struct error *e)
{
    struct result r;

    end->file = file_mark(path);
    if (result_read(path, &r, e))
        return -1;
    result_summary_shared(&r, shared);
    result_summary_own(&r, false, own);
    result_release(&r);
    return 0;
}

int recall_ending(struct books *b, long trial, struct ending *end,
                  struct str *shared, struct str *own, struct error *e)
{
    const struct trial *t = study_trial(b->study, trial);
    const struct indexed *said;
    struct str path = {0};
    int failed = 0;
    const enum whereabouts at =
        index_find(&b->index, b->o->dir, t->name, &said, &path);

    *end = (struct ending){.failed = t->phase == PHASE_FAILED, .goal = t->goal};
    if (at == RESULT_UNKNOWN || at == RESULT_COPIED) {
        failed = read_ending(str_text(&path), end, shared, own, e);
    } else {
        end->file = index_file(&b->index, said);
        failed = index_own(&b->index, said, own, e) < 0;
        if (!failed)
            str_adds(shared, b->index.setting[said->setting].text);
    }
    end->own = str_text(own);
    str_release(&path);
    return failed ? -1 : 0;
}
