/* task_share.c - trains on fewer examples: keeps some of a task's examples, or
 * the share of them that its fields ask for. */
#include "config.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "base/numbers/random.h"
#include "engine/head/kinds/rank.h"
#include "engine/task/task.h"

/* --- some of the examples ------------------------------------------------- */

/* Number the groups from 0 again. */
static void number_groups(struct column *group)
{
    int32_t was = -1, is = -1;

    for (int i = 0; i < group->n; i++) {
        is += group->ints[i] != was;
        was = group->ints[i];
        group->ints[i] = is;
    }
}

void task_keep(struct task *t, const int *which, int n)
{
    struct examples *x = &t->split[SPLIT_TRAIN], kept;
    const int group = examples_place(x, &group_column);

    examples_like(&kept, x);
    examples_copy(x, which, n, &kept);
    examples_release(x);
    *x = kept;
    if (group >= 0)
        number_groups(&x->column[group]);
    if (t->kind->keep)
        t->kind->keep(t, which, n);
}

/* --- a share of them ------------------------------------------------------ */

/* List the first example of each unit: a unit is a group, or else an example.
 * Returns the number of units. */
static int list_units(const struct examples *x, int *first)
{
    const struct column *group = examples_find(x, &group_column);
    int n = 0;

    for (int i = 0; i < x->n; i++)
        if (!i || !group || group->ints[i] != group->ints[i - 1])
            first[n++] = i;
    first[n] = x->n;
    return n;
}

/* A smaller share is part of a larger one: both are the beginning of one
 * permutation. */
static void choose_units(int n, int most, bool *chosen)
{
    const struct random_key key = random_key(0, "share");

    for (int i = 0; i < most; i++)
        chosen[random_permuted(key, 0, (uint64_t)n, (uint64_t)i)] = true;
}

static int so_many(double share, int n)
{
    const int most = (int)floor(share * n + 0.5);

    return most < 1 ? 1 : most;
}

/* Examples stay in the order of the file. */
static void keep_share(struct task *t, double share)
{
    const struct examples *x = &t->split[SPLIT_TRAIN];
    int *first = memory_new(((size_t)x->n + 1) * sizeof(*first));
    int *which = memory_new(((size_t)x->n + 1) * sizeof(*which));
    const int units = list_units(x, first), most = so_many(share, units);
    bool *chosen = memory_zeroed((size_t)units + 1, sizeof(*chosen));
    const bool groups = units < x->n;
    int n = 0;

    choose_units(units, most, chosen);
    for (int u = 0; u < units; u++)
        for (int i = first[u]; i < first[u + 1] && chosen[u]; i++)
            which[n++] = i;
    str_addf(&t->notes, "train: %d of %d examples trained on", n, x->n);
    if (groups)
        str_addf(&t->notes, ", of %d of %d groups", most, units);
    task_keep(t, which, n);
    free(first);
    free(which);
    free(chosen);
}

double task_share(const struct chosen *kind)
{
    void *at;
    const struct field *f =
        field_within(kind->kind->fields, kind->conf, "share", &at);

    assert(f && f->type == FIELD_TYPE_REAL);
    return *(const double *)at;
}

void task_take_share(struct task *t, double share)
{
    struct examples *x = &t->split[SPLIT_TRAIN];

    if (share >= 1 || !x->n)
        return;
    if (x->made) {
        const int most = so_many(share, x->n);

        str_addf(&t->notes, "train: %d of %d examples trained on", most, x->n);
        x->n = most;
    } else {
        keep_share(t, share);
    }
    str_adds(&t->notes, " (share: ");
    real_text(share, &t->notes);
    str_adds(&t->notes, "); words and subwords are those of all\n");
}
