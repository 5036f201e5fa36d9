/* table_tests.c - a table of all tests of a table's comparisons. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/tables/hypotheses.h"
#include "report/tables/table_internal.h"

/* A test with a result. */
struct tested {
    int pair, measure, test;
    struct test_result is;
    double holm;
    char over[32]; /* "seeds", "questions" */
};

struct all_tests {
    const struct hypotheses *h;
    int n, room;
    struct tested *tested; /* owned */
};

/* --- testing -------------------------------------------------------------- */

static void take(struct all_tests *a, const struct comparison *c, int pair,
                 int measure)
{
    const struct measure *m = &a->h->t->measure[measure];

    for (int i = 0; i < TESTS; i++) {
        struct tested t = {.pair = pair, .measure = measure, .test = i};
        struct str over = {0};

        t.is = test_kinds[i].of(c, m);
        if (isnan(t.is.p))
            continue;
        test_over(&test_kinds[i], c, &over);
        snprintf(t.over, sizeof(t.over), "%s", str_text(&over));
        str_release(&over);
        GROW(a->tested, a->n, a->room);
        a->tested[a->n++] = t;
    }
}

static void take_pair(void *context, const struct comparison *c, int pair)
{
    struct all_tests *a = context;

    for (int m = 0; m < a->h->t->measures; m++)
        if (a->h->first[m] == m)
            take(a, c, pair, m);
}

/* Correct p for each test separately: only one of the tests of a hypothesis
 * should be used. */
static void correct(struct all_tests *a, int test)
{
    double *p = memory_new((2 * (size_t)a->n + 1) * sizeof(*p));

    for (int i = 0; i < a->n; i++)
        p[i] = a->tested[i].test == test ? a->tested[i].is.p : (double)NAN;
    holm(p, a->n, p + a->n);
    for (int i = 0; i < a->n; i++)
        if (a->tested[i].test == test)
            a->tested[i].holm = p[a->n + i];
    free(p);
}

/* --- the table ------------------------------------------------------------ */

/* Indices of the columns. */
struct test_columns {
    int metric, field, from, to, others, difference, test, over, n, p, holm,
        low, high;
};

/* True if a field distinguishes comparisons. */
static bool is_other(const struct hypotheses *h, int field)
{
    return h->pairs.values[field] > 1;
}

static struct test_columns make_columns(const struct hypotheses *h,
                                        struct grid *g)
{
    const struct groups *groups = &h->t->groups;
    struct test_columns l = {.metric = grid_column(g, false, "metric"),
                             .field = grid_column(g, false, "field"),
                             .from = grid_column(g, false, "from"),
                             .to = grid_column(g, false, "to")};

    g->column[l.from].texts = g->column[l.to].texts = true;
    l.others = g->columns;
    for (int f = 0; f < groups->fields && h->pairs.n; f++)
        if (is_other(h, f) && groups->fields > 1) {
            const int column = grid_column(g, false, "%s", groups->field[f]);

            g->column[column].field = true;
            g->column[column].texts = field_has_texts(groups->field[f]);
        }
    l.test = grid_column(g, false, "test");
    g->keys = g->columns;
    l.difference = grid_reals(g, "difference");
    l.over = grid_column(g, false, "over");
    l.n = grid_column(g, true, "n");
    l.p = grid_reals(g, "p");
    l.holm = grid_reals(g, "holm");
    l.low = grid_reals(g, "low");
    l.high = grid_reals(g, "high");
    return l;
}

/* Set a cell to a group's value of a field; for programs a text has no
 * quotes. */
static void put_value(const struct hypotheses *h, struct grid *g, int row,
                      int column, const struct trial_group *group, int field)
{
    struct str value = {0};

    shown_value(h->t->groups.field[field], group->value[field],
                h->t->format->data, &value);
    grid_set(g, row, column, "%s", str_text(&value));
    str_release(&value);
}

