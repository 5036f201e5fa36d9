/*
 * live.h - the part of the vector of parameters whose gradient is not 0: all
 * of it, but for the rows of tables that no example looked up.
 *
 * Ascending spans, found once a step.  What is done for a step goes by them, so
 * a table of many rows costs no more than one of few.  A gradient holds them
 * packed, in two vectors: what is of no table, and the rows; `at` says where.
 */
#ifndef ENGINE_TRAIN_LIVE_H
#define ENGINE_TRAIN_LIVE_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/train/packed_rows.h"

/* Elements [from, to). */
struct span {
    size_t from, to;
};

/* Where an element stands: how many live ones are before it, of no table and
 * of rows. */
struct live_place {
    size_t dense, rows;
};

struct live_span {
    struct span of;
    struct live_place at; /* its first element */
    bool is_rows;         /* of a table */
};

struct live {
    int n, room;
    struct live_span *span; /* owned; none overlap */
    struct live_place end;
};

/* Of a vector of len elements, of whose tables `rows` are live. */
void live_find(struct live *l, size_t len, const struct param_tables *t,
               const struct packed_rows *rows);
void live_release(struct live *l);

/* The first span that ends beyond `from`; l->n: there is none. */
int live_first(const struct live *l, size_t from);

/* How many live elements lie before `from`. */
struct live_place live_before(const struct live *l, size_t from);

/* Span number i as far as it lies within [from, to), empty when it does not. */
static inline struct span live_part(const struct live *l, int i,
                                    struct span within)
{
    struct span s = l->span[i].of;

    s.from = s.from > within.from ? s.from : within.from;
    s.to = s.to < within.to ? s.to : within.to;
    return s;
}

/* For each part of the live spans within `within_`: `part_`, of span number
 * `i_`. */
#define EACH_LIVE(l_, i_, part_, within_)                             \
    for (int i_ = live_first((l_), (within_).from);                   \
         i_ < (l_)->n && (l_)->span[i_].of.from < (within_).to; i_++) \
        for (struct span part_ = live_part((l_), i_, (within_));      \
             part_.from < part_.to; part_.from = part_.to)

#endif
