/*
 * nonzero.h - the elements of the parameter vector whose gradient is not 0: all
 * except the rows of tables that no example looked up.
 *
 * They are ascending spans, found once a step.  Every part of a step loops over
 * them, so a table of many rows costs no more than one of few.  A gradient
 * holds these elements packed in two vectors, for those of no table and for the
 * rows; `at` is the place in both.
 */
#ifndef ENGINE_TRAIN_NONZERO_H
#define ENGINE_TRAIN_NONZERO_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/train/packed_rows.h"

/* Elements [from, to). */
struct element_range {
    size_t from, to;
};

/* The place of an element: how many nonzero ones are before it, of no table and
 * of rows. */
struct nonzero_place {
    size_t dense, rows;
};

struct nonzero_span {
    struct element_range of;
    struct nonzero_place at; /* of its first element */
    bool is_rows;            /* it is rows of a table */
};

struct nonzero {
    int n, room;
    struct nonzero_span *span; /* owned; none overlap */
    struct nonzero_place end;
};

/* Find the spans of a vector of len elements, of whose tables `rows` are
 * nonzero. */
void nonzero_find(struct nonzero *l, size_t len, const struct param_tables *t,
                  const struct packed_rows *rows);
void nonzero_release(struct nonzero *l);

/* The first span that ends after `from`; l->n if there is none. */
int nonzero_first(const struct nonzero *l, size_t from);

/* How many nonzero elements are before `from`. */
struct nonzero_place nonzero_before(const struct nonzero *l, size_t from);

/* The part of span i that lies within `within`; empty if none does. */
static inline struct element_range nonzero_part(const struct nonzero *l, int i,
                                                struct element_range within)
{
    struct element_range s = l->span[i].of;

    s.from = s.from > within.from ? s.from : within.from;
    s.to = s.to < within.to ? s.to : within.to;
    return s;
}

/* For each part of the nonzero spans within `within_`: `part_`, of span
 * `i_`. */
#define EACH_NONZERO(l_, i_, part_, within_)                                 \
    for (int i_ = nonzero_first((l_), (within_).from);                       \
         i_ < (l_)->n && (l_)->span[i_].of.from < (within_).to; i_++)        \
        for (struct element_range part_ = nonzero_part((l_), i_, (within_)); \
             part_.from < part_.to; part_.from = part_.to)

#endif
