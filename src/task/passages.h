/*
 * passages.h - the passages of a question as one document, and where an answer
 * is in it.
 *
 * Passages are joined by single blanks, in the file's order or by their scores,
 * and white space within them becomes single blanks, too (Kundu and Ng 2018,
 * whose reader AMANDA and DecaProp's share this step).  A mark between them
 * tells them apart for models that are to know.
 *
 * Threads: one struct joined belongs to one thread.
 */
#ifndef TASK_PASSAGES_H
#define TASK_PASSAGES_H

#include <stdbool.h>

#include "task/open_files.h"
#include "task/squad_score.h"
#include "text/normal.h"

enum passages_between { BETWEEN_NONE, BETWEEN_MARK };

/* The mark, a token by every rule: a pilcrow. */
#define PASSAGE_MARK "\xc2\xb6"

struct passage_order {
    double score;
    int place; /* in the file, from 0 */
};

struct joined {
    struct str text; /* owned */
    size_t *begin;   /* owned [n]: where each passage does */
    int n, room;
    struct passage_order *order; /* owned: scratch */
    int order_room;
};

struct joining {
    long most;     /* passages; 0: all */
    bool by_score; /* the greatest first, equal ones in the file's order */
    enum passages_between between;
};

/* Replace *j by the passages of a question. */
void passages_join(struct joined *j, const struct open_question *q,
                   const struct joining *how);
void joined_release(struct joined *j);

/*
 * The place of an answer in a text, to train on: the first where it has a blank
 * on both sides; else the first where no letter or digit adjoins it; else where
 * a blank is behind it; else any.  Else the same of the last three in any case
 * of letters.  Of several right answers the first that has such a place; none
 * is empty.  The second is not AMANDA's, which would find "art " in "part of
 * the art.": it differs where tokens are not between blanks.
 */
bool passages_find(const char *text, size_t len, const struct cell *answer,
                   int answers, struct stretch *out);

/* Right answers of a question, with scratch for normal forms. */
struct right_answers {
    const struct cell *answer; /* borrowed [answers] */
    int answers;
    struct str *text, *words; /* borrowed */
};

/* Has a text one of the answers?  As it is, whatever the case of letters, where
 * no letter or digit adjoins it; or its words in SQuAD's normal form, which
 * have neither articles nor marks. */
bool passages_have(struct squad_text text, const struct right_answers *a);

/* The first passage that has one of the answers, from 1; 0: none has. */
int passages_rank(const struct joined *j, const struct right_answers *a);

/*
 * The words - between white space - that are read to train on: those that a
 * place begins and ends in, half of `words` before them and half behind, more
 * on one side where the other has fewer.  Without a place (NULL) the first
 * ones.  words 0: all.
 */
struct stretch passages_window(const char *text, size_t len,
                               const struct stretch *around, long words);

#endif
