/* histograms.c - distributions of f_e(E), the gate and M during training (Tay
 * et al. 2019, figure 2), as stored by train.inspect. */
#include "config.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "report/plot/plot.h"

enum { STAGES = 4 }; /* evaluations drawn: the first, the last, some between */

static const char *const title[STATS_PARTS] = {
    [STATS_F_E] = "f_e(E)",
    [STATS_GATE] = "gate",
    [STATS_M] = "M",
};

/* From dark to light as training advances, with different dashes. */
static const char *const style[STAGES] = {
    "lc rgb '#00224E' dt 1",
    "lc rgb '#0072B2' dt '-'",
    "lc rgb '#D55E00' dt '_.'",
    "lc rgb '#E69F00' dt 1",
};

static int64_t pairs_of(const struct histogram *h)
{
    int64_t n = 0;

    for (int i = 0; i < STATS_BINS; i++)
        n += h->bin[i];
    return n;
}

/* A note for bins at the ends that are not empty: they cover more than their
 * width. */
#define ENDS "the bins at the ends hold all beyond"

static bool any_at_ends(const struct histogram *h)
{
    return h->bin[0] || h->bin[STATS_BINS - 1];
}

/* Add a block with a row for each bin: its middle, count and fraction of
 * all. */
static int add_histogram(struct page *page, const char *name, long step,
                         const struct histogram *h)
{
    const double width = (STATS_HIGH - STATS_LOW) / STATS_BINS;
    const double all = (double)pairs_of(h);
    char *text = memory_format("%s after step %ld%s", name, step,
                               any_at_ends(h) ? "; " ENDS : "");
    const int block = page_block(page, text, "middle\tcount\tshare");

    for (int i = 0; i < STATS_BINS; i++)
        page_row(page, 3,
                 (double[]){STATS_LOW + (i + 0.5) * width, (double)h->bin[i],
                            (double)h->bin[i] / all});
    free(text);
    return block;
}

/* The bins from..to that are not empty in any of the drawn evaluations. */
struct extent {
    int from, to;
    bool ends;
};

static void extend(struct extent *x, const struct histogram *h)
{
    for (int i = 0; i < STATS_BINS; i++)
        if (h->bin[i]) {
            x->from = i < x->from ? i : x->from;
            x->to = i > x->to ? i : x->to;
        }
    x->ends |= any_at_ends(h);
}

static void set_axes(struct panel *panel, const struct extent *x, int stages,
                     int all)
{
    const double width = (STATS_HIGH - STATS_LOW) / STATS_BINS;
    const double low = STATS_LOW + x->from * width;
    const double high = STATS_LOW + (x->to + 1) * width;
    struct str label = {0};

    str_adds(&label, "value");
    if (stages < all)
        str_addf(&label, ", at %d of %d evaluations", stages, all);
    if (x->ends)
        str_adds(&label, " (" ENDS ")");
    panel_axis(panel, 'x', str_text(&label));
    panel_axis(panel, 'y', "share of pairs");
    panel_do(panel, "set xrange [%.9g:%.9g]", low, high);
    panel_span(panel, low, high);
    panel_do(panel, "set yrange [0:*]");
    str_release(&label);
}

static void draw_one(const struct folder *f, const struct results_row *row,
                     const struct history *h, int which, struct page *page)
{
    const int stages = h->n < STAGES ? h->n : STAGES;
    char *subject = memory_format("%s, trial %ld", f->x->name, row->number);
    char *head = memory_format("%s: %s", subject, title[which]);
    struct panel *panel = page_panel(page, subject, title[which]);
    struct extent extent = {STATS_BINS, 0, false};

    for (int i = 0; i < stages; i++) {
        const int k = stages > 1 ? i * (h->n - 1) / (stages - 1) : 0;
        char *legend = memory_format("step %ld", h->row[k].step);
        const int block =
            add_histogram(page, head, h->row[k].step, &h->histogram[which][k]);

        panel_plot(panel, block, legend, "using 1:3 with histeps lw 1.6 %s",
                   style[stages > 1 ? i * (STAGES - 1) / (stages - 1) : 0]);
        extend(&extent, &h->histogram[which][k]);
        free(legend);
    }
    set_axes(panel, &extent, stages, h->n);
    free(subject);
    free(head);
}

/* Return the number of quantities that it has. */
static int quantities(const struct history *h)
{
    int n = 0;

    for (int k = 0; k < STATS_PARTS && h->n; k++)
        n += h->histogram[k] && pairs_of(&h->histogram[k][0]);
    return n;
}

static int draw_trial(const struct folder *f, const struct results_row *row,
                      struct page *page, struct error *e)
{
    struct history h;

    if (results_history(f->s, row, &h, e))
        return -1;
    const int n = quantities(&h);

    for (int k = 0; k < STATS_PARTS && n; k++)
        if (h.histogram[k] && pairs_of(&h.histogram[k][0]))
            draw_one(f, row, &h, k, page);
    history_release(&h);
    return n ? 0
             : error_set(e,
                         "'%s', trial %ld: found no histograms, expected those "
                         "of train.inspect: histograms",
                         f->s->dir, row->number);
}

static int draw(const struct plot_input *in, struct page *page, struct error *e)
{
    for (int i = 0; i < in->n; i++) {
        const struct folder *f = &in->folder[i];

        for (int k = 0; k < plot_trials(&in->view); k++) {
            const struct results_row *row =
                plot_trial(f, plot_trial_number(&in->view, k), e);

            if (!row || draw_trial(f, row, page, e))
                return -1;
        }
    }
    return 0;
}

const struct plot_kind plot_histograms = {
    .name = "histograms",
    .summary = "tanh E, gate and M of a trial as it was trained",
    .draw = draw,
};
