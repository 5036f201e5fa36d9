/* trial_config.c - the configuration of a trial, and the goal of the sweep. */
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "sweep/experiment/experiment_internal.h"

/* The order in which metrics are named; the goal is one of the first split. */
static const enum split order[SPLITS] = {SPLIT_VALID, SPLIT_TEST, SPLIT_TRAIN};

void trial_config_release(struct trial_config *c)
{
    chosen_release(&c->task);
    chosen_release(&c->model);
    fields_release(train_fields, &c->train);
    free(c->text);
    free(c->whole);
    *c = (struct trial_config){0};
}

char *trial_config_row(const struct trial_config *c)
{
    if (!c->variant)
        return memory_string(c->whole);
    return memory_format(VARIANT ": %s\n%s", c->variant->name, c->whole);
}

/* List the models that read a shape and support a head, if there are any. */
static void list_fitting(enum shape shape, const struct head_kind *head,
                         struct str *out)
{
    const char **name;
    int n = kinds_list(&model_kinds, &name), kept = 0;

    for (int i = 0; i < n; i++) {
        const struct model_kind *k = /* `is` is the first member of every
                                        kind */
            (const struct model_kind *)model_kinds.list[i];

        if (k->shapes & 1u << shape && model_answers(k, head))
            name[kept++] = name[i];
    }
    if (kept)
        str_adds(out, "; expected one that does: ");
    names_list(name, kept, out);
    free(name);
}

/* Set the error for a model that does not fit the task; it lists those that
 * do. */
static int refuse_model(const struct trial_config *c, const struct document *d,
                        const char *what, const char *of, struct error *e)
{
    const struct task_kind *t = (const struct task_kind *)c->task.kind;
    struct entry at;
    bool there = document_find(d, "model.kind", &at);
    struct str fit = {0};

    list_fitting(t->shape, task_form(t, c->task.conf).head, &fit);
    document_error(d, there ? &at : NULL, e, "model '%s' does not %s: %s%s",
                   c->model.kind->name, what, of, str_text(&fit));
    str_release(&fit);
    return -1;
}

/* Check that the model can read the task, before any data are loaded. */
static int check_shapes(const struct trial_config *c, const struct document *d,
                        struct error *e)
{
    const struct task_kind *t = (const struct task_kind *)c->task.kind;
    const struct model_kind *m = (const struct model_kind *)c->model.kind;
    const struct head_kind *head = task_form(t, c->task.conf).head;
    const bool reads = (m->shapes & 1u << t->shape) != 0;
    struct str what = {0};

    if (reads && model_answers(m, head))
        return 0;
    str_addf(&what,
             reads ? "answer what task '%s' asks" : "read what task '%s' gives",
             t->is.name);
    refuse_model(c, d, str_text(&what),
                 reads ? head->is.name : shapes[t->shape].name, e);
    str_release(&what);
    return -1;
}

static int check_model(const struct trial_config *c, const struct document *d,
                       struct error *e)
{
    const struct task_kind *t = (const struct task_kind *)c->task.kind;
    const struct model_kind *m = (const struct model_kind *)c->model.kind;

    return m->check_shape && m->check_shape(c->model.conf, t->shape, e)
               ? document_error_in(d, "model", e)
               : 0;
}

static int check_train(const struct trial_config *c, const struct document *d,
                       struct error *e)
{
    if (train_check(&c->train, e) ||
        (!document_is_stored(d) && train_check_fresh(&c->train, e)))
        return document_error_in(d, "train", e);
    return 0;
}

static long width_of(const struct trial_config *c)
{
    const struct model_kind *m = (const struct model_kind *)c->model.kind;

    return m->width ? m->width(c->model.conf) : 0;
}

bool trial_config_width_fits(const struct trial_config *c)
{
    const long width = width_of(c);

    return c->train.schedule != SCHEDULE_WARMUP_RSQRT || !width ||
           width == c->train.width;
}

/* In a new sweep the default width of the schedule is not used with a model of
 * another width.  If the default is given explicitly, the trial is the same. */
static int check_width(const struct trial_config *c, const struct document *d,
                       struct error *e)
{
    struct entry at;

