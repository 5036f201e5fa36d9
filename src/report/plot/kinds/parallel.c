/* parallel.c - trials as lines across parallel axes, one for each swept field,
 * coloured by the metric. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "config/field/field.h"
#include "report/plot/fields.h"
#include "report/plot/ticks.h"

enum { MARK = 14, NAME = 24, MARKS_MOST = 8 }; /* characters; per axis */
enum { BETWEEN = 18 };                         /* pixels between axis names */
enum { SHADES = 40 };                          /* on the metric's axis */
#define OVERLAP 1.5                            /* of a shade over the next */

/* The place below an axis where lines of trials without this field pass. */
#define NONE_SHARE (-0.1)

#define CLOSE 0.04 /* closer ticks overlap: part of an axis */

/* Margins for ticks and names, as fractions of the width of all axes. */
#define LEFT 0.04
#define RIGHT 0.16

struct trial_line {
    const struct results_row *row;
    double value;
};

static int by_value(const void *a, const void *b)
{
    const struct trial_line *x = a, *y = b;

    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return (x->row->number > y->row->number) -
           (x->row->number < y->row->number);
}

/* Collect the trials with a value, the best last, so that they are drawn on
 * top. */
static long lines_of(const struct folder *f, const struct measure *m,
                     struct trial_line **out)
{
    const bool rising = plot_maximizes(f, m);
    long n = 0;

    *out = memory_new((size_t)(f->s->n + 1) * sizeof(**out));
    for (long i = 0; i < f->s->n; i++) {
        const struct results_row *row = &f->s->row[i];
        const double value = plot_value(m, row);

        if (!isnan(value))
            (*out)[n++] = (struct trial_line){row, value};
    }
    qsort(*out, (size_t)n, sizeof(**out), by_value);
    for (long i = 0; i < n / 2 && !rising; i++) {
        const struct trial_line other = (*out)[i];

        (*out)[i] = (*out)[n - 1 - i];
        (*out)[n - 1 - i] = other;
    }
    return n;
}

static void add_crossing(struct page *page, int axis,
                         const struct plot_field *field,
                         const struct trial_line *at)
{
    const double share = plot_field_share(field, at->row);

    page_named_row(page, 5,
                   (double[]){axis, isnan(share) ? NONE_SHARE : share,
                              at->value, (double)at->row->number,
                              plot_field_at(field, at->row)},
                   field->parameter->name);
}

static int add_lines(struct page *page, const struct folder *f,
                     const struct plot_fields *fields, const struct measure *m,
                     const struct trial_line *line, long n)
{
    struct str columns = {0};

    str_addf(&columns, "axis\tshare\t%s\ttrial\tvalue\tname", m->name);
    const int block = page_block(page, f->x->name, str_text(&columns));
    const double low = n ? fmin(line[0].value, line[n - 1].value) : 0;
    const double high = n ? fmax(line[0].value, line[n - 1].value) : 0;

    for (long i = 0; i < n; i++) {
        const double v = line[i].value, trial = (double)line[i].row->number;

        for (int k = 0; k < fields->n; k++)
            add_crossing(page, k, &fields->field[k], &line[i]);
        page_named_row(page, 5,
                       (double[]){fields->n,
                                  high > low ? (v - low) / (high - low) : 0.5,
                                  v, trial, v},
                       m->name);
        page_gap(page);
    }
    if (!n)
        page_row(page, 1, (double[]){(double)NAN});
    str_release(&columns);
    return block;
}

/* --- axes ----------------------------------------------------------------- */

static void add_mark(struct panel *panel, int axis, double share,
                     const char *text)
{
    char *cut = text_cut(text, MARK);

    panel_label(panel, "set label", cut,
                "at first %d, %.4f left offset 0.5,0 font ',10' front boxed",
                axis, share);
    free(cut);
}

static void mark_number(struct panel *panel, int axis, double share, double x)
{
    char text[32];

    snprintf(text, sizeof(text), "%.3g", x);
    add_mark(panel, axis, share, text);
}

static void mark_factors(struct panel *panel, int axis,
                         const struct plot_field *field)
{
    for (struct tick m = {0}; tick_next(&m, field->low, field->high);)
        if (*m.text)
            add_mark(panel, axis, plot_field_place(field, m.at), m.text);
}

static void mark_field(struct panel *panel, int axis,
                       const struct plot_field *field)
{
    double x[MARKS_LISTED];
    const int listed = plot_field_listed(field, CLOSE, x);

    for (int i = 0; i < listed; i++)
        mark_number(panel, axis, plot_field_place(field, x[i]), x[i]);
    if (listed)
        return;
    if (field->log)
        mark_factors(panel, axis, field);
    else if (field->numbers)
        for (int i = 0; i <= 4; i++)
            mark_number(panel, axis, i / 4.0, plot_field_value(field, i / 4.0));
    for (int i = 0; i < field->n; i += 1 + field->n / MARKS_MOST)
        add_mark(panel, axis, i / (field->n - 1.0), field->value[i]);
}

