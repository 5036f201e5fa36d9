/* groups.c - groups of trials that differ only in their seeds, or agree in some
 * fields. */
#include "config.h"

#include "report/tables/groups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/statistics/statistics.h"

static bool is_seed(const char *name, size_t n)
{
    const size_t word = strlen("seed");

    return n >= word && !memcmp(name + n - word, "seed", word) &&
           (n == word || name[n - word - 1] == '.');
}

bool value_is_number(const char *value, double *number)
{
    char *end;

    *number = strtod(value, &end);
    return end > value && !*end;
}

bool field_is_seed(const char *name)
{
    return is_seed(name, strlen(name));
}

bool group_member_finished(const struct group_member *m)
{
    return results_row_finished(m->row);
}

int group_finished(const struct trial_group *g)
{
    int n = 0;

    for (int i = 0; i < g->n; i++)
        n += group_member_finished(&g->member[i]);
    return n;
}

const double *published_in(const struct published *p, const char *metric)
{
    for (int k = 0; k < p->metrics; k++)
        if (!strcmp(p->metric[k], metric))
            return &p->number[k];
    return NULL;
}

bool published_fits_group(const struct published *p,
                          const struct trial_group *g)
{
    for (int i = 0; i < g->n; i++)
        if (!published_fits(p, &g->member[i].row->config))
            return false;
    return true;
}

static char *value_of(const struct results *s, const struct results_row *row,
                      const char *field)
{
    struct str text = {0};

    if (strcmp(field, FIELD_FOLDER) == 0)
        return memory_string(s->dir ? s->dir : NO_FIELD);
    if (!row_value(&row->config, field, &text))
        str_adds(&text, NO_FIELD);
    return str_take(&text);
}

static char **values_of(const struct groups *g, const struct results *s,
                        const struct results_row *row)
{
    char **value = memory_zeroed((size_t)g->fields + 1, sizeof(*value));

    for (int f = 0; f < g->fields; f++)
        value[f] = value_of(s, row, g->field[f]);
    return value;
}

static void free_values(const struct groups *g, char **value)
{
    for (int f = 0; f < g->fields; f++)
        free(value[f]);
    free(value);
}

struct digest values_digest(char *const *value, int n, int without)
{
    struct hasher *h = hasher_new();

    for (int f = 0; f < n; f++)
        if (f != without)
            hasher_add(h, value[f], strlen(value[f]) + 1);
    const struct digest d = hasher_digest(h);

    hasher_free(h);
    return d;
}

/* Return the group with the row's values, a new one if there is none. */
static struct trial_group *group_of(struct groups *g, const struct results *s,
                                    const struct results_row *row)
{
    char **value = values_of(g, s, row);
    const struct digest key = values_digest(value, g->fields, -1);
    const long at = digest_map_add(&g->names, key, g->n);

    if (at < g->n) {
        free_values(g, value);
        return &g->group[at];
    }
    GROW(g->group, g->n, g->room);
    g->group[g->n] = (struct trial_group){.value = value};
    return &g->group[g->n++];
}

static void add_seed(const struct results *s, const struct results_row *row,
                     const char *name, struct str *seeds)
{
    char *value = value_of(s, row, name);

    str_addf(seeds, "%s%s=%s", seeds->len ? " " : "", name, value);
    free(value);
}

static bool is_field(const struct groups *g, const char *name)
{
    for (int f = 0; f < g->fields; f++)
        if (!strcmp(g->field[f], name))
            return true;
    return false;
}

/* Append all seeds in a row's text, swept or not. */
static void add_seeds(const struct results_row *row, struct str *seeds)
{
    char *text = row_whole(&row->config);
    const char *at = text;

    for (struct field_line l; field_line_next(&at, &l);)
        if (l.value && is_seed(l.name, l.name_len))
            str_addf(seeds, "%s%.*s= %.*s", seeds->len ? " " : "",
                     (int)l.name_len, l.name, (int)l.value_len, l.value);
    free(text);
}

char *row_without_seeds(const struct results_row *row)
{
    char *text = row_whole(&row->config);
    const char *at = text;
    struct str rest = {0};

    for (struct field_line l; field_line_next(&at, &l);)
        if (!l.value || !is_seed(l.name, l.name_len))
            str_addf(&rest, "%.*s\n", (int)l.len, l.name);
    free(text);
    return str_take(&rest);
}

/* True if a field of the groups is set by a variant, and so distinguishes
 * variants. */
static bool tells_variant(const struct groups *g, const struct experiment *x)
{
    for (int f = 0; f < g->fields; f++)
        if (experiment_variants_set(x, g->field[f]))
            return true;
    return false;
}

/* True if trials are paired only if they agree in this swept field. */
static bool pairs_by(const struct groups *g, const struct experiment *x,
                     const char *name)
{
    if (!g->any_fields)
        return field_is_seed(name);
    return !field_is_seed(name) && !is_field(g, name) &&
           (strcmp(name, VARIANT) != 0 || !tells_variant(g, x));
}

