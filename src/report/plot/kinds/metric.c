/* metric.c - a metric as a function of each swept field. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/plot/fields.h"
#include "report/plot/ticks.h"

enum { TICK = 16, LEVEL = 50 }; /* characters; those that fit in a row */
#define CLOSE 0.08              /* closer ticks overlap: part of an axis */

struct trial_point {
    double x, y;
    long trial;
};

static int by_x(const void *a, const void *b)
{
    const struct trial_point *p = a, *q = b;

    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return (p->trial > q->trial) - (p->trial < q->trial);
}

/* True if a trial is of a variant. */
static bool is_of(const struct results_row *row, const char *variant)
{
    struct str text = {0};
    const bool is = row_value(&row->config, "variant", &text) &&
                    !strcmp(str_text(&text), variant);

    str_release(&text);
    return is;
}

/* Collect the finished trials that have both values, and are of the variant if
 * one is given, sorted by x; returns how many. */
static long points_of(const struct folder *f, const struct plot_field *field,
                      const struct measure *m, const char *variant,
                      struct trial_point **out)
{
    long n = 0;

    *out = memory_new((size_t)(f->s->n + 1) * sizeof(**out));
    for (long i = 0; i < f->s->n; i++) {
        const struct results_row *row = &f->s->row[i];

        if (!results_row_finished(row) || (variant && !is_of(row, variant)))
            continue;
        const struct trial_point p = {plot_field_at(field, row),
                                      measure_value(m, &row->result),
                                      row->number};
        if (!isnan(p.x) && !isnan(p.y))
            (*out)[n++] = p;
    }
    qsort(*out, (size_t)n, sizeof(**out), by_x);
    return n;
}

static const char *name_column(const struct plot_field *field)
{
    return field->numbers ? "" : "\tname";
}

/* Add a row of a value, followed by its text if it is not a number. */
static void add_row(struct page *page, const struct plot_field *field,
                    const double x[3])
{
    if (field->numbers)
        page_row(page, 3, x);
    else
        page_named_row(page, 3, x, field->value[(int)x[0]]);
}

static int add_points(struct page *page, const char *title,
                      const struct plot_field *field, const struct measure *m,
                      const struct trial_point *p, long n)
{
    struct str columns = {0};

    str_addf(&columns, "%s\t%s\ttrial%s", field->parameter->name, m->name,
             name_column(field));
    const int block = page_block(page, title, str_text(&columns));

    for (long i = 0; i < n; i++)
        add_row(page, field, (double[]){p[i].x, p[i].y, (double)p[i].trial});
    if (!n)
        page_row(page, 1, (double[]){(double)NAN});
    str_release(&columns);
    return block;
}

/* Add a block with a row for each value. */
static int add_means(struct page *page, const char *title,
                     const struct plot_field *field,
                     const struct trial_point *p, long n)
{
    char *columns = memory_format("value\tmean\ttrials%s", name_column(field));
    const int block = page_block(page, title, columns);

    for (long i = 0, next; i < n; i = next) {
        double sum = 0;

        for (next = i; next < n && p[next].x == p[i].x; next++)
            sum += p[next].y;
        add_row(
            page, field,
            (double[]){p[i].x, sum / (double)(next - i), (double)(next - i)});
    }
    free(columns);
    return block;
}

static bool shares_values(const struct trial_point *p, long n)
{
    for (long i = 1; i < n; i++)
        if (p[i].x == p[i - 1].x)
            return true;
    return false;
}

static void set_values(struct panel *panel, const struct plot_field *field)
{
    int longest = 0;

    for (int i = 0; i < field->n; i++) {
        char *cut = text_cut(field->value[i], TICK);

        panel_tick(panel, 'x', i, cut);
        longest = text_length(cut) > longest ? text_length(cut) : longest;
        free(cut);
    }
    panel_do(panel, "set xrange [-0.5:%d.5]", field->n - 1);
    if (field->n * (longest + 2) > LEVEL)
        panel_slant(panel);
}

static void set_numbers(struct panel *panel, const struct plot_field *field)
{
    const double low = plot_field_value(field, -0.04);
    const double high = plot_field_value(field, 1.04);
    double x[MARKS_LISTED];
    const int listed = plot_field_listed(field, CLOSE, x);
    struct tick m = {0};

    panel_do(panel, "set xrange [%.9g:%.9g]", low, high);
    if (field->log)
        panel_do(panel, "set logscale x");
    for (int i = 0; i < listed; i++) {
        char text[32];

        snprintf(text, sizeof(text), "%.3g", x[i]);
        panel_tick(panel, 'x', x[i], text);
    }
    if (!listed && !field->log)
        panel_span(panel, low, high);
    while (!listed && field->log && tick_next(&m, low, high))
        panel_tick(panel, 'x', m.at, m.text);
}

