/* results.c - the results of a folder in memory, in trial order. */
#include "config.h"

#include "results/results.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "results/folder.h"
#include "results/record.h"

/* A folder without the canonical text was left before anything was run. */
static int folder_schema(const char *dir, int *schema, struct error *e)
{
    char *path = memory_format("%s/experiment.text", dir);
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

static int take_proposal(void *experiment, const struct journal_entry *entry,
                         struct error *e)
{
    struct experiment *x = experiment;
    struct event event;
    long bytes;
    const int told = record_read(entry, &x->search.space, &event, &bytes, e);

    if (told > 0 && event.word == EVENT_PROPOSED) {
        experiment_propose(x, &event.a);
        assignment_release(&x->search.space, &event.a);
    }
    return told < 0 ? -1 : 0;
}

/* What hangs on what trials came to stands in the journal alone. */
static bool must_hear(const struct experiment *x)
{
    return experiment_known(x) < experiment_trials(x) ||
           scheduler_kind_of(&x->scheduler)->explore;
}

static int hear(const char *dir, struct experiment *x, struct error *e)
{
    char *path = memory_format("%s/journal", dir);
    const int failed =
        file_exists(path) && journal_read(path, take_proposal, x, e);

    free(path);
    return failed;
}

int results_experiment(const char *dir, struct experiment *x, struct error *e)
{
    char *path = memory_format("%s/experiment.yaml", dir);
    int failed, schema;

    if (!file_exists(path))
        failed =
            error_set(e, "no results in '%s': it has no experiment.yaml", dir);
    else
        failed = folder_schema(dir, &schema, e) ||
                 experiment_read_stored(x, path, schema, e);
    free(path);
    if (failed)
        return -1;
    if (must_hear(x) && hear(dir, x, e)) {
        experiment_release(x);
        return -1;
    }
    return 0;
}

static int add_row(struct results *s, const struct experiment *x, long i,
                   struct error *e)
{
    struct trial_config c = {0};

    if (experiment_trial(x, i, &c, e))
        return -1;
    s->row[s->n++] = (struct results_row){
        .number = i, .trial = c.digest, .config = trial_config_row(&c)};
    trial_config_release(&c);
    return 0;
}

/* Of equal trials the first stays. */
static void leave_out_twins(struct results *s)
{
    struct digest *digest = memory_zeroed((size_t)s->n + 1, sizeof(*digest));
    long *first = memory_new(((size_t)s->n + 1) * sizeof(*first)), n = 0;

    for (long i = 0; i < s->n; i++)
        digest[i] = s->row[i].trial;
    digest_firsts(digest, s->n, first);
    for (long i = 0; i < s->n; i++)
        if (first[i] == i)
            s->row[n++] = s->row[i];
        else
            free(s->row[i].config);
    s->n = n;
    free(digest);
    free(first);
}

static int read_row(struct results_row *row, const char *dir, struct error *e)
{
    struct str path = {0};
    int failed = 0;

    folder_result_path(dir, row->trial, &path);
    row->present = file_exists(str_text(&path));
    if (row->present && result_read(str_text(&path), &row->result, e)) {
        row->present = false;
        failed = -1;
    }
    for (int i = 0; i < RESULT_SPLITS; i++) {
        answer_sheet_release(&row->result.answers[i]);
        answer_sheet_release(&row->result.said[i]);
        units_release(&row->result.units[i]);
    }
    str_release(&path);
    return failed;
}

int results_list(struct results *s, const struct experiment *x, struct error *e)
{
    const long n = experiment_known(x);

    *s = (struct results){0};
    s->row = memory_zeroed((size_t)n + 1, sizeof(*s->row));
    for (long i = 0; i < n; i++)
        if (experiment_has(x, i) && add_row(s, x, i, e)) {
            results_release(s);
            return -1;
        }
    leave_out_twins(s);
    return 0;
}

int results_read(struct results *s, const char *dir, const struct experiment *x,
                 struct error *e)
{
    if (results_list(s, x, e))
        return -1;
    s->dir = memory_string(dir);
    for (long i = 0; i < s->n; i++)
        if (read_row(&s->row[i], dir, e)) {
            results_release(s);
            return -1;
        }
    return 0;
}

void results_release(struct results *s)
{
    for (long i = 0; i < s->n; i++) {
        free(s->row[i].config);
        result_release(&s->row[i].result);
    }
    free(s->row);
    free(s->dir);
    *s = (struct results){0};
}

int results_whole(const struct results *s, const struct results_row *row,
                  struct result *r, struct error *e)
{
    struct str path = {0};

    folder_result_path(s->dir, row->trial, &path);
    const int failed = result_read(str_text(&path), r, e);

    str_release(&path);
    return failed;
}

int results_units(const struct results *s, const struct results_row *row,
                  int split, struct units *u, struct error *e)
{
    struct result r;

    *u = (struct units){0};
    if (!s->dir)
        return 0;
    if (results_whole(s, row, &r, e))
        return -1;
    *u = r.units[split];
    r.units[split] = (struct units){0};
    result_release(&r);
    return 0;
}
