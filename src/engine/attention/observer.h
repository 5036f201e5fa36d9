/*
 * observer.h - whoever looks at the attentions of a model on their way:
 * tape->observer, which attend() tells of each, before it computes it, and
 * model_outcome() of what the head's scores point at.
 *
 * The tape does not record.  What is taken of its arena is to be given back,
 * and its other members to be left as they are.
 *
 * Threads: one belongs to one tape at a time.
 */
#ifndef ENGINE_ATTENTION_OBSERVER_H
#define ENGINE_ATTENTION_OBSERVER_H

#include "config/field/field.h"
#include "engine/data/batch.h"
#include "engine/tape/ops.h"
#include "engine/tape/tape.h"

struct attend;       /* attention/attention.h, which tells whoever looks */
struct token_shares; /* head/head.h */

struct observer {
    void (*on_attention)(struct observer *l, struct tape *t,
                         const struct chosen *kind, const struct attend *in);
    /* observer_tokens(); NULL: nobody asks. */
    void (*on_tokens)(struct observer *l, int part, const struct packed *in);
    /* Behind all attentions; NULL: nobody asks. */
    void (*on_scores)(struct observer *l, const struct token_shares *p);
};

/* For models: the rows of these segments, wherever they attend or are attended
 * to from now on, stand for these tokens of an example's part, whose bounds are
 * told from others' by where they lie. */
void observer_tokens(struct tape *t, int part, const struct packed *in);
#define TOKEN_SENTINEL (-1) /* of a row that is a vector of the model's own */

/* Call f with the allowed pairs of each row of x, over pairs, in order: n of
 * them from `row` on. */
void observer_rows(const struct pairs *p, const float *x,
                   void (*f)(void *context, int n, const float *row),
                   void *context);

#endif
