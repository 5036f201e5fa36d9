/*
 * frame.h - lines on a terminal that are redrawn in place.
 *
 * Earlier output above them stays.  Lines are cut at the width of the terminal,
 * and lines below its height are left out, since a frame that wrapped or
 * scrolled could not be redrawn.  Each line is cleared after its end, and the
 * caller should print a drawing with one write, so that nothing flickers.  A
 * terminal whose size has changed has moved the lines; it is cleared, and the
 * frame begins at its top.
 *
 * Threads: pure functions of the frame.
 */
#ifndef CMD_FRAME_H
#define CMD_FRAME_H

#include "base/core/str.h"

/* A zeroed frame has not been drawn. */
struct frame {
    int lines; /* lines drawn; the cursor is at the beginning of the line after
                  them */
    int rows, columns; /* the terminal's size then */
};

/* Append the text that draws these lines, made safe as in core/show.h, on a
 * terminal of this size. */
void frame_draw(struct frame *f, const char *lines, int rows, int columns,
                struct str *out);

/* Append the text that removes the frame; the cursor moves to its beginning. */
void frame_clear(struct frame *f, struct str *out);

#endif
