/* table_differences.c - the notes that compare the groups of a table. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/tables/hypotheses.h"
#include "report/tables/table_internal.h"

/* The difference of two groups in a measure. */
struct pair_difference {
    int pair, measure;
    struct test_result seeds, units;
    double seeds_holm, units_holm; /* only for the first measure of a
                                      hypothesis */
};

/* All differences that the notes list. */
struct pair_differences {
    const struct hypotheses *h;
    int n, room;
    struct pair_difference *found; /* owned; those of a hypothesis are
                                      consecutive */
    int of_seeds, of_units;        /* number of hypotheses tested */
    char unit[24];                 /* unit of the tests over units; "" for
                                      none */
    bool formula;                  /* a measure is not a mean over units */
};

/* --- testing -------------------------------------------------------------- */

/* Add a pair's differences in all measures of a hypothesis, if the first can be
 * tested. */
static void take_hypothesis(struct pair_differences *f,
                            const struct comparison *c, int pair, int first)
{
    const struct table *t = f->h->t;

    for (int k = first; k < t->measures; k++) {
        const struct measure *m = &t->measure[k];

        if (f->h->first[k] != first)
            continue;
        const struct pair_difference found = {
            .pair = pair,
            .measure = k,
            .seeds = test_kinds[TEST_SIGN_FLIP].of(c, m),
            .units = test_kinds[TEST_BOOTSTRAP].of(c, m)};

        if (k == first && found.seeds.n < 2 && isnan(found.units.p))
            return;
        GROW(f->found, f->n, f->room);
        f->found[f->n++] = found;
        f->formula |= comparison_by_formula(c, m);
    }
}

static void take_pair(void *context, const struct comparison *c, int pair)
{
    struct pair_differences *f = context;

    for (int m = 0; m < f->h->t->measures; m++)
        if (f->h->first[m] == m)
            take_hypothesis(f, c, pair, m);
    if (c->difference.n)
        memcpy(f->unit, c->difference.name, sizeof(f->unit));
}

static bool is_first(const struct pair_differences *f,
                     const struct pair_difference *found)
{
    return f->h->first[found->measure] == found->measure;
}

/* Correct p over the first measures only: the others are the same
 * hypotheses. */
static void correct(struct pair_differences *f)
{
    const size_t n = (size_t)f->n + 1;
    double *p = memory_new(4 * n * sizeof(*p)), *seeds = p, *units = p + n;

    for (int i = 0; i < f->n; i++) {
        const bool first = is_first(f, &f->found[i]);

        seeds[i] = first ? f->found[i].seeds.p : (double)NAN;
        units[i] = first ? f->found[i].units.p : (double)NAN;
    }
    f->of_seeds = holm(seeds, f->n, p + 2 * n);
    f->of_units = holm(units, f->n, p + 3 * n);
    for (int i = 0; i < f->n; i++) {
        f->found[i].seeds_holm = p[2 * n + (size_t)i];
        f->found[i].units_holm = p[3 * n + (size_t)i];
    }
    free(p);
}

/* --- a line --------------------------------------------------------------- */

/* Append a p, what it is for and, if there are several, the corrected one. */
static void say_p(double p, const char *of_it, double corrected, int of,
                  struct str *out)
{
    if (p < 0.001)
        str_adds(out, "p < 0.001");
    else
        str_addf(out, "p = %.3f", p);
    str_adds(out, of_it);
    if (of > 1 && !isnan(corrected))
        str_addf(out, corrected < 0.001 ? ", Holm < 0.001" : ", Holm %.3f",
                 corrected);
}

static void say_seeds(const struct pair_differences *f,
                      const struct pair_difference *found, struct str *out)
{
    const struct test_result *o = &found->seeds;
    const bool least = o->n <= PAIRED_EXACT && o->p <= ldexp(1, 1 - o->n);
    char of_it[64] = "";

    if (o->n < 2) {
        str_addf(out, "%d seed%s", o->n, o->n == 1 ? "" : "s");
        return;
    }
    if (least)
        snprintf(of_it, sizeof(of_it), ", the least that %d seeds can give",
                 o->n);
    say_p(o->p, of_it, found->seeds_holm, f->of_seeds, out);
    if (!least)
        str_addf(out, ", %d seeds", o->n);
}

static void say_units(const struct pair_differences *f,
                      const struct pair_difference *found, struct str *out)
{
    const struct test_result *o = &found->units;

    if (isnan(o->p))
        return;
    str_addf(out, "; over %d %s%s ", o->n, f->unit, o->n == 1 ? "" : "s");
    say_p(o->p, "", found->units_holm, f->of_units, out);
    str_addf(out, ", %+.2f to %+.2f", shown(o->low, 2), shown(o->high, 2));
}

