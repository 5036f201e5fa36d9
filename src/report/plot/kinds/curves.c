/* curves.c - learning curves: what was measured at each evaluation. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/plot/settings.h"

/* A trial's history, and which of its metrics is drawn. */
struct trial_curve {
    struct history history; /* owned */
    int column;             /* index in valid, or COLUMN_LOSS or COLUMN_RATE */
};
enum { COLUMN_LOSS = -1, COLUMN_RATE = -2 };
enum { MARKS = 12 }; /* approximate number on a curve */

/* A setting's curve, whose data are a block of the page. */
struct curve {
    int block, steps;
    long last; /* its last step; -1 if there is none */
};

static double value_of(const struct trial_curve *c,
                       const struct history_row *row)
{
    return c->column == COLUMN_LOSS   ? row->train_loss
           : c->column == COLUMN_RATE ? row->learning_rate
                                      : row->valid[c->column];
}

/* Return its value at a step, NaN if it has none. */
static double value_at(const struct trial_curve *c, long step)
{
    for (int i = 0; i < c->history.n; i++)
        if (c->history.row[i].step == step)
            return value_of(c, &c->history.row[i]);
    return (double)NAN;
}

/* Append a metric's name: "valid.map or valid.accuracy", if folders have
 * different goals. */
static void add_name(const char *name, struct str *names)
{
    if (strcmp(str_text(names), name) != 0 &&
        !str_lists(names, name, strlen(name)))
        str_addf(names, "%s%s", names->len ? " or " : "", name);
}

static int choose_column(const struct folder *f, const struct plot_view *view,
                         int metric, int *column, struct str *names,
                         struct error *e)
{
    const char *wanted = view->metrics ? view->metric[metric] : "";
    struct measure m;

    *column = !strcmp(wanted, "loss")            ? COLUMN_LOSS
              : !strcmp(wanted, "learning_rate") ? COLUMN_RATE
                                                 : 0;
    if (*column) {
        add_name(*column == COLUMN_LOSS ? "training loss" : wanted, names);
        return 0;
    }
    if (plot_measure(f, view, metric, &m, e)) /* trials have finished */
        return error_more(e, " (curves: loss and learning_rate, too)");
    if (m.test)
        return error_set(e,
                         "curves: found metric '%s', expected loss, "
                         "learning_rate or a metric of valid, as test is "
                         "scored once",
                         m.name);
    *column = m.metric;
    add_name(m.name, names);
    return 0;
}

/* --- a setting ------------------------------------------------------------ */

static void release_courses(struct trial_curve *c, int n)
{
    for (int i = 0; i < n; i++)
        history_release(&c[i].history);
    free(c);
}

static struct trial_curve *read_courses(const struct plot_input *in,
                                        const struct plot_setting *s,
                                        int metric, struct str *names,
                                        struct error *e)
{
    struct trial_curve *c = memory_zeroed((size_t)s->n, sizeof(*c));

    for (int i = 0; i < s->n; i++) {
        const struct folder *f = &in->folder[s->trial[i].folder];

        if (choose_column(f, &in->view, metric, &c[i].column, names, e) ||
            results_history(f->s, s->trial[i].row, &c[i].history, e)) {
            release_courses(c, s->n);
            return NULL;
        }
    }
    return c;
}

/* Return the smallest step above `from` that any trial has; -1 for none. */
static long next_step(const struct trial_curve *c, int n, long from)
{
    long next = -1;

    for (int i = 0; i < n; i++)
        for (int k = 0; k < c[i].history.n; k++) {
            const long step = c[i].history.row[k].step;

            if (step > from && (next < 0 || step < next))
                next = step;
        }
    return next;
}

/* Add a row with mean and band over the trials that have the step, followed by
 * each trial's value. */
static void add_step(struct page *page, const struct trial_curve *c, int n,
                     long step, enum plot_band band)
{
    double *x = memory_new((size_t)(5 + n) * sizeof(*x));
    double *has = memory_new((size_t)n * sizeof(*has));
    int k = 0;

    for (int i = 0; i < n; i++) {
        x[5 + i] = value_at(&c[i], step);
        if (!isnan(x[5 + i]))
            has[k++] = x[5 + i];
    }
    const struct plot_spread y = plot_spread(has, k, band);

    memcpy(x, (double[]){(double)step, y.mean, y.low, y.high, k},
           5 * sizeof(*x));
    page_row(page, 5 + n, x);
    free(x);
    free(has);
}