static void set_axes(struct panel *panel, const struct plot_field *field,
                     const struct measure *m)
{
    panel_axis(panel, 'x', field->parameter->name);
    panel_axis(panel, 'y', m->name);
    panel_percent(panel);
    if (field->numbers)
        set_numbers(panel, field);
    else
        set_values(panel, field);
}

/* Return the variants of a folder if the axis is numeric, else NULL. */
static const struct parameter *variants_beside(const struct folder *f,
                                               const struct plot_field *field)
{
    const struct space *s = &f->x->search.space;

    for (int p = 0; p < s->n && field->numbers; p++)
        if (!strcmp(s->parameter[p].name, "variant"))
            return &s->parameter[p];
    return NULL;
}

/* True if means are drawn: several trials have the same value. */
static bool has_means(const struct plot_field *field,
                      const struct trial_point *p, long n)
{
    return (field->parameter->n || !field->numbers) && shares_values(p, n);
}

/* Draw a point for each trial of a variant, and a line of means in the same
 * colour. */
static void draw_variant(const struct plot_field *field,
                         const struct measure *m, const char *variant,
                         int line_type, const struct trial_point *p, long n,
                         struct page *page, struct panel *panel)
{
    const bool line = field->parameter->n;
    const int points = add_points(page, variant, field, m, p, n);

    if (line)
        panel_plot(panel, add_means(page, variant, field, p, n), variant,
                   "using 1:2 with lines lt %d", line_type);
    panel_plot(panel, points, line ? NULL : variant,
               "using 1:2 with points lt %d", line_type);
}

/* Draw each variant that has points; false if none has. */
static bool draw_variants(const struct folder *f,
                          const struct plot_field *field,
                          const struct measure *m,
                          const struct parameter *variants, struct page *page,
                          struct panel *panel)
{
    bool any = false;

    for (int v = 0; v < variants->n; v++) {
        struct trial_point *p;
        const long n = points_of(f, field, m, variants->value[v], &p);

        if (n)
            draw_variant(field, m, variants->value[v], v + 1, p, n, page,
                         panel);
        any = any || n;
        free(p);
    }
    return any;
}

static void draw_mean(const struct plot_field *field,
                      const struct trial_point *p, long n, const char *title,
                      struct page *page, struct panel *panel)
{
    const int means = add_means(page, title, field, p, n);

    if (field->numbers)
        panel_plot(panel, means, "mean", "using 1:2 with lines lt 2");
    else
        panel_plot(panel, means, "mean",
                   "using ($1-0.2):2:(0.4):(0) with vectors nohead lw 2.5 "
                   "lc rgb '#D55E00'");
}

static void draw_trials(const struct folder *f, const struct plot_field *field,
                        const struct measure *m, struct page *page,
                        struct panel *panel)
{
    const char *title = f->x->name;
    struct trial_point *p;
    const long n = points_of(f, field, m, NULL, &p);
    const int points = add_points(page, title, field, m, p, n);

    if (has_means(field, p, n))
        draw_mean(field, p, n, title, page, panel);
    panel_plot(panel, points, "trial",
               "using 1:2 with points pt 7 ps 0.6 lc rgb '#480072B2'");
    free(p);
}

static void draw_field(const struct folder *f, const struct plot_field *field,
                       const struct measure *m, struct page *page)
{
    const struct parameter *variants = variants_beside(f, field);
    struct panel *panel = page_panel(page, f->x->name, NULL);

    set_axes(panel, field, m);
    if (!variants || !draw_variants(f, field, m, variants, page, panel))
        draw_trials(f, field, m, page, panel);
}

static int draw_metric(const struct folder *f, const struct plot_fields *fields,
                       const struct measure *m, struct page *page,
                       struct error *e)
{
    (void)e;
    for (int k = 0; k < fields->n; k++)
        draw_field(f, &fields->field[k], m, page);
    return 0;
}

static int draw(const struct plot_input *in, struct page *page, struct error *e)
{
    return plot_fields_draw(in, draw_metric, page, e);
}

const struct plot_kind plot_metric = {
    .name = "metric",
    .summary = "a metric against each swept field, a point a trial",
    .draw = draw,
};
