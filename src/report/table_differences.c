/* table_differences.c - the lines below a table that compare its groups. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "report/group_pairs.h"
#include "report/statistics.h"
#include "report/table_parts.h"
#include "search/names.h"

/* What is tested, and what has been said of it. */
struct tests {
    const struct table *t;
    struct group_pairs pairs;
    bool on_test;            /* the split whose measures are tested, or valid */
    int first[MAX_MEASURES]; /* of each measure, the first that it is affine in;
                                -1: it is not tested */
    bool seeds;              /* was any difference over seeds tested? */
    bool drawn;              /* with flips drawn, not all of them? */
    char unit[24];           /* and over which units; "": none */
};

/* Two groups that differ in one field, and their trials of equal seeds. */
struct pair {
    const struct trial_group *a, *b;
    int field, n;
    const struct results_row **x, **y; /* owned [n]: of b, of a */
    struct units difference; /* x minus y, means over the seeds; n = 0: no test
                                over units */
};

/* --- what is tested ------------------------------------------------------ */

/* Are two measures affine in one another over all trials? */
static bool measures_affine(const struct table *t, int one, int other)
{
    const size_t room = (size_t)t->s->n + 1;
    double *x = memory_zeroed(2 * room, sizeof(*x)), *y = x + room;
    bool both = true;
    int n = 0;

    for (long i = 0; i < t->s->n; i++) {
        const struct results_row *row = &t->s->row[i];

        if (!row->present || row->result.status != TRIAL_FINISHED)
            continue;
        x[n] = measure_value(&t->measure[one], &row->result);
        y[n] = measure_value(&t->measure[other], &row->result);
        both &= isnan(x[n]) == isnan(y[n]);
        n += !isnan(x[n]);
    }
    both = both && affine(x, y, n);
    free(x);
    return both;
}

/* Where there is a test, validation has had its say in choosing. */
static void tests_init(struct tests *s, const struct table *t)
{
    *s = (struct tests){.t = t};
    group_pairs_init(&s->pairs, &t->groups);
    for (int m = 0; m < t->measures; m++)
        s->on_test |= t->measure[m].test;
    for (int m = 0; m < t->measures; m++) {
        int k = 0;

        while (k < m && (s->first[k] != k || !measures_affine(t, k, m)))
            k++;
        s->first[m] = t->measure[m].test == s->on_test ? k : -1;
    }
}

/* --- pairs of trials ----------------------------------------------------- */

static struct digest seeds_name(const struct member *m)
{
    return digest_of(m->seeds, strlen(m->seeds));
}

static void pair_up(struct pair *p)
{
    const size_t room = (size_t)p->a->n + 1;
    struct names seeds = {0};

    p->x = memory_zeroed(room, sizeof(*p->x));
    p->y = memory_zeroed(room, sizeof(*p->y));
    for (int j = 0; j < p->b->n; j++)
        if (member_finished(&p->b->member[j]))
            names_first(&seeds, seeds_name(&p->b->member[j]), j);
    for (int i = 0; i < p->a->n; i++) {
        const struct member *y = &p->a->member[i];
        const long j =
            member_finished(y) ? names_find(&seeds, seeds_name(y)) : -1;

        if (j < 0)
            continue;
        p->x[p->n] = p->b->member[j].row;
        p->y[p->n++] = y->row;
    }
    names_release(&seeds);
}

static void pair_release(struct pair *p)
{
    free(p->x);
    free(p->y);
    units_release(&p->difference);
}

/* The same units for both, as far as a result says? */
static bool same_units(const struct units *one, const struct units *other)
{
    bool same = one->n == other->n && one->metrics == other->metrics &&
                strcmp(one->name, other->name) == 0;

    for (int i = 0; same && i < one->n; i++)
        for (int m = 0; m < one->metrics; m++)
            same &= units_at(one, i, m)->of == units_at(other, i, m)->of;
    return same;
}

/* d += sign u; at first d becomes so many zeros.  No units or others make d
 * none; returns whether it is any. */
static bool add_units(struct units *d, const struct units *u, double sign,
                      bool begin)
{
    if (begin) {
        units_init(d, u->name, u->n, u->metrics);
        for (int i = 0; i < u->n; i++)
            for (int m = 0; m < u->metrics; m++)
                units_at(d, i, m)->of = units_at(u, i, m)->of;
    }
    if (!u->n || !same_units(d, u)) {
        units_release(d);
        return false;
    }
    for (int i = 0; i < u->n; i++)
        for (int m = 0; m < u->metrics; m++)
            units_at(d, i, m)->sum += sign * units_at(u, i, m)->sum;
    return true;
}

/* Trials whose tasks differ may have been asked other questions. */
static bool asked_alike(const struct results_row *one,
                        const struct results_row *other)
{
    char *a = row_whole(&one->config), *b = row_whole(&other->config);
    struct differing at;
    const bool differ = tasks_differ(a, b, &at);

    free(a);
    free(b);
    return !differ;
}

static int subtract_units(const struct tests *s, struct pair *p,
                          struct error *e)
{
    const enum split split = s->on_test ? SPLIT_TEST : SPLIT_VALID;
    bool any = p->n && asked_alike(p->x[0], p->y[0]);

    for (int k = 0; k < 2 * p->n && any; k++) {
        const bool minus = k % 2;
        struct units u;

        if (results_units(s->t->s, minus ? p->y[k / 2] : p->x[k / 2], split, &u,
                          e))
            return -1;
        any = add_units(&p->difference, &u, (minus ? -1.0 : 1.0) / p->n, !k);
        units_release(&u);
    }
    return 0;
}

