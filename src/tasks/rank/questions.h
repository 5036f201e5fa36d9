/*
 * questions.h - which rows of a ranking file are candidates of one question.
 *
 * Four ways, the first that applies: a file of ids beside the data (TREC
 * qrels, whose first column is the question; line i belongs to row i), a
 * column of ids, so many rows each, or a run of equal question texts.  In any
 * of them all candidates of a question stand beside the same text.
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
    long each;               /* rows a question; 0: not that way */
    bool by_column;          /* an id stands in each row */
    struct str last;         /* id of the row before, where there are ids */
    struct str text;         /* the question of the row before */
    struct vocabulary seen;  /* ids that came so far */
    struct digest_map texts; /* of questions that go by these: so far, */
    int again;               /* and how many began with one of these */
    long row;
    int group; /* of the row before; -1 at first */
};

/* ids_path: NULL for none. */
int questions_begin(struct questions *q, const char *ids_path, long each,
                    bool by_column, struct error *e);

/* The question of the next row: 0 for the first, rising. */
int questions_next(struct questions *q, const struct rows *t,
                   const struct cell *id, const struct cell *text, int *group,
                   struct error *e);

/* All rows are read: nothing may be left over.  *ids: of the id file. */
int questions_end(struct questions *q, struct digest *ids, struct error *e);
void questions_release(struct questions *q);

#endif
