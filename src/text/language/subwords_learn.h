/*
 * subwords_learn.h - learn subwords from texts.
 *
 *     subword_learner_init(&l);
 *     for each line                           of both languages, if joint
 *         subword_learner_add(&l, line, len);
 *     subwords_learn(&l, 8000, &s);
 *     subword_learner_release(&l);
 *
 * Each step merges the two tokens that are adjacent most often within the
 * pieces of all lines.  Among pairs that are equally frequent it takes the one
 * that appeared first: in the pieces, in the order of their first appearance,
 * and then by an earlier merge.  So the result is a function of the lines and
 * their order alone.  Learning ends early when no pair occurs twice.
 *
 * No two merges make the same text: an equal sequence of bytes between token
 * boundaries has gone through the same merges, from the left, as if it stood
 * alone.
 *
 * Threads: a learner belongs to one thread.
 */
#ifndef TEXT_LANGUAGE_SUBWORDS_LEARN_H
#define TEXT_LANGUAGE_SUBWORDS_LEARN_H

#include "text/language/subwords.h"
#include "text/language/vocabulary.h"

struct subword_learner {
    struct vocabulary piece;
    long *count; /* owned [room]: occurrences of each piece */
    int room;
    struct str line; /* scratch */
};
void subword_learner_init(struct subword_learner *l);
void subword_learner_release(struct subword_learner *l);

/* Add a line of text, valid UTF-8 without a NUL. */
void subword_learner_add(struct subword_learner *l, const char *line,
                         size_t len);

/* Add a piece, if the lines are cut into pieces already. */
void subword_learner_add_piece(struct subword_learner *l, const char *piece,
                               size_t len);

/* Learn at most so many merges; s is to be released. */
void subwords_learn(const struct subword_learner *l, long merges,
                    struct subwords *s);

#endif
