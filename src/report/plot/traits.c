/* traits.c - metrics by a property of the questions. */
#include "config.h"

#include "report/plot/traits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/task/task.h"
#include "report/plot/settings.h"
#include "report/statistics/statistics.h"
#include "report/tables/by_trait.h"

enum { TICK = 18, LEVEL_MOST = 6 }; /* characters; bins with level ticks */
enum { COUNTS_BELOW = 6 };          /* counts take 1/6 of a panel's height */

/* --- choosing the trait --------------------------------------------------- */

static const char *first_trait(const struct units *u, bool words)
{
    for (int i = 0; i < u->traits; i++)
        if (!u->trait[i].words == !words)
            return u->trait[i].name;
    return NULL;
}

static const struct results_row *best_row(const struct folder *f,
                                          struct error *e)
{
    struct measure m;

    return plot_measure(f, &(struct plot_view){0}, 0, &m, e)
               ? NULL
               : measure_best(&m, f->x, f->s);
}

/* Return the trait asked for, or the first with or without words.  The caller
 * frees it. */
static char *choose_trait(const struct folder *f, const struct plot_view *view,
                          bool words, enum split split, struct error *e)
{
    struct units u;
    char *name = NULL;

    if (view->by)
        return memory_string(view->by);
    const struct results_row *row = best_row(f, e);

    if (!row || results_units(f->s, row, split, &u, e))
        return NULL;
    const char *first = first_trait(&u, words);

    if (first)
        name = memory_string(first);
    else
        error_set(e,
                  "'%s': found no trait that is a %s in what is stored of "
                  "%s, expected one (or --by TRAIT)",
                  f->s->dir, words ? "type" : "length", split_names[split]);
    units_release(&u);
    return name;
}

/* Choose the metric and its split: the split asked for, or test if there is one
 * and no metric is named. */
static int choose_measure(const struct folder *f, const struct plot_view *view,
                          int metric, struct measure *m, struct error *e)
{
    if (plot_measure(f, view, metric, m, e))
        return -1;
    if (view->split >= 0)
        m->test = view->split == SPLIT_TEST;
    else if (!view->metrics)
        m->test = plot_has_test(f);
    return 0;
}

/* --- values in bins ------------------------------------------------------- */

/* A position while stepping through the bins.  One empty place replaces all
 * values between two bins that no unit has. */
struct bin_cursor {
    struct bin bin;
    int place;
    bool gap; /* there is an empty place before this bin */
};

#define walk_begin            \
    {                         \
        BIN_BEFORE, -1, false \
    }

static bool walk_next(const struct by_trait *by, struct bin_cursor *w)
{
    const struct bin before = w->bin;

    if (!by_trait_next(by, &w->bin))
        return false;
    w->gap = w->place >= 0 && !by->words && w->bin.from > before.to + 1;
    w->place += 1 + w->gap;
    return true;
}

/* A panel while it is filled. */
struct drawing {
    const struct folder *f;
    const struct plot_view *view;
    const struct by_trait *by;
    int metric;
    struct page *page;
};

/* Return a trial's metric in a bin, NaN if no unit counts, and raise *units to
 * the number of units. */
static double value_in(const struct drawing *d, const struct results_row *row,
                       struct bin bin, int *units)
{
    const struct trait_sum sum = by_trait_sum(d->by, row - d->f->s->row, bin);

    *units = sum.units > *units ? sum.units : *units;
    return by_trait_metric(d->by, &sum, d->metric);
}

static void add_bin(const struct drawing *d, const struct plot_setting *s,
                    struct bin bin, int place)
{
    double *value = memory_new((size_t)s->n * sizeof(*value));
    struct str name = {0};
    int n = 0, units = 0;

    for (int i = 0; i < s->n; i++) {
        const double x = value_in(d, s->trial[i].row, bin, &units);

        if (!isnan(x))
            value[n++] = x;
    }
    const struct plot_spread y = plot_spread(value, n, d->view->band);

    by_trait_bin_name(d->by, bin, &name);
    page_named_row(d->page, 6,
                   (double[]){place, y.mean, y.low, y.high, n, units},
                   str_text(&name));
    str_release(&name);
    free(value);
}

/* Add the block of a setting.  A gap interrupts its line at empty places. */
static int add_setting(const struct drawing *d, const struct plot_setting *s)
{
    const int block = page_block(d->page, s->values,
                                 "place\tmean\tlow\thigh\ttrials\tunits\tname");

    for (struct bin_cursor w = walk_begin; walk_next(d->by, &w);) {
        if (w.gap)
            page_gap(d->page);
        add_bin(d, s, w.bin, w.place);
    }
    return block;
}

/* Return in *units the largest number of units that any trial has in each bin,
 * which the caller frees, and in *most the largest of all; returns the number
 * of bins. */
static int counts_of(const struct drawing *d, int **units, int *most)
{
    int n = 0, room = 0;

    *units = NULL;
    for (struct bin_cursor w = walk_begin; walk_next(d->by, &w); n++) {
        GROW(*units, n, room);
        (*units)[n] = 0;
        for (long i = 0; i < d->f->s->n; i++)
            value_in(d, &d->f->s->row[i], w.bin, &(*units)[n]);
        *most = (*units)[n] > *most ? (*units)[n] : *most;
    }
    return n;
}

