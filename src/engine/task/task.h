/*
 * task.h - tasks, and the recipe for adding one.
 *
 * A task reads files (or generates data), encodes them as example sets of one
 * input shape, names an answer head, and scores answers.
 *
 * To add one whose examples are texts with a class each:
 *   1. copy src/tasks/labelled/sentiment.c to a file there and rename in it:
 *      the roles of its columns, the usual labels, the shape, a trait for the
 *      length of each of its parts, the sample;
 *   2. add `src/tasks/labelled/NAME.c` to task_kinds in src/local.mk;
 *   3. copy experiments/sst2.yaml to experiments/NAME.yaml, rename in it - what
 *      it calls itself is the file's name - and add it to experiments/local.mk.
 * Any other task is written like arithmetic/mlu.c (generated), rank/rank.c
 * (rows of a file, with columns of its own) or span/span.c (a file of another
 * form, with features), and touches the same two lists.  Its columns are those
 * of its head, whose places load() finds once (examples_place()), and more; a
 * number an example, or as many as an example or a token happens to have
 * (data/columns.h), so candidates and passages are columns, too.  It needs a
 * shape, a head, metrics, load(), tally() or score(), and show(); whatever may
 * be NULL says so below; the rest is checked when the program starts, and what
 * load() made when it has.
 *
 * Each has the field that FIELD_SHARE() makes: task_new() leaves that share of
 * train, whatever the kind.
 *
 * Loading is a pure function of the fields and the files, so every rank may
 * load by itself and gets the same; by way of task/task_cache.h one of a host
 * does for all.  A kind's own structs need an image() for that.
 *
 * Threads: read-only once loaded, and perhaps in read-only memory.
 */
#ifndef ENGINE_TASK_TASK_H
#define ENGINE_TASK_TASK_H

#include <stdint.h>

#include "base/core/error.h"
#include "base/files/file_stat.h"
#include "base/numbers/digest.h"
#include "config/field/field.h"
#include "engine/data/examples.h"
#include "engine/data/units.h"
#include "engine/head/ensemble.h"

/* A metric of a task: "map", "accuracy"; values are in per cent. */
struct metric {
    const char *name; /* below 32 bytes, as a column of tables */
    const char *help;
};

/* Something that is known of every unit (data/units.h), whatever a model says
 * to it: "document", its length. */
struct trait_kind {
    const char *name;         /* below 24 bytes, as a column of tables */
    const char *const *words; /* what 0, 1 ... are called, one word each, NULL
                                 behind the last; NULL: they are numbers, not
                                 below 0 */
    const char *help;
};

/* A file that was read, for the provenance. */
enum {
    SOURCE_VECTORS = -1,
    SOURCE_TAGS = -2,
    SOURCE_SUBWORDS = -3,
    SOURCE_CANDIDATES = -4
};
struct source_file {
    char *path;
    struct digest digest;
    struct file_stat stat; /* of before it was read, or of the look that found
                                its bytes the same; zeroed: not known.
                                task/task_cache.c puts it into an image */
    int split;             /* or one of the above, which are of all splits */
};

/* The field that all kinds have, of `double share` in a struct of theirs.  It
 * leaves as it is what is asked of valid and test, so trials that differ in it
 * are of one task. */
#define FIELD_SHARE(s)                                                        \
    FIELD_REAL(s, share, 1, 1e-6, 1,                                          \
               "share of train that is trained on, of whole groups where it " \
               "has some; a smaller one is part of a larger")

struct task;
struct fresh_kind;

/* A head, and the columns beside the parts: what the head needs, and more, NULL
 * behind the last; NULL: none. */
struct task_form {
    const struct head_kind *head;
    const struct column_kind *const *columns;
};

