#include "engine/task/task.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/metric/formula.h"
#include "engine/task/data_path.h"

static bool lacks_columns(const struct task_form *f)
{
    bool all = true;

    for (int i = 0; f->head && f->head->needs && f->head->needs[i]; i++) {
        bool has = false;

        for (int k = 0; f->columns && f->columns[k]; k++)
            has |= column_is(f->columns[k], f->head->needs[i]);
        all &= has;
    }
    return !all;
}

/* task_lengths() sets one trait a part. */
static bool lacks_lengths(const struct task_kind *k)
{
    return k->describe == task_lengths &&
           task_traits(k) != shapes[k->shape].parts;
}

static bool names_no_metric(const struct task_kind *k)
{
    for (int i = 0; k->low && k->low[i]; i++)
        if (task_metric(k, k->low[i]) < 0)
            return true;
    return false;
}

static const char *lacks(const struct kind *kind)
{
    const struct task_kind *k = (const struct task_kind *)kind;
    const struct task_form form = {k->head, k->columns};

    return !k->head ? "head"
           : lacks_columns(&form) || lacks_columns(&k->other)
               ? "a column that its head needs"
           : !k->other.head != !k->asks_other ? "both `other` and asks_other()"
           : !k->sample && field_find(k->is.fields, "train") ? "sample"
           : !k->metrics || !k->metrics->name                ? "metrics"
           : task_metrics(k) > MAX_METRICS      ? "room for its metrics"
           : names_no_metric(k)                 ? "a metric that is low"
           : !field_find(k->is.fields, "share") ? "a field `share`"
           : !k->load                           ? "load()"
           : !k->tally && !k->score             ? "tally() or score()"
           : task_traits(k) > MAX_TRAITS        ? "room for its traits"
           : k->traits && !k->describe          ? "describe()"
           : lacks_lengths(k)         ? "a trait for each part's length"
           : !k->release != !k->image ? "both release() and image()"
           : !k->show                 ? "show()"
                                      : NULL;
}

const struct kinds task_kinds = {
    .sort = "task", .list = task_kind_list, .lacks = lacks};

/* Columns of the form, then of the features. */
static void add_columns(const struct task *t, struct examples *x)
{
    examples_init(x, t->kind->shape, task_form(t->kind, t->conf).columns);
    for (int f = 0; f < t->features; f++) {
        struct column_kind kind[MAX_PARTS];
        const int more = feature_columns(&t->feature[f], kind);

        for (int i = 0; i < more; i++)
            examples_add_column(x, &kind[i]);
    }
}

static struct task *blank(const struct chosen *kind)
{
    struct task *t = memory_zeroed(1, sizeof(*t));

    t->kind = (const struct task_kind *)kind->kind; /* `is` comes first */
    t->conf = kind->conf;
    t->head = task_form(t->kind, t->conf).head;
    if (t->head->settings)
        t->settings = memory_zeroed(1, t->head->settings);
    if (t->kind->features)
        t->features = t->kind->features(t->conf, t->feature);
    return t;
}

/* Set how the train split is made, if it is. */
static void set_maker(struct task *t)
{
    t->split[SPLIT_TRAIN].make = t->kind->make;
    t->split[SPLIT_TRAIN].of = t->conf;
}

struct task *task_mapped(const struct chosen *kind, struct image *m)
{
    struct task *t = blank(kind);

    t->image = m;
    task_image(t, m);
    set_maker(t);
    return t;
}

enum split task_same_file(const struct task *t, enum split split)
{
    enum split first = SPLITS;

    for (int i = 0; i < t->files; i++)
        for (int k = 0; k < t->files && t->file[i].split == split; k++)
            if (t->file[k].split >= 0 && t->file[k].split < split &&
                t->file[k].split < first &&
                digest_equal(t->file[k].digest, t->file[i].digest))
                first = t->file[k].split;
    return first;
}

static void note_same_files(struct task *t)
{
    for (enum split s = SPLIT_VALID; s < SPLITS; s++) {
        const enum split first = task_same_file(t, s);

        if (first != SPLITS)
            str_addf(&t->notes, "%s: the same file as %s\n", split_names[s],
                     split_names[first]);
    }
}

struct task *task_empty(const struct chosen *kind)
{
    struct task *t = blank(kind);

    for (int s = 0; s < SPLITS; s++)
        add_columns(t, &t->split[s]);
    return t;
}

struct task *task_new(const struct chosen *kind, const char *beside,
                      struct error *e)
{
    struct task *t = task_empty(kind);

    set_maker(t);
    if (t->kind->load(t, beside, e) || task_check(t, e)) {
        error_in(e, "task '%s'", kind->kind->name);
        task_free(t);
        return NULL;
    }
    task_take_share(t, task_share(kind));
    note_same_files(t);
    if (t->head->fit)
        t->head->fit(t->settings, &t->split[SPLIT_TRAIN]);
    return t;
}

void task_name_feature(struct task *t, const char *feature,
                       const char *const *name, int n)
{
    struct str names = {0};
    int i = 0;

    while (i < t->features && strcmp(t->feature[i].name, feature) != 0)
        i++;
    if (i == t->features)
        return;
    for (int k = 0; k < n; k++)
        str_addf(&names, k ? " %s" : "%s", name[k]);
    t->feature[i].classes = n;
    t->feature_classes[i] = str_take(&names);
}

void task_add_file(struct task *t, const char *name, struct digest digest,
                   int split)
{
    t->file = memory_resize(t->file, ((size_t)t->files + 1) * sizeof(*t->file));
    t->file[t->files++] = (struct source_file){
        .path = memory_string(name), .digest = digest, .split = split};
}

