/* comparison.c - two groups of trials: their pairs and units. */
#include "config.h"

#include "report/tables/comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numbers/digest_map.h"
#include "sweep/experiment/task_text.h"
#include "sweep/results/data_read.h"

/* --- pairs ---------------------------------------------------------------- */

/* Members of a group with the digests that match pairs. */
struct pairing {
    const struct trial_group *g;
    bool *taken;             /* owned [n]: has a pair, or has not finished */
    bool *twice;             /* owned [n]: another member has the same digest */
    struct digest *name;     /* owned [n]: digests of members not taken, */
    struct digest_map names; /* and their indices */
};

static void pairing_init(struct pairing *p, const struct trial_group *g)
{
    *p = (struct pairing){.g = g};
    p->taken = memory_zeroed((size_t)g->n + 1, sizeof(*p->taken));
    p->twice = memory_zeroed((size_t)g->n + 1, sizeof(*p->twice));
    p->name = memory_zeroed((size_t)g->n + 1, sizeof(*p->name));
    for (int i = 0; i < g->n; i++)
        p->taken[i] = !group_member_finished(&g->member[i]);
}

static void pairing_release(struct pairing *p)
{
    free(p->taken);
    free(p->twice);
    free(p->name);
    digest_map_release(&p->names);
}

/* Return the digest of a member's seeds, with or without its folder. */
static struct digest name_of(const struct group_member *m, bool folder)
{
    struct hasher *h = hasher_new();

    hasher_add(h, m->seeds, strlen(m->seeds) + 1);
    if (folder)
        hasher_add(h, &m->of, sizeof(m->of));
    const struct digest d = hasher_digest(h);

    hasher_free(h);
    return d;
}

static void name_all(struct pairing *p, bool folder)
{
    digest_map_release(&p->names);
    memset(p->twice, 0, (size_t)p->g->n * sizeof(*p->twice));
    for (int i = 0; i < p->g->n; i++) {
        if (p->taken[i])
            continue;
        p->name[i] = name_of(&p->g->member[i], folder);
        const long first = digest_map_add(&p->names, p->name[i], i);

        p->twice[first] |= first < i;
    }
}

/* Return the member of b with the same digest, if that is unique in both
 * groups; else -1. */
static long partner_of(const struct pairing *a, const struct pairing *b, int i)
{
    if (a->taken[i])
        return -1;
    const long first = digest_map_find(&a->names, a->name[i]),
               j = digest_map_find(&b->names, a->name[i]);

    return a->twice[first] || j < 0 || b->twice[j] ? -1 : j;
}

static void pair_by(struct comparison *c, struct pairing *a, struct pairing *b,
                    bool folder)
{
    name_all(a, folder);
    name_all(b, folder);
    for (int i = 0; i < a->g->n; i++) {
        const long j = partner_of(a, b, i);

        if (j < 0)
            continue;
        a->taken[i] = b->taken[j] = true;
        c->x[c->n] = &b->g->member[j];
        c->y[c->n++] = &a->g->member[i];
    }
}

/* Make pairs within each folder, then from the rest across folders. */
static void pair_up(struct comparison *c)
{
    const size_t room = (size_t)c->a->n + 1;
    struct pairing a, b;

    c->x = memory_zeroed(room, sizeof(*c->x));
    c->y = memory_zeroed(room, sizeof(*c->y));
    pairing_init(&a, c->a);
    pairing_init(&b, c->b);
    pair_by(c, &a, &b, true);
    pair_by(c, &a, &b, false);
    pairing_release(&a);
    pairing_release(&b);
}

/* --- units ---------------------------------------------------------------- */

/* True if both have the same units, as far as results show. */
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

/* Compute d += sign u; with `begin` d is set to zeros before.  Without units,
 * or if they differ, d becomes empty.  Returns whether it is not. */
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

/* Mark with NaN the metrics whose values are not 0 or 1 of 1: their differences
 * do not tell which system is right. */
static void mark_others(struct units *first, const struct units *u)
{
    for (int i = 0; i < first->n; i++)
        for (int m = 0; m < u->metrics; m++) {
            const struct tally *t = units_at(u, i, m);

            if (t->of > 0 && (t->of != 1 || (t->sum != 0 && t->sum != 1)))
                units_at(first, i, m)->sum = (double)NAN;
        }
}

/* True if both trials answered the same questions; if their tasks or files
 * differ, questions can differ. */
static bool asked_alike(const struct results_row *one,
                        const struct results_row *other, enum split split)
{
    if (!data_scored_alike(&one->result.facts, &other->result.facts, split))
        return false;
    char *a = row_whole(&one->config), *b = row_whole(&other->config);
    const bool alike = tasks_ask_alike(a, b);

    free(a);
    free(b);
    return alike;
}

static void take_ngrams(struct comparison *c, struct units *u, int k)
{
    struct units *to = &c->ngrams[k];

    *to = (struct units){.n = u->n, .metrics = u->metrics, .ngrams = u->ngrams};
    memcpy(to->orders, u->orders, sizeof(to->orders));
    u->ngrams = NULL;
}

/* Take the units of x (even k) or y (odd k) of pair k / 2: add them to the
 * difference, and keep their n-grams. */
static bool take_units(struct comparison *c, struct units *u, int k)
{
    const double sign = k % 2 ? -1.0 : 1.0;
    const bool any = add_units(&c->difference, u, sign / c->n, !k);

    if (any && k < 2 && add_units(&c->first, u, sign, !k))
        mark_others(&c->first, u);
    take_ngrams(c, u, k);
    return any;
}

static int subtract_units(struct comparison *c, enum split split,
                          struct error *e)
{
    bool any = split >= 0;

    c->ngrams = memory_zeroed(2 * (size_t)c->n + 1, sizeof(*c->ngrams));
    for (int k = 0; k < c->n && any; k++)
        any = asked_alike(c->x[k]->row, c->y[k]->row, split) &&
              asked_alike(c->x[0]->row, c->x[k]->row, split);
    for (int k = 0; k < 2 * c->n && any; k++) {
        const struct group_member *m = k % 2 ? c->y[k / 2] : c->x[k / 2];
        struct units u;

        if (results_units(m->of, m->row, split, &u, e))
            return -1;
        any = take_units(c, &u, k);
        units_release(&u);
    }
    return 0;
}

int comparison_init(struct comparison *c, const struct trial_group *a,
                    const struct trial_group *b, enum split split,
                    struct error *e)
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
    for (int k = 0; k < 2 * c->n; k++)
        units_release(&c->ngrams[k]);
    free(c->ngrams);
    free(c->x);
    free(c->y);
    units_release(&c->difference);
    units_release(&c->first);
    *c = (struct comparison){0};
}
