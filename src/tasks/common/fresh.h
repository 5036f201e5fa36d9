/*
 * fresh.h - texts that are in no split, as examples: what a trained model is
 * asked.
 *
 *     struct fresh *f = fresh_new(task, beside, e);
 *     while (there is a text)
 *         fresh_add(f, cell, e);
 *     answer f->task.split[SPLIT_TEST];
 *     fresh_clear(f);
 *
 * A fresh task stands beside one that is loaded and borrows its vocabulary,
 * classes and fields; its split `test` has the texts of the moment, read and
 * encoded as those of the loaded one were, but that no word gets a number: one
 * that the vocabulary lacks is unknown.  What is right of them nobody knows, so
 * it stands there as 0 and is never scored.  Everything else is as with any
 * split: models answer it, and fresh_read() says what an answer reads as.
 *
 * To let a task have some, describe them in a struct fresh_kind.  One whose
 * fields are a corpus's and whose columns are numbers needs no more than
 * CORPUS_FRESH (common/corpus.h).
 *
 * Threads: one struct fresh belongs to one thread; its task is read-only while
 *          it is answered.
 */
#ifndef TASKS_COMMON_FRESH_H
#define TASKS_COMMON_FRESH_H

#include "engine/task/task.h"
#include "tasks/common/rows.h"

struct fresh {
    struct task task;      /* to be read; vocabulary and so on are borrowed */
    const struct task *of; /* the loaded one, borrowed */
    struct role role[MAX_ROLES]; /* the kind's, as rows are asked for them */
    void *way;                   /* what the kind needs on its way; owned */
};

/* What a state says of what its trial has read: lines, as store/state.h has
 * them; borrowed; NULL: nothing. */
struct fresh_known {
    const char *words, *classes, *sources;
};

struct fresh_kind {
    const struct role *role; /* what a text consists of; MAX_ROLES, or name NULL
                                behind the last */
    int texts;               /* so many of them are asked for; the others, such
                                as labels, are known of no fresh text */
    size_t size;             /* of `way`, zeroed before begin() */
    bool large; /* is what begin() makes of it too much for one a thread? */
    /* Give an empty task what fresh texts need, by what a state says alone: 1;
     * 0: it takes the files, too; NULL: always. */
    int (*recall)(struct task *t, const struct fresh_known *k,
                  const char *beside, struct error *e);
    /* NULL: there is nothing to do. */
    int (*begin)(struct fresh *f, const char *beside, struct error *e);
    /* One example more, or none with an error that says what is wrong. */
    int (*add)(struct fresh *f, const struct cell *cell, struct error *e);
    void (*clear)(struct fresh *f); /* of task.own; NULL: nothing */
    void (*end)(struct fresh *f);   /* also of one that failed to begin; NULL
                                       likewise */
    /* As task_kind's read(), where that is none. */
    void (*read)(const struct task *t, enum split split,
                 const struct answer_sheet *a, int i, struct str *out);
};

/* Different words that are remembered between two clearings, at least. */
#define FRESH_WORDS (1 << 16)

/* Refuse a text of a role with a word that no file may have. */
int fresh_check_words(const struct role *role, const struct cell *cell,
                      struct error *e);

/*
 * A task for fresh texts alone, whose own examples are not read: vocabulary and
 * classes are those that a state says, whatever the files are now, or whether
 * they are there; word vectors are read.  1, 0: it has to be loaded, -1.
 */
int fresh_restore(const struct chosen *kind, const struct fresh_known *k,
                  const char *beside, struct task **t, struct error *e);

/* Of a loaded task; `beside` is the folder its files are looked for in, as when
 * it was loaded.  NULL with an error where its kind has no fresh texts. */
struct fresh *fresh_new(const struct task *of, const char *beside,
                        struct error *e);
void fresh_free(struct fresh *f); /* NULL is fine */

/* Open a file of texts, to be closed before f is freed.  Without columns in the
 * layout it has the texts alone, in their order; its roles are f's. */
struct rows *fresh_rows(const struct fresh *f, const char *path,
                        struct rows_layout layout, struct error *e);

/* Do a row's cells say no more than what columns are called: f's roles, or the
 * names that the task's field `columns` gives them? */
bool fresh_is_header(const struct fresh *f, const struct cell *cell);

/* One example more, of a row's cells. */
int fresh_add(struct fresh *f, const struct cell *cell, struct error *e);

/* No examples are left. */
void fresh_clear(struct fresh *f);

/* What answer i to them reads as, appended; nothing where the task's answers
 * are no texts. */
void fresh_read(const struct fresh *f, const struct answer_sheet *a, int i,
                struct str *out);

#endif
