/* task_check.c - checks that a loaded task is what every model relies on. */
#include "engine/head/kinds/class.h"
#include "engine/task/task.h"

/* Return a value of a column that is outside 0 .. most - 1; 0 if there is
 * none. */
static int32_t find_outside(const struct column *part, int most)
{
    const size_t n = column_at(part, part->n);

    for (size_t i = 0; i < n; i++)
        if (part->ints[i] < 0 || part->ints[i] >= most)
            return part->ints[i];
    return 0;
}

static int check_features(const struct task *t, enum split s,
                          const struct examples *x, struct error *e)
{
    for (int f = 0; f < t->features; f++) {
        const int classes = t->feature[f].classes;
        struct column_kind kind[MAX_PARTS];
        const int n = feature_columns(&t->feature[f], kind);

        for (int i = 0; classes && i < n; i++) {
            const struct column *c = examples_find(x, &kind[i]);
            const int32_t found = find_outside(c, classes);

            if (found)
                return error_set(e, "%s, '%s': found class %d of %d",
                                 split_names[s], c->is.name, (int)found,
                                 classes);
        }
    }
    return 0;
}

static int check_examples(const struct task *t, enum split s,
                          const struct examples *x, struct error *e)
{
    const struct column *label = examples_find(x, &label_column);
    const struct class_names *classes = task_classes(t);

    for (int p = 0; p < x->parts; p++) {
        const int words = t->words[p] ? t->words[p]->n : 0;
        const int32_t found = find_outside(&x->part[p], words);

        if (!words || found)
            return error_set(e,
                             "%s, part '%s': found token number %d with a "
                             "vocabulary of %d",
                             split_names[s], x->part[p].is.name, (int)found,
                             words);
    }
    for (int i = 0; label && classes && i < x->n; i++)
        if (label->ints[i] < 0 || label->ints[i] >= classes->n)
            return error_set(e, "%s, example %d: found class %d of %d",
                             split_names[s], i, (int)label->ints[i],
                             classes->n);
    return check_features(t, s, x, e);
}

#define SAMPLE 256 /* examples of a made split that are checked */

/* Of a split that is made only the first examples are checked. */
static int check_made(const struct task *t, enum split s, struct error *e)
{
    const struct examples *x = &t->split[s];
    const int n = x->n < SAMPLE ? x->n : SAMPLE;
    struct examples sample;
    int which[SAMPLE];

    for (int i = 0; i < n; i++)
        which[i] = i;
    examples_like(&sample, x);
    examples_copy(x, which, n, &sample);
    const int failed = check_examples(t, s, &sample, e);

    examples_release(&sample);
    return failed;
}

static int check_split(const struct task *t, enum split s, struct error *e)
{
    const struct examples *x = &t->split[s];

    return x->made ? check_made(t, s, e) : check_examples(t, s, x, e);
}

int task_check_goal(const struct task *t, int goal, struct error *e)
{
    const struct task_kind *k = t->kind;
    const char *wanted = k->wants ? k->wants(t->conf, goal) : NULL;

    for (enum split s = SPLIT_VALID; s < SPLITS; s++)
        if (t->uncounted[s] & 1u << goal)
            return error_set(e,
                             "sweep.goal: found valid.%s, for which none of "
                             "the %d examples of %s counts, expected another "
                             "or some that do",
                             k->metrics[goal].name, t->split[s].n,
                             split_names[s]);
    return wanted ? error_set(e,
                              "sweep.goal: found valid.%s, expected another, "
                              "or task.%s beside it",
                              k->metrics[goal].name, wanted)
                  : 0;
}

int task_check(const struct task *t, struct error *e)
{
    if (!t->split[SPLIT_TRAIN].n)
        return error_set(e, "found no example to train on");
    for (enum split s = 0; s < SPLITS; s++)
        if (check_split(t, s, e))
            return -1;
    return 0;
}