/* Set the cells of the fields in which both groups agree. */
static void put_others(const struct hypotheses *h, struct grid *g, int row,
                       int column, const struct group_pair *p)
{
    const struct groups *groups = &h->t->groups;

    for (int f = 0; f < groups->fields && groups->fields > 1; f++)
        if (is_other(h, f)) {
            if (f != p->field)
                put_value(h, g, row, column, &groups->group[p->a], f);
            column++;
        }
}

static void put_p(const struct table *t, struct grid *g, int row, int column,
                  double p)
{
    if (t->format->data)
        grid_set(g, row, column, "%.10g", p);
    else if (p < 0.0001)
        grid_set(g, row, column, "< 0.0001");
    else
        grid_set(g, row, column, "%.4f", p);
}

/* Set a cell to a difference, or an end of its interval. */
static void put_difference(const struct table *t, struct grid *g, int row,
                           int column, double x)
{
    if (t->format->data)
        grid_set(g, row, column, "%.10g", x);
    else
        grid_set(g, row, column, "%+.2f", shown(x, 2));
}

static void put_numbers(const struct table *t, struct grid *g, int row,
                        const struct test_columns *l,
                        const struct tested *tested)
{
    const struct test_result *v = &tested->is;

    put_difference(t, g, row, l->difference, v->difference);
    grid_set(g, row, l->n, "%d", v->n);
    put_p(t, g, row, l->p, v->p);
    put_p(t, g, row, l->holm, tested->holm);
    if (isnan(v->low))
        return;
    put_difference(t, g, row, l->low, v->low);
    put_difference(t, g, row, l->high, v->high);
}

static void put_row(const struct hypotheses *h, struct grid *g,
                    const struct test_columns *l, const struct tested *tested)
{
    const struct group_pair *p = &h->pairs.pair[tested->pair];
    const struct groups *groups = &h->t->groups;
    const int row = grid_row(g);

    grid_set(g, row, l->metric, "%s", h->t->measure[tested->measure].name);
    grid_set(g, row, l->field, "%s", groups->field[p->field]);
    put_value(h, g, row, l->from, &groups->group[p->a], p->field);
    put_value(h, g, row, l->to, &groups->group[p->b], p->field);
    put_others(h, g, row, l->others, p);
    grid_set(g, row, l->test, "%s", test_kinds[tested->test].name);
    grid_set(g, row, l->over, "%s", tested->over);
    put_numbers(h->t, g, row, l, tested);
}

/* --- notes ---------------------------------------------------------------- */

static void say_affine(const struct hypotheses *h, struct str *out)
{
    const struct table *t = h->t;

    for (int k = 0; k < t->measures; k++)
        if (h->first[k] >= 0 && h->first[k] != k)
            str_addf(out,
                     "%s is affine in %s over all trials: one hypothesis, and "
                     "the same test over seeds\n",
                     t->measure[k].name, t->measure[h->first[k]].name);
}

static void explain(const struct all_tests *a, struct str *out)
{
    say_affine(a->h, out);
    for (int test = 0; test < TESTS; test++) {
        int n = 0;

        for (int i = 0; i < a->n; i++)
            n += a->tested[i].test == test;
        if (n)
            str_addf(out, "%s: %s\n", test_kinds[test].name,
                     test_kinds[test].says);
    }
    if (a->n)
        str_adds(out, "difference: to minus from; p: two-sided, unless a test "
                      "says its side; holm: that, "
                      "corrected for all rows of the same test; low to high: "
                      "95 % interval\n");
    else
        str_adds(out, "nothing to compare: no two groups differ in one field "
                      "alone, share seeds and have enough of them\n");
}

int table_of_tests(const struct table *t, struct grid *grid, struct str *notes,
                   struct error *e)
{
    struct hypotheses h;
    struct all_tests a = {.h = &h};

    hypotheses_init(&h, t);
    const int failed = hypotheses_each(&h, take_pair, &a, e);

    if (!failed) {
        const struct test_columns l = make_columns(&h, grid);

        for (int test = 0; test < TESTS; test++)
            correct(&a, test);
        for (int i = 0; i < a.n; i++)
            put_row(&h, grid, &l, &a.tested[i]);
        explain(&a, notes);
    }
    free(a.tested);
    hypotheses_release(&h);
    return failed;
}
