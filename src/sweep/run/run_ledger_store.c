/* run_ledger_store.c - the results and states of a folder, as its ledger asks
 * for them. */
#include "config.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "base/core/log.h"
#include "base/files/file.h"
#include "engine/store/checked_file.h"
#include "engine/store/result.h"
#include "sweep/folder/folder.h"
#include "sweep/run/inherit.h"
#include "sweep/run/outcome.h"
#include "sweep/run/run_ledger_internal.h"

/* --- existing results ----------------------------------------------------- */

/* Handle a file that cannot be read: a damaged one is set aside; any other is
 * not ours to remove. */
static int set_aside(const struct run_ledger *b, const char *path,
                     struct error *e)
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

/* Check that a file with the size in the journal is still whole. */
static int check_file(const struct run_ledger *b, const char *path, bool *whole,
                      struct error *e)
{
    struct str image = {0};

    *whole = !checked_file_read(path, "result", &image, e);
    str_release(&image);
    return *whole ? 0 : set_aside(b, path, e);
}

/* Leave out a damaged result with a warning; its trial waits. */
static int leave_out(struct run_ledger *b, const struct error *why)
{
    log_warning("%s: left out", why->text);
    b->left_out++;
    return 0;
}

/* Read a result; that of another trial does not count. */
static int read_result(struct run_ledger *b, long trial, const char *path,
                       struct found_result *found, struct error *e)
{
    struct result r = {0};
    int is = FOUND_NONE;

    if (result_read(path, &r, e))
        return (b->looks ? leave_out(b, e) : set_aside(b, path, e))
                   ? -1
                   : FOUND_NONE;
    if (digest_equal(r.trial, study_trial(b->study, trial)->name)) {
        run_ledger_note_result(b, trial, &r);
        *found = (struct found_result){.attempt = r.attempt,
                                       .failed = r.status != TRIAL_FINISHED,
                                       .goal = r.valid[b->x->goal]};
        is = FOUND_OTHER;
    } else if (!b->looks)
        is = error_set(
            e,
            "'%s' holds the result of another trial (remove the file to run "
            "this one again)",
            path);
    result_release(&r);
    return is;
}

/* Take a result that the journal has under another number. */
static int read_line(struct run_ledger *b, long trial,
                     const struct indexed *said, struct found_result *found,
                     struct error *e)
{
    struct result r;

    if (index_brief(&b->ledger.index, said, false, &r, e) < 0)
        return -1;
    run_ledger_note_line(b, trial, said);
    *found = (struct found_result){
        .attempt = r.attempt, .failed = said->failed, .goal = said->goal};
    result_release(&r);
    return FOUND_OTHER;
}

/* Set *counts if the journal's entry on an end can be trusted: the result is in
 * the journal, in the file that the journal lists, or in a whole file of that
 * size. */
static int confirm(const struct run_ledger *b, long trial, enum location at,
                   const char *path, bool *counts, struct error *e)
{
    *counts = at == RESULT_IN_JOURNAL || at == RESULT_IN_FILE;
    if (*counts || at == RESULT_NOWHERE ||
        ledger_trial(&b->ledger, trial).bytes != file_bytes(path))
        return 0;
    return check_file(b, path, counts, e);
}

static int find_at(struct run_ledger *b, long trial, bool ended,
                   struct str *path, struct found_result *found,
                   struct error *e)
{
    const struct indexed *said;
    const enum location at =
        location_find(&b->ledger.index, b->o->dir,
                      study_trial(b->study, trial)->name, &said, path);
    bool counts = false;

    if (ended && confirm(b, trial, at, str_text(path), &counts, e))
        return -1;
    if (counts)
        return run_ledger_note_known(b, trial, at, said, str_text(path), e)
                   ? -1
                   : FOUND_SAME;
    if (at == RESULT_IN_JOURNAL || at == RESULT_IN_FILE)
        return read_line(b, trial, said, found, e);
    if (file_exists(str_text(path)))
        return read_result(b, trial, str_text(path), found, e);
    if (!b->looks || !said)
        return FOUND_NONE;
    error_set(e, INDEX_GONE, str_text(path));
    return leave_out(b, e);
}

