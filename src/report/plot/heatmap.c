/* heatmap.c - attentions as colour maps. */
#include "config.h"

#include "report/plot/heatmap.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"

/* Most tick labels on an axis, their characters, and pairs of a matrix that
 * still gets dots. */
enum { MARKS = 200, MARK_LENGTH = 14, DOTS = 1600 };

/* Pixels of a panel outside the matrix, and space added to a label's font
 * size. */
enum { AROUND_ROWS = 150, AROUND_COLUMNS = 180, MARK_GAP = 3 };

/* Each square extends a little under its later neighbours, so that no gaps are
 * visible between them. */
#define EDGE 0.53

enum { LEVEL_MOST = 44 }; /* characters of tick labels that fit side by side */
enum { LETTERS = 12 };    /* pixels of a title's font */

/* Size of letters relative to the font size: the width of a horizontal letter,
 * and the height of one slanted by 60 degrees. */
#define WIDE_LETTER 0.9
#define HIGH_LETTER 0.42

/* The colours differ by luminance, too: the ends are 25 and 55 of 100. */
#define ABOVE_ZERO "0 '#FFFFFF', 0.5 '#FDB863', 1 '#E66101'"
static const char both_ways[] = "-1 '#053061', -0.5 '#4393C3', " ABOVE_ZERO;
static const char one_way[] = ABOVE_ZERO;

struct range {
    float low, high;
};

/* Return the range of a part over all heads drawn, so that they can be
 * compared.  Pointers have a range of their own, as their weights are over a
 * document. */
static struct range range_of(const struct inspection *s, bool points,
                             enum attention_part part)
{
    struct range r = {0, 0};

    for (struct inspection_head h = {0}; inspection_next(s, &h);) {
        const struct attention_map *v = h.map;
        const size_t n = (size_t)v->rows.n * (size_t)v->cols.n;

        if (attention_map_is_pointer(v) != points || !inspection_has(&h, part))
            continue;
        for (size_t i = 0; i < n; i++) {
            r.low = fminf(r.low, attention_map_block(v, part, h.head)[i]);
            r.high = fmaxf(r.high, attention_map_block(v, part, h.head)[i]);
        }
    }
    return r;
}

/* Add a block with a row for each allowed pair: its place and value. */
static int add_matrix(struct page *page, const char *name,
                      const struct attention_map *v, const float *x)
{
    const int block = page_block(page, name, "column\trow\tvalue");

    for (int i = 0; i < v->rows.n; i++)
        for (int j = 0; j < v->cols.n; j++, x++)
            if (attention_map_allows(v, i, j))
                page_row(page, 3, (double[]){j, i, *x});
    return block;
}

/* Add a block with the pairs below 0; returns -1, without a block, if there are
 * none. */
static int add_negative(struct page *page, const char *name,
                        const struct attention_map *v, const float *x)
{
    int block = -1;

    for (int i = 0; i < v->rows.n; i++)
        for (int j = 0; j < v->cols.n; j++, x++)
            if (*x < 0) {
                if (block < 0)
                    block = page_block(page, name, "column\trow");
                page_row(page, 2, (double[]){j, i});
            }
    return block;
}

/* Add tick labels: all, or every second, third ... if there are more than
 * MARKS.  Returns the number of characters of the longest. */
static int add_marks(const struct inspection *s, const struct map_side *side,
                     char axis, struct panel *panel)
{
    const int step = (side->n + MARKS - 1) / MARKS;
    struct str text = {0};
    int longest = 0;

    for (int i = 0; i < side->n; i += step) {
        str_clear(&text);
        inspection_label(s, side, i, &text);
        char *cut = text_cut(str_text(&text), MARK_LENGTH);

        panel_tick(panel, axis, i, cut);
        longest = text_length(cut) > longest ? text_length(cut) : longest;
        free(cut);
    }
    str_release(&text);
    return longest;
}

/* Make room for a line for each label. */
static void set_size(const struct attention_map *v, int font,
                     struct panel *panel)
{
    const int rows = v->rows.n < MARKS ? v->rows.n : MARKS;
    const int cols = v->cols.n < MARKS ? v->cols.n : MARKS;

    panel->height = AROUND_ROWS + rows * (font + MARK_GAP);
    panel->width = AROUND_COLUMNS + cols * (font + MARK_GAP);
}

static void set_colours(struct panel *panel, struct range r)
{
    const double most = fmax(fmax(-r.low, r.high), 1e-30);

    panel_do(panel, "set palette defined (%s)",
             r.low < 0 ? both_ways : one_way);
    panel_do(panel, "set cbrange [%.9g:%.9g]", r.low < 0 ? -most : 0.0, most);
}

