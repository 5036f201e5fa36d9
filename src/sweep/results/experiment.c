/* experiment.c - reads the experiment that a results folder belongs to. */
#include "config.h"

#include "sweep/results/results.h"

#include <stdlib.h>
#include <string.h>

#include "base/files/file.h"
#include "sweep/folder/folder.h"

/* A folder without the canonical text has never run anything. */
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

void results_conduct(const char *dir, struct experiment *x)
{
    char *path = folder_path(dir, FOLDER_JOURNAL);

    ledger_set_conduct(x, ledger_begun_under(path));
    free(path);
}

int results_experiment(const char *dir, struct experiment *x, struct error *e)
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
