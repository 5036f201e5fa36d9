/* heat.c - attentions as matrices of colour. */
#include "config.h"

#include "plot/heat.h"

#include <math.h>
#include <stdlib.h>

enum {
    MARKS = 48,
    MARK_LENGTH = 14,
    DOTS = 1600
}; /* marks on an axis and
their characters; pairs of a matrix that has dots */

/* By luminance, too: the ends are 25 and 55 of 100. */
static const char both_ways[] =
    "-1 '#053061', -0.5 '#4393C3', 0 '#FFFFFF', 0.5 '#FDB863', 1 '#E66101'";
static const char one_way[] =
    "0 '#FFFFFF', 0.25 '#C6DBEF', 0.5 '#6BAED6', 0.75 '#2171B5', 1 '#08306B'";

struct range {
    float low, high;
};

static struct range range_of(const struct view *v, const float *x)
{
    const size_t n = (size_t)v->rows.n * (size_t)v->cols.n;
    struct range r = {0, 0};

    for (size_t i = 0; i < n; i++) {
        r.low = fminf(r.low, x[i]);
        r.high = fmaxf(r.high, x[i]);
    }
    return r;
}

/* A row a pair: where it is, and its value; then of those below 0 where they
 * are. */
static int add_matrix(struct page *page, const char *name, const struct view *v,
                      const float *x, bool negative)
{
    const int block =
        page_block(page, name, negative ? "column\trow" : "column\trow\tvalue");

    for (int i = 0; i < v->rows.n; i++)
        for (int j = 0; j < v->cols.n; j++, x++)
            if (negative ? *x < 0 : !isnan(*x))
                page_row(page, negative ? 2 : 3, (double[]){j, i, *x});
    return block;
}

/* All of them, or every second, third... */
static void add_marks(const struct inside *s, const struct view_side *side,
                      char axis, struct panel *panel)
{
    const int step = (side->n + MARKS - 1) / MARKS;
    struct str text = {0};

    for (int i = 0; i < side->n; i += step) {
        str_clear(&text);
        inside_token(s, side, i, &text);
        char *cut = text_cut(str_text(&text), MARK_LENGTH);

        panel_tick(panel, axis, i, cut);
        free(cut);
    }
    str_release(&text);
}

static void set_colours(struct panel *panel, struct range r)
{
    const double most = fmax(fmax(-r.low, r.high), 1e-30);

    panel_do(panel, "set palette defined (%s)",
             r.low < 0 ? both_ways : one_way);
    panel_do(panel, "set cbrange [%.9g:%.9g]", r.low < 0 ? -most : 0.0, most);
}

static void set_axes(const struct inside *s, const struct view *v,
                     struct panel *panel)
{
    const int longest = v->rows.n > v->cols.n ? v->rows.n : v->cols.n;
    const int size = longest > 24 ? 7 : longest > 12 ? 9 : 11;

    panel_do(panel, "unset grid");
    panel_do(panel, "set object 1 rectangle from graph 0,0 to graph 1,1 behind "
                    "fc rgb '#d9d9d9' fs solid noborder");
    panel_do(panel, "set xrange [-0.5:%d.5]", v->cols.n - 1);
    panel_do(panel, "set yrange [%d.5:-0.5]", v->rows.n - 1);
    panel_do(panel, "set xtics rotate by 60 right font ',%d'", size);
    panel_do(panel, "set ytics font ',%d'", size);
    add_marks(s, &v->cols, 'x', panel);
    add_marks(s, &v->rows, 'y', panel);
}

static void draw_part(const struct inside *s, const struct inside_head *h,
                      enum attention_part part, const char *title,
                      struct page *page)
{
    const struct view *v = h->view;
    const float *x = view_block(v, part, h->head);
    const struct range r = range_of(v, x);
    struct str head = {0};

    str_addf(&head, "%s%s", title, *title ? ": " : "");
    inside_name(s, h, &head);
    str_addf(&head, ": %s", attention_part_names[part]);
    struct panel *panel = page_panel(page, str_text(&head));
    const int block = add_matrix(page, str_text(&head), v, x, false);

    set_axes(s, v, panel);
    set_colours(panel, r);
    panel_plot(
        panel, block, NULL,
        "using 1:2:($1-0.5):($1+0.5):($2-0.5):($2+0.5):3 with boxxyerror "
        "fc palette fs solid noborder");
    if (r.low < 0 && v->rows.n * (long)v->cols.n <= DOTS)
        panel_plot(panel, add_matrix(page, str_text(&head), v, x, true), NULL,
                   "using 1:2 with points pt 7 ps 0.3 lc rgb '#000000'");
    str_release(&head);
}

/* What M is made of. */
static void draw_whole(const struct inside *s, const struct inside_head *h,
                       const char *title, struct page *page)
{
    if (!inside_has(h, PART_F_E) && inside_has(h, PART_E))
        draw_part(s, h, PART_E, title, page);
    if (inside_has(h, PART_F_E))
        draw_part(s, h, PART_F_E, title, page);
    if (inside_has(h, PART_GATE))
        draw_part(s, h, PART_GATE, title, page);
}

void heat_draw(const struct inside *s, const char *title, struct page *page)
{
    struct inside_head h = {0}, behind;
    int n = 0;

    for (behind = h; inside_next(s, &behind);)
        n++;
    while (inside_next(s, &h)) {
        if (n == 1)
            draw_whole(s, &h, title, page);
        draw_part(s, &h, PART_M, title, page);
    }
}
