/* hypotheses.c - the hypotheses that a table tests. */
#include "config.h"

#include "report/tables/hypotheses.h"

/* If there is a test split, only it is tested: valid was used for choosing. */
void hypotheses_init(struct hypotheses *h, const struct table *t)
{
    bool on_test = false;

    *h = (struct hypotheses){.t = t};
    group_pairs_init(&h->pairs, &t->groups, t->against);
    for (int m = 0; m < t->measures; m++)
        on_test |= t->measure[m].test;
    h->split = on_test ? SPLIT_TEST : SPLIT_VALID;
    for (int m = 0; m < t->measures; m++)
        h->first[m] = t->measure[m].test == on_test && !t->hidden[m] ? 0 : -1;
    measures_firsts(t->measure, t->measures, &t->s, 1, h->first);
}

void hypotheses_release(struct hypotheses *h)
{
    group_pairs_release(&h->pairs);
}

int hypotheses_each(const struct hypotheses *h,
                    void (*visit)(void *context, const struct comparison *c,
                                  int pair),
                    void *context, struct error *e)
{
    const struct trial_group *group = h->t->groups.group;

    if (h->t->against &&
        group_pairs_check(&h->pairs, &h->t->groups, h->t->against, e))
        return -1;
    for (int i = 0; i < h->pairs.n; i++) {
        const struct group_pair *p = &h->pairs.pair[i];
        struct comparison c;

        if (comparison_init(&c, &group[p->a], &group[p->b], h->split, e))
            return -1;
        if (c.n)
            visit(context, &c, i);
        comparison_release(&c);
    }
    return 0;
}
