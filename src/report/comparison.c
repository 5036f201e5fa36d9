/* comparison.c - two groups of trials: their pairs, and units. */
#include "config.h"

#include "report/comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "search/names.h"

static struct digest seeds_name(const struct member *m)
{
    return digest_of(m->seeds, strlen(m->seeds));
}

static void pair_up(struct comparison *c)
{
    const size_t room = (size_t)c->a->n + 1;
    struct names seeds = {0};

    c->x = memory_zeroed(room, sizeof(*c->x));
    c->y = memory_zeroed(room, sizeof(*c->y));
    for (int j = 0; j < c->b->n; j++)
        if (member_finished(&c->b->member[j]))
            names_first(&seeds, seeds_name(&c->b->member[j]), j);
    for (int i = 0; i < c->a->n; i++) {
        const struct member *y = &c->a->member[i];
        const long j =
            member_finished(y) ? names_find(&seeds, seeds_name(y)) : -1;

        if (j < 0)
            continue;
        c->x[c->n] = &c->b->member[j];
        c->y[c->n++] = y;
    }
    names_release(&seeds);
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

static void zero_units(struct units *d, const struct units *like)
{
    units_init(d, like->name, like->n, like->metrics);
    for (int i = 0; i < like->n; i++)
        for (int m = 0; m < like->metrics; m++)
            units_at(d, i, m)->of = units_at(like, i, m)->of;
}

/* d += sign u; at first d becomes so many zeros.  No units or others make d
 * none; returns whether it is any. */
static bool add_units(struct units *d, const struct units *u, double sign,
                      bool begin)
{
    if (begin)
        zero_units(d, u);
    if (!u->n || !same_units(d, u)) {
        units_release(d);
        return false;
    }
    for (int i = 0; i < u->n; i++)
        for (int m = 0; m < u->metrics; m++)
            units_at(d, i, m)->sum += sign * units_at(u, i, m)->sum;
    return true;
}

/* The difference of a metric says nothing of right and wrong. */
static void mark_others(struct units *first, const struct units *u)
{
    for (int i = 0; i < first->n; i++)
        for (int m = 0; m < u->metrics; m++) {
            const struct tally *t = units_at(u, i, m);

            if (t->of > 0 && (t->of != 1 || (t->sum != 0 && t->sum != 1)))
                units_at(first, i, m)->sum = (double)NAN;
        }
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

/* Take in x (even k) or y (odd) of pair k / 2. */
static bool take_units(struct comparison *c, const struct units *u, int k)
{
    const double sign = k % 2 ? -1.0 : 1.0;
    const bool any = add_units(&c->difference, u, sign / c->n, !k);

    if (any && k < 2 && add_units(&c->first, u, sign, !k))
        mark_others(&c->first, u);
    return any;
}

static int subtract_units(struct comparison *c, int split, struct error *e)
{
    bool any = split >= 0 && c->n && asked_alike(c->x[0]->row, c->y[0]->row);

    for (int k = 0; k < 2 * c->n && any; k++) {
        const struct member *m = k % 2 ? c->y[k / 2] : c->x[k / 2];
        struct units u;

        if (results_units(m->of, m->row, split, &u, e))
            return -1;
        any = take_units(c, &u, k);
        units_release(&u);
    }
    return 0;
}

int comparison_init(struct comparison *c, const struct trial_group *a,
                    const struct trial_group *b, int split, struct error *e)
{
    *c = (struct comparison){.a = a, .b = b};
    pair_up(c);
    if (!subtract_units(c, split, e))
        return 0;
    comparison_release(c);
    return -1;
}

void comparison_release(struct comparison *c)
{
    free(c->x);
    free(c->y);
    units_release(&c->difference);
    units_release(&c->first);
    *c = (struct comparison){0};
}
