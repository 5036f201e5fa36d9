/*
 * team.h - threads with nothing to do take part in what others do.
 *
 * For work whose bits do not depend on who does which part of it: rows of a
 * product, segments of an attention, runs of elements.  A busy thread cuts
 * [0, n) into pieces and does them together with all that are idle:
 *
 *     static void some(const void *of, size_t from, size_t to,
 *                      struct arena *scratch);
 *
 *     team_run(&(struct team_work){
 *         .n = rows, .step = 8, .total = 9e3, .piece = some, .of = &context});
 *
 * How many pieces there are depends on who is idle, so no sum may go across
 * them: what is added up in a fixed order belongs into one piece.
 *
 * An offer costs about a microsecond, hence `total`.  Idle threads look for
 * offers without sleeping, and let other programs run now and then.
 *
 * Threads: any, in the whole process; several may have work at once, and those
 * that are idle spread over it.  A piece that has work of its own does it
 * alone.
 */
#ifndef ENGINE_KERNEL_TEAM_H
#define ENGINE_KERNEL_TEAM_H

#include <stdatomic.h>
#include <stddef.h>

#include "base/core/arena.h"

/* Does [from, to).  What it borrows of `scratch` goes back by itself. */
typedef void team_piece(const void *of, size_t from, size_t to,
                        struct arena *scratch);

/* Nanoseconds of an element that is read and written. */
#define TEAM_ELEMENT 0.25

/* And of a multiplication with its sum in a matrix product. */
#define TEAM_PRODUCT (1 / 64.0)

/* Columns that pieces of a sum down the rows begin at multiples of. */
#define TEAM_COLUMNS 32

struct team_work {
    size_t n;
    size_t step;  /* pieces begin at multiples of it; 0: 1 */
    double total; /* of all of it, in nanoseconds or so */
    team_piece *piece;
    const void *of;        /* handed to every piece */
    struct arena *scratch; /* for the caller's own pieces; NULL: none needed */
};

/* Returns when all of it is done. */
void team_run(const struct team_work *w);

/* Do what others offer until *finished is n.  `scratch` is emptied. */
void team_help(const atomic_int *finished, int n, struct arena *scratch);

/* Pieces that were done by others than who had the work, since the program
 * began. */
long team_helped(void);

#endif
