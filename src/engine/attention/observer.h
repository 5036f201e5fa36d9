/*
 * observer.h - callbacks on the attentions of a model while it runs.
 *
 * attend() calls tape->observer before it computes an attention, and
 * model_outcome() calls it with what the head's scores point at.
 *
 * The tape must not record.  A callback gives back what it takes from the
 * tape's arena, and leaves the tape's other members as they are.
 *
 * Threads: one belongs to one tape at a time.
 */
#ifndef ENGINE_ATTENTION_OBSERVER_H
#define ENGINE_ATTENTION_OBSERVER_H

#include "config/field/field.h"
#include "engine/data/batch.h"
#include "engine/tape/ops.h"
#include "engine/tape/tape.h"

struct attend;       /* attention/attention.h, which calls observers */
struct token_shares; /* head/head.h */

struct observer {
    void (*on_attention)(struct observer *l, struct tape *t,
                         const struct chosen *kind, const struct attend *in);
    /* Called by observer_tokens(); may be NULL. */
    void (*on_tokens)(struct observer *l, int part, const struct packed *in);
    /* Called after all attentions; may be NULL. */
    void (*on_scores)(struct observer *l, const struct token_shares *p);
};

/* For models: announce that the rows of these segments are these tokens of a
 * part of the example, in all later attentions.  Segments are recognised by the
 * address of their bounds. */
void observer_tokens(struct tape *t, int part, const struct packed *in);
#define TOKEN_SENTINEL (-1) /* a row that is a learned vector, no token */

/* Call f for each row of x, which is over pairs, in order, with the row's n
 * allowed pairs from `row` on. */
void observer_rows(const struct pairs *p, const float *x,
                   void (*f)(void *context, int n, const float *row),
                   void *context);

#endif
