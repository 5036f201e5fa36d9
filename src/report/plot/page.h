/*
 * page.h - pictures of a page before gnuplot draws them: panels, the script
 * that draws them and the data it reads.
 *
 *     struct panel *p = page_panel(&page, "mlu", NULL);
 *     panel_axis(p, 'x', "step");
 *     int block = page_block(&page, "softmax", "step\tmean");
 *     page_row(&page, 2, (double[]){500, 61.5});
 *     panel_plot(p, block, "softmax", "using 1:2 with lines lt 1");
 *
 * Data are blocks of rows of numbers, each with a title and the names of its
 * columns in comments above it; a last column may be a text that says what they
 * are of.  A number has the digits that read back as the same; NaN is a gap.
 *
 * Commands are the kinds' own words.  A text that may be anything - a name, a
 * value, a title - goes through panel_text(), panel_tick() or a legend: it
 * stands in quotes with all that might mean something to gnuplot as octal
 * numbers, control characters as blanks, on terminals that take no markup.
 *
 * Panels that are all of one subject have that once, above them.
 *
 * Line types 1, 2 ... differ in colour (Okabe and Ito's, without the yellow),
 * dashes and marks: 35 of them, then again from the first.
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
    char *subject;         /* what it is of, "mlu, trial 3"; owned */
    char *title;           /* its own, "gate"; owned; NULL: it has none */
    char *xtitle, *ytitle; /* of its axes, owned; NULL: none */
    struct str settings;   /* lines of gnuplot before `plot` */
    struct str plots;      /* what it has, with commas between */
    struct str xtics, ytics;
    int first; /* of xtics: its characters */
    double low,
        high;    /* of the x axis's numbers; equal: gnuplot chooses ticks */
    int left;    /* of ytics: those of the longest */
    int legends; /* how many of them have one, */
    int longest; /* of how many characters at most, */
    int legend_title; /* and those of a title above them; 0: none */
    int width;        /* pixels that it needs at least; 0: as many as others */
    int height;       /* likewise */
    bool above;       /* it has a line of something above its frame */
};

enum { CHARACTER_WIDTH = 7 }; /* pixels */

/* A zeroed one is empty. */
struct page {
    int n, room;
    struct panel **panel; /* [n] owned, each too */
    int blocks;
    struct str data;
    struct str notes; /* lines for whoever asked: what is left out, and why */
    bool damaged;     /* some of that, as it is damaged */
};
void page_release(struct page *p);

/* Another panel, borrowed until the page is released: what it is of, and a
 * title of its own, or NULL.  They stand in lines that the picture has room
 * for, three at most. */
struct panel *page_panel(struct page *p, const char *subject,
                         const char *title);

/* A line of the script, of words that are codarun's own. */
void panel_do(struct panel *p, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* What the axis 'x' or 'y' is of, in lines that it has room for. */
void panel_axis(struct panel *p, char axis, const char *title);

/* A command and a text in quotes behind it, and the same with more words behind
 * that. */
void panel_text(struct panel *p, const char *command, const char *text);
void panel_label(struct panel *p, const char *command, const char *text,
                 const char *fmt, ...) PRINTF_LIKE(4, 5);

/* A mark on the axis 'x' or 'y' that says so, or, of an empty text, a small
 * one; it then has no others. */
void panel_tick(struct panel *p, char axis, double at, const char *text);

/* The x axis is of numbers from low to high: their ticks have room. */
void panel_span(struct panel *p, double low, double high);

/* Slant the ticks that the x axis has, each of less than 20 characters: they
 * end below their places, and the first has room on the left. */
void panel_slant(struct panel *p);

/* The y axis is of percentages: it has some room above and below, but ends at
 * 0 and 100. */
void panel_percent(struct panel *p);

/* What the legend's entries are of; it stands above them. */
void panel_legend_title(struct panel *p, const char *text);

/* Draw a block: "using 1:2 with lines"; legend NULL: without one. */
void panel_plot(struct panel *p, int block, const char *legend, const char *fmt,
                ...) PRINTF_LIKE(4, 5);

/* Begin a block, whose columns have tabs between them; its number. */
int page_block(struct page *p, const char *title, const char *columns);

/* A row of the block begun last; one with a text behind its numbers, which no
 * picture reads; and an empty row, which parts lines. */
void page_row(struct page *p, int n, const double *x);
void page_named_row(struct page *p, int n, const double *x, const char *name);
void page_gap(struct page *p);

/* A line for whoever asked. */
void page_note(struct page *p, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* What a page of panels is drawn as. */
struct canvas {
    const struct terminal *terminal; /* borrowed; NULL: the usual one */
    bool small;         /* one panel in a text that says what it is of */
    int rows, columns;  /* of panels; a cell may stay empty */
    int width, height;  /* of all of it, in pixels; 0: as its panels need */
    const char *data;   /* a file beside the script, which has page->data;
                           NULL: they are within */
    const char *output; /* a file beside it; NULL: standard output */
};

/* How large the panels [first, end) have to be together for their texts not to
 * cover each other, in pixels; the height is that of panels as wide as they
 * are. */
int page_width(const struct page *p, int first, int end,
               const struct canvas *s);
int page_height(const struct page *p, int first, int end,
                const struct canvas *s);

/* The script that draws the panels [first, end). */
void page_script(const struct page *p, int first, int end,
                 const struct canvas *s, struct str *out);

/* Characters of UTF-8: the bytes that begin one. */
int text_length(const char *text);

/* Bytes of a text that stand on a line of so many characters: up to a blank or
 * behind a hyphen, where there is one. */
size_t text_line(const char *text, int most);

/* The first `most` characters of a text, "..." for what is more; the caller's
 * to free(). */
char *text_cut(const char *text, int most);

#endif