int task_find_file(enum split split, const char *name, const char *beside,
                   char **path, struct error *e)
{
    *path = NULL;
    if (!*name && split == SPLIT_TEST)
        return 0;
    if (!*name)
        return error_set(e, "task.%s: found no file's name",
                         split_names[split]);
    if (data_path(name, beside, path, e))
        return error_in(e, "task.%s", split_names[split]);
    return 0;
}

int task_end_file(struct task *t, const char *name, struct digest digest,
                  enum split split, struct error *e)
{
    if (!t->split[split].n)
        return error_set(e,
                         "task.%s: file '%s': found no example, expected one "
                         "or more",
                         split_names[split], name);
    task_add_file(t, name, digest, split);
    return 0;
}

struct words *task_share_words(struct task *t)
{
    struct words *w = memory_zeroed(1, sizeof(*w));

    for (int p = 0; p < shapes[t->kind->shape].parts; p++)
        t->words[p] = w;
    return w;
}

static struct head head_of(const struct task *t)
{
    return (struct head){t->head, t->settings};
}

const struct class_names *task_classes(const struct task *t)
{
    return head_classes(head_of(t));
}

struct model_spec task_spec(const struct task *t)
{
    struct model_spec s = {
        .shape = t->kind->shape,
        .head = head_of(t),
        .task = t->kind->is.name,
        .features = t->features,
    };

    for (int p = 0; p < MAX_PARTS; p++)
        s.words[p] = t->words[p];
    memcpy(s.feature, t->feature, sizeof(s.feature));
    spec_take_columns(&s, &t->split[SPLIT_TRAIN]);
    return s;
}

void task_lengths(const struct task *t, enum split split,
                  int32_t *const to[MAX_TRAITS])
{
    const struct examples *x = &t->split[split];

    for (int p = 0; p < x->parts; p++)
        for (int i = 0; i < x->n; i++)
            to[p][i] = example_len(x, p, i);
}

/* "what how who", or NULL. */
static char *join_words(const char *const *words)
{
    struct str s = {0};

    for (int i = 0; words && words[i]; i++)
        str_addf(&s, "%s%s", i ? " " : "", words[i]);
    return words ? str_take(&s) : NULL;
}

static void add_traits(const struct task *t, enum split split, struct units *u)
{
    int32_t *value[MAX_TRAITS];
    const int n = task_traits(t->kind);

    for (int k = 0; k < n; k++) {
        const struct trait_kind *is = &t->kind->traits[k];
        char *words = join_words(is->words);

        value[k] = units_add_trait(u, is->name, words);
        free(words);
    }
    if (n)
        t->kind->describe(t, split, value);
}

static double metric_of(const char *name, const struct units *u, int metric)
{
    if (!u->orders[metric])
        return units_mean(u, metric);
    const struct formula *f = formula_find(name);

    assert(f);
    return formula_value(f, u, metric, NULL);
}

void task_score(const struct task *t, enum split split,
                const struct answer_sheet *a, double *value,
                struct units *units)
{
    *units = (struct units){0};
    if (t->kind->tally) {
        t->kind->tally(t, split, a, units);
        add_traits(t, split, units);
    }
    for (int m = 0; m < units->metrics; m++)
        value[m] = metric_of(t->kind->metrics[m].name, units, m);
    if (t->kind->score)
        t->kind->score(t, split, a, value);
}

/* A split whose answers are read. */
struct split_reader {
    const struct task *task;
    enum split split;
};

static void read_answer(const void *of, const struct answer_sheet *a, int i,
                        struct str *out)
{
    const struct split_reader *r = of;

    r->task->kind->read(r->task, r->split, a, i, out);
}

int task_combine(const struct task *t, enum split split, enum ensemble_by by,
                 const struct answer_sheet *const *sheet, char *const *name,
                 int members, struct answer_sheet *out, struct error *e)
{
    const struct split_reader of = {t, split};
    const struct ensemble m = {
        .head = head_of(t),
        .examples = &t->split[split],
        .members = members,
        .sheet = sheet,
        .name = name,
        .text = t->kind->read ? read_answer : NULL,
        .of = &of,
    };

    return ensemble_combine(&m, by, out, e);
}

int task_metrics(const struct task_kind *k)
{
    int n = 0;

    while (k->metrics[n].name)
        n++;
    return n;
}

int task_metric_names(const struct task_kind *k, char name[MAX_METRICS][32])
{
    const int n = task_metrics(k);

    for (int i = 0; i < n; i++)
        snprintf(name[i], sizeof(name[i]), "%s", k->metrics[i].name);
    return n;
}

int task_traits(const struct task_kind *k)
{
    int n = 0;

    while (k->traits && k->traits[n].name)
        n++;
    return n;
}

int task_metric(const struct task_kind *k, const char *name)
{
    for (int i = 0; k->metrics[i].name; i++)
        if (!strcmp(k->metrics[i].name, name))
            return i;
    return -1;
}

bool task_metric_is_low(const struct task_kind *k, const char *name)
{
    for (int i = 0; k->low && k->low[i]; i++)
        if (!strcmp(k->low[i], name))
            return true;
    return false;
}

void task_split_notes(const struct task *t, enum split split, struct str *out)
{
    const size_t n = strlen(split_names[split]);
    const char *p = str_text(&t->notes);

    for (size_t len; *p; p += len + (p[len] == '\n')) {
        len = strcspn(p, "\n");
        if (!strncmp(p, split_names[split], n) && p[n] == ':')
            str_addf(out, "%.*s\n", (int)len, p);
    }
}
