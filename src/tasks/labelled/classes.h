/*
 * classes.h - labelled texts: what tasks share whose answer is a class.
 *
 * Such a task has a table of fields that begins with CLASSES_FIELDS, a table of
 * roles (its parts in order, then the label) and the default labels:
 *
 *     static const struct classes classes = {.role = roles, .usual = usual};
 *
 *     static int load(struct task *t, const char *beside, struct error *e)
 *     {
 *         return classes_load(t, &classes, beside, e);
 *     }
 *
 * It takes the rest from here: classes_columns, classes_metrics,
 * classes_tally() and classes_line() unchanged, and classes_show() in a wrapper
 * like that of classes_load().
 */
#ifndef TASKS_LABELLED_CLASSES_H
#define TASKS_LABELLED_CLASSES_H

#include "tasks/common/corpus.h"

struct classes_config {
    struct corpus_config corpus;
    struct texts labels;
    char *skip;
    long held_out;
};

#define CLASSES_FIELDS                                                        \
    CORPUS_FIELDS,                                                            \
        FIELD_TEXTS(struct classes_config, labels,                            \
                    "the classes in their order, each a label of the file, "  \
                    "or several with | between; none: the task's own"),       \
        FIELD_TEXT(struct classes_config, skip, "-",                          \
                   "rows with this label are left out (SNLI: no agreement)"), \
        FIELD_INT(struct classes_config, held_out, 0, 0, 1e9,                 \
                  "examples of train, the same for every seed, that are "     \
                  "valid where that has no file; of nli all pairs of a "      \
                  "premise, so that they may be more, up to twice as many")

struct classes {
    const struct role *role;  /* [MAX_ROLES], or ends with name NULL */
    const char *const *usual; /* labels, NULL-terminated */
    /* The row format of a split, if it is one of the task's own, else NULL.
     * The pointer is NULL if the task has none. */
    const struct row_format *(*format)(const void *conf, enum split split);
    /* What else the task sets in its corpus after corpus_begin(); NULL if
     * nothing. */
    void (*begin)(struct corpus *c);
};

static inline const struct row_format *
classes_format(const struct classes *k, const void *conf, enum split split)
{
    return k->format ? k->format(conf, split) : NULL;
}

extern const struct column_kind *const classes_columns[]; /* label_column */
extern const struct metric classes_metrics[];             /* "accuracy" */

int classes_load(struct task *t, const struct classes *k, const char *beside,
                 struct error *e);
void classes_tally(const struct task *t, enum split split,
                   const struct answer_sheet *a, struct units *u);
/* Append the name of the likeliest class, nan if there is none; if `a` is NULL,
 * that of the right class. */
void classes_line(const struct task *t, enum split split,
                  const struct answer_sheet *a, int i, struct str *out);
void classes_show(const struct task *t, const struct classes *k,
                  enum split split, int i, struct str *out);

#endif
