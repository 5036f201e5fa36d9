/* importance.c - the importance of swept fields for a metric, as fractions of
 * what a forest explains. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "config/field/field.h"
#include "report/plot/fields.h"
#include "report/plot/forest.h"

#define BARS "using 1:3:(0):1:($3-0.36):($3+0.36) with boxxyerror fs "
#define WHISKERS "using 1:3:2 with xerrorbars pt 0 dt 1 lw 1.2 lc rgb '#404040'"

enum { TRIALS_LEAST = 10, BARS_MOST = 12, NAME = 30 };
enum { WIDTH = 640 }; /* pixels; long names are beside the bars */

struct bar {
    int i, j; /* equal for the bar of one field */
    struct importance_share share;
    bool left_out;
};

struct bars {
    int n, drawn;
    struct bar *bar;  /* [n] owned; those drawn first, each part sorted by
                         share */
    double explained; /* fraction of the metric's variance: out-of-bag R
                         squared */
    char *said;       /* the same as a text; owned */
};

static int by_share(const void *a, const void *b)
{
    const struct bar *x = a, *y = b;

    if (x->left_out != y->left_out)
        return x->left_out ? 1 : -1;
    if (x->share.mean != y->share.mean)
        return x->share.mean > y->share.mean ? -1 : 1;
    return x->i != y->i ? x->i - y->i : x->j - y->j;
}

/* Return the fraction of a list's values below a number, plus half of the
 * number's own. */
static double place_in_list(const struct parameter *p, double x)
{
    int below = 0;

    for (int i = 0; i < p->n; i++)
        below += strtod(p->value[i], NULL) < x;
    return fmin((below + 0.5) / p->n, 1);
}

/* Return the probability of values below a number in its distribution. */
static double place_in_range(const struct parameter *p, double x)
{
    struct str text = {0};

    real_text(x, &text);
    const double unit = parameter_unit(p, str_text(&text));

    str_release(&text);
    return fmin(fmax(unit, 0), 1);
}

/* Return a trial's place in the search space, from 0 to 1, independent of the
 * other trials: the values of a list are equally spaced.  A trial without a
 * value is in the middle. */
static double unit_of(const struct plot_field *f, const struct results_row *row)
{
    const double x = plot_field_at(f, row);

    if (isnan(x))
        return 0.5;
    if (!f->numbers)
        return (x + 0.5) / f->n;
    return f->parameter->n ? place_in_list(f->parameter, x)
                           : place_in_range(f->parameter, x);
}

static struct samples samples_of(const struct folder *f,
                                 const struct plot_fields *fields,
                                 const struct measure *m)
{
    const size_t d = (size_t)fields->n;
    double *x = memory_new((size_t)(f->s->n + 1) * d * sizeof(*x));
    double *y = memory_new((size_t)(f->s->n + 1) * sizeof(*y));
    int n = 0;

    for (long i = 0; i < f->s->n; i++) {
        const struct results_row *row = &f->s->row[i];

        if (!results_row_finished(row))
            continue;
        y[n] = measure_value(m, &row->result);
        if (isnan(y[n]))
            continue;
        for (size_t k = 0; k < d; k++)
            x[(size_t)n * d + k] = unit_of(&fields->field[k], row);
        n++;
    }
    return (struct samples){n, fields->n, x, y};
}

static void release_samples(struct samples *s)
{
    free((void *)s->x);
    free((void *)s->y);
}

/* Leave out the smallest pairs, if there are too many bars.  Fields are never
 * left out. */
static void leave_out(struct bars *b, int d)
{
    int pairs = BARS_MOST - d;

    for (int i = 0; i < b->n; i++) {
        struct bar *bar = &b->bar[i];

        bar->left_out = bar->i != bar->j && pairs-- <= 0;
        b->drawn += !bar->left_out;
    }
}

static struct bars list_bars(const struct importance_share *share, int d)
{
    struct bars b = {0};

    b.bar = memory_new((size_t)(d * (d + 1) / 2 + 1) * sizeof(*b.bar));
    for (int i = 0; i < d; i++)
        for (int j = i; j < d; j++)
            b.bar[b.n++] = (struct bar){i, j, share[i * d + j], false};
    qsort(b.bar, (size_t)b.n, sizeof(*b.bar), by_share);
    leave_out(&b, d);
    qsort(b.bar, (size_t)b.n, sizeof(*b.bar), by_share);
    return b;
}

static void name_bar(const struct plot_fields *fields, const struct bar *b,
                     struct str *out)
{
    char *one = text_cut(fields->field[b->i].name, NAME / 2);
    char *other = text_cut(fields->field[b->j].name, NAME / 2);

    str_addf(out, "%s", one);
    if (b->i != b->j)
        str_addf(out, " \u00d7 %s", other);
    free(one);
    free(other);
}

