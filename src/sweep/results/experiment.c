/* experiment.c - the experiment that a results folder belongs to. */
#include "config.h"

#include "sweep/results/results.h"

#include <stdlib.h>
#include <string.h>

#include "base/files/file.h"
#include "sweep/folder/folder.h"
#include "sweep/ledger/record.h"
#include "sweep/study/conduct.h"

/* A folder without the canonical text was left before anything was run. */
static int folder_schema(const char *dir, int *schema, struct error *e)
{
    char *path = folder_path(dir, FOLDER_TEXT);
    struct str text = {0};
    int failed = 0;

    *schema = EXPERIMENT_SCHEMA;
    if (file_exists(path)) {
        failed = file_read(path, &text, e);
        *schema = experiment_text_schema(str_text(&text));
    }
    if (!failed && !*schema)
        failed = error_set(e,
                           "'%s' is of another codarun: found '%.*s', expected "
                           "schema: %d or before",
                           path, (int)strcspn(str_text(&text), "\n"),
                           str_text(&text), EXPERIMENT_SCHEMA);
    str_release(&text);
    free(path);
    return failed ? -1 : 0;
}

struct hearing {
    struct experiment *x;
    uint64_t plan; /* the experiment's */
    bool foreign;  /* the numbers that follow are of another one */
};

/* What was proposed before --extend changed the plan is of other numbers. */
static int take_entry(void *hearing, const struct journal_entry *entry,
                      struct error *e)
{
    struct hearing *h = hearing;
    struct experiment *x = h->x;
    struct event event;
    struct ending end;

    if (record_word_of(entry) == RECORD_BEGIN)
        h->foreign = record_plan(entry) && record_plan(entry) != h->plan;
    if (h->foreign)
        return 0;
    const int told = record_read(entry, &x->search.space, &event, &end, e);

    if (told > 0 && event.word == EVENT_PROPOSED)
        experiment_propose(x, &event.a);
    if (told > 0 && event.word == EVENT_DROPPED)
        experiment_drop(x, &event.a);
    if (told > 0)
        assignment_release(&x->search.space, &event.a);
    return told < 0 ? -1 : 0;
}

/* What hangs on what trials came to stands in the journal alone; so does what
 * was drawn otherwise before. */
static bool must_hear(const struct experiment *x)
{
    return experiment_known(x) < experiment_trials(x) ||
           space_has_rounded(&x->search.space) ||
           scheduler_kind_of(&x->scheduler)->explore;
}

static int hear(const char *dir, struct experiment *x, struct error *e)
{
    struct hearing h = {.x = x, .plan = experiment_plan(x)};
    char *path = folder_path(dir, FOLDER_JOURNAL);
    const int failed =
        file_exists(path) && journal_read(path, take_entry, &h, e);

    free(path);
    return failed;
}

/* The first beginning tells. */
static int take_conduct(void *conduct, const struct journal_entry *entry,
                        struct error *e)
{
    if (record_word_of(entry) != RECORD_BEGIN)
        return 0;
    *(int *)conduct = record_conduct(entry);
    return error_set(e, "nothing else is wanted");
}

void results_conduct(const char *dir, struct experiment *x)
{
    char *path = folder_path(dir, FOLDER_JOURNAL);
    struct error ignored; /* whoever reads on finds what is damaged */
    int conduct = 0;

    if (file_exists(path))
        journal_read(path, take_conduct, &conduct, &ignored);
    free(path);
    experiment_conduct(x, conduct && conduct <= CONDUCT_KEPT);
}

int results_experiment_alone(const char *dir, struct experiment *x,
                             struct error *e)
{
    char *path = folder_path(dir, FOLDER_YAML);
    int failed, schema;

    if (!file_exists(path))
        failed =
            error_set(e, "no results in '%s': it has no experiment.yaml", dir);
    else
        failed = file_check(path, e) || folder_schema(dir, &schema, e) ||
                 experiment_read_stored(x, path, schema, e);
    free(path);
    if (!failed && search_draws(&x->search))
        results_conduct(dir, x);
    return failed ? -1 : 0;
}

int results_experiment(const char *dir, struct experiment *x, struct error *e)
{
    if (results_experiment_alone(dir, x, e))
        return -1;
    if (must_hear(x) && hear(dir, x, e)) {
        experiment_release(x);
        return -1;
    }
    return 0;
}

int results_experiment_so_far(const char *dir, struct experiment *x,
                              struct error *damage, struct error *e)
{
    if (results_experiment_alone(dir, x, e))
        return -1;
    if (must_hear(x))
        hear(dir, x, damage);
    return 0;
}