/* Append the measures of differences [first, end), and each difference. */
static void say_difference(const struct pair_differences *f, int first, int end,
                           struct str *out)
{
    const struct group_pair *p = &f->h->pairs.pair[f->found[first].pair];
    const struct trial_group *g = f->h->t->groups.group;
    struct str names = {0}, by = {0};

    for (int i = first; i < end; i++) {
        str_addf(&names, "%s%s", names.len ? " and " : "",
                 f->h->t->measure[f->found[i].measure].name);
        str_addf(&by, "%s%+.2f", by.len ? " and " : "",
                 shown(f->found[i].seeds.difference, 2));
    }
    str_addf(out, "%s: %s minus %s is %s", str_text(&names),
             g[p->b].value[p->field], g[p->a].value[p->field], str_text(&by));
    str_release(&names);
    str_release(&by);
}

/* Append the other fields of two groups, if they have several values in the
 * table. */
static void say_others(const struct pair_differences *f, int pair,
                       struct str *out)
{
    const struct group_pairs *pairs = &f->h->pairs;
    const struct group_pair *p = &pairs->pair[pair];
    const struct groups *g = &f->h->t->groups;

    for (int k = 0; k < g->fields; k++)
        if (k != p->field && pairs->values[k] > 1)
            str_addf(out, ", %s = %s", g->field[k], g->group[p->a].value[k]);
}

/* True if differences [first, end) have the same results over units. */
static bool units_alike(const struct pair_differences *f, int first, int end)
{
    const struct test_result *o = &f->found[first].units;

    for (int i = first + 1; i < end; i++) {
        const struct test_result *other = &f->found[i].units;

        if (other->n != o->n || other->p != o->p || other->low != o->low ||
            other->high != o->high)
            return false;
    }
    return true;
}

/* Append a line for a hypothesis.  Results over units are listed for each
 * measure in order, as different units can count for each; only once if they
 * are equal. */
static void say_hypothesis(const struct pair_differences *f, int first, int end,
                           struct str *out)
{
    const int said = units_alike(f, first, end) ? first + 1 : end;

    say_difference(f, first, end, out);
    str_adds(out, " (");
    say_seeds(f, &f->found[first], out);
    for (int i = first; i < said && !isnan(f->found[first].units.p); i++)
        say_units(f, &f->found[i], out);
    str_adds(out, ")");
    say_others(f, f->found[first].pair, out);
    str_adds(out, "\n");
}

/* --- all lines ------------------------------------------------------------ */

static void say_all(const struct pair_differences *f, struct str *out)
{
    for (int i = 0, end; i < f->n; i = end) {
        for (end = i + 1; end < f->n && !is_first(f, &f->found[end]);)
            end++;
        say_hypothesis(f, i, end, out);
    }
}

static void explain_holm(const struct pair_differences *f, struct str *out)
{
    if (f->of_seeds < 2 && f->of_units < 2)
        return;
    str_adds(out, "Holm: the same p, corrected for all of this table,");
    if (f->of_seeds > 1)
        str_addf(out, " %d over seeds", f->of_seeds);
    if (f->of_units > 1)
        str_addf(out, "%s %d over %ss", f->of_seeds > 1 ? " and" : "",
                 f->of_units, f->unit);
    str_adds(out, "\n");
}

static void explain(const struct pair_differences *f, struct str *out)
{
    bool seeds = false, drawn = false, units = false;

    for (int i = 0; i < f->n; i++) {
        seeds |= f->found[i].seeds.n > 1;
        drawn |= f->found[i].seeds.n > PAIRED_EXACT;
        units |= !isnan(f->found[i].units.p);
    }
    if (seeds)
        str_addf(out,
                 "p: two-sided, %s sign-flip test on pairs of equal seed\n",
                 drawn ? "partly drawn" : "exact");
    if (units)
        str_addf(out,
                 "over %ss: two-sided p and 95 %% interval, paired bootstrap "
                 "of %s mean over seeds, %d draws\n",
                 f->unit, f->formula ? "the metric's" : "each one's",
                 BOOTSTRAP_DRAWS);
    explain_holm(f, out);
}

int table_differences(const struct table *t, bool explained, struct str *out,
                      struct error *e)
{
    struct hypotheses h;
    struct pair_differences f = {.h = &h};

    hypotheses_init(&h, t);
    const int failed = hypotheses_each(&h, take_pair, &f, e);

    if (!failed) {
        correct(&f);
        say_all(&f, out);
        if (explained)
            explain(&f, out);
    }
    free(f.found);
    hypotheses_release(&h);
    return failed;
}