struct task_kind {
    struct kind is;
    enum shape shape;
    const struct head_kind *head; /* as in struct task_form, */
    const struct column_kind *const *columns;
    /* and the other form of answers that fields may ask for, which is known
     * before anything is loaded: do they?  head NULL: there is none. */
    struct task_form other;
    bool (*asks_other)(const void *conf);
    /* The field without which a metric counts no example, such as "ends:
     * true"; NULL: it wants none, or has it.  NULL: no metric wants one. */
    const char *(*wants)(const void *conf, int metric);
    /* The features that the fields ask for, by name and parts; their columns
     * come behind `columns`.  Returns how many; NULL: none ever. */
    int (*features)(const void *conf, struct feature out[MAX_FEATURES]);
    const char *sample;           /* some lines of a file to train on, in the
                                     usual columns, for people and tests; NULL:
                                     it has no field `train` */
    const struct metric *metrics; /* name NULL behind the last, MAX_METRICS at
                                     most; the first is the goal unless an
                                     experiment says */
    const char *const *low; /* metrics that are best when they are small, NULL
                               behind the last; NULL: none is */
    /* Fields that leave as they are which examples of valid and test there are,
     * what is right of them and where the tokens of answers are cut, NULL
     * behind the last: trials that differ in these alone can be combined.
     * NULL: none. */
    const char *const *apart;
    /* Those that beside these leave as they are which examples of valid and
     * test there are and what is right of them, but not what is read: trials
     * that differ in them can be compared, unit by unit.  NULL: none. */
    const char *const *asked;
    /* Fill in the splits, which have their parts and columns, the words, the
     * classes and the notes; task_new() checks them.  `beside` is the folder
     * of the experiment file. */
    int (*load)(struct task *t, const char *beside, struct error *e);
    /* Of a train split that load() has said is made (data/examples.h), how: a
     * pure function of the fields.  Of such a split nothing but show() is
     * asked.  NULL: it never is. */
    void (*make)(const void *conf, const int *which, int n,
                 struct examples *to);
    /* Train has the examples which[0 .. n) left, of those that it had: the same
     * of what t->own has of each.  NULL: it has nothing of them. */
    void (*keep)(struct task *t, const int *which, int n);
    void (*release)(struct task *t); /* frees t->own; NULL: there is none */
    /* What t->own is, for images (files/image.h); needed with release(). */
    void (*image)(struct task *t, struct image *m);
    /* Make the units that the metrics are means over, or formulas of
     * (metric/formula.h), and what each adds to each metric; NULL: none is. */
    void (*tally)(const struct task *t, enum split split,
                  const struct answer_sheet *a, struct units *u);
    /* What is known of the units, name NULL behind the last, MAX_TRAITS at
     * most; NULL: nothing.  Fill in trait k of unit i as to[k][i]. */
    const struct trait_kind *traits;
    void (*describe)(const struct task *t, enum split split,
                     int32_t *const to[MAX_TRAITS]);
    /* What of the data may be a mistake, for task_warnings(); NULL: a class
     * without an example in train. */
    void (*doubts)(const struct task *t, struct str *out);
    /* The metrics that are neither, in the order of `metrics`, of which no test
     * over units can be made; NULL: none. */
    void (*score)(const struct task *t, enum split split,
                  const struct answer_sheet *a, double *value);
    /* What the data set calls example i; NULL: nothing, or nobody asks. */
    const char *(*id)(const struct task *t, enum split split, int i);
    /* What answer i reads as, appended: answers that read the same are the
     * same.  NULL: heads compare their own columns. */
    void (*read)(const struct task *t, enum split split,
                 const struct answer_sheet *a, int i, struct str *out);
    /* Answer i as lines that others' scorers of such tasks read, appended,
     * where what read() says is not it; with `a` NULL what is right, for them.
     * Of an example that no metric counts nothing.  NULL: there is no such
     * form. */
    void (*line)(const struct task *t, enum split split,
                 const struct answer_sheet *a, int i, struct str *out);
    /* How texts that are in no split are encoded and answered (common/fresh.h);
     * NULL: they are not. */
    const struct fresh_kind *fresh;
    /* An example as a person reads it (text, label); out is appended to. */
    void (*show)(const struct task *t, enum split split, int i,
                 struct str *out);
    /* A generated example as lines of a file to train on, appended, and how the
     * file's name ends; NULL: as show() has it, and "txt". */
    const char *ending;
    void (*write)(const struct task *t, enum split split, int i,
                  struct str *out);
};

struct task {
    const struct task_kind *kind;
    const void *conf;               /* borrowed */
    const struct head_kind *head;   /* of the form that the fields ask for */
    struct examples split[SPLITS];  /* n = 0 when the task has none; train may
                                       be made, the others are stored */
    struct words *words[MAX_PARTS]; /* owned: each part's; may be one for all */
    void *settings; /* of the head, owned: load() fills them in */
    int features;
    struct feature feature[MAX_FEATURES]; /* load() may raise their classes */
    char *feature_classes[MAX_FEATURES];  /* owned: their names by number, a
                                             space between; NULL: a number */
    unsigned uncounted[SPLITS]; /* set by load(): a set, 1u << metric, of those
                                   that no example of the split counts for */
    int valid_since; /* set by load(): under numerics below this number other
                        examples of these files were valid; 0: under none */
    struct source_file *file; /* owned: what was read */
    int files;
    struct str notes; /* lines for the log and the provenance: which questions
                         are scored, ...; of a split behind "valid: " */
    void *own;
    struct image *image; /* owned: what all but this struct lies in; NULL: it
                            was loaded, and each owns what it says */
};

