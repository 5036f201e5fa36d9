/*
 * questions.h - which rows of a ranking file are candidates of one question.
 *
 * There are four ways; the first that applies is used: a file of ids beside the
 * data (TREC qrels, whose first column is the question; line i belongs to row
 * i), a column of ids, a fixed number of rows per question, or a run of equal
 * question texts.  In each of them all candidates of a question must have the
 * same question text.
 *
 * Threads: one struct questions belongs to one thread.
 */
#ifndef TASKS_RANK_QUESTIONS_H
#define TASKS_RANK_QUESTIONS_H

#include "base/core/error.h"
#include "base/numbers/digest_map.h"
#include "tasks/common/rows.h"
#include "text/language/vocabulary.h"

struct lines;

struct questions {
    struct lines *ids;       /* owned; the file of ids, or NULL */
    long each;               /* rows per question; 0: not given */
    bool by_column;          /* each row has an id */
    struct str last;         /* id of the previous row, if there are ids */
    struct str text;         /* the question text of the previous row */
    struct vocabulary seen;  /* ids read so far */
    struct digest_map texts; /* texts of the questions so far, if runs of
                                equal texts tell them apart, */
    int again;               /* and how many questions repeat one of them */
    long row;
    int group; /* of the previous row; -1 at first */
};

/* ids_path may be NULL. */
int questions_begin(struct questions *q, const char *ids_path, long each,
                    bool by_column, struct error *e);

/* Find the question of the next row: *group is 0 for the first, rising. */
int questions_next(struct questions *q, const struct rows *t,
                   const struct cell *id, const struct cell *text, int *group,
                   struct error *e);

/* Call after all rows: a remainder is an error.  *ids is the digest of the file
 * of ids. */
int questions_end(struct questions *q, struct digest *ids, struct error *e);
void questions_release(struct questions *q);

#endif
