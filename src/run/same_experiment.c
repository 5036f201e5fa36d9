/* same_experiment.c - is the experiment in a folder the one at hand? */
#include "config.h"

#include <string.h>

#include "base/file.h"
#include "experiment/spelling.h"
#include "results/results.h"
#include "run/books_parts.h"
#include "run/extend.h"

static int other_codarun(const struct books *b, struct error *e)
{
    return error_set(e,
                     "results folder '%s' is of another codarun, whose trials "
                     "this one cannot go on with (choose another with -o; "
                     "table and verify read those of before)",
                     b->o->dir);
}

static int other_experiment(const struct books *b, const char *was,
                            const char *is, const char *why, struct error *e)
{
    struct str difference = {0};

    experiment_difference(was, is, &difference);
    error_set(e, "results folder '%s' belongs to another experiment (%s): %s",
              b->o->dir, why, str_text(&difference));
    str_release(&difference);
    return -1;
}

/* The folder's text with values that are the same written as in the one at
 * hand; as it was where it cannot be read. */
static void written_alike(const struct books *b, const char *was,
                          struct str *out)
{
    struct experiment before;
    struct error ignored;

    if (results_experiment_alone(b->o->dir, &before, &ignored)) {
        str_adds(out, was);
        return;
    }
    experiment_spell_like(&before, b->x);
    experiment_text(&before, out);
    experiment_release(&before);
}

/* Go on with the folder's way to write values, which its journal has, too. */
static int write_as_before(struct books *b, struct error *e)
{
    struct experiment before;

    if (results_experiment_alone(b->o->dir, &before, e))
        return -1;
    experiment_spell_like(b->x, &before);
    experiment_release(&before);
    b->plan = experiment_plan(b->x);
    return 0;
}

/* One with fewer trials is this one, too. */
static int compare_others(struct books *b, const char *was, const char *is,
                          const char *alike, struct error *e)
{
    struct error why = {0};

    if (extend_check(b->x, b->o->dir, was, &why))
        return b->o->extend ? other_experiment(b, was, is, why.text, e)
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

static int compare(struct books *b, const char *was, const char *is,
                   struct error *e)
{
    struct str alike = {0};

    if (experiment_text_schema(was) != b->x->schema)
        return other_codarun(b, e);
    if (!strcmp(was, is))
        return 0;
    written_alike(b, was, &alike);
    const int failed = strcmp(str_text(&alike), is)
                           ? compare_others(b, was, is, str_text(&alike), e)
                           : write_as_before(b, e);

    str_release(&alike);
    return failed;
}

int books_same_experiment(struct books *b, const char *path, struct error *e)
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
