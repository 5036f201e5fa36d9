/* task_warnings.c - warnings about a task's data that can be read but may be
 * wrong. */
#include <stdlib.h>

#include "base/core/memory.h"
#include "engine/head/kinds/class.h"
#include "engine/task/task.h"

#define NAMED 3 /* classes named at most */

static void warn_of_same_file(const struct task *t, struct str *out)
{
    for (enum split s = SPLIT_VALID; s < SPLITS; s++)
        if (task_same_file(t, s) == SPLIT_TRAIN)
            str_addf(out,
                     "%s: the same file as train: its scores say nothing of "
                     "other examples\n",
                     split_names[s]);
}

/* Name the first classes without an example, and count the others. */
static void say_absent(const struct class_names *classes, const int *n,
                       struct str *out)
{
    int absent = 0;

    for (int c = 0; c < classes->n; c++)
        if (!n[c] && absent++ < NAMED)
            str_addf(out, "%s'%s'",
                     absent == 1 ? "train: no example of class " : ", ",
                     classes->name[c]);
    if (absent > NAMED)
        str_addf(out, " and %d more", absent - NAMED);
    str_adds(out, absent ? "\n" : "");
}

static void warn_of_classes(const struct task *t, struct str *out)
{
    const struct class_names *classes = task_classes(t);
    const struct examples *x = &t->split[SPLIT_TRAIN];
    const struct column *label = examples_find(x, &label_column);

    if (!classes || !label || x->made)
        return;
    int *n = memory_zeroed((size_t)classes->n, sizeof(*n));

    for (int i = 0; i < label->n; i++)
        n[label->ints[i]]++;
    say_absent(classes, n, out);
    free(n);
}

void task_warnings(const struct task *t, struct str *out)
{
    warn_of_same_file(t, out);
    if (t->kind->warnings)
        t->kind->warnings(t, out);
    else
        warn_of_classes(t, out);
}
