/* offers.c - words that may be typed next. */
#include "config.h"

#include "cmd/offers.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "cmd/results_folder.h"
#include "engine/attention/attention.h"
#include "engine/attention/view.h"
#include "engine/model/model.h"
#include "engine/task/task.h"
#include "report/tables/aggregates.h"
#include "report/tables/comparison.h"
#include "report/tables/group_columns.h"
#include "sweep/experiment/experiment.h"
#include "sweep/results/trial_columns.h"

/* --- any ------------------------------------------------------------------ */

static bool is_offered(const struct offers *o, const char *line)
{
    const size_t n = strlen(line);
    const char *at = str_text(&o->out);

    for (; *at; at += strcspn(at, "\n") + 1)
        if (!strncmp(at, line, n))
            return true;
    return false;
}

void offer(struct offers *o, const char *word, const char *help)
{
    if (strncmp(word, o->begun, strlen(o->begun)) != 0)
        return;
    char *line = memory_format("%s%s%s\t", o->head ? o->head : "", word,
                               o->tail ? o->tail : "");

    if (!is_offered(o, line))
        str_addf(&o->out, "%s%s\n", line, help ? help : "");
    free(line);
}

void offer_names(struct offers *o, const char *const *names)
{
    for (; *names; names++)
        offer(o, *names, NULL);
}

void offer_kinds(struct offers *o, const struct kinds *kinds)
{
    for (const struct kind *const *k = kinds->list; *k; k++)
        offer(o, (*k)->name, (*k)->summary);
}

/* --- fields --------------------------------------------------------------- */

static void fields_of_kinds(struct offers *o, const char *path,
                            const struct kinds *kinds);

static void fields_below(struct offers *o, const char *path,
                         const struct field *fields)
{
    for (const struct field *f = fields; f && f->name; f++) {
        char *name = memory_format("%s.%s", path, f->name);

        if (f->type == FIELD_TYPE_KIND) {
            fields_of_kinds(o, name, f->kinds);
            fields_below(o, name, field_beside(f));
        } else
            offer(o, name, f->help);
        free(name);
    }
}

static void fields_of_kinds(struct offers *o, const char *path,
                            const struct kinds *kinds)
{
    char *name = memory_format("%s.kind", path);

    offer(o, name, kinds->sort);
    free(name);
    for (const struct kind *const *k = kinds->list; *k; k++)
        fields_below(o, path, (*k)->fields);
}

void offer_fields(struct offers *o)
{
    fields_of_kinds(o, "task", &task_kinds);
    fields_of_kinds(o, "model", &model_kinds);
    fields_below(o, "train", train_fields);
}

void offer_field_values(struct offers *o, const char *field)
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
        offer_kinds(o, kinds ? kinds : f->kinds);
    else if (f && f->type == FIELD_TYPE_CHOICE)
        offer_names(o, f->choices);
    else if (f && f->type == FIELD_TYPE_BOOL)
        offer_names(o, truths);
    free(name);
}

/* --- sweeps --------------------------------------------------------------- */

static void offer_sweep(void *offers, const char *name)
{
    offer(offers, name, OFFER_SWEEP);
}

void offer_sweeps(struct offers *o)
{
    struct error ignored;

    results_each_sweep("results", offer_sweep, o, &ignored);
}

/* --- what tasks know of --------------------------------------------------- */

void offer_metrics(struct offers *o)
{
    for (const struct kind *const *k = task_kinds.list; *k; k++) {
        const struct metric *m = ((const struct task_kind *)*k)->metrics;

        for (; m->name; m++)
            for (enum split s = SPLIT_VALID; s < SPLITS; s++) {
                char *name = memory_format("%s.%s", split_names[s], m->name);

                offer(o, name, (*k)->name);
                free(name);
            }
    }
}

void offer_traits(struct offers *o)
{
    for (const struct kind *const *k = task_kinds.list; *k; k++) {
        const struct task_kind *t = (const struct task_kind *)*k;

        for (int i = 0; i < task_traits(t); i++)
            offer(o, t->traits[i].name, t->traits[i].help);
    }
}

/* --- what commands know of ------------------------------------------------ */

void offer_curves(struct offers *o)
{
    offer(o, "loss", "of training");
    offer(o, "learning_rate", NULL);
    offer_metrics(o);
}

void offer_tests(struct offers *o)
{
    for (int i = 0; i < TESTS; i++)
        offer(o, test_kinds[i].name, NULL);
}

void offer_aggregates(struct offers *o)
{
    for (int i = 0; i < aggregates_n; i++)
        offer(o, aggregates[i].name, NULL);
}

void offer_attentions(struct offers *o)
{
    offer_kinds(o, &attention_kinds);
}

void offer_models(struct offers *o)
{
    offer_kinds(o, &model_kinds);
}

void offer_sites(struct offers *o)
{
    for (const struct kind *const *k = model_kinds.list; *k; k++) {
        const char *const *site = ((const struct model_kind *)*k)->sites;

        for (; site && *site; site++)
            offer(o, *site, (*k)->name);
    }
    offer(o, view_pointer, "of readers of cloze questions");
}

static void offer_trial_columns(struct offers *o)
{
    for (int i = 0; i < trial_columns_n; i++)
        offer(o, trial_columns[i].name,
              trial_column_schema(&trial_columns[i])->meaning);
}

void offer_columns(struct offers *o)
{
    const char *help, *name;

    for (int i = 0; (name = group_column_name(i, &help)); i++)
        offer(o, name, help);
    offer_trial_columns(o);
    offer_metrics(o);
    offer_fields(o);
}

/* FIELD=VALUE; names() offers what may stand before. */
static void offer_setting(struct offers *o, void (*names)(struct offers *))
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
    offer_field_values(o, field);
    o->head = NULL;
    free(head);
    free(field);
}

/* Those of a trial, and those of a run, which no result has. */
static void offer_settings(struct offers *o)
{
    offer_fields(o);
    fields_below(o, "run", run_fields);
}

void offer_set(struct offers *o)
{
    offer_setting(o, offer_settings);
}

static void offer_condition_names(struct offers *o)
{
    offer_trial_columns(o);
    offer_metrics(o);
    offer_fields(o);
}

void offer_where(struct offers *o)
{
    offer_setting(o, offer_condition_names);
}
