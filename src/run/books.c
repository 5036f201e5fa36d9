#include "config.h"

#include "run/books.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/version.h"
#include "comm/comm.h"
#include "results/claim.h"
#include "results/folder.h"
#include "results/kept_task.h"
#include "store/envelope.h"
#include "store/result.h"

static char *inside(const struct sweep_options *o, const char *name)
{
    return memory_format("%s/%s", o->dir, name);
}

/* Is the experiment in the folder the one at hand? */
static int same_experiment(const char *path, const struct experiment *x,
                           const char *dir, struct error *e)
{
    struct str was = {0}, is = {0}, difference = {0};
    int failed = file_read(path, &was, e);

    experiment_text(x, &is);
    if (!failed && experiment_text_schema(str_text(&was)) != x->schema)
        failed = error_set(e,
                           "results folder '%s' is of another codarun, whose "
                           "trials this one cannot go on with (choose another "
                           "with -o; table and verify read those of before)",
                           dir);
    else if (!failed && strcmp(str_text(&was), str_text(&is))) {
        experiment_difference(str_text(&was), str_text(&is), &difference);
        failed = error_set(e,
                           "results folder '%s' belongs to another experiment "
                           "(choose another with -o): %s",
                           dir, str_text(&difference));
    }
    str_release(&was);
    str_release(&is);
    str_release(&difference);
    return failed ? -1 : 0;
}

static int claim(struct books *b, const char *dir, struct error *e)
{
    if (claim_take(dir, e))
        return -1;
    b->claimed = memory_string(dir);
    return 0;
}

/* What cannot be read: a damaged file is as good as none, another is not ours
 * to do away with. */
static int set_aside(const char *path, struct error *e)
{
    if (envelope_set_aside(path, "result", e))
        return -1;
    if (!file_exists(path))
        return 0;
    return error_in(e, "a result cannot be read (remove the file to run the "
                       "trial again)");
}

/* Read one trial's result file, if it is there. */
static int look(struct ledger *l, long trial, const struct experiment *x,
                const char *path, bool retry_failed, struct error *e)
{
    struct ledger_row *row = &l->row[trial];
    struct result r = {0};

    if (!file_exists(path))
        return 0;
    if (result_read(path, &r, e))
        return set_aside(path, e);
    if (!digest_equal(r.trial, row->digest)) {
        result_release(&r);
        return error_set(e,
                         "'%s' holds the result of another trial (remove the "
                         "file to run this one again)",
                         path);
    }
    if (r.status == TRIAL_FINISHED)
        ledger_finish(l, trial, r.valid[x->goal]);
    else if (!retry_failed)
        ledger_move(l, trial, PLACE_FAILED);
    if (r.attempt > row->attempt)
        row->attempt = r.attempt;
    result_release(&r);
    return 0;
}

/* Look for the result files below `dir`: they are the truth. */
static int look_at_all(struct ledger *l, const struct experiment *x,
                       const char *dir, bool retry_failed, struct error *e)
{
    struct str path = {0};
    int failed = 0;

    for (long i = 0; i < l->n && !failed; i++) {
        if (l->row[i].twin >= 0)
            continue;
        str_clear(&path);
        folder_result_path(dir, l->row[i].digest, &path);
        failed = look(l, i, x, str_text(&path), retry_failed, e);
    }
    str_release(&path);
    return failed ? -1 : 0;
}

static int read_books(struct books *b, const struct experiment *x,
                      const struct sweep_options *o, struct error *e)
{
    char *path = inside(o, "journal");

    if (!claim(b, o->dir, e)) {
        folder_clean(o->dir);
        b->journal = journal_open(path, ledger_tell, &b->ledger, e);
    }
    free(path);
    if (!b->journal)
        return -1;
    return look_at_all(&b->ledger, x, o->dir, o->retry_failed, e);
}

int books_look(struct books *b, const struct experiment *x,
               const struct sweep_options *o, struct error *e)
{
    char *text = inside(o, "experiment.text");
    int failed = 0;

    *b = (struct books){.fresh = !file_exists(text)};
    if (b->fresh && o->must_exist)
        failed = error_set(e, "no sweep to resume in '%s'", o->dir);
    else if (!b->fresh)
        failed = same_experiment(text, x, o->dir, e);
    free(text);
    if (failed || ledger_init(&b->ledger, x, e))
        return -1;
    if (!b->fresh && !o->dry_run && read_books(b, x, o, e)) {
        books_close(b);
        return -1;
    }
    return 0;
}