    if (document_is_stored(d) || trial_config_width_fits(c) ||
        document_find(d, "train.width", &at))
        return 0;
    error_set(e,
              "train.width: found none, which is %ld, with a model of width "
              "%ld: expected one that is given",
              c->train.width, width_of(c));
    return document_error_in(d, "train.schedule", e);
}

static void name_trial(struct trial_config *c, int schema)
{
    struct str text = {0}, whole = {0};

    trial_config_text(c, TEXT_WHOLE, &whole);
    c->whole = str_take(&whole);
    schema_text(schema, c, &text);
    c->digest = digest_of(text.s, text.len);
    c->text = str_take(&text);
}

int trial_config_bind(struct trial_config *c, const struct experiment *x,
                      struct document *d, struct error *e)
{
    *c = (struct trial_config){0};
    if (schema_set(x->schema, d, e) ||
        document_bind_kind(d, "task", &task_kinds, &c->task, e) ||
        document_bind_kind(d, "model", &model_kinds, &c->model, e) ||
        document_bind(d, "train", train_fields, &c->train, e) ||
        check_train(c, d, e) || check_width(c, d, e) || check_shapes(c, d, e) ||
        check_model(c, d, e)) {
        trial_config_release(c);
        return -1;
    }
    name_trial(c, x->schema);
    return 0;
}

void trial_config_begin(struct trial_config *c, struct digest from,
                        double share)
{
    char hex[DIGEST_HEX];
    char *text;

    digest_hex(from, hex);
    text = memory_format("%sfrom: %s at %.17g\n", c->text, hex, share);
    free(c->text);
    c->text = text;
    c->digest = digest_of(text, strlen(text));
}

void trial_config_text(const struct trial_config *c, enum text_form form,
                       struct str *out)
{
    chosen_text(&c->task, "task", form, out);
    chosen_text(&c->model, "model", form, out);
    fields_text(train_fields, &c->train, "train", form, out);
}

int metric_names(const struct task_kind *k, bool only_valid, char ***names)
{
    int metrics = 0, n = 0;

    while (k->metrics[metrics].name)
        metrics++;
    *names = memory_zeroed(SPLITS * (size_t)metrics + 1, sizeof(**names));
    for (int s = 0; s < (only_valid ? 1 : SPLITS); s++)
        for (int i = 0; i < metrics; i++)
            (*names)[n++] = memory_format("%s.%s", split_names[order[s]],
                                          k->metrics[i].name);
    return n;
}

void metric_names_free(char **names, int n)
{
    for (int i = 0; i < n; i++)
        free(names[i]);
    free(names);
}

/* Read the entry of sweep.goal: `maximize: valid.map`. */
static int goal_bind(struct experiment *x, const struct task_kind *k,
                     const struct entry *at, struct error *e)
{
    char **names, *field = memory_format("sweep.goal.%s", at->key);
    int n = metric_names(k, true, &names);

    x->search.maximize = strcmp(at->key, "maximize") == 0;
    for (x->goal = 0; x->goal < n; x->goal++)
        if (at->value && strcmp(at->value, names[x->goal]) == 0)
            break;
    if (x->goal == n)
        space_fail_name(x, at, field, (const char *const *)names, n, e);
    free(field);
    metric_names_free(names, n);
    return x->goal == n ? -1 : 0;
}

int goal_read(struct experiment *x, struct error *e)
{
    static const char *const directions[] = {"maximize", "minimize", NULL};
    struct trial_config c;
    struct entry goal, *list;
    int n, failed = 0;

    x->search.maximize = true;
    if (!document_find(x->document, "sweep.goal", &goal))
        return 0;
    if (document_check_keys(x->document, "sweep.goal", directions, e))
        return -1;
    n = document_entries_of(x->document, &goal, &list);
    if (n != 1)
        failed = document_error(x->document, &goal, e,
                                "sweep.goal: expected either maximize or "
                                "minimize");
    else if (experiment_trial(x, experiment_first(x), &c, e))
        failed = -1;
    else {
        failed = goal_bind(x, (const struct task_kind *)c.task.kind, list, e);
        trial_config_release(&c);
    }
    free(list);
    return failed;
}
