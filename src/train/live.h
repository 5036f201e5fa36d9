/*
 * live.h - the part of the vector of parameters whose gradient is not 0: all
 * of it, but for the rows of tables that no example looked up.
 *
 * Ascending spans.  What is done for a step goes by them, so a table of many
 * rows costs no more than one of few.  Where a gradient is sent to other ranks
 * its spans lie behind each other, packed; `at` says where.
 */
#ifndef TRAIN_LIVE_H
#define TRAIN_LIVE_H

#include <stddef.h>

#include "tape/touched.h"

/* Elements [from, to). */
struct span {
    size_t from, to;
};

struct live {
    int n, room;
    struct span *span; /* owned; apart from each other */
    size_t *at;        /* owned: of the first element of each, packed */
};

/* Of a vector of len elements, where these rows of its tables were touched;
 * their order is made ascending. */
void live_find(struct live *l, size_t len, struct touched *t);
void live_copy(struct live *to, const struct live *from);
/* l becomes what is live in it or in `other`; `room` is working space. */
void live_join(struct live *l, const struct span *other, int n,
               struct live *room);
void live_release(struct live *l);

/* The first span that ends beyond `from`; l->n: there is none. */
int live_first(const struct live *l, size_t from);

/* Span number i as far as it lies within [from, to), empty when it does not. */
static inline struct span live_part(const struct live *l, int i,
                                    struct span within)
{
    struct span s = l->span[i];

    s.from = s.from > within.from ? s.from : within.from;
    s.to = s.to < within.to ? s.to : within.to;
    return s;
}

/* For each part of the live spans within `within_`: `part_`, of span number
 * `i_`. */
#define EACH_LIVE(l_, i_, part_, within_)                          \
    for (int i_ = live_first((l_), (within_).from);                \
         i_ < (l_)->n && (l_)->span[i_].from < (within_).to; i_++) \
        for (struct span part_ = live_part((l_), i_, (within_));   \
             part_.from < part_.to; part_.from = part_.to)

/* How many live elements lie before `from`. */
size_t live_before(const struct live *l, size_t from);

#endif
