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
#ifndef TASKS_OPEN_PASSAGES_H
#define TASKS_OPEN_PASSAGES_H

#include <stdbool.h>

#include "tasks/open/open_files.h"
#include "tasks/span/squad_score.h"
#include "text/language/text_normal.h"

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

/* An answer in small letters, and in SQuAD's normal form. */
struct answer_forms {
    struct str small, normal;
};

/* Right answers of a question, in the forms they are looked for in. */
struct right_answers {
    const struct cell *answer; /* borrowed [answers]; none is empty */
    int answers;
    struct answer_forms *form; /* owned [room], of each answer */
    int room;
    struct str scratch;
};
void right_answers_set(struct right_answers *r, const struct cell *answer,
                       int answers);
void right_answers_release(struct right_answers *r);

/* Is there one without words in the normal form, so that an empty text is
 * right? */
bool right_answers_may_be_empty(const struct right_answers *r);

/* How a candidate answers: as SQuAD's exact match has it. */
enum cloze_fit right_answers_fit(struct right_answers *r,
                                 const struct cell *text);

/*
 * The place of an answer in a text, to train on: the first where it has a blank
 * on both sides; else the first where no letter or digit adjoins it; else where
 * a blank is behind it; else any.  Else the same of the last three in any case
 * of letters.  Of several right answers the first that has such a place.  The
 * second is not AMANDA's, which would find "art " in "part of the art.": it
 * differs where tokens are not between blanks.
 */
bool passages_find(const char *text, size_t len, const struct right_answers *a,
                   struct text_range *out);

/* Has a text one of the answers?  As it is, whatever the case of letters, where
 * no letter or digit adjoins it; or its words in SQuAD's normal form, which
 * have neither articles nor marks. */
bool passages_have(struct squad_text text, struct right_answers *a);

/* The first passage that has one of the answers, from 1; 0: none has. */
int passages_rank(const struct joined *j, struct right_answers *a);

/*
 * The words - between white space - that are read to train on: those that a
 * place begins and ends in, half of `words` before them and half behind, more
 * on one side where the other has fewer.  Without a place (NULL) the first
 * ones.  words 0: all.
 */
struct text_range passages_window(const char *text, size_t len,
                                  const struct text_range *around, long words);

#endif
