/*
 * nonzero.h - the part of the vector of parameters whose gradient is not 0: all
 * of it, but for the rows of tables that no example looked up.
 *
 * Ascending spans, found once a step.  What is done for a step goes by them, so
 * a table of many rows costs no more than one of few.  A gradient holds them
 * packed, in two vectors: what is of no table, and the rows; `at` says where.
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

/* Where an element stands: how many nonzero ones are before it, of no table and
 * of rows. */
struct nonzero_place {
    size_t dense, rows;
};

struct nonzero_span {
    struct element_range of;
    struct nonzero_place at; /* its first element */
    bool is_rows;            /* of a table */
};

struct nonzero {
    int n, room;
    struct nonzero_span *span; /* owned; none overlap */
    struct nonzero_place end;
};

/* Of a vector of len elements, of whose tables `rows` are nonzero. */
void nonzero_find(struct nonzero *l, size_t len, const struct param_tables *t,
                  const struct packed_rows *rows);
void nonzero_release(struct nonzero *l);

/* The first span that ends beyond `from`; l->n: there is none. */
int nonzero_first(const struct nonzero *l, size_t from);

/* How many nonzero elements lie before `from`. */
struct nonzero_place nonzero_before(const struct nonzero *l, size_t from);

/* Span number i as far as it lies within [from, to), empty when it does not. */
static inline struct element_range nonzero_part(const struct nonzero *l, int i,
                                                struct element_range within)
{
    struct element_range s = l->span[i].of;

    s.from = s.from > within.from ? s.from : within.from;
    s.to = s.to < within.to ? s.to : within.to;
    return s;
}

/* For each part of the nonzero spans within `within_`: `part_`, of span number
 * `i_`. */
#define EACH_NONZERO(l_, i_, part_, within_)                                 \
    for (int i_ = nonzero_first((l_), (within_).from);                       \
         i_ < (l_)->n && (l_)->span[i_].of.from < (within_).to; i_++)        \
        for (struct element_range part_ = nonzero_part((l_), i_, (within_)); \
             part_.from < part_.to; part_.from = part_.to)

#endif
