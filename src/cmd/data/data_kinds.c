/* data_kinds.c - `codarun data kinds`: the names that experiments can use. */
#include "config.h"

#include "cmd/data/data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/show.h"
#include "cmd/completions.h"
#include "cmd/data/data_kinds.h"
#include "config/field/field.h"
#include "engine/attention/attention.h"
#include "engine/model/model.h"
#include "engine/task/task.h"
#include "engine/train/average.h"
#include "sweep/experiment/experiment.h"

/* Append each line after some blanks. */
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

    str_addf(out,
             "  reads: %s; answers: %s%s%s; metrics:", shapes[t->shape].name,
             t->head->is.name, t->other.head ? " or " : "",
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

const struct kinds_listed kinds_listed[KINDS_LISTED] = {
    {&task_kinds, add_task, kind_put_task},
    {&model_kinds, add_model, kind_put_model},
    {.kinds = &attention_kinds},
    {.kinds = &optimizer_kinds},
    {.kinds = &average_kinds},
    {.kinds = &sampler_kinds},
    {.kinds = &scheduler_kinds},
};

const struct section_listed sections_listed[SECTIONS_LISTED] = {
    {"train", "how a trial is trained", train_fields},
    {"run", "how a sweep is run; nothing here changes a number", run_fields},
    {"sweep", "what differs between trials, and how it is chosen", NULL},
};

bool kind_asked(const char *asked, const char *name, const char *sort)
{
    return !asked || !strcmp(asked, name) || !strcmp(asked, sort);
}

static void add_line(const struct kind *k, const struct kinds *of,
                     struct str *out)
{
    str_addf(out, "%s %s: %s\n", of->sort, k->name, k->summary);
}

static void add_kind(const struct kind *k, int registry, struct str *out)
{
    add_line(k, kinds_listed[registry].kinds, out);
    if (k->source)
        str_addf(out, "  source: %s\n", k->source);
    if (kinds_listed[registry].add)
        kinds_listed[registry].add(k, out);
    fields_help(k->fields, "    ", out);
    str_adds(out, "\n");
}

/* Append the keys of a section that has no kinds. */
static void add_sweep(struct str *out)
{
    for (const struct sweep_key *k = sweep_keys; k->name; k++)
        str_addf(out, "    %-10s  %-39s  %s\n", k->name, k->takes, k->help);
}

/* --- all names ------------------------------------------------------------ */

/* Append "model       aligner as bidaf ...", in lines of at most 80 columns. */
static void add_names(const char *sort, const char *const *name, int n,
                      struct str *out)
{
    size_t at = 12;

    str_addf(out, "%-11s", sort);
    for (int i = 0; i < n; i++) {
        const size_t more = strlen(name[i]) + 1;

        if (at + more > 80) {
            str_addf(out, "\n%-11s", "");
            at = 12;
        }
        str_addf(out, " %s", name[i]);
        at += more;
    }
    str_adds(out, "\n");
}

static void add_all(struct str *out)
{
    const char *section[SECTIONS_LISTED];

    for (int r = 0; r < KINDS_LISTED; r++) {
        const char **name;
        const int n = kinds_list(kinds_listed[r].kinds, &name);

        add_names(kinds_listed[r].kinds->sort, name, n, out);
        free(name);
    }
    for (int i = 0; i < SECTIONS_LISTED; i++)
        section[i] = sections_listed[i].name;
    add_names(SORT_SECTION, section, SECTIONS_LISTED, out);
    str_adds(out, "\ncodarun data kinds NAME lists the fields of one of them.\n"
                  "codarun data kinds model, or another word of the first "
                  "column: each in a line.\n");
}

/* --- one name, or a sort -------------------------------------------------- */

static void add_sort(const struct kinds *kinds, struct str *out)
{
    for (const struct kind *const *k = kinds->list; *k; k++)
        add_line(*k, kinds, out);
}

/* Append a section in one line, or with its `fields`. */
static void add_section(const struct section_listed *s, bool fields,
                        struct str *out)
{
    str_addf(out, SORT_SECTION " %s: %s\n", s->name, s->summary);
    if (!fields)
        return;
    if (s->fields)
        fields_help(s->fields, "    ", out);
    else
        add_sweep(out);
    str_adds(out, "\n");
}

/* Append the kinds and the section with a name, or those of that sort; false if
 * there are none. */
static bool add_named(const char *name, struct str *out)
{
    for (int r = 0; r < KINDS_LISTED; r++) {
        if (!strcmp(name, kinds_listed[r].kinds->sort))
            add_sort(kinds_listed[r].kinds, out);
        for (const struct kind *const *k = kinds_listed[r].kinds->list; *k; k++)
            if (!strcmp(name, (*k)->name))
                add_kind(*k, r, out);
    }
    for (int i = 0; i < SECTIONS_LISTED; i++)
        if (kind_asked(name, sections_listed[i].name, SORT_SECTION))
            add_section(&sections_listed[i], strcmp(name, SORT_SECTION), out);
    return out->len > 0;
}

static int unknown_kind(const char *name, struct error *e)
{
    const char **known = NULL;
    int n = 0, room = 0;
    struct str hint = {0};

    for (int r = 0; r < KINDS_LISTED; r++) {
        GROW(known, n, room);
        known[n++] = kinds_listed[r].kinds->sort;
        for (const struct kind *const *k = kinds_listed[r].kinds->list; *k;
             k++) {
            GROW(known, n, room);
            known[n++] = (*k)->name;
        }
    }
    GROW(known, n, room);
    known[n++] = SORT_SECTION;
    for (int i = 0; i < SECTIONS_LISTED; i++) {
        GROW(known, n, room);
        known[n++] = sections_listed[i].name;
    }
    nearest_hint(name, known, n, &hint);
    error_set(e, "found no kind '%s', see codarun data kinds%s", name,
              str_text(&hint));
    str_release(&hint);
    free(known);
    return -1;
}

static void complete_named(struct completions *o)
{
    for (int r = 0; r < KINDS_LISTED; r++) {
        completions_add(o, kinds_listed[r].kinds->sort,
                        "each of this sort in a line");
        completions_add_kinds(o, kinds_listed[r].kinds);
    }
    completions_add(o, SORT_SECTION, "each of this sort in a line");
    for (int i = 0; i < SECTIONS_LISTED; i++)
        completions_add(o, sections_listed[i].name, sections_listed[i].summary);
}

enum { TEXT, JSON, MARKDOWN };
static const char *const formats[] = {"text", "json", "markdown", NULL};

struct data_kinds_arguments {
    const char *name;
    int format;
};

static int add_asked(const struct data_kinds_arguments *a, struct str *out,
                     struct error *e)
{
    bool found = true;

    if (a->format == JSON)
        found = data_kinds_put(a->name, out) > 0;
    else if (a->format == MARKDOWN && data_kinds_page(a->name, out, e))
        return -1;
    else if (a->format == MARKDOWN)
        found = out->len > 0;
    else if (a->name)
        found = add_named(a->name, out);
    else
        add_all(out);
    return found ? 0 : unknown_kind(a->name, e);
}

static int run(void *asked, struct error *e)
{
    struct str out = {0};
    const int failed = add_asked(asked, &out, e);

    if (!failed)
        show_put(str_text(&out), stdout);
    str_release(&out);
    return failed;
}

static const struct cli_option options[] = {
    {CLI_WORD_OR_NONE(struct data_kinds_arguments, name), .value = "NAME",
     .complete = complete_named},
    {CLI_CHOICE(struct data_kinds_arguments, format, formats), .name = "format",
     .value = "FORMAT",
     .help = "text, json (one object) or markdown (tables); text unless given"},
    CLI_END,
};

const struct command data_kinds = {
    .name = "kinds",
    .summary = "list what an experiment can name, with its fields",
    .about = "List the names of all tasks, models, attentions, optimizers, "
             "averages, methods and schedulers; with a NAME the fields of that "
             "one, or of the section train, run or sweep; with a sort, such as "
             "model, each of that sort in a line.",
    .more = "JSON has `kinds` and `sections`, and Markdown a table for each, "
            "with all fields also where no NAME is given.  For editors, "
            "codarun data schema prints the same as a JSON Schema.",
    .options = options,
    .size = sizeof(struct data_kinds_arguments),
    .run = run,
};
