/* completions.c - completions of words on a command line. */
#include "config.h"

#include "cmd/completions.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "cmd/results_folder.h"
#include "engine/attention/attention.h"
#include "engine/attention/attention_maps.h"
#include "engine/model/model.h"
#include "engine/task/task.h"
#include "report/tables/aggregates.h"
#include "report/tables/comparison.h"
#include "report/tables/group_columns.h"
#include "sweep/experiment/experiment.h"
#include "sweep/results/trial_columns.h"

/* --- all completions ------------------------------------------------------ */

static bool is_offered(const struct completions *o, const char *line)
{
    const size_t n = strlen(line);
    const char *at = str_text(&o->out);

    for (; *at; at += strcspn(at, "\n") + 1)
        if (!strncmp(at, line, n))
            return true;
    return false;
}

void completions_add(struct completions *o, const char *word, const char *help)
{
    if (strncmp(word, o->begun, strlen(o->begun)) != 0)
        return;
    char *line = memory_format("%s%s%s\t", o->head ? o->head : "", word,
                               o->tail ? o->tail : "");

    if (!is_offered(o, line))
        str_addf(&o->out, "%s%s\n", line, help ? help : "");
    free(line);
}

void completions_add_names(struct completions *o, const char *const *names)
{
    for (; *names; names++)
        completions_add(o, *names, NULL);
}

void completions_add_kinds(struct completions *o, const struct kinds *kinds)
{
    for (const struct kind *const *k = kinds->list; *k; k++)
        completions_add(o, (*k)->name, (*k)->summary);
}

/* --- fields --------------------------------------------------------------- */

static void fields_of_kinds(struct completions *o, const char *path,
                            const struct kinds *kinds);

static void fields_below(struct completions *o, const char *path,
                         const struct field *fields)
{
    for (const struct field *f = fields; f && f->name; f++) {
        char *name = memory_format("%s.%s", path, f->name);

        if (f->type == FIELD_TYPE_KIND) {
            fields_of_kinds(o, name, f->kinds);
            fields_below(o, name, field_beside(f));
        } else
            completions_add(o, name, f->help);
        free(name);
    }
}

static void fields_of_kinds(struct completions *o, const char *path,
                            const struct kinds *kinds)
{
    char *name = memory_format("%s.kind", path);

    completions_add(o, name, kinds->sort);
    free(name);
    for (const struct kind *const *k = kinds->list; *k; k++)
        fields_below(o, path, (*k)->fields);
}

void completions_add_fields(struct completions *o)
{
    fields_of_kinds(o, "task", &task_kinds);
    fields_of_kinds(o, "model", &model_kinds);
    fields_below(o, "train", train_fields);
}

void completions_add_field_values(struct completions *o, const char *field)
{
    static const char *const truths[] = {"true", "false", NULL};
    const bool kind = str_ends_in(field, ".kind");
    char *name = memory_format("%.*s", (int)strlen(field) - 5 * kind, field);
    const struct kinds *kinds = !strcmp(name, "task")    ? &task_kinds
                                : !strcmp(name, "model") ? &model_kinds
                                                         : NULL;
    const struct field *f = !strncmp(name, "run.", 4)
                                ? field_at(run_fields, name + 4)
                                : field_named(name);

    if (kinds || (f && f->type == FIELD_TYPE_KIND))
        completions_add_kinds(o, kinds ? kinds : f->kinds);
    else if (f && f->type == FIELD_TYPE_CHOICE)
        completions_add_names(o, f->choices);
    else if (f && f->type == FIELD_TYPE_BOOL)
        completions_add_names(o, truths);
    free(name);
}

/* --- sweeps --------------------------------------------------------------- */

static void completions_add_sweep(void *completions, const char *name)
{
    completions_add(completions, name, COMPLETIONS_SWEEP);
}

void completions_add_sweeps(struct completions *o)
{
    struct error ignored;

    results_each_sweep("results", completions_add_sweep, o, &ignored);
}

/* --- names from tasks ----------------------------------------------------- */

void completions_add_metrics(struct completions *o)
{
    for (const struct kind *const *k = task_kinds.list; *k; k++) {
        const struct metric *m = ((const struct task_kind *)*k)->metrics;

        for (; m->name; m++)
            for (enum split s = SPLIT_VALID; s < SPLITS; s++) {
                char *name = memory_format("%s.%s", split_names[s], m->name);

                completions_add(o, name, (*k)->name);
                free(name);
            }
    }
}

void completions_add_traits(struct completions *o)
{
    for (const struct kind *const *k = task_kinds.list; *k; k++) {
        const struct task_kind *t = (const struct task_kind *)*k;

        for (int i = 0; i < task_traits(t); i++)
            completions_add(o, t->traits[i].name, t->traits[i].help);
    }
}

/* --- names from commands -------------------------------------------------- */

void completions_add_curves(struct completions *o)
{
    completions_add(o, "loss", "of training");
    completions_add(o, "learning_rate", NULL);
    completions_add_metrics(o);
}

void completions_add_tests(struct completions *o)
{
    for (int i = 0; i < TESTS; i++)
        completions_add(o, test_kinds[i].name, NULL);
}

void completions_add_aggregates(struct completions *o)
{
    for (int i = 0; i < aggregates_n; i++)
        completions_add(o, aggregates[i].name, NULL);
}

void completions_add_attentions(struct completions *o)
{
    completions_add_kinds(o, &attention_kinds);
}

void completions_add_models(struct completions *o)
{
    completions_add_kinds(o, &model_kinds);
}

void completions_add_sites(struct completions *o)
{
    for (const struct kind *const *k = model_kinds.list; *k; k++) {
        const char *const *site = ((const struct model_kind *)*k)->sites;

        for (; site && *site; site++)
            completions_add(o, *site, (*k)->name);
    }
    completions_add(o, attention_map_pointer, "of readers of cloze questions");
}

static void completions_add_trial_columns(struct completions *o)
{
    for (int i = 0; i < trial_columns_n; i++)
        completions_add(o, trial_columns[i].name,
                        trial_column_schema(&trial_columns[i])->meaning);
    completions_add_metrics(o);
    completions_add_fields(o);
}

void completions_add_columns(struct completions *o)
{
    const char *help, *name;

    for (int i = 0; (name = group_column_name(i, &help)); i++)
        completions_add(o, name, help);
    completions_add_trial_columns(o);
}

/* Offer FIELD=VALUE, with the fields from names(). */
static void completions_add_setting(struct completions *o,
                                    void (*names)(struct completions *))
{
    const char *equals = strchr(o->begun, '=');

    if (!equals) {
        o->tail = "=";
        names(o);
        return;
    }
    char *field = memory_format("%.*s", (int)(equals - o->begun), o->begun);
    char *head = memory_format("%s%s=", o->head ? o->head : "", field);

    o->head = head;
    o->begun = equals + 1;
    completions_add_field_values(o, field);
    o->head = NULL;
    free(head);
    free(field);
}

/* Offer the fields of a trial, and those of a run, which results do not
 * have. */
static void completions_add_settings(struct completions *o)
{
    completions_add_fields(o);
    fields_below(o, "run", run_fields);
}

void completions_add_set(struct completions *o)
{
    completions_add_setting(o, completions_add_settings);
}

void completions_add_where(struct completions *o)
{
    completions_add_setting(o, completions_add_trial_columns);
}