/* Set the margins for tick labels of so many characters; those of columns are
 * horizontal if they fit. gnuplot assumes that all letters have the size of
 * titles, and would make larger margins, with the titles further out. */
static void set_marks(const struct attention_map *v, int rows, int columns,
                      int size, struct panel *panel)
{
    const double small = (double)size / LETTERS;
    const bool level = v->cols.n * (columns + 1) <= LEVEL_MOST;

    panel_do(panel, "set ytics font ',%d'", size);
    panel_do(panel, "set lmargin %.3g", 6.5 + WIDE_LETTER * small * rows);
    panel_do(panel, "set ylabel offset %.3g,0",
             WIDE_LETTER * (1 - small) * rows);
    panel_do(panel, "set xtics %s font ',%d'",
             level ? "norotate" : "rotate by 60 right", size);
    if (level)
        return;
    panel_do(panel, "set bmargin %.3g", 2.5 + HIGH_LETTER * small * columns);
    panel_do(panel, "set xlabel offset 0,%.3g",
             HIGH_LETTER * (1 - small) * columns + 0.4);
}

static void set_axes(const struct inspection *s, const struct attention_map *v,
                     struct panel *panel)
{
    const int longest = v->rows.n > v->cols.n ? v->rows.n : v->cols.n;
    const int size = longest > 24 ? 8 : longest > 12 ? 9 : 11;

    panel_do(panel, "unset grid");
    panel_do(panel, "set object 1 rectangle from graph 0,0 to graph 1,1 behind "
                    "fc rgb '#d9d9d9' fs solid noborder");
    panel_do(panel, "set xrange [-0.5:%d.5]", v->cols.n - 1);
    panel_do(panel, "set yrange [%d.5:-0.5]", v->rows.n - 1);
    panel_axis(panel, 'x', "key");
    if (v->rows.candidate)
        panel_axis(
            panel, 'y',
            v->rows.place
                ? "place and token of candidates, right: " INSPECTION_RIGHT
                : "right candidate: " INSPECTION_RIGHT);
    else
        panel_axis(panel, 'y', "query");
    set_size(v, size, panel);
    const int columns = add_marks(s, &v->cols, 'x', panel);
    const int rows = add_marks(s, &v->rows, 'y', panel);

    set_marks(v, rows, columns, size, panel);
}

static void add_dots(struct page *page, struct panel *panel, const char *name,
                     const struct attention_map *v, const float *x)
{
    const bool small = v->rows.n * (long)v->cols.n <= DOTS;
    const int block = small ? add_negative(page, name, v, x) : -1;

    if (block >= 0)
        panel_plot(panel, block, NULL,
                   "using 1:2 with points pt 7 ps 0.3 lc rgb '#000000'");
}

static void draw_part(const struct inspection *s,
                      const struct inspection_head *h, enum attention_part part,
                      const char *title, struct page *page)
{
    const struct attention_map *v = h->map;
    const float *x = attention_map_block(v, part, h->head);
    struct str own = {0};

    inspection_name(s, h, &own);
    str_addf(&own, ": %s", attention_part_names[part]);
    struct panel *panel = page_panel(page, title, str_text(&own));
    char *name = memory_format("%s: %s", title, str_text(&own));

    set_axes(s, v, panel);
    set_colours(panel, range_of(s, attention_map_is_pointer(v), part));
    panel_plot(panel, add_matrix(page, name, v, x), NULL,
               "using 1:2:($1-0.5):($1+%g):($2-0.5):($2+%g):3 with boxxyerror "
               "fc palette fs solid noborder",
               EDGE, EDGE);
    add_dots(page, panel, name, v, x);
    free(name);
    str_release(&own);
}

static int heads_of(const struct inspection *s)
{
    int n = 0;

    for (struct inspection_head h = {0}; inspection_next(s, &h);)
        n++;
    return n;
}

char *heatmap_title(const struct inspection *s, const char *name, long trial)
{
    return memory_format("%s, trial %ld, example %ld of %s", name, trial,
                         s->request.example, split_names[s->request.split]);
}

int heatmap_draw(const struct inspection *s, const char *title,
                 struct page *page)
{
    const bool all = s->request.parts || heads_of(s) == 1;
    const int before = page->n;

    for (struct inspection_head h = {0}; inspection_next(s, &h);)
        for (enum attention_part part = 0; part < PARTS; part++)
            if (inspection_has(&h, part) && (all || part == PART_M))
                draw_part(s, &h, part, title, page);
    return page->n - before;
}
