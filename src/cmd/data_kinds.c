/* data_kinds.c - what can be named in an experiment. */
#include "config.h"

#include "cmd/data_kinds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attention/attention.h"
#include "base/memory.h"
#include "base/show.h"
#include "config/field.h"
#include "experiment/experiment.h"
#include "model/model.h"
#include "task/task.h"
#include "train/average.h"

/* Each line behind some blanks. */
static void add_indented(const char *text, struct str *out)
{
    for (size_t n; *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        str_addf(out, "    %.*s\n", (int)n, text);
    }
}

static void add_task(const struct kind *k, struct str *out)
{
    const struct task_kind *t = (const struct task_kind *)k;

    str_addf(out, "  reads: %s; answers: %s%s%s; metrics:",
             shapes[t->shape].name, t->head->is.name,
             t->other.head ? " or " : "",
             t->other.head ? t->other.head->is.name : "");
    for (int i = 0; t->metrics[i].name; i++)
        str_addf(out, " %s", t->metrics[i].name);
    str_adds(out, "\n");
    for (int i = 0; i < task_traits(t); i++)
        str_addf(out, "  table --by %-11s %s\n", t->traits[i].name,
                 t->traits[i].help);
    if (!t->sample)
        return;
    str_adds(out, "  lines:\n");
    add_indented(t->sample, out);
}

static void add_model(const struct kind *k, struct str *out)
{
    const struct model_kind *m = (const struct model_kind *)k;

    str_adds(out, "  reads: ");
    model_reads(m, out);
    str_adds(out, "; answers: ");
    model_gives(m, out);
    str_adds(out, "\n");
}

/* A registry, and what its kinds say of themselves. */
static const struct {
    const struct kinds *kinds;
    void (*add)(const struct kind *k, struct str *out);
} registries[] = {
    {&task_kinds, add_task},  {&model_kinds, add_model},
    {&attention_kinds, NULL}, {&optimizer_kinds, NULL},
    {&average_kinds, NULL},   {&sampler_kinds, NULL},
    {&scheduler_kinds, NULL},
};

static void add_kind(const struct kind *k, size_t registry, struct str *out)
{
    str_addf(out, "%s %s: %s\n", registries[registry].kinds->sort, k->name,
             k->summary);
    if (k->source)
        str_addf(out, "  source: %s\n", k->source);
    if (registries[registry].add)
        registries[registry].add(k, out);
    fields_help(k->fields, "    ", out);
    str_adds(out, "\n");
}

/* Sections of an experiment that have no kinds. */
static const struct {
    const char *name, *summary;
    const struct field *fields;
} sections[] = {
    {"train", "how a trial is trained", train_fields},
    {"run", "how a sweep is run; nothing here changes a number", run_fields},
};

static void unknown_kind(const char *name, const char *const *known, int n,
                         struct error *e)
{
    struct str hint = {0};

    nearest_hint(name, known, n, &hint);
    error_set(e, "found no kind '%s', see codarun data kinds%s", name,
              str_text(&hint));
    str_release(&hint);
}

int data_kinds(const char *name, struct error *e)
{
    const char **known = NULL;
    struct str out = {0};
    int n = 0, room = 0;

    for (size_t r = 0; r < sizeof(registries) / sizeof(*registries); r++)
        for (const struct kind *const *k = registries[r].kinds->list; *k; k++) {
            GROW(known, n, room);
            known[n++] = (*k)->name;
            if (!name || !strcmp(name, (*k)->name))
                add_kind(*k, r, &out);
        }
    for (size_t i = 0; i < sizeof(sections) / sizeof(*sections); i++) {
        GROW(known, n, room);
        known[n++] = sections[i].name;
        if (name && strcmp(name, sections[i].name) != 0)
            continue;
        str_addf(&out, "section %s: %s\n", sections[i].name,
                 sections[i].summary);
        fields_help(sections[i].fields, "    ", &out);
        str_adds(&out, "\n");
    }
    if (out.len)
        show_put(str_text(&out), stdout);
    else
        unknown_kind(name, known, n, e);
    free(known);
    str_release(&out);
    return e->text[0] ? -1 : 0;
}

void data_kinds_offer(struct offers *o)
{
    for (size_t r = 0; r < sizeof(registries) / sizeof(*registries); r++)
        offer_kinds(o, registries[r].kinds);
    for (size_t i = 0; i < sizeof(sections) / sizeof(*sections); i++)
        offer(o, sections[i].name, sections[i].summary);
}
