/* published.c - published numbers, and the trials to which they belong. */
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "sweep/experiment/experiment_internal.h"
#include "sweep/experiment/rows.h"

static bool is_value(const char *value, size_t len, const char *wanted)
{
    return strlen(wanted) == len && memcmp(value, wanted, len) == 0;
}

bool published_fits(const struct published *p, const struct row_text *row)
{
    const char *value;
    size_t len;

    for (int i = 0; i < p->n; i++) {
        value = row_line(row, p->name[i], &len);
        if (!value || !is_value(value, len, p->value[i]))
            return false;
    }
    for (int i = 0; i < p->unset; i++) {
        value = row_line(row, p->unset_kind[i], &len);
        if (value && !is_value(value, len, KIND_UNSET))
            return false;
    }
    return true;
}

struct published_reader {
    const struct experiment *x;
    const struct task_kind *task;
    struct assignment first; /* values of trial 0; owned */
    struct error *e;
};

/* Set the fields of a `where`, X.kind first, in a trial's document. */
static int set_where(struct published_reader *r, struct document *d,
                     const struct entry *list, int n)
{
    for (int kinds = 1; kinds >= 0; kinds--)
        for (int i = 0; i < n; i++) {
            struct str value = {0}, place = {0};
            int failed = 0;

            if (names_kind(list[i].key) != kinds ||
                strcmp(list[i].key, VARIANT) == 0)
                continue;
            document_yaml(&list[i], &value);
            document_place(r->x->document, &list[i], &place);
            failed = document_set(d, list[i].key, str_text(&value),
                                  str_text(&place), r->e);
            str_release(&value);
            str_release(&place);
            if (failed)
                return -1;
        }
    return 0;
}

/* Add a field with its value in the form of a row's text, with which it will be
 * compared. */
static int add_field(struct published_reader *r, struct published *p,
                     const struct entry *at, const char *row)
{
    char *name = field_name(r->x, at->key, at->type == ENTRY_SCALAR);
    size_t len;
    const char *value = text_value(row, name, &len);

    if (!value) {
        free(name);
        return document_error(r->x->document, at, r->e,
                              "published: '%s' names no single field of task, "
                              "model or train",
                              at->key);
    }
    p->name[p->n] = name;
    p->value[p->n++] = memory_format("%.*s", (int)len, value);
    return 0;
}

/* Find the variant that a `where` names, or else that of trial 0. */
static int find_variant(struct published_reader *r, const struct entry *where,
                        const struct variant **v)
{
    struct entry at;

    if (!document_member(where, VARIANT, &at)) {
        *v = variant_of(r->x, &r->first);
        return 0;
    }
    *v = variant_named(r->x, &at, "published: variant", r->e);
    return *v ? 0 : -1;
}

/* Return a row's text of a trial that fits a `where`.  Error: NULL. */
static char *fitting_row(struct published_reader *r, const struct entry *where,
                         const struct entry *list, int n)
{
    struct document *d = document_copy(r->x->document, trial_sections);
    struct trial_config c = {0};
    const struct variant *v;
    char *row = NULL;

    if (!find_variant(r, where, &v) &&
        !space_set(r->x, v, &r->first, "trial 0", d, r->e) &&
        !set_where(r, d, list, n) && !trial_config_bind(&c, r->x, d, r->e)) {
        c.variant = v;
        row = trial_config_row(&c);
    }
    trial_config_release(&c);
    document_free(d);
    return row;
}

/* --- sites that a `where` does not name ----------------------------------- */

/* The field for all sites that are not set separately. */
#define OF_ALL "model.attention"

/* True if it names a field, or a field within it. */
static bool where_names(const struct published *p, const char *field)
{
    const size_t n = strlen(field);

    for (int i = 0; i < p->n; i++)
        if (!strncmp(p->name[i], field, n) &&
            (!p->name[i][n] || p->name[i][n] == '.'))
            return true;
    return false;
}

static bool is_unset_kind(const struct published *p, const char *kind)
{
    for (int i = 0; i < p->unset; i++)
        if (!strcmp(p->unset_kind[i], kind))
            return true;
    return false;
}

/* `v` is the variant that the `where` names, NULL if there is none. */
static void add_unset(struct published *p, const struct field *f,
                      const struct variant *v)
{
    char *field = memory_format("model.%s", f->name);
    char *kind = memory_format("%s.kind", field);

    if (where_names(p, field) || is_unset_kind(p, kind) ||
        (v && variant_sets(v, kind, strlen(kind)))) {
        free(kind);
    } else {
        p->unset_kind = memory_resize(
            p->unset_kind, ((size_t)p->unset + 1) * sizeof(*p->unset_kind));
        p->unset_kind[p->unset++] = kind;
    }
    free(field);
}

/* A number for an attention belongs to models in which all sites have it,
 * unless its `where` names sites with another.  Trials can have models of
 * several kinds. */