/* --- a panel -------------------------------------------------------------- */

/* Set the ticks for n bins, without empty ones at the end. */
static void set_bins(struct panel *panel, const struct by_trait *by,
                     const int *units, int n)
{
    struct bin_cursor w = walk_begin;

    while (n > 1 && !units[n - 1])
        n--;
    for (int i = 0; i < n && walk_next(by, &w); i++) {
        struct str name = {0};

        by_trait_bin_name(by, w.bin, &name);
        char *cut = text_cut(str_text(&name), TICK);

        panel_tick(panel, 'x', w.place, cut);
        free(cut);
        str_release(&name);
    }
    panel_do(panel, "set xrange [-0.5:%d.5]", w.place);
    if (n > LEVEL_MOST)
        panel_slant(panel);
}

/* Draw the number of units in each bin as a grey column, the highest one a
 * fixed fraction of the panel, with the number above the panel. */
static void draw_counts(const struct drawing *d, struct panel *panel,
                        const int *units, int n, int most)
{
    struct bin_cursor w = walk_begin;
    const int block = page_block(d->page, "units", "place\tshare\tunits");

    for (int i = 0; i < n && walk_next(d->by, &w); i++)
        page_row(d->page, 3,
                 (double[]){w.place, (double)units[i] / most, units[i]});
    panel->above = true;
    panel_do(panel, "set y2range [0:%d]", COUNTS_BELOW);
    panel_do(panel, "set boxwidth 0.9");
    panel_plot(panel, block, NULL,
               "using 1:2 axes x1y2 with boxes fs solid 1 noborder lc rgb "
               "'#e6e6e6'");
    panel_plot(panel, block, NULL,
               "using 1:(%d):3 axes x1y2 with labels font ',10' tc rgb "
               "'#707070' offset 0,0.6",
               COUNTS_BELOW);
}

/* Draw a setting.  Settings are side by side within a bin, and values of
 * lengths are joined by lines. */
static void draw_setting(const struct drawing *d, struct panel *panel,
                         const struct plot_settings *all, int i)
{
    const int block = add_setting(d, &all->setting[i]);
    const double room = d->by->words ? 0.7 : 0.3;
    const double aside = room * (i - (all->n - 1) / 2.0) / all->n;

    panel_plot(panel, block, NULL,
               "using ($1+%.4f):2:3:4 with yerrorbars lt %d pt 0 dt 1 lw 1",
               aside, i + 1);
    panel_plot(panel, block, all->setting[i].label,
               "using ($1+%.4f):2 with %s lt %d", aside,
               d->by->words ? "points" : "linespoints", i + 1);
}

/* Return "tokens of the question", or the trait's name, which older files can
 * have without a meaning. */
static const char *meaning_of(const struct drawing *d)
{
    const struct task_kind *task = row_task(&d->f->s->row[0].config);
    const struct trait_kind *is = task ? task->traits : NULL;

    for (; is && is->name; is++)
        if (!strcmp(is->name, d->by->name))
            return is->help;
    return d->by->name;
}

static void draw_by(const struct drawing *d, const struct measure *m)
{
    struct panel *panel = page_panel(d->page, d->f->x->name, NULL);
    const struct plot_input one = {1, d->f, *d->view};
    char *y = memory_format("%s.%s", m->test ? "test" : "valid",
                            d->by->metric[m->metric]);
    int *units, most = 0;
    const int n = counts_of(d, &units, &most);
    struct plot_settings s;
    struct str x = {0};

    settings_init(&s, &one, d->view->most);
    str_addf(&x, "%s (grey: %ss of each)", meaning_of(d), d->by->unit);
    settings_band(&s, "whiskers", d->view->band, &x);
    panel_axis(panel, 'x', str_text(&x));
    panel_axis(panel, 'y', y);
    panel_percent(panel);
    set_bins(panel, d->by, units, n);
    draw_counts(d, panel, units, n, most);
    free(units);
    settings_legend(&s, &one, panel);
    for (int i = 0; i < s.n; i++)
        draw_setting(d, panel, &s, i);
    settings_note(&s, d->by->words ? "type" : "length", d->page);
    settings_release(&s);
    str_release(&x);
    free(y);
}

static int draw_metric(const struct folder *f, const struct plot_view *view,
                       int metric, bool words, struct page *page,
                       struct error *e)
{
    struct by_trait by;
    struct measure m;

    if (choose_measure(f, view, metric, &m, e))
        return -1;
    const enum split split = m.test ? SPLIT_TEST : SPLIT_VALID;
    char *name = choose_trait(f, view, words, split, e);

    if (!name)
        return -1;
    const int failed =
        by_trait_read(&by, f, 1, name, split, words ? 0 : view->width, e);

    free(name);
    if (failed)
        return error_in(e, "'%s'", f->s->dir);
    const struct drawing d = {f, view, &by, m.metric, page};

    draw_by(&d, &m);
    by_trait_release(&by);
    return 0;
}

int traits_draw(const struct plot_input *in, bool words, struct page *page,
                struct error *e)
{
    for (int i = 0; i < in->n; i++)
        for (int k = 0; k < plot_measures(&in->view); k++)
            if (draw_metric(&in->folder[i], &in->view, k, words, page, e))
                return -1;
    return 0;
}
