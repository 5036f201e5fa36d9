/*
 * subwords_learn.h - subwords from texts.
 *
 *     subword_learner_init(&l);
 *     for each line                           of both languages, if joint
 *         subword_learner_add(&l, line, len);
 *     subwords_learn(&l, 8000, &s);
 *     subword_learner_release(&l);
 *
 * Each step merges the two tokens that stand side by side most often within
 * the pieces of all lines; of pairs that do so as often it takes the one that
 * came up first: in the pieces, in the order of their first appearance, and
 * then by an earlier merge.  So what is learned is a function of the lines and
 * their order alone.  It ends early where no pair stands there twice.
 *
 * No two merges make the same text: where bytes stand between the ends of
 * tokens, merges have gone among them as if they stood alone, from the left.
 *
 * Threads: a learner belongs to one thread.
 */
#ifndef TEXT_LANGUAGE_SUBWORDS_LEARN_H
#define TEXT_LANGUAGE_SUBWORDS_LEARN_H

#include "text/language/subwords.h"
#include "text/language/vocabulary.h"

struct subword_learner {
    struct vocabulary piece;
    long *count; /* owned [room]: of each piece */
    int room;
    struct str line; /* scratch */
};
void subword_learner_init(struct subword_learner *l);
void subword_learner_release(struct subword_learner *l);

/* A line of text, valid UTF-8 without a NUL. */
void subword_learner_add(struct subword_learner *l, const char *line,
                         size_t len);

/* A piece of one, where lines are in pieces already. */
void subword_learner_add_piece(struct subword_learner *l, const char *piece,
                               size_t len);

/* Learn so many merges at most; s is to be released. */
void subwords_learn(const struct subword_learner *l, long merges,
                    struct subwords *s);

#endif
