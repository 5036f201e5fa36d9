/* run_ledger_data.c - the data that the finished trials of a results folder
 * have read. */
#include "config.h"

#include <stdlib.h>

#include "base/core/interrupt.h"
#include "sweep/folder/folder.h"
#include "sweep/results/cached_task.h"
#include "sweep/run/run_ledger_internal.h"
#include "sweep/run/trial_setup.h"

/* Note the data that a finished trial has read, to compare them with the
 * present data. */
static void note_data(struct run_ledger *b, long trial, struct digest name,
                      const struct facts *f)
{
    if (!b->looks && index_mark(&b->ledger.index, &b->noted, name))
        data_read_take(&b->data, f, trial);
}

void run_ledger_note_result(struct run_ledger *b, long trial,
                            const struct result *r)
{
    if (r->status == TRIAL_FINISHED)
        note_data(b, trial, r->trial, &r->facts);
}

bool run_ledger_note_line(struct run_ledger *b, long trial,
                          const struct indexed *said)
{
    const long n = said && said->brief ? said->setting : -1;

    if (n < 0 || n >= b->ledger.index.settings)
        return false;
    if (!said->failed)
        note_data(
            b, trial, said->trial,
            &(struct facts){.shared = &b->ledger.index.setting[n].base->facts});
    return true;
}

int run_ledger_note_known(struct run_ledger *b, long trial, enum location at,
                          const struct indexed *said, const char *path,
                          struct error *e)
{
    struct result r;

    if (b->looks ||
        (at != RESULT_UNKNOWN && run_ledger_note_line(b, trial, said)))
        return 0;
    if (result_read(path, &r, e))
        return -1;
    run_ledger_note_result(b, trial, &r);
    result_release(&r);
    return 0;
}

/* --- trials that were not noted yet --------------------------------------- */

/* Note a trial's data. A file that cannot be read is skipped; it is reported
 * when its trial is handled. */
static void note_trial(struct run_ledger *b, struct digest trial)
{
    const struct indexed *said;
    struct str path = {0};
    struct error ignored;

    if (index_marked(&b->ledger.index, &b->noted, trial))
        return;
    const enum location at =
        location_find(&b->ledger.index, b->o->dir, trial, &said, &path);

    if (at != RESULT_NOWHERE)
        run_ledger_note_known(b, -1, at, said, str_text(&path), &ignored);
    str_release(&path);
}

static int note_files(struct run_ledger *b, struct error *e)
{
    struct digest *trial;
    const long n = folder_results(b->o->dir, &trial, e);

    for (long i = 0; i < n; i++)
        note_trial(b, trial[i]);
    free(trial);
    return n < 0 ? -1 : 0;
}

/* Note the remaining trials one by one: those of an extended sweep have new
 * numbers, and those missing in a journal that has lost all or its last lines
 * have none. */
static int note_rest(struct run_ledger *b, struct error *e)
{
    for (long i = 0; i < b->ledger.index.n; i++)
        note_trial(b, b->ledger.index.entry[i].trial);
    return note_files(b, e);
}

/* --- comparison with the present data ------------------------------------- */

/* "trial 3 and 2 more" */
static void add_trials(const struct data_file_set *s, struct str *out)
{
    if (s->first < 0)
        str_addf(out, "%ld trial%s", s->trials, s->trials == 1 ? "" : "s");
    else
        str_addf(out, "trial %ld", s->first);
    if (s->first >= 0 && s->trials > 1)
        str_addf(out, " and %ld more", s->trials - 1);
}

static int say_mixed(const struct run_ledger *b, const struct data_file_set *s,
                     const struct data_file_set *other,
                     const struct data_file *is, const struct data_file *was,
                     struct error *e)
{
    struct str first = {0}, second = {0};
    char had[DIGEST_HEX], has[DIGEST_HEX];

    add_trials(other, &first);
    add_trials(s, &second);
    digest_hex(was->digest, had);
    digest_hex(is->digest, has);
    error_set(e,
              "results folder '%s': its trials had different data (choose "
              "another folder with -o, or remove the result files of one lot): "
              "found %s file '%s' with digest %s in %s, and %s in %s",
              b->o->dir, is->role, is->path, had, str_text(&first), has,
              str_text(&second));
    str_release(&first);
    str_release(&second);
    return -1;
}

/* Set the error: trials were trained on a set of data that no longer exists, or
 * no file can be restored without changing another set. */
static int say_others(const struct run_ledger *b, const struct data_file_set *s,
                      struct error *e)
{
    const struct data_file *is, *was;
    struct str which = {0};

    for (long i = 0; i < b->data.n; i++) {
        is = data_sets_differ(s, &b->data.set[i], &was);
        if (is)
            return say_mixed(b, s, &b->data.set[i], is, was, e);
    }
    add_trials(s, &which);
    error_in(e,
             "results folder '%s': other data than %s had (put the file back, "
             "or choose another folder with -o)",
             b->o->dir, str_text(&which));
    str_release(&which);
    return -1;
}

/* Check a set. A file whose reading was interrupted may have any digest. */
static int check_set(const struct run_ledger *b, struct data_now *now,
                     const struct data_file_set *s, struct error *e)
{
    const int other = data_now_check(now, s, e);

    if (interrupted())
        return error_set(e,
                         "results folder '%s': not all of its data "
                         "were read",
                         b->o->dir);
    return other ? say_others(b, s, e) : 0;
}

int run_ledger_check_data(struct run_ledger *b, struct error *e)
{
    if (b->looks || b->fresh)
        return 0;
    if (note_rest(b, e))
        return -1;
    char *beside = b->data.n ? trial_data_folder(b->x) : NULL;
    struct data_now now = {.beside = beside, .task = trial_setup_task()};
    int failed = 0;

    for (long i = 0; i < b->data.n && !failed; i++)
        failed = check_set(b, &now, &b->data.set[i], e);
    data_now_release(&now);
    free(beside);
    return failed;
}

void run_ledger_forget(struct run_ledger *b)
{
    index_marks_release(&b->noted);
    ledger_forget(&b->ledger);
}