static void add_bar(struct page *page, const struct plot_fields *fields,
                    const struct bar *b, int place)
{
    const char *one = fields->field[b->i].parameter->name;
    const char *other = fields->field[b->j].parameter->name;
    char *name = memory_format("%s%s%s", one, b->i == b->j ? "" : " \u00d7 ",
                               b->i == b->j ? "" : other);

    page_named_row(
        page, 5,
        (double[]){b->share.mean, b->share.deviation, place, b->i, b->j}, name);
    free(name);
}

/* Add the bars of fields or of pairs: share, deviation, place from the top. */
static int add_bars(struct page *page, const struct plot_fields *fields,
                    const struct bars *b, bool pairs)
{
    char *title = memory_format(
        "%s: shares of what the forest explains; %s (out-of-bag R\u00b2 %.2g)",
        pairs ? "pairs, beyond both of their fields" : "fields", b->said,
        b->explained);
    const int block = page_block(
        page, title, "share\tdeviation\tplace\tfield\tother\tname");
    int rows = 0;

    for (int i = 0; i < b->n; i++)
        if ((b->bar[i].i != b->bar[i].j) == pairs) {
            add_bar(page, fields, &b->bar[i], i);
            rows++;
        }
    if (!rows)
        page_row(page, 1, (double[]){(double)NAN});
    free(title);
    return block;
}

static void set_axes(struct panel *panel, const struct plot_fields *fields,
                     const struct bars *b)
{
    for (int i = 0; i < b->drawn; i++) {
        struct str name = {0};

        name_bar(fields, &b->bar[i], &name);
        panel_tick(panel, 'y', i, str_text(&name));
        str_release(&name);
    }
    if (b->drawn > BARS_MOST)
        panel_do(panel, "set ytics font ',8'");
    panel_axis(panel, 'x',
               "share of what the forest explains (whiskers: deviation over "
               "trees)");
    panel_do(panel, "set xrange [0:1]");
    panel_span(panel, 0, 1);
    panel_do(panel, "set yrange [%d.5:-0.5]", b->drawn - 1);
}

static void draw_bars(const struct folder *f, const struct plot_fields *fields,
                      const struct bars *b, struct page *page)
{
    struct panel *panel = page_panel(page, f->x->name, b->said);
    const int single = add_bars(page, fields, b, false);
    const int pairs = add_bars(page, fields, b, true);

    panel->width = WIDTH;
    set_axes(panel, fields, b);
    panel_do(panel, "unset grid");
    panel_do(panel, "set grid x lc rgb '#e0e0e0' lt 1 lw 0.6");
    panel_plot(panel, single, "field", BARS "solid 0.85 dt 1 lc rgb '#0072B2'");
    panel_plot(panel, pairs, "pair", BARS "pattern 5 dt 1 lc rgb '#E69F00'");
    panel_plot(panel, single, NULL, WHISKERS);
    panel_plot(panel, pairs, NULL, WHISKERS);
    if (b->drawn < b->n)
        page_note(page,
                  "importance: %d of %d are drawn: all fields, then the "
                  "largest pairs up to %d bars",
                  b->drawn, b->n, BARS_MOST);
}

static void say_explained(struct bars *b, const struct measure *m,
                          double explained)
{
    char some[32];

    snprintf(some, sizeof(some), "%.2g", explained);
    b->explained = explained;
    b->said = memory_format("of the variance of %s %s is explained", m->name,
                            explained > 0 ? some : "none");
}

static int draw_metric(const struct folder *f, const struct plot_fields *fields,
                       const struct measure *m, struct page *page,
                       struct error *e)
{
    struct samples s = samples_of(f, fields, m);
    struct importance_share *share =
        memory_zeroed((size_t)(s.d * s.d), sizeof(*share));
    double explained;
    int failed = 0;

    if (s.n < TRIALS_LEAST)
        failed = error_set(e,
                           "'%s': found %d trials with %s, expected %d at "
                           "least to tell importance from",
                           f->s->dir, s.n, m->name, TRIALS_LEAST);
    else if (!forest_shares(&s, share, &explained))
        failed = error_set(e, "'%s': found the same %s in all trials",
                           f->s->dir, m->name);
    else {
        struct bars b = list_bars(share, s.d);

        say_explained(&b, m, explained);
        draw_bars(f, fields, &b, page);
        free(b.bar);
        free(b.said);
    }
    free(share);
    release_samples(&s);
    return failed;
}

static int draw(const struct plot_input *in, struct page *page, struct error *e)
{
    return plot_fields_draw(in, draw_metric, page, e);
}

const struct plot_kind plot_importance = {
    .name = "importance",
    .summary = "each field's share of what a forest explains of a metric",
    .draw = draw,
};