extern const struct kinds task_kinds;

/* Those that are registered, NULL behind the last; tasks/common/kinds.c. */
extern const struct kind *const task_kind_list[];

/* The form of answers that fields ask for. */
static inline struct task_form task_form(const struct task_kind *k,
                                         const void *conf)
{
    return k->asks_other && k->asks_other(conf)
               ? k->other
               : (struct task_form){k->head, k->columns};
}

/* One without examples and files, to be loaded or recalled. */
struct task *task_empty(const struct chosen *kind);

/* Load a task.  NULL with an error naming file and line. */
struct task *task_new(const struct chosen *kind, const char *beside,
                      struct error *e);
void task_free(struct task *t);

/* What an image has of a task.  task_mapped() makes one of a task of the same
 * fields, and takes it over. */
void task_image(struct task *t, struct image *m);
struct task *task_mapped(const struct chosen *kind, struct image *m);

/* What every model relies on, of whatever load() made.  A split that is made
 * is looked at where it begins. */
int task_check(const struct task *t, struct error *e);

/*
 * What of the data may be a mistake, a line each, appended: "train: no example
 * of class 'neutral'".  Nothing of it keeps a trial from being trained.
 */
void task_warnings(const struct task *t, struct str *out);

/* The first split before this one that was read from a file of the same bytes;
 * SPLITS: none was. */
enum split task_same_file(const struct task *t, enum split split);

/* Does valid count for the metric that an experiment goes by, and test if there
 * is one?  With none that counts it is NaN, whatever is trained. */
int task_check_goal(const struct task *t, int goal, struct error *e);

/* For load(): what the n classes of a feature are called, where the task was
 * asked for it. */
void task_name_feature(struct task *t, const char *feature,
                       const char *const *name, int n);

/* For load(): note a file that was read; name as the experiment has it. */
void task_add_file(struct task *t, const char *name, struct digest digest,
                   int split);

/* For load(): where the file of a split is that a field names; *path is to be
 * freed.  NULL: the field names none, as that of test may. */
int task_find_file(enum split split, const char *name, const char *beside,
                   char **path, struct error *e);

/* For load(): note the one file of a split, which has been read; a split
 * without an example is an error. */
int task_end_file(struct task *t, const char *name, struct digest digest,
                  enum split split, struct error *e);

/* For load(): leave in train the examples which[0 .. n) alone, which rise;
 * groups are numbered anew. */
void task_keep(struct task *t, const int *which, int n);

/*
 * The share that the fields of a kind ask for; and leave that of train, for
 * task_new(): so many of its groups (head/kinds/rank.h), or examples, as the
 * share comes to, one at least: the first of a permutation that is a function
 * of their number alone, in their old order; of a split that is made the first.
 * Words, classes and subwords stay those of all of train.  A note says so.
 */
double task_share(const struct chosen *kind);
void task_take_share(struct task *t, double share);

/* For load(): one vocabulary for all parts of the kind's shape; returns it. */
struct words *task_share_words(struct task *t);

/* For describe() where each example is a unit: trait p is how many tokens its
 * part p has. */
void task_lengths(const struct task *t, enum split split,
                  int32_t *const to[MAX_TRAITS]);

/* The classes of labels; NULL: its head has none. */
const struct class_names *task_classes(const struct task *t);

/* What a model has to read and answer. */
struct model_spec task_spec(const struct task *t);

/*
 * The metrics of answers to a split, value[] in the order of `metrics`: sums
 * are over units in index order, in double.  `units` gets what they are means
 * over or formulas of, with their traits, to be released; n = 0 where none is.
 */
void task_score(const struct task *t, enum split split,
                const struct answer_sheet *a, double *value,
                struct units *units);

/* Append the lines of the notes that are of a split. */
void task_split_notes(const struct task *t, enum split split, struct str *out);

/* The answers of several members to a split as one sheet, to be released
 * (head/ensemble.h); sheet and name have one a member, names for errors. */
int task_combine(const struct task *t, enum split split, enum ensemble_by by,
                 const struct answer_sheet *const *sheet, char *const *name,
                 int members, struct answer_sheet *out, struct error *e);

/* Number of metrics and of traits of a kind, and the place of a metric by name
 * (-1: none). */
int task_metrics(const struct task_kind *k);
int task_traits(const struct task_kind *k);
int task_metric(const struct task_kind *k, const char *name);

/* Is the metric of that name best when it is small? */
bool task_metric_is_low(const struct task_kind *k, const char *name);

#endif
