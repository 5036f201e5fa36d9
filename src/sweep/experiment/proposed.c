#include "sweep/experiment/proposed.h"

#include <stdlib.h>

#include "base/core/memory.h"

void proposed_release(struct proposed *p)
{
    free(p->place);
    assignments_release(&p->values);
    *p = (struct proposed){0};
}

/* Does another than this program know what its search proposes? */
static bool is_told(const struct experiment *x)
{
    return experiment_known(x) < experiment_trials(x) ||
           space_has_rounded(&x->search.space);
}

bool proposed_matters(const struct experiment *x)
{
    return is_told(x) || scheduler_kind_of(&x->scheduler)->explore;
}

/* Trial a->number is the last that it was told of; false: it knows. */
static bool tell(struct proposed *p, const struct assignment *a)
{
    if ((!a->from && !is_told(p->x)) || a->number < p->n)
        return false;
    while (p->n <= a->number) {
        GROW(p->place, p->n, p->room);
        p->place[p->n++] = 0;
    }
    return true;
}

void proposed_add(struct proposed *p, const struct assignment *a)
{
    if (tell(p, a))
        p->place[a->number] =
            1 + assignments_add(&p->values, &p->x->search.space, a);
}

void proposed_drop(struct proposed *p, const struct assignment *a)
{
    tell(p, a);
}

long proposed_known(const struct proposed *p)
{
    const long n = experiment_known(p->x);

    return p->n > n ? p->n : n;
}

static bool was_told(const struct proposed *p, long i)
{
    return i < p->n && p->place[i];
}

bool proposed_has(const struct proposed *p, long i)
{
    return i >= experiment_trials(p->x) || (i < p->n && is_told(p->x))
               ? was_told(p, i)
               : experiment_has(p->x, i);
}

struct assignment proposed_assignment(const struct proposed *p, long i)
{
    return was_told(p, i) ? assignments_get(&p->values, &p->x->search.space,
                                            p->place[i] - 1, i)
                          : experiment_assignment(p->x, i);
}

int proposed_trial(const struct proposed *p, long i, struct trial_config *c,
                   struct error *e)
{
    struct assignment a = proposed_assignment(p, i);
    const int failed = experiment_bind(p->x, &a, c, e);

    assignment_release(&p->x->search.space, &a);
    return failed;
}
