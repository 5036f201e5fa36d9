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

/* The present experiment, and the folder in which it is to be run. */
struct folder_match {
    struct experiment *x;          /* borrowed */
    const struct sweep_options *o; /* borrowed */
    bool extends; /* the folder's experiment has fewer trials */
};

static int other_codarun(const struct folder_match *m, struct error *e)
{
    return error_set(e,
                     "results folder '%s' is of another codarun, whose trials "
                     "this one cannot go on with (choose another with -o; "
                     "table and verify read those of before)",
                     m->o->dir);
}

static int other_experiment(const struct folder_match *m, const char *was,
                            const char *is, const char *why, struct error *e)
{
    struct str difference = {0};

    experiment_difference(was, is, &difference);
    error_set(e, "results folder '%s' belongs to another experiment (%s): %s",
              m->o->dir, why, str_text(&difference));
    str_release(&difference);
    return -1;
}

/* Get the folder's text as this program writes it, with equal values written as
 * in the present experiment; unchanged if there is no file. */
static void written_alike(const struct folder_match *m,
                          struct experiment *before, const char *was,
                          struct str *out)
{
    if (!before) {
        str_adds(out, was);
        return;
    }
    experiment_spell_like(before, m->x);
    experiment_text(before, out);
}

/* The texts are the same: check that the trials are, too. Then use the folder's
 * way to write values, which its journal uses as well. */
static int go_on_with(struct folder_match *m, struct experiment *before,
                      struct error *e)
{
    struct str difference = {0};
    int failed = 0;

    if (!experiment_same_trials(before, m->x, &difference))
        failed = error_set(e,
                           "results folder '%s' belongs to another experiment "
                           "(choose another with -o): %s",
                           m->o->dir, str_text(&difference));
    else
        experiment_spell_like(m->x, before);
    str_release(&difference);
    return failed;
}

/* Continue with the folder's experiment; if its file cannot be read, only its
 * text is used. */
static int go_on(struct folder_match *m, struct error *e)
{
    struct experiment before;
    struct error ignored;

    if (results_experiment(m->o->dir, &before, &ignored))
        return 0;
    const int failed = go_on_with(m, &before, e);

    experiment_release(&before);
    return failed;
}

/* The folder's file does not belong to its text: a user has changed one of
 * them, or a start that adds trials was killed between the two. Such a start
 * may continue. */
static int check_edited(struct folder_match *m, const struct experiment *edited,
                        const char *was, const char *is, struct error *e)
{
    struct str text = {0}, difference = {0};
    struct error why;
    const bool more =
        strcmp(was, is) != 0 && !extend_check(m->x, m->o->dir, was, &why);

    if (more && m->o->extend) {
        m->extends = true;
        return 0;
    }
    experiment_text(edited, &text);
    experiment_difference(was, str_text(&text), &difference);
    error_set(e,
              "'%s/experiment.yaml' is not of the experiment.text beside it: "
              "one was changed after the sweep began (put it back, or %s): %s",
              m->o->dir,
              more ? "admit its new trials with --extend"
                   : "run it with another folder by -o",
              str_text(&difference));
    str_release(&text);
    str_release(&difference);
    return -1;
}

/* An experiment with fewer trials counts as this one, too. */
static int compare_others(struct folder_match *m, const char *alike,
                          const char *is, struct error *e)
{
    struct error why = {0};

    if (extend_check(m->x, m->o->dir, alike, &why))
        return m->o->extend ? other_experiment(m, alike, is, why.text, e)
                            : other_experiment(m, alike, is,
                                               "choose another with -o", e);
    if (!m->o->extend)
        return other_experiment(m, alike, is,
                                "choose another with -o, or admit its new "
                                "trials with --extend",
                                e);
    m->extends = true;
    return 0;
}

/* True if the present file equals the folder's, byte by byte. */
static bool is_same_file(const struct folder_match *m)
{
    char *path = folder_path(m->o->dir, FOLDER_YAML);
    struct str text = {0};
    struct error ignored;
    const bool same = !file_read(path, &text, &ignored) &&
                      !strcmp(str_text(&text), m->x->text);

    str_release(&text);
    free(path);
    return same;
}

/* `before` is the folder's file, NULL if it cannot be read. Equal texts may
 * belong to different trials: `was` may come from a program that left more out.
 */
static int compare_with(struct folder_match *m, struct experiment *before,
                        const char *was, const char *is, struct error *e)
{
    struct str alike = {0};

    if (before && !experiment_has_text(before, was))
        return check_edited(m, before, was, is, e);
    written_alike(m, before, was, &alike);
    const int failed = strcmp(str_text(&alike), is)
                           ? compare_others(m, str_text(&alike), is, e)
                           : go_on(m, e);

    str_release(&alike);
    return failed;
}

static int compare(struct folder_match *m, const char *was, const char *is,
                   struct error *e)
{
    struct experiment before;
    struct error ignored;

    if (experiment_text_schema(was) != m->x->schema)
        return other_codarun(m, e);
    if (!strcmp(was, is) && is_same_file(m))
        return 0;
    if (results_experiment(m->o->dir, &before, &ignored))
        return compare_with(m, NULL, was, is, e);
    const int failed = compare_with(m, &before, was, is, e);

    experiment_release(&before);
    return failed;
}

int same_experiment(struct experiment *x, const struct sweep_options *o,
                    const char *path, bool *extends, struct error *e)
{
    struct folder_match m = {.x = x, .o = o};
    struct str was = {0}, is = {0};
    int failed = file_read(path, &was, e);

    results_conduct(o->dir, x);
    experiment_text(x, &is);
    if (!failed)
        failed = compare(&m, str_text(&was), str_text(&is), e);
    *extends = m.extends;
    str_release(&was);
    str_release(&is);
    return failed;
}
