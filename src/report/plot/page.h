/*
 * page.h - pages of pictures before gnuplot draws them: panels, the script that
 * draws them and the data it reads.
 *
 *     struct panel *p = page_panel(&page, "mlu", NULL);
 *     panel_axis(p, 'x', "step");
 *     int block = page_block(&page, "softmax", "step\tmean");
 *     page_row(&page, 2, (double[]){500, 61.5});
 *     panel_plot(p, block, "softmax", "using 1:2 with lines lt 1");
 *
 * Data are blocks of rows of numbers.  Comments above a block give its title
 * and the names of its columns; a last column can be a text that names the row.
 * Numbers have the digits that read back as the same number; NaN is a gap.
 *
 * Commands are written by the kinds of pictures.  A text with any content, such
 * as a name, a value or a title, must go through panel_text(), panel_tick() or
 * a legend: these quote it, write every character that is special to gnuplot as
 * an octal number, and replace control characters by blanks.  The terminals
 * interpret no markup.
 *
 * If all panels have the same subject, it is printed once, above them.
 *
 * Line types 1, 2 ... differ in colour (the palette of Okabe and Ito without
 * yellow), dashes and marks.  There are 35, then they repeat.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_PLOT_PAGE_H
#define REPORT_PLOT_PAGE_H

#include <stdbool.h>

#include "base/core/error.h"
#include "base/core/str.h"
#include "report/plot/terminal.h"

struct panel {
    char *subject;         /* what it shows, "mlu, trial 3"; owned */
    char *title;           /* its own title, "gate"; owned; NULL for none */
    char *xtitle, *ytitle; /* of its axes, owned; NULL for none */
    struct str settings;   /* lines of gnuplot before `plot` */
    struct str plots;      /* arguments of `plot`, with commas between */
    struct str xtics, ytics;
    int first;        /* characters of the first text in xtics */
    double low, high; /* range of a numeric x axis; equal if gnuplot chooses the
                         ticks */
    int left;         /* characters of the longest text in ytics */
    int legends;      /* number of legend entries */
    int longest;      /* characters of the longest entry */
    int legend_title; /* characters of the legend's title; 0 for none */
    int width;        /* pixels needed at least; 0 for the same as others */
    int height;       /* as above */
    bool above;       /* it has a line of text above its frame */
};

enum { CHARACTER_WIDTH = 7 }; /* pixels */

/* A zeroed page is empty. */
struct page {
    int n, room;
    struct panel **panel; /* [n] owned, each too */
    int blocks;
    struct str data;
    struct str notes; /* lines for the user: what is left out, and why */
    bool damaged;     /* some of it is left out because it is damaged */
};
void page_release(struct page *p);

/* Add a panel, borrowed until the page is released.  It has a subject and a
 * title of its own, or NULL. Long ones are broken into lines, three at most. */
struct panel *page_panel(struct page *p, const char *subject,
                         const char *title);

/* Append a line of gnuplot to the script; not for texts with any content. */
void panel_do(struct panel *p, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Set the title of the axis 'x' or 'y', broken into lines that fit. */
void panel_axis(struct panel *p, char axis, const char *title);

/* Append a command with a quoted text after it; the second function adds more
 * words after the text. */
void panel_text(struct panel *p, const char *command, const char *text);
void panel_label(struct panel *p, const char *command, const char *text,
                 const char *fmt, ...) PRINTF_LIKE(4, 5);

/* Add a tick with a text to the axis 'x' or 'y', or a small one if the text is
 * empty.  The axis then has no automatic ticks. */
void panel_tick(struct panel *p, char axis, double at, const char *text);

/* Set the x axis to numbers from low to high, with ticks that do not
 * overlap. */
void panel_span(struct panel *p, double low, double high);

/* Slant the ticks of the x axis, whose texts have less than 20 characters: they
 * end below their places, and there is room for the first one on the left. */
void panel_slant(struct panel *p);

/* Set the y axis to percentages: some margin above and below, but within 0 and
 * 100. */
void panel_percent(struct panel *p);

/* Set the title above the legend's entries. */
void panel_legend_title(struct panel *p, const char *text);

/* Draw a block: "using 1:2 with lines". legend is NULL for no entry. */
void panel_plot(struct panel *p, int block, const char *legend, const char *fmt,
                ...) PRINTF_LIKE(4, 5);

/* Begin a block with tab-separated column names; returns its number. */
int page_block(struct page *p, const char *title, const char *columns);

/* Append to the last block a row; a row with a text after its numbers, which
 * pictures do not use; or an empty row, which separates lines. */
void page_row(struct page *p, int n, const double *x);
void page_named_row(struct page *p, int n, const double *x, const char *name);
void page_gap(struct page *p);

/* Append a line for the user. */
void page_note(struct page *p, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* How a page of panels is drawn. */
struct canvas {
    const struct terminal *terminal; /* borrowed; NULL for the default */
    bool small;         /* a single panel inside a text that already names its
                           subject */
    int rows, columns;  /* of panels; cells can stay empty */
    int width, height;  /* of the whole, in pixels; 0 for what its panels
                           need */
    const char *data;   /* a file beside the script that contains page->data;
                           NULL to put them into the script */
    const char *output; /* a file beside the script; NULL for standard output */
};

/* Return the size in pixels that the panels [first, end) need together so that
 * their texts do not overlap; the height is that for panels of this width. */
int page_width(const struct page *p, int first, int end,
               const struct canvas *s);
int page_height(const struct page *p, int first, int end,
                const struct canvas *s);

/* Append the script that draws the panels [first, end). */
void page_script(const struct page *p, int first, int end,
                 const struct canvas *s, struct str *out);

/* Count the characters of a UTF-8 text. */
int text_length(const char *text);

/* Return how many bytes of a text fit on a line of `most` characters, broken at
 * a blank or after a hyphen if there is one. */
size_t text_line(const char *text, int most);

/* Return the first `most` characters of a text, with "..." for the rest.  The
 * caller frees it. */
char *text_cut(const char *text, int most);

#endif
