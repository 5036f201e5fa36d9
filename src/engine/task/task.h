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
 *   3. copy experiments/sst2.yaml to experiments/NAME.yaml, rename in it (its
 *      `name` is the file's name), and add it to experiments/local.mk.
 * Any other task is written like arithmetic/mlu.c (generated), rank/rank.c
 * (rows of a file, with columns of its own) or span/span.c (a file of another
 * form, with features), and touches the same two lists.  Its columns are those
 * of its head, whose places load() finds once (examples_place()), and more.  A
 * column has one number an example, or a varying count of numbers an example or
 * a token (data/columns.h); so candidates and passages are columns, too.  A
 * kind needs a shape, a head, metrics, load(), tally() or score(), and show();
 * members that may be NULL say so below.  The table of kinds is checked when
 * the program starts, and what load() made after each load.
 *
 * Each kind has the field that FIELD_SHARE() makes: task_new() keeps that share
 * of train, whatever the kind.
 *
 * Loading is a pure function of the fields and the files, so every rank may
 * load by itself and gets the same; with task/task_cache.h one rank of a host
 * loads for all.  For that a kind's own structs need an image().
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

/* A property that every unit (data/units.h) has, independent of a model's
 * answer: "document", its length. */
struct trait_kind {
    const char *name;         /* below 24 bytes, as a column of tables */
    const char *const *words; /* what the values 0, 1 ... are called, one word
                                 each, NULL-terminated; NULL if the values are
                                 numbers >= 0 */
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
    struct file_stat stat; /* taken before it was read, or when its bytes were
                              found unchanged; zeroed if unknown.
                              task/task_cache.c puts it into an image */
    int split;             /* or one of the above, which belong to all splits */
};

/* The field of all kinds, a `double share` in the kind's struct.  It does not
 * change the examples of valid and test, so trials that differ in it have the
 * same task. */
#define FIELD_SHARE(s)                                                        \
    FIELD_REAL(s, share, 1, 1e-6, 1,                                          \
               "share of train that is trained on, of whole groups where it " \
               "has some; a smaller one is part of a larger")

struct task;
struct fresh_kind;

/* A head, and the columns beside the parts: those that the head needs, and
 * more; NULL-terminated, NULL if there are none. */
struct task_form {
    const struct head_kind *head;
    const struct column_kind *const *columns;
};

struct task_kind {
    struct kind is;
    enum shape shape;
    const struct head_kind *head; /* as in struct task_form */
    const struct column_kind *const *columns;
    /* The other form of answers that fields may ask for, and whether they do,
     * which is known before anything is loaded.  head NULL: there is none. */
    struct task_form other;
    bool (*asks_other)(const void *conf);
    /* Return the field without which a metric counts no example, such as "ends:
     * true"; NULL if it needs none, or has it.  NULL: no metric needs one. */
    const char *(*wants)(const void *conf, int metric);
    /* Fill in the features that the fields ask for, by name and parts; their
     * columns follow `columns`.  Returns how many.  NULL: never any. */
    int (*features)(const void *conf, struct feature out[MAX_FEATURES]);
    const char *sample;           /* some lines of a file to train on, in the
                                     usual columns, for people and tests; NULL
                                     if there is no field `train` */
    const struct metric *metrics; /* ends with name NULL, MAX_METRICS at most;
                                     the first is the goal unless an experiment
                                     names another */
    const char *const *low;       /* metrics of which small values are better,
                                     NULL-terminated; NULL if there are none */
    /* Fields that change neither which examples valid and test have, nor what
     * is right of them, nor where the tokens of answers are cut;
     * NULL-terminated, NULL if there are none.  Trials that differ only in
     * these can be combined. */
    const char *const *apart;
    /* Further fields that change neither which examples valid and test have nor
     * what is right of them, but what a model reads.  Trials that differ in
     * them can be compared unit by unit.  NULL if there are none. */
    const char *const *asked;
    /* Fill in the splits, which have their parts and columns, the words, the
     * classes and the notes; task_new() checks them.  `beside` is the folder of
     * the experiment file. */
    int (*load)(struct task *t, const char *beside, struct error *e);
    /* Generate examples of a train split that load() has marked as made
     * (data/examples.h): a pure function of the fields.  For such a split only
     * show() is called.  NULL: train is never made. */
    void (*make)(const void *conf, const int *which, int n,
                 struct examples *to);
    /* Only the examples which[0 .. n) of train are kept: keep the same of what
     * t->own has for each.  NULL: it has nothing for them. */
    void (*keep)(struct task *t, const int *which, int n);
    void (*release)(struct task *t); /* frees t->own; NULL if there is none */
    /* Describe t->own for images (files/image.h); needed with release(). */
    void (*image)(struct task *t, struct image *m);
    /* Make the units that the metrics are means over, or formulas of
     * (metric/formula.h), and what each unit adds to each metric; NULL if no
     * metric has units. */
    void (*tally)(const struct task *t, enum split split,
                  const struct answer_sheet *a, struct units *u);
    /* The traits of the units, ending with name NULL, MAX_TRAITS at most; NULL
     * if there are none.  describe() sets trait k of unit i in to[k][i]. */
    const struct trait_kind *traits;
    void (*describe)(const struct task *t, enum split split,
                     int32_t *const to[MAX_TRAITS]);
    /* Append warnings about data that may be wrong, for task_warnings(); NULL:
     * warn of classes without an example in train. */
    void (*warnings)(const struct task *t, struct str *out);
    /* The metrics that are neither means nor formulas, in the order of
     * `metrics`; no test over units can be made of them.  NULL if there are
     * none. */
    void (*score)(const struct task *t, enum split split,
                  const struct answer_sheet *a, double *value);
    /* The data set's name of example i; NULL if it has none, or none is
     * used. */
    const char *(*id)(const struct task *t, enum split split, int i);
    /* Append answer i as text: answers with the same text are the same.  NULL:
     * heads compare their own columns. */
    void (*read)(const struct task *t, enum split split,
                 const struct answer_sheet *a, int i, struct str *out);
    /* Append answer i as lines for other programs' scorers, where the text of
     * read() is not what they read; with `a` NULL the right answer.  Nothing is
     * appended for an example that no metric counts.  NULL: there is no such
     * form. */
    void (*line)(const struct task *t, enum split split,
                 const struct answer_sheet *a, int i, struct str *out);
    /* How texts that are in no split are encoded and answered (common/fresh.h);
     * NULL if they are not. */
    const struct fresh_kind *fresh;
    /* Append an example as a person reads it (text, label). */
    void (*show)(const struct task *t, enum split split, int i,
                 struct str *out);
    /* Append a generated example as lines of a file to train on; `ending` is
     * how the file's name ends.  NULL: as show(), and "txt". */
    const char *ending;
    void (*write)(const struct task *t, enum split split, int i,
                  struct str *out);
};

struct task {
    const struct task_kind *kind;
    const void *conf;               /* borrowed */
    const struct head_kind *head;   /* of the form of answers that the fields
                                       ask for */
    struct examples split[SPLITS];  /* n = 0 if the task has none; train may be
                                       made, the others are stored */
    struct words *words[MAX_PARTS]; /* owned: one for each part; may be one for
                                       all */
    void *settings; /* of the head, owned; load() fills them in */
    int features;
    struct feature feature[MAX_FEATURES]; /* load() may raise their classes */
    char *feature_classes[MAX_FEATURES];  /* owned: names by number, separated
                                             by spaces; NULL for a number */
    unsigned uncounted[SPLITS]; /* set by load(): a bit set, 1u << metric, of
                                   the metrics that count no example of the
                                   split */
    int valid_since; /* set by load(): numerics below this number chose other
                        valid examples from these files; 0: none did */
    struct source_file *file; /* owned: what was read */
    int files;
    struct str notes; /* lines for the log and the provenance: which questions
                         are scored, ...; lines of one split begin with "valid:
                         " */
    void *own;
    struct image *image; /* owned: memory of all but this struct; NULL if the
                            task was loaded, and each member owns its memory */
};

extern const struct kinds task_kinds;

/* The registered kinds, NULL-terminated; tasks/common/kinds.c. */
extern const struct kind *const task_kind_list[];

/* The form of answers that fields ask for. */
static inline struct task_form task_form(const struct task_kind *k,
                                         const void *conf)
{
    return k->asks_other && k->asks_other(conf)
               ? k->other
               : (struct task_form){k->head, k->columns};
}

/* A task without examples and files, to be loaded or read from an image. */
struct task *task_empty(const struct chosen *kind);

/* Load a task.  NULL with an error naming file and line. */
struct task *task_new(const struct chosen *kind, const char *beside,
                      struct error *e);
void task_free(struct task *t);

/* Describe a task for an image.  task_mapped() makes a task of the same fields
 * from an image, and takes the image over. */
void task_image(struct task *t, struct image *m);
struct task *task_mapped(const struct chosen *kind, struct image *m);

/* Check what every model relies on, whatever load() made.  Of a split that is
 * made only the beginning is checked. */
int task_check(const struct task *t, struct error *e);

/*
 * Append warnings about data that may be wrong, a line each: "train: no example
 * of class 'neutral'".  No warning keeps a trial from being trained.
 */
void task_warnings(const struct task *t, struct str *out);

/* The first split before this one that was read from a file of the same bytes;
 * SPLITS if there is none. */
enum split task_same_file(const struct task *t, enum split split);

/* Check that valid, and test if there is one, has an example that counts for
 * the metric that is the goal.  Without one the metric is NaN, whatever is
 * trained. */
int task_check_goal(const struct task *t, int goal, struct error *e);

/* For load(): name the n classes of a feature, if the task was asked for it. */
void task_name_feature(struct task *t, const char *feature,
                       const char *const *name, int n);

/* For load(): record a file that was read; name as the experiment has it. */
void task_add_file(struct task *t, const char *name, struct digest digest,
                   int split);

/* For load(): find the file of a split that a field names; the caller frees
 * *path.  It is NULL if the field names none, as that of test may. */
int task_find_file(enum split split, const char *name, const char *beside,
                   char **path, struct error *e);

/* For load(): record the one file of a split, which has been read; a split
 * without an example is an error. */
int task_end_file(struct task *t, const char *name, struct digest digest,
                  enum split split, struct error *e);

/* For load(): keep only the examples which[0 .. n) of train, which ascend;
 * groups are renumbered. */
void task_keep(struct task *t, const int *which, int n);

/*
 * task_share() is the share that a kind's fields ask for.  task_take_share(),
 * for task_new(), keeps that share of train: so many of its groups
 * (head/kinds/rank.h) or examples, one at least.  They are the first of a
 * permutation that depends on their number alone, in their old order; of a
 * split that is made, the first ones.  Words, classes and subwords stay those
 * of all of train.  A note is added.
 */
double task_share(const struct chosen *kind);
void task_take_share(struct task *t, double share);

/* For load(): one vocabulary for all parts of the kind's shape; returns it. */
struct words *task_share_words(struct task *t);

/* For describe() if each example is a unit: trait p is the number of tokens in
 * part p. */
void task_lengths(const struct task *t, enum split split,
                  int32_t *const to[MAX_TRAITS]);

/* The classes of labels; NULL if the head has none. */
const struct class_names *task_classes(const struct task *t);

/* What a model reads and answers. */
struct model_spec task_spec(const struct task *t);

/*
 * Compute the metrics of answers to a split, value[] in the order of `metrics`:
 * sums are over units in index order, in double.  `units` gets the units that
 * they are means over or formulas of, with their traits; the caller releases
 * it; n = 0 if no metric has units.
 */
void task_score(const struct task *t, enum split split,
                const struct answer_sheet *a, double *value,
                struct units *units);

/* Append the lines of the notes that belong to a split. */
void task_split_notes(const struct task *t, enum split split, struct str *out);

/* Combine the answers of several members to a split in one sheet, which the
 * caller releases (head/ensemble.h); sheet and name have an entry for each
 * member, names for errors. */
int task_combine(const struct task *t, enum split split, enum ensemble_by by,
                 const struct answer_sheet *const *sheet, char *const *name,
                 int members, struct answer_sheet *out, struct error *e);

/* Number of metrics and of traits of a kind, and the place of a metric by name
 * (-1 if there is none). */
int task_metrics(const struct task_kind *k);
int task_traits(const struct task_kind *k);
int task_metric(const struct task_kind *k, const char *name);

/* Store the names of a kind's metrics; returns their number. */
int task_metric_names(const struct task_kind *k, char name[MAX_METRICS][32]);

/* True if small values of the metric of that name are better. */
bool task_metric_is_low(const struct task_kind *k, const char *name);

#endif