/* True if a line passes below the axis. */
static bool any_without(const struct plot_field *field,
                        const struct trial_line *line, long n)
{
    for (long i = 0; i < n; i++)
        if (isnan(plot_field_at(field, line[i].row)))
            return true;
    return false;
}

/* Add one of `axes` axes, and widen the panel until each name fits. */
static void add_axis(struct panel *panel, int axis, int axes, const char *name)
{
    char *cut = text_cut(name, NAME);
    const int width = axes * (text_length(cut) * CHARACTER_WIDTH + BETWEEN);

    panel->width = width > panel->width ? width : panel->width;
    panel_tick(panel, 'x', axis, cut);
    free(cut);
}

static void add_line(struct panel *panel, int axis)
{
    panel_do(panel,
             "set arrow from first %d, 0 to first %d, 1 nohead front lw 1.2 lc "
             "rgb '#404040'",
             axis, axis);
}

/* Set the colours, the best darkest, also in grey (after cividis, Nunez et al.
 * 2018, without its lightest yellow). */
static void set_colours(struct panel *panel, bool rising)
{
    panel_do(panel,
             "set palette defined (0 '#00224E', 1 '#35456C', 2 '#666970', "
             "3 '#948E77', 4 '#B9A76B', 5 '#D9BC3A') %s",
             rising ? "negative" : "positive");
    panel_do(panel, "unset colorbox");
}

static void set_axes(struct panel *panel, const struct plot_fields *fields,
                     const struct trial_line *line, long n)
{
    double lowest = 0;

    panel_do(panel, "unset border");
    panel_do(panel, "unset ytics");
    panel_do(panel, "set lmargin 7");
    panel_do(panel, "unset grid");
    panel_do(panel, "set style textbox opaque fillcolor rgb '#ffffff' "
                    "noborder margins 0.4,0.4");
    panel_do(panel, "set xrange [%g:%g]", -LEFT * fields->n,
             (1 + RIGHT) * fields->n);
    for (int k = 0; k < fields->n; k++) {
        add_axis(panel, k, fields->n + 1, fields->field[k].name);
        add_line(panel, k);
        mark_field(panel, k, &fields->field[k]);
        if (any_without(&fields->field[k], line, n)) {
            add_mark(panel, k, NONE_SHARE, "none");
            lowest = NONE_SHARE;
        }
    }
    panel_do(panel, "set yrange [%g:1.03]", lowest - 0.03);
}

/* Add the metric's axis in the colours of its values, as the colours' key. */
static void add_metric(struct page *page, struct panel *panel, int axis,
                       const struct measure *m, double low, double high)
{
    add_axis(panel, axis, axis + 1, m->name);
    if (low == high) {
        add_line(panel, axis);
        return;
    }
    char *columns = memory_format("axis\tfrom\tlength\t%s", m->name);
    const int block = page_block(page, "colours", columns);

    for (int i = 0; i < SHADES; i++) {
        const double from = (double)i / SHADES;
        const double middle = (i + 0.5) / SHADES;

        page_row(page, 4,
                 (double[]){axis, from, fmin(OVERLAP / SHADES, 1 - from),
                            low + (high - low) * middle});
    }
    for (int i = 0; i <= 4; i++)
        mark_number(panel, axis, i / 4.0, low + i / 4.0 * (high - low));
    panel_plot(panel, block, NULL,
               "using 1:2:(0):3:4 with vectors nohead lw 6 lc palette");
    free(columns);
}

static int draw_metric(const struct folder *f, const struct plot_fields *fields,
                       const struct measure *m, struct page *page,
                       struct error *e)
{
    struct panel *panel = page_panel(page, f->x->name, NULL);
    struct trial_line *line;
    const long n = lines_of(f, m, &line);
    const double low = n ? fmin(line[0].value, line[n - 1].value) : 0;
    const double high = n ? fmax(line[0].value, line[n - 1].value) : 0;

    set_axes(panel, fields, line, n);
    set_colours(panel, plot_maximizes(f, m));
    panel_plot(panel, add_lines(page, f, fields, m, line, n), NULL,
               "using 1:2:3 with lines lw 1.4 lc palette");
    add_metric(page, panel, fields->n, m, low, high);
    free(line);
    (void)e;
    return 0;
}

static int draw(const struct plot_input *in, struct page *page, struct error *e)
{
    return plot_fields_draw(in, draw_metric, page, e);
}

const struct plot_kind plot_parallel = {
    .name = "parallel",
    .summary = "trials as lines across the swept fields, coloured by a metric",
    .draw = draw,
};
