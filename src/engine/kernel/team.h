/*
 * team.h - idle threads take part in the work of busy ones.
 *
 * For work whose bits do not depend on which thread does which part: rows of a
 * product, segments of an attention, runs of elements.  A busy thread cuts [0,
 * n) into pieces and does them together with all idle threads:
 *
 *     static void some(const void *of, size_t from, size_t to,
 *                      struct arena *scratch);
 *
 *     team_run(&(struct team_work){
 *         .n = rows, .step = 8, .total = 9e3, .piece = some, .of = &context});
 *
 * The number of pieces depends on how many threads are idle, so no sum may
 * cross pieces: what is summed in a fixed order must be in one piece.
 *
 * To offer work costs about a microsecond, hence `total`. Idle threads look for
 * offers without sleeping, and let other programs run now and then.
 *
 * Threads: any thread of the process may call; several may have work at once,
 * and idle threads spread over it.  Work that a piece starts runs on that
 * piece's thread alone.
 */
#ifndef ENGINE_KERNEL_TEAM_H
#define ENGINE_KERNEL_TEAM_H

#include <stdatomic.h>
#include <stddef.h>

#include "base/core/arena.h"

/* Do [from, to).  Scratch that it borrows is given back by the caller. */
typedef void team_piece(const void *of, size_t from, size_t to,
                        struct arena *scratch);

/* Estimated nanoseconds to read and write one element. */
#define TEAM_ELEMENT 0.25

/* Estimated nanoseconds of one multiplication and addition in a matrix
 * product. */
#define TEAM_PRODUCT (1 / 64.0)

/* Pieces of a sum down the rows begin at multiples of this many columns. */
#define TEAM_COLUMNS 32

struct team_work {
    size_t n;
    size_t step;  /* pieces begin at multiples of it; 0 means 1 */
    double total; /* estimated time of all of it, in nanoseconds */
    team_piece *piece;
    const void *of;        /* handed to every piece */
    struct arena *scratch; /* for the caller's own pieces; NULL if none is
                              needed */
};

/* Returns when all of it is done. */
void team_run(const struct team_work *w);

/* Do the pieces that others offer until *finished is n.  `scratch` is
 * emptied. */
void team_help(const atomic_int *finished, int n, struct arena *scratch);

/* Number of pieces done by another thread than the one that offered them, since
 * the program began. */
long team_helped(void);

#endif