/* --- a line -------------------------------------------------------------- */

static struct paired test_seeds(const struct pair *p, const struct measure *m)
{
    double *x = memory_zeroed(2 * (size_t)p->n, sizeof(*x)), *y = x + p->n;
    int n = 0;

    for (int i = 0; i < p->n; i++) {
        x[n] = measure_value(m, &p->x[i]->result);
        y[n] = measure_value(m, &p->y[i]->result);
        n += !isnan(x[n]) && !isnan(y[n]);
    }
    const struct paired r = paired_test(x, y, n);

    free(x);
    return r;
}

static struct bootstrap test_units(const struct units *u, int metric)
{
    struct tally *d = memory_new(((size_t)u->n + 1) * sizeof(*d));
    const int n = metric < u->metrics ? u->n : 0;

    for (int i = 0; i < n; i++)
        d[i] = *units_at(u, i, metric);
    const struct bootstrap b = bootstrap_test(d, n);

    free(d);
    return b;
}

static void say_p(double p, struct str *out)
{
    if (p < 0.001)
        str_adds(out, "p < 0.001");
    else
        str_addf(out, "p = %.3f", p);
}

static void say_seeds(const struct paired *p, struct str *out)
{
    const char *plural = p->n == 1 ? "" : "s";

    if (p->n > 1) {
        say_p(p->p, out);
        str_adds(out, ", ");
    }
    if (p->n > 1 && p->n <= PAIRED_EXACT && p->p <= ldexp(1, 1 - p->n))
        str_addf(out, "the least that %d seeds can give", p->n);
    else
        str_addf(out, "%d seed%s", p->n, plural);
}

static void say_units(const struct bootstrap *b, const char *unit,
                      struct str *out)
{
    str_addf(out, "; over %d %s%s ", b->n, unit, b->n == 1 ? "" : "s");
    say_p(b->p, out);
    str_addf(out, ", %+.2f to %+.2f", b->low, b->high);
}

/* The measures that go with m, and what differs in each. */
static void say_difference(const struct tests *s, const struct pair *p, int m,
                           struct str *out)
{
    struct str names = {0}, by = {0};

    for (int k = m; k < s->t->measures; k++)
        if (s->first[k] == m) {
            const struct measure *measure = &s->t->measure[k];

            str_addf(&names, "%s%s", names.len ? " and " : "", measure->name);
            str_addf(&by, "%s%+.2f", by.len ? " and " : "",
                     test_seeds(p, measure).difference);
        }
    str_addf(out, "%s: %s minus %s is %s", str_text(&names),
             p->b->value[p->field], p->a->value[p->field], str_text(&by));
    str_release(&names);
    str_release(&by);
}

/* Of each measure that goes with m its own, in their order: units that count
 * for one need not count for the other. */
static void say_each_over_units(struct tests *s, const struct pair *p, int m,
                                struct str *out)
{
    for (int k = m; k < s->t->measures; k++)
        if (s->first[k] == m) {
            const struct bootstrap b =
                test_units(&p->difference, s->t->measure[k].metric);

            if (!isnan(b.p))
                say_units(&b, p->difference.name, out);
        }
    memcpy(s->unit, p->difference.name, sizeof(s->unit));
}

static void note_difference(struct tests *s, const struct pair *p, int m,
                            struct str *out)
{
    const struct groups *g = &s->t->groups;
    const struct measure *measure = &s->t->measure[m];
    const struct paired seeds = test_seeds(p, measure);
    const struct bootstrap units = test_units(&p->difference, measure->metric);
    const bool over_units = !isnan(units.p);

    if (seeds.n < 2 && !over_units)
        return;
    say_difference(s, p, m, out);
    str_adds(out, " (");
    say_seeds(&seeds, out);
    s->seeds |= seeds.n > 1;
    s->drawn |= seeds.n > PAIRED_EXACT;
    if (over_units)
        say_each_over_units(s, p, m, out);
    str_adds(out, ")");
    for (int f = 0; f < g->fields; f++)
        if (f != p->field && s->pairs.values[f] > 1)
            str_addf(out, ", %s = %s", g->field[f], p->a->value[f]);
    str_adds(out, "\n");
}

/* --- all of them --------------------------------------------------------- */

static int compare(struct tests *s, struct pair *p, struct str *out,
                   struct error *e)
{
    pair_up(p);
    const int failed = subtract_units(s, p, e);

    for (int m = 0; m < s->t->measures && p->n && !failed; m++)
        if (s->first[m] == m)
            note_difference(s, p, m, out);
    pair_release(p);
    return failed;
}

static void explain(const struct tests *s, struct str *out)
{
    if (s->seeds)
        str_addf(out,
                 "p: two-sided, %s sign-flip test on pairs of equal seed\n",
                 s->drawn ? "partly drawn" : "exact");
    if (*s->unit)
        str_addf(out,
                 "over %ss: two-sided p and 95 %% interval, paired bootstrap "
                 "of each one's mean over seeds, %d draws\n",
                 s->unit, BOOTSTRAP_DRAWS);
}

int table_differences(const struct table *t, struct str *out, struct error *e)
{
    const struct groups *g = &t->groups;
    struct tests s;
    int failed = 0;

    tests_init(&s, t);
    for (int i = 0; i < s.pairs.n && !failed; i++) {
        const struct group_pair *of = &s.pairs.pair[i];
        struct pair p = {
            .a = &g->group[of->a], .b = &g->group[of->b], .field = of->field};

        failed = compare(&s, &p, out, e);
    }
    explain(&s, out);
    group_pairs_release(&s.pairs);
    return failed;
}
