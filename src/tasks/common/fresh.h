/*
 * fresh.h - texts that are in no split, as examples: a trained model answers
 * them.
 *
 *     struct fresh *f = fresh_new(task, beside, e);
 *     while (there is a text)
 *         fresh_add(f, cell, e);
 *     answer f->task.split[SPLIT_TEST];
 *     fresh_clear(f);
 *
 * A fresh task belongs to a loaded task and borrows its vocabulary, classes and
 * fields.  Its split `test` has the current texts, read and encoded like those
 * of the loaded task, but no word is added to the vocabulary: a new word is
 * unknown.  The right answers are not known; they are 0 and never scored.
 * Everything else is as with any split: models answer it, and fresh_read()
 * turns an answer into text.
 *
 * To let a task have fresh texts, describe them in a struct fresh_kind.  A task
 * whose fields begin with those of a corpus and whose columns are numbers needs
 * only CORPUS_FRESH (common/corpus.h).
 *
 * Threads: one struct fresh belongs to one thread; its task is read-only while
 *          it is answered.
 */
#ifndef TASKS_COMMON_FRESH_H
#define TASKS_COMMON_FRESH_H

#include "engine/task/task.h"
#include "tasks/common/rows.h"

struct fresh {
    struct task task;      /* read-only; vocabulary and so on are borrowed */
    const struct task *of; /* the loaded task, borrowed */
    struct role role[MAX_ROLES]; /* the kind's, as rows_open() takes them */
    void *way;                   /* the kind's own data; owned */
};

/* What a state contains of the data that its trial has read: lines, as in
 * store/state.h; borrowed; NULL if nothing. */
struct fresh_known {
    const char *words, *classes, *sources;
};

struct fresh_kind {
    const struct role *role; /* the parts of a text; MAX_ROLES, or ends with
                                name NULL */
    int texts;               /* how many of them, the first ones, a fresh
                                text has; it lacks the others, such as labels */
    size_t size;             /* of `way`, which is zeroed before begin() */
    bool large; /* what begin() makes is too large to have one per thread */
    /* Give an empty task what fresh texts need, from what a state contains
     * alone.  Return 1, or 0 if the files are needed, too.  NULL: the files are
     * always needed. */
    int (*restore)(struct task *t, const struct fresh_known *k,
                   const char *beside, struct error *e);
    /* NULL if there is nothing to do. */
    int (*begin)(struct fresh *f, const char *beside, struct error *e);
    /* Add an example, or none, with an error that says what is wrong. */
    int (*add)(struct fresh *f, const struct cell *cell, struct error *e);
    void (*clear)(struct fresh *f); /* what is in task.own; NULL if nothing */
    void (*end)(struct fresh *f);   /* also if begin() failed; NULL if there
                                       is nothing to do */
    /* As task_kind's read(), for a task without one. */
    void (*read)(const struct task *t, enum split split,
                 const struct answer_sheet *a, int i, struct str *out);
};

/* Different words that are remembered between two calls of fresh_clear(), at
 * least. */
#define FRESH_WORDS (1 << 16)

/* An error if the text of a role has a word that no file may have. */
int fresh_check_words(const struct role *role, const struct cell *cell,
                      struct error *e);

/*
 * Make a task for fresh texts alone, whose own examples are not read.
 * Vocabulary and classes are those in a state, even if the files have changed
 * or are gone; word vectors are read.  Return 1, 0 if the task has to be loaded
 * instead, or -1.
 */
int fresh_restore(const struct chosen *kind, const struct fresh_known *k,
                  const char *beside, struct task **t, struct error *e);

/* Return the fresh texts of a loaded task, none at first.  `beside` is the
 * folder in which its files were looked for when it was loaded.  NULL with an
 * error if its kind has no fresh texts. */
struct fresh *fresh_new(const struct task *of, const char *beside,
                        struct error *e);
void fresh_free(struct fresh *f); /* NULL is fine */

/* Open a file of texts; close it before f is freed.  Without columns in the
 * layout it has only the texts, in their order; its roles are those of f. */
struct rows *fresh_rows(const struct fresh *f, const char *path,
                        struct rows_layout layout, struct error *e);

/* True if a row's cells are only names of columns: f's roles, or the names that
 * the task's field `columns` gives them. */
bool fresh_is_header(const struct fresh *f, const struct cell *cell);

/* Add an example, from a row's cells. */
int fresh_add(struct fresh *f, const struct cell *cell, struct error *e);

/* Remove all examples. */
void fresh_clear(struct fresh *f);

/* Append the text of answer i to them; nothing if the task's answers are no
 * texts. */
void fresh_read(const struct fresh *f, const struct answer_sheet *a, int i,
                struct str *out);

#endif