static int find(void *run_ledger, long trial, bool ended,
                struct found_result *found, struct error *e)
{
    struct str path = {0};
    const int is = find_at(run_ledger, trial, ended, &path, found, e);

    str_release(&path);
    return is;
}

static bool has_saved(void *run_ledger, const struct trial *t)
{
    const struct run_ledger *b = run_ledger;

    return outcome_has_saved(b->o->dir, t->name, t->attempt);
}

/* --- for the journal ------------------------------------------------------ */

/* Read the end from a file that the journal does not have. */
static int read_ending(const char *path, struct found_ending *f,
                       struct error *e)
{
    struct result r;

    f->end.file = file_mark(path);
    if (result_read(path, &r, e))
        return -1;
    result_summary_shared(&r, &f->shared);
    result_summary_own(&r, false, &f->own);
    result_release(&r);
    return 0;
}

static int ending(void *run_ledger, long trial, struct found_ending *f,
                  struct error *e)
{
    const struct run_ledger *b = run_ledger;
    const struct index *ix = &b->ledger.index;
    const struct trial *t = study_trial(b->study, trial);
    const struct indexed *said;
    struct str path = {0};
    int failed = 0;

    outcome_tidy(b->x, b->o->dir, t->name);
    const enum location at =
        location_find(ix, b->o->dir, t->name, &said, &path);

    f->end =
        (struct ending){.failed = t->phase == PHASE_FAILED, .goal = t->goal};
    if (at == RESULT_UNKNOWN || at == RESULT_COPIED) {
        failed = read_ending(str_text(&path), f, e);
    } else {
        f->end.file = index_file(ix, said);
        failed = index_own(ix, said, &f->own, e) < 0;
        if (!failed)
            str_adds(&f->shared, ix->setting[said->setting].text);
    }
    str_release(&path);
    return failed ? -1 : 0;
}

static int take_away(void *run_ledger, long trial, struct error *e)
{
    const struct run_ledger *b = run_ledger;
    struct str path = {0};
    int failed = 0;

    folder_result_path(b->o->dir, study_trial(b->study, trial)->name, &path);
    if (unlink(str_text(&path)) && errno != ENOENT)
        failed = error_errno(e, "cannot remove '%s'", str_text(&path));
    str_release(&path);
    return failed;
}

static void take_report(const struct report *r, struct found_ending *f)
{
    const struct result_message *l = result_message_of(r);

    f->end = (struct ending){
        .failed = r->end != TRAIN_FINISHED, .goal = r->best, .file = r->file};
    str_adds(&f->reason, r->text);
    if (!l)
        return;
    str_adds(&f->shared, result_message_shared(l));
    str_adds(&f->own, result_message_own(l));
}

static int fail(void *run_ledger, long trial, int times, struct found_ending *f,
                struct error *e)
{
    const struct run_ledger *b = run_ledger;
    struct result_message l;
    char why[64];

    snprintf(why, sizeof(why), "took the job down %d time%s", times,
             times == 1 ? "" : "s");
    log_warning("trial %ld %s, and is failed", trial, why);
    if (lease_lost(b->lease, e) ||
        outcome_fail(b->x, b->o->dir, b->study, trial, why, &l, e))
        return -1;
    take_report(&l.report, f);
    return 0;
}

static void inherit(void *run_ledger, const struct assignment *a,
                    const struct trial *t)
{
    const struct run_ledger *b = run_ledger;

    inherit_state(b->x, b->o->dir, a, t);
}

struct ledger_store run_ledger_store(struct run_ledger *b)
{
    return (struct ledger_store){.context = b,
                                 .find = find,
                                 .has_saved = has_saved,
                                 .inherit = inherit,
                                 .ending = ending,
                                 .remove = take_away,
                                 .fail = fail};
}

int run_ledger_compare(struct run_ledger *b, long trial, struct error *e)
{
    const struct ledger_store store = run_ledger_store(b);
    const bool was_over = ledger_trial(&b->ledger, trial).over;

    if (ledger_compare(&b->ledger, trial, &store, b->o->retry_failed, e))
        return -1;
    if (was_over && !b->looks && !study_over(b->study, trial))
        log_info("trial %ld was over, and is run again", trial);
    return 0;
}
