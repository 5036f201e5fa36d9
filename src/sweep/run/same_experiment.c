#include "config.h"

#include "sweep/run/same_experiment.h"

#include <stdlib.h>
#include <string.h>

#include "base/files/file.h"
#include "sweep/experiment/same_trials.h"
#include "sweep/experiment/spelling.h"
#include "sweep/folder/folder.h"
#include "sweep/results/results.h"
#include "sweep/run/extend.h"

static int other_codarun(const struct run_ledger *b, struct error *e)
{
    return error_set(e,
                     "results folder '%s' is of another codarun, whose trials "
                     "this one cannot go on with (choose another with -o; "
                     "table and verify read those of before)",
                     b->o->dir);
}

static int other_experiment(const struct run_ledger *b, const char *was,
                            const char *is, const char *why, struct error *e)
{
    struct str difference = {0};

    experiment_difference(was, is, &difference);
    error_set(e, "results folder '%s' belongs to another experiment (%s): %s",
              b->o->dir, why, str_text(&difference));
    str_release(&difference);
    return -1;
}

/* The folder's text as this program writes it, with values that are the same
 * written as in the one at hand; as it was where there is no file. */
static void written_alike(const struct run_ledger *b, struct experiment *before,
                          const char *was, struct str *out)
{
    if (!before) {
        str_adds(out, was);
        return;
    }
    experiment_spell_like(before, b->x);
    experiment_text(before, out);
}

/* Of one whose text is the same: has it the same trials?  Then go on with the
 * folder's way to write values, which its journal has, too. */
static int go_on_with(struct run_ledger *b, struct experiment *before,
                      struct error *e)
{
    struct str difference = {0};
    int failed = 0;

    if (!experiment_same_trials(before, b->x, &difference))
        failed = error_set(e,
                           "results folder '%s' belongs to another experiment "
                           "(choose another with -o): %s",
                           b->o->dir, str_text(&difference));
    else
        experiment_spell_like(b->x, before);
    str_release(&difference);
    return failed;
}

/* Where the folder's file cannot be read its text is all that there is. */
static int go_on(struct run_ledger *b, struct error *e)
{
    struct experiment before;
    struct error ignored;

    if (results_experiment(b->o->dir, &before, &ignored))
        return 0;
    const int failed = go_on_with(b, &before, e);

    experiment_release(&before);
    return failed;
}

/* The folder's file is not of its text: somebody has changed one of them, or a
 * start that admits new trials was killed between the two.  Such a start may go
 * on. */
static int heed_edited(struct run_ledger *b, const struct experiment *edited,
                       const char *was, const char *is, struct error *e)
{
    struct str text = {0}, difference = {0};
    struct error why;
    const bool more =
        strcmp(was, is) != 0 && !extend_check(b->x, b->o->dir, was, &why);

    if (more && b->o->extend) {
        b->extends = true;
        return 0;
    }
    experiment_text(edited, &text);
    experiment_difference(was, str_text(&text), &difference);
    error_set(e,
              "'%s/experiment.yaml' is not of the experiment.text beside it: "
              "one was changed after the sweep began (put it back, or %s): %s",
              b->o->dir,
              more ? "admit its new trials with --extend"
                   : "run it with another folder by -o",
              str_text(&difference));
    str_release(&text);
    str_release(&difference);
    return -1;
}

/* One with fewer trials is this one, too. */
static int compare_others(struct run_ledger *b, const char *alike,
                          const char *is, struct error *e)
{
    struct error why = {0};

    if (extend_check(b->x, b->o->dir, alike, &why))
        return b->o->extend ? other_experiment(b, alike, is, why.text, e)
                            : other_experiment(b, alike, is,
                                               "choose another with -o", e);
    if (!b->o->extend)
        return other_experiment(b, alike, is,
                                "choose another with -o, or admit its new "
                                "trials with --extend",
                                e);
    b->extends = true;
    return 0;
}

/* Is the file at hand the one in the folder, to the letter? */
static bool is_same_file(const struct run_ledger *b)
{
    char *path = folder_path(b->o->dir, FOLDER_YAML);
    struct str text = {0};
    struct error ignored;
    const bool same = !file_read(path, &text, &ignored) &&
                      !strcmp(str_text(&text), b->x->text);

    str_release(&text);
    free(path);
    return same;
}

/* `before` is the folder's file; NULL: it cannot be read.  Texts that are the
 * same may be of other trials: `was` may be of a program that left more out. */
static int compare_with(struct run_ledger *b, struct experiment *before,
                        const char *was, const char *is, struct error *e)
{
    struct str alike = {0};

    if (before && !experiment_has_text(before, was))
        return heed_edited(b, before, was, is, e);
    written_alike(b, before, was, &alike);
    const int failed = strcmp(str_text(&alike), is)
                           ? compare_others(b, str_text(&alike), is, e)
                           : go_on(b, e);

    str_release(&alike);
    return failed;
}

static int compare(struct run_ledger *b, const char *was, const char *is,
                   struct error *e)
{
    struct experiment before;
    struct error ignored;

    if (experiment_text_schema(was) != b->x->schema)
        return other_codarun(b, e);
    if (!strcmp(was, is) && is_same_file(b))
        return 0;
    if (results_experiment(b->o->dir, &before, &ignored))
        return compare_with(b, NULL, was, is, e);
    const int failed = compare_with(b, &before, was, is, e);

    experiment_release(&before);
    return failed;
}

int same_experiment(struct run_ledger *b, const char *path, struct error *e)
{
    struct str was = {0}, is = {0};
    int failed = file_read(path, &was, e);

    results_conduct(b->o->dir, b->x);
    experiment_text(b->x, &is);
    if (!failed)
        failed = compare(b, str_text(&was), str_text(&is), e);
    str_release(&was);
    str_release(&is);
    return failed;
}