static void columns_of(const struct plot_input *in,
                       const struct plot_setting *s, struct str *out)
{
    str_adds(out, "step\tmean\tlow\thigh\ttrials");
    for (int i = 0; i < s->n; i++)
        str_addf(out, "\t%s trial %ld", in->folder[s->trial[i].folder].s->dir,
                 s->trial[i].row->number);
}

static void add_steps(struct page *page, const struct trial_curve *c, int n,
                      enum plot_band band, struct curve *curve)
{
    curve->last = -1;
    for (long at; (at = next_step(c, n, curve->last)) >= 0; curve->last = at) {
        add_step(page, c, n, at, band);
        curve->steps++;
    }
}

/* Add a setting's data, and its band, which is drawn below all curves. */
static int add_setting(const struct plot_input *in,
                       const struct plot_setting *s, int line, int metric,
                       struct page *page, struct panel *panel,
                       struct curve *curve, struct str *names, struct error *e)
{
    struct trial_curve *c = read_courses(in, s, metric, names, e);
    struct str text = {0};

    if (!c)
        return -1;
    columns_of(in, s, &text);
    curve->block = page_block(page, s->values, str_text(&text));
    add_steps(page, c, s->n, in->view.band, curve);
    if (!curve->steps)
        page_row(page, 1, (double[]){(double)NAN});
    if (s->n > 1)
        panel_plot(panel, curve->block, NULL,
                   "using 1:3:4 with filledcurves lt %d fs transparent solid "
                   "0.15 noborder",
                   line);
    str_release(&text);
    release_courses(c, s->n);
    return 0;
}

static int add_settings(const struct plot_input *in,
                        const struct plot_settings *s, int metric,
                        struct page *page, struct panel *panel,
                        struct str *names, struct error *e)
{
    struct curve *curve = memory_zeroed((size_t)s->n, sizeof(*curve));
    long last = 0;
    int failed = 0;

    for (int i = 0; i < s->n && !failed; i++) {
        failed = add_setting(in, &s->setting[i], i + 1, metric, page, panel,
                             &curve[i], names, e);
        last = curve[i].last > last ? curve[i].last : last;
    }
    panel_span(panel, 0, (double)last);
    for (int i = 0; i < s->n && !failed; i++)
        panel_plot(panel, curve[i].block, s->setting[i].label,
                   "using 1:2 with linespoints lt %d pointinterval %d", i + 1,
                   (curve[i].steps + MARKS - 1) / MARKS);
    free(curve);
    return failed;
}

/* --- a panel -------------------------------------------------------------- */

static int draw_metric(const struct plot_input *in,
                       const struct plot_settings *s, int metric,
                       struct page *page, struct error *e)
{
    char *title = folders_title(in->folder, in->n, ", ");
    struct panel *panel = page_panel(page, title, NULL);
    struct str x = {0}, y = {0};

    free(title);
    if (add_settings(in, s, metric, page, panel, &y, e)) {
        str_release(&y);
        return -1;
    }
    str_adds(&x, "training step");
    settings_band(s, "band", in->view.band, &x);
    panel_axis(panel, 'x', str_text(&x));
    panel_axis(panel, 'y', str_text(&y));
    settings_legend(s, in, panel);
    panel_do(panel, "set xrange [0:*]");
    if (strchr(str_text(&y), '.')) /* a metric of valid */
        panel_percent(panel);
    else if (!strcmp(str_text(&y), "learning_rate")) {
        panel_do(panel, "set yrange [0:*]");
        panel_do(panel, "set offsets 0, 0, graph 0.05, 0");
    }
    str_release(&x);
    str_release(&y);
    return 0;
}

static int draw(const struct plot_input *in, struct page *page, struct error *e)
{
    struct plot_settings s;
    int failed = 0;

    settings_init(&s, in, in->view.most);
    if (!s.n)
        failed = error_set(e, "'%s': found no finished trial, expected one",
                           in->folder[0].s->dir);
    for (int i = 0; i < plot_measures(&in->view) && !failed; i++)
        failed = draw_metric(in, &s, i, page, e);
    settings_note(&s, "curves", page);
    settings_release(&s);
    return failed;
}

const struct plot_kind plot_curves = {
    .name = "curves",
    .summary = "a metric or the loss by step, with a band over seeds",
    .draw = draw,
};
