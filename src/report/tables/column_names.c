/* column_names.c - the names of columns, and the search for one. */
#include "config.h"

#include "report/tables/column_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "config/field/short_names.h"
#include "sweep/results/trial_columns.h"

#define KIND ".kind"

/* --- collecting the names ------------------------------------------------- */

static void add_swept(struct name_list *l, const struct experiment *x)
{
    for (int p = 0; p < x->search.space.n; p++)
        name_list_add(l, x->search.space.parameter[p].name);
}

static bool same_metrics(const struct result *a, const struct result *b)
{
    return a && a->metrics == b->metrics &&
           !memcmp(a->metric, b->metric,
                   (size_t)a->metrics * sizeof(a->metric[0]));
}

static void add_metrics(struct name_list *l, const struct results *s)
{
    const struct result *before = NULL;

    for (long i = 0; i < s->n; i++) {
        const struct result *r = &s->row[i].result;

        if (!s->row[i].present || same_metrics(before, r))
            continue;
        before = r;
        for (int m = 0; m < 2 * r->metrics; m++) {
            const struct measure is = measure_of(r, m / 2, m % 2);

            name_list_add(l, is.name);
        }
    }
}

void row_fields_add(struct name_list *l, const struct row_text *row)
{
    char *text = row_whole(row);
    const char *at = text;

    for (struct field_line line; field_line_next(&at, &line);) {
        char *name = memory_format("%.*s", (int)line.name_len, line.name);

        name_list_add(l, name);
        free(name);
    }
    free(text);
}

/* Add all fields.  Consecutive trials that share a text have the same
 * fields. */
static void add_fields(struct name_list *l, const struct results *s)
{
    const char *before = NULL;

    for (long i = 0; i < s->n; i++) {
        const struct row_text *row = &s->row[i].config;

        if (row->shared && row->shared == before)
            continue;
        before = row->shared;
        row_fields_add(l, row);
    }
}

void column_names_init(struct column_names *c, const struct folder *folder,
                       int n, const char *const *more)
{
    *c = (struct column_names){0};
    for (int i = 0; i < n; i++)
        add_swept(&c->all, folder[i].x);
    c->swept = c->all.n;
    for (; more && *more; more++)
        name_list_add(&c->all, *more);
    for (int i = 0; i < trial_columns_n; i++)
        name_list_add(&c->all, trial_columns[i].name);
    for (int i = 0; i < n; i++)
        add_metrics(&c->all, folder[i].s);
    for (int i = 0; i < n; i++)
        add_fields(&c->all, folder[i].s);
}

void column_names_release(struct column_names *c)
{
    name_list_release(&c->all);
}

/* --- finding a name ------------------------------------------------------- */

/* True if `parts` are the last parts of a name of n characters, or all of
 * it. */
static bool ends_in(const char *name, size_t n, const char *parts)
{
    const size_t last = strlen(parts);

    return last && last <= n && !strncmp(name + n - last, parts, last) &&
           (last == n || name[n - last - 1] == '.');
}

static bool is_short_for(const char *parts, const char *name)
{
    const size_t n = strlen(name);

    return strchr(name, '.') && (ends_in(name, n, parts) ||
                                 (str_ends_in(name, KIND) &&
                                  ends_in(name, n - strlen(KIND), parts)));
}

/* Find the names among the first n for which `parts` is short, and list them in
 * *all; returns how many there are. */
static int short_for(const struct column_names *c, int n, const char *parts,
                     const char **name, struct str *all)
{
    const char **found = memory_zeroed((size_t)n + 1, sizeof(*found));
    int several = 0;

    for (int i = 0; i < n; i++)
        if (is_short_for(parts, c->all.name[i]))
            found[several++] = c->all.name[i];
    *name = found[0];
    str_clear(all);
    names_list(found, several, all);
    free(found);
    return several;
}

/* Append a hint with the nearest of all names, whole or short. */
static void add_hint(const struct column_names *c, const char *name,
                     struct str *out)
{
    const int n = c->all.n;
    const char **known = memory_zeroed(2 * (size_t)n + 1, sizeof(*known));
    char **shorter = memory_zeroed((size_t)n + 1, sizeof(*shorter));

    names_shorten((const char *const *)c->all.name, n, shorter);
    for (int i = 0; i < n; i++) {
        known[i] = c->all.name[i];
        known[n + i] = shorter[i];
    }
    nearest_hint(name, known, 2 * n, out);
    for (int i = 0; i < n; i++)
        free(shorter[i]);
    free(shorter);
    free(known);
}

static void unknown(const struct column_names *c, const char *name,
                    struct error *e)
{
    struct str hint = {0};

    add_hint(c, name, &hint);
    error_set(e,
              "found '%s', expected a field such as train.seed, a metric such "
              "as valid.accuracy, or a column such as trial, status or "
              "seconds%s",
              name, str_text(&hint));
    str_release(&hint);
}

const char *column_names_find(const struct column_names *c, const char *name,
                              struct error *e)
{
    const char *meant = NULL;
    struct str all = {0};
    int n;

    for (int i = 0; i < c->all.n; i++)
        if (!strcmp(c->all.name[i], name))
            return c->all.name[i];
    n = short_for(c, c->swept, name, &meant, &all);
    if (!n)
        n = short_for(c, c->all.n, name, &meant, &all);
    if (!n)
        unknown(c, name, e);
    else if (n > 1)
        error_set(e, "found '%s', which may be %s", name, str_text(&all));
    str_release(&all);
    return n == 1 ? meant : NULL;
}