static int add_sites(struct published_reader *r, struct published *p,
                     const struct entry *where)
{
    const struct variant *v = NULL;
    struct entry at;

    if (!where_names(p, OF_ALL))
        return 0;
    if (document_member(where, VARIANT, &at) && find_variant(r, where, &v))
        return -1;
    for (int k = 0; model_kinds.list[k]; k++)
        for (const struct field *f = model_kinds.list[k]->fields; f->type; f++)
            if (f->placed)
                add_unset(p, f, v);
    return 0;
}

static int read_where(struct published_reader *r, struct published *p,
                      const struct entry *where)
{
    struct entry *list;
    char *row;
    int n, failed;

    if (where->type != ENTRY_MAPPING)
        return document_error(r->x->document, where, r->e,
                              "published: expected fields such as where: "
                              "{model.kind: decatt}");
    n = document_entries_of(r->x->document, where, &list);
    p->name = memory_zeroed((size_t)n + 1, sizeof(*p->name));
    p->value = memory_zeroed((size_t)n + 1, sizeof(*p->value));
    row = fitting_row(r, where, list, n);
    failed = !row;
    for (int i = 0; i < n && !failed; i++)
        failed = add_field(r, p, &list[i], row);
    failed = failed || add_sites(r, p, where);
    free(row);
    free(list);
    return failed ? -1 : 0;
}

static int read_metric(struct published_reader *r, struct published *p,
                       const struct entry *at)
{
    char **names;
    int n = metric_names(r->task, false, &names), known = 0;
    struct str hint = {0};
    double number;
    int failed = 0;

    for (int i = 0; i < n; i++)
        known |= strcmp(names[i], at->key) == 0;
    if (!known) {
        nearest_hint(at->key, (const char *const *)names, n, &hint);
        failed = document_key_error(
            r->x->document, at, r->e,
            "unknown field '%s' in published; expected where, source or a "
            "metric of task %s such as %s%s",
            at->key, r->task->is.name, names[0], str_text(&hint));
    } else if (document_real(r->x->document, at, &number, r->e)) {
        failed = -1;
    } else {
        p->metric[p->metrics] = memory_string(at->key);
        p->number[p->metrics++] = number;
    }
    str_release(&hint);
    metric_names_free(names, n);
    return failed;
}

static int read_source(struct published_reader *r, struct published *p,
                       const struct entry *at)
{
    if (!at->value || !*at->value)
        return document_error(r->x->document, at, r->e,
                              "published: expected the source as a text");
    p->source = memory_string(at->value);
    return 0;
}

static int read_one(struct published_reader *r, struct published *p,
                    const struct entry *at)
{
    struct entry *list;
    int n = document_entries_of(r->x->document, at, &list), failed = 0;

    p->metric = memory_zeroed((size_t)n + 1, sizeof(*p->metric));
    p->number = memory_zeroed((size_t)n + 1, sizeof(*p->number));
    if (at->type != ENTRY_MAPPING)
        failed = document_error(r->x->document, at, r->e,
                                "published: expected fields such as {where: "
                                "{...}, test.accuracy: 80, source: ...}");
    for (int i = 0; i < n && !failed; i++)
        if (strcmp(list[i].key, "where") == 0)
            failed = read_where(r, p, &list[i]);
        else if (strcmp(list[i].key, "source") == 0)
            failed = read_source(r, p, &list[i]);
        else
            failed = read_metric(r, p, &list[i]);
    free(list);
    if (!failed && (!p->source || !p->metrics))
        failed = document_error(
            r->x->document, at, r->e, "published: missing %s",
            p->source ? "a metric such as test.accuracy" : "field 'source'");
    return failed;
}

int published_read(struct experiment *x, struct error *e)
{
    struct trial_config c;
    struct published_reader r = {.x = x, .e = e};
    struct entry at, *list;
    int n, failed = 0;

    if (!document_find(x->document, "published", &at))
        return 0;
    if (at.type != ENTRY_SEQUENCE)
        return document_error(x->document, &at, e,
                              "published: expected a list, each entry after "
                              "a '-'");
    if (experiment_trial(x, experiment_first(x), &c, e))
        return -1;
    r.task = (const struct task_kind *)c.task.kind;
    trial_config_release(&c);
    n = document_entries_of(x->document, &at, &list);
    x->published = memory_zeroed((size_t)n + 1, sizeof(*x->published));
    r.first = experiment_assignment(x, experiment_first(x));
    for (int i = 0; i < n && !failed; i++)
        failed = read_one(&r, &x->published[x->published_n++], &list[i]);
    assignment_release(&x->search.space, &r.first);
    free(list);
    return failed;
}

void published_release(struct experiment *x)
{
    for (int i = 0; i < x->published_n; i++) {
        struct published *p = &x->published[i];

        for (int k = 0; k < p->n; k++) {
            free(p->name[k]);
            free(p->value[k]);
        }
        for (int k = 0; k < p->unset; k++)
            free(p->unset_kind[k]);
        for (int k = 0; k < p->metrics; k++)
            free(p->metric[k]);
        free(p->name);
        free(p->value);
        free(p->unset_kind);
        free(p->metric);
        free(p->number);
        free(p->source);
    }
    free(x->published);
}