static char *seeds_of(const struct groups *g, const struct experiment *x,
                      const struct results *s, const struct results_row *row)
{
    struct str seeds = {0};

    for (int p = 0; p < x->search.space.n; p++) {
        const char *name = x->search.space.parameter[p].name;

        if (pairs_by(g, x, name))
            add_seed(s, row, name, &seeds);
    }
    if (g->any_fields)
        add_seeds(row, &seeds);
    return str_take(&seeds);
}

void groups_by(struct groups *g, const char *const *field, int fields,
               bool seeds)
{
    *g = (struct groups){.fields = fields, .any_fields = true, .seeds = seeds};
    g->field = memory_zeroed((size_t)fields + 1, sizeof(*g->field));
    for (int f = 0; f < fields; f++)
        g->field[f] = field[f];
}

struct group_trial {
    int64_t group;
    struct digest trial;
};

/* True if a trial is in its group already, from another folder. */
static bool is_there(struct groups *g, const struct trial_group *t,
                     const struct results_row *row)
{
    const struct group_trial slot = {t - g->group, row->trial};
    const struct digest name = digest_of(&slot, sizeof(slot));
    const long now = g->trials.n;

    return digest_map_add(&g->trials, name, now) < now;
}

void groups_add(struct groups *g, const struct experiment *x,
                const struct results *s)
{
    for (long i = 0; i < s->n; i++) {
        const struct results_row *row = &s->row[i];
        struct trial_group *t = group_of(g, s, row);

        if (g->any_fields && is_there(g, t, row)) {
            g->again++;
            continue;
        }
        GROW(t->member, t->n, t->room);
        t->member[t->n++] = (struct group_member){
            .row = row,
            .of = s,
            .x = x,
            .seeds = g->seeds ? seeds_of(g, x, s, row) : NULL};
    }
}

void groups_init(struct groups *g, const struct experiment *x,
                 const struct results *s, bool alone)
{
    *g = (struct groups){.seeds = true};
    g->field = memory_zeroed((size_t)x->search.space.n + 1, sizeof(*g->field));
    for (int p = 0; p < x->search.space.n; p++)
        if (alone || !field_is_seed(x->search.space.parameter[p].name))
            g->field[g->fields++] = x->search.space.parameter[p].name;
    groups_add(g, x, s);
}

void groups_release(struct groups *g)
{
    for (int i = 0; i < g->n; i++) {
        struct trial_group *t = &g->group[i];
        for (int m = 0; m < t->n; m++)
            free(t->member[m].seeds);
        free(t->member);
        free_values(g, t->value);
    }
    free(g->group);
    free(g->field);
    digest_map_release(&g->names);
    digest_map_release(&g->trials);
    *g = (struct groups){0};
}

int measure_group(const struct measure *m, const struct trial_group *g,
                  double *value)
{
    int n = 0;

    for (int i = 0; i < g->n; i++)
        if (group_member_finished(&g->member[i])) {
            double x = measure_value(m, &g->member[i].row->result);
            if (!isnan(x))
                value[n++] = x;
        }
    return n;
}

static void say_values(const struct groups *g, const struct trial_group *t,
                       struct str *out)
{
    for (int f = 0; f < g->fields; f++)
        str_addf(out, "%s%s=%s", f ? " " : " (", g->field[f], t->value[f]);
    if (g->fields)
        str_adds(out, ")");
}

static void say_without(const struct groups *g, const struct trial_group *t,
                        const struct measure *m, struct str *out)
{
    double *value = memory_zeroed((size_t)t->n + 1, sizeof(*value));
    const int all = group_finished(t), n = measure_group(m, t, value);

    free(value);
    if (n == 0 || n == all)
        return;
    str_adds(out, m->name);
    say_values(g, t, out);
    str_addf(out, ": %d of %d finished trials %s no value\n", all - n, all,
             all - n == 1 ? "has" : "have");
}

void groups_say_without(const struct groups *g, const struct measure *m, int n,
                        struct str *out)
{
    for (int i = 0; i < n; i++)
        for (int t = 0; t < g->n; t++)
            say_without(g, &g->group[t], &m[i], out);
}

struct ranked_group {
    double worth; /* -INFINITY if no trial has finished */
    int at;
    struct trial_group group;
};

static int by_worth(const void *a, const void *b)
{
    const struct ranked_group *x = a, *y = b;

    if (x->worth != y->worth)
        return x->worth < y->worth ? 1 : -1;
    return x->at - y->at;
}

void groups_rank(struct groups *g, const struct measure *m, bool maximize)
{
    struct ranked_group *place =
        memory_zeroed((size_t)g->n + 1, sizeof(*place));

    for (int i = 0; i < g->n; i++) {
        const struct trial_group *t = &g->group[i];
        double *value = memory_zeroed((size_t)t->n + 1, sizeof(*value));
        int n = measure_group(m, t, value);
        double mean = mean_of(value, n);

        place[i] = (struct ranked_group){.worth = n ? (maximize ? mean : -mean)
                                                    : -(double)INFINITY,
                                         .at = i,
                                         .group = *t};
        free(value);
    }
    qsort(place, (size_t)g->n, sizeof(*place), by_worth);
    for (int i = 0; i < g->n; i++)
        g->group[i] = place[i].group;
    free(place);
}