/* The nearest folder on the way to `dir` that is there. */
static char *nearest_folder(const char *dir)
{
    char *path = memory_string(dir), *slash;

    while (access(path, F_OK) && errno != EACCES) {
        slash = strrchr(path, '/');
        if (!slash || slash == path) {
            free(path);
            return memory_string(slash ? "/" : ".");
        }
        *slash = '\0';
    }
    return path;
}

static int check_room(const char *dir, double bytes, struct error *e)
{
    char *place = nearest_folder(dir), *inside = memory_format("%s/.", place);
    const long long left = folder_free_bytes(place);
    int failed = 0;

    if (access(inside, W_OK | X_OK)) /* a file is not a directory */
        failed = error_errno(e, "results folder '%s': cannot write in '%s'",
                             dir, place);
    else if (left >= 0 && (double)left < bytes)
        failed = error_set(e,
                           "results folder '%s': %.1f MiB free, expected at "
                           "least %.1f MiB for results and states",
                           dir, (double)left / 1048576, bytes / 1048576);
    free(inside);
    free(place);
    return failed;
}

/* Note where the experiment's data lie, for a resume by the folder. */
static int write_origin(const struct experiment *x, const char *path,
                        struct error *e)
{
    char *beside = trial_data_folder(x), *whole = realpath(beside, NULL);
    const char *text = whole ? whole : beside;
    const int failed = file_replace(path, text, strlen(text), e);

    free(whole);
    free(beside);
    return failed;
}

static int begin_folder(struct books *b, const struct experiment *x,
                        const struct sweep_options *o, struct error *e)
{
    char *yaml = inside(o, "experiment.yaml"), *path = inside(o, "journal");
    char *text = inside(o, "experiment.text"), *origin = inside(o, "origin");
    struct str canonical = {0};
    int failed;

    experiment_text(x, &canonical);
    failed = folder_make(o->dir, e) || claim(b, o->dir, e) ||
             file_replace(yaml, x->text, strlen(x->text), e) ||
             write_origin(x, origin, e) ||
             !(b->journal = journal_open(path, ledger_tell, &b->ledger, e)) ||
             /* last: this one says that the folder is complete */
             file_replace(text, str_text(&canonical), canonical.len, e);
    str_release(&canonical);
    free(yaml);
    free(text);
    free(origin);
    free(path);
    return failed ? -1 : 0;
}

/* A kill between a trial's result and its end in the journal leaves all its
 * states. */
static void tidy(const struct experiment *x, const char *dir,
                 struct digest trial)
{
    struct str state = {0};

    folder_state_path(dir, trial, &state);
    train_tidy(&(struct training){.state = str_text(&state),
                                  .keep = (enum keep)x->run.keep});
    str_release(&state);
}

/* Bring the journal up to what the result files say, in trial order. */
static int adopt(struct books *b, const struct experiment *x, const char *dir,
                 struct error *e)
{
    for (long i = 0; i < b->ledger.n; i++) {
        const struct ledger_row *row = &b->ledger.row[i];
        const bool over =
            row->place == PLACE_FINISHED || row->place == PLACE_FAILED;

        if (over && !row->journalled) {
            tidy(x, dir, row->digest);
            if (journal_add(b->journal, "adopt", i, false, e, "%s",
                            row->place == PLACE_FINISHED ? "finish" : "fail"))
                return -1;
        }
        if (!over && row->journalled && row->twin < 0)
            log_info("trial %ld was over, and is run again", i);
    }
    return 0;
}

int books_open(struct books *b, const struct experiment *x,
               const struct sweep_options *o, double bytes, struct error *e)
{
    if (check_room(o->dir, bytes, e) ||
        (b->fresh && begin_folder(b, x, o, e)) || adopt(b, x, o->dir, e))
        return -1;
    return journal_add(b->journal, "begin", -1, true, e,
                       "codarun %s %s ranks %d", version_text(),
                       version_commit(), comm_world()->size);
}

void books_close(struct books *b)
{
    struct error ignored;

    if (b->journal)
        journal_close(b->journal);
    if (b->claimed && !claim_lost(b->claimed, &ignored)) {
        char *states = memory_format("%s/states", b->claimed);

        folder_prune(states); /* keep: none leaves its folders empty */
        free(states);
        claim_release(b->claimed);
    }
    free(b->claimed);
    ledger_release(&b->ledger);
    *b = (struct books){0};
}
