/*
 * frame.h - lines that stand on a terminal and are drawn anew in place.
 *
 * What stood there before stays above.  A line is cut where the terminal ends,
 * and so are lines that it has no room for, since one that wrapped or scrolled
 * would not be found again; each is cleared behind its end, and what comes of a
 * drawing is to go out by one write: so nothing flickers.  A terminal whose
 * size has changed has moved its lines: it is cleared, and the frame begins at
 * its top.
 *
 * Threads: pure functions of the frame.
 */
#ifndef CMD_FRAME_H
#define CMD_FRAME_H

#include "base/core/str.h"

/* A zeroed one stands nowhere yet. */
struct frame {
    int lines; /* that stand; the cursor is at the beginning of the next */
    int rows, columns; /* of the terminal then */
};

/* Append what draws these lines, shown as core/show.h has it, on a terminal of
 * this size. */
void frame_draw(struct frame *f, const char *lines, int rows, int columns,
                struct str *out);

/* Append what takes it away; the cursor is where it began. */
void frame_clear(struct frame *f, struct str *out);

#endif
