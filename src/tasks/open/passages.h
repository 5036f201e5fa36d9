/*
 * passages.h - the passages of a question as one document, and the place of an
 * answer in it.
 *
 * Passages are joined by single blanks, in the file's order or by their scores;
 * white space within them becomes single blanks, too (Kundu and Ng 2018, whose
 * reader AMANDA and DecaProp's share this step).  A mark between them lets
 * models tell them apart, if the fields ask for it.
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

/* The mark, a pilcrow, which is a token by every rule. */
#define PASSAGE_MARK "\xc2\xb6"

struct passage_order {
    double score;
    int place; /* in the file, from 0 */
};

struct joined {
    struct str text; /* owned */
    size_t *begin;   /* owned [n]: offset of each passage */
    int n, room;
    struct passage_order *order; /* owned: scratch */
    int order_room;
};

struct joining {
    long most;     /* largest number of passages; 0: all */
    bool by_score; /* highest score first, equal ones in the file's order */
    enum passages_between between;
};

/* Replace *j by the joined passages of a question. */
void passages_join(struct joined *j, const struct open_question *q,
                   const struct joining *how);
void joined_release(struct joined *j);

/* An answer in lower case, and in SQuAD's normal form. */
struct answer_forms {
    struct str small, normal;
};

/* The right answers of a question, in the forms that are searched for. */
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

/* True if an answer has no words in the normal form, so that an empty text is
 * right. */
bool right_answers_may_be_empty(const struct right_answers *r);

/* How well a candidate answers, by SQuAD's exact match. */
enum cloze_fit right_answers_fit(struct right_answers *r,
                                 const struct cell *text);

/*
 * The place of an answer in a text, for training.  The first that exists of:
 *   1. the first place with a blank on both sides;
 *   2. the first with no letter or digit next to it;
 *   3. the first with a blank after it;
 *   4. the first at all;
 *   5. to 7. as 2. to 4., ignoring case.
 * If there are several right answers, the first that has such a place is used.
 * Rule 2 is not AMANDA's, which would find "art " in "part of the art."; this
 * matters only if tokens are not separated by blanks.
 */
bool passages_find(const char *text, size_t len, const struct right_answers *a,
                   struct text_range *out);

/* True if a text has one of the answers: as it is, ignoring case, with no
 * letter or digit next to it; or its words in SQuAD's normal form, which has
 * neither articles nor punctuation. */
bool passages_have(struct squad_text text, struct right_answers *a);

/* The first passage that contains one of the answers, from 1; 0 if none
 * does. */
int passages_rank(const struct joined *j, struct right_answers *a);

/*
 * The words, separated by white space, that are read for training: those in
 * which a place begins and ends, half of `words` before them and half after,
 * more on one side if the other has fewer.  Without a place (NULL) the first
 * ones.  words 0: all.
 */
struct text_range passages_window(const char *text, size_t len,
                                  const struct text_range *around, long words);

#endif
