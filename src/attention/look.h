/*
 * look.h - whoever looks at the attentions of a model on their way: tape->look,
 * which attend() tells of each, before it computes it.
 *
 * The tape does not record.  What is taken of its arena is to be given back,
 * and its other members to be left as they are.
 *
 * Threads: one belongs to one tape at a time.
 */
#ifndef ATTENTION_LOOK_H
#define ATTENTION_LOOK_H

#include "attention/attention.h"

struct look {
    void (*see)(struct look *l, struct tape *t, const struct chosen *kind,
                const struct attend *in);
};

/* Call f with the allowed pairs of each row of x, over pairs, in order. */
void look_rows(const struct pairs *p, const float *x,
               void (*f)(void *context, int n, const float *row),
               void *context);

#endif
