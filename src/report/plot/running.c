#include "config.h"

#include "report/plot/running.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/plot/running_history.h"
#include "report/status/status.h"

enum { MARKS = 8 };  /* on a curve */
enum { LABEL = 44 }; /* characters that are shown */

/* Return "4: steps=100". */
static char *label_of(const struct sweep_status_trial *t)
{
    struct str values = {0}, label = {0};

    status_values(t->values, &values);
    str_addf(&label, "%ld%s%s", t->trial, values.len ? ": " : "",
             str_text(&values));
    char *cut = text_cut(str_text(&label), LABEL);

    str_release(&values);
    str_release(&label);
    return cut;
}

/* Add a block with a trial's rows; returns its number. */
static int add_block(struct page *page, const char *label, const char *goal,
                     const struct history *h)
{
    char *columns = memory_format("step\t%s\ttraining loss", goal);
    const int block = page_block(page, label, columns);

    for (int i = 0; i < h->n; i++) {
        const struct history_row *row = &h->row[i];

        page_row(page, 3,
                 (double[]){(double)row->step, row->valid[0], row->train_loss});
    }
    free(columns);
    return block;
}

static void add_panels(const struct sweep_status *s,
                       const struct running_history *of, int n,
                       struct page *page)
{
    struct panel *goal = page_panel(page, s->name, "trials in training");
    struct panel *loss = page_panel(page, s->name, "trials in training");

    for (int i = 0; i < n; i++) {
        if (!of[i].history.n)
            continue;
        char *label = label_of(&s->on[i]);
        const int block = add_block(page, label, s->goal, &of[i].history);
        const int interval = of[i].history.n / MARKS + 1;

        panel_plot(goal, block, label,
                   "using 1:2 with linespoints lt %d dt 2 pointinterval %d",
                   i + 1, interval);
        panel_plot(loss, block, label,
                   "using 1:3 with linespoints lt %d dt 2 pointinterval %d",
                   i + 1, interval);
        free(label);
    }
    panel_text(goal, "set xlabel", "training step");
    panel_text(loss, "set xlabel", "training step");
    panel_text(goal, "set ylabel", s->goal);
    panel_text(loss, "set ylabel", "training loss");
    panel_do(goal, "set xrange [0:*]");
    panel_do(loss, "set xrange [0:*]");
    panel_legend_title(goal, "trial");
    panel_legend_title(loss, "trial");
    panel_percent(goal);
}

static bool any_row(const struct running_history *of, int n)
{
    for (int i = 0; i < n; i++)
        if (of[i].history.n)
            return true;
    return false;
}

int plot_running(const char *dir, const struct sweep_status *s, int most,
                 struct page *page, struct error *e)
{
    const int n = s->n < most ? s->n : most;
    struct running_history *of = memory_zeroed((size_t)n + 1, sizeof(*of));
    const char *dot = s->goal ? strchr(s->goal, '.') : NULL;

    for (int i = 0; i < n; i++)
        of[i].trial = s->on[i].trial;
    const int failed =
        dot && s->name ? running_history_read(dir, dot + 1, of, n, e) : 0;

    if (!failed && any_row(of, n))
        add_panels(s, of, n, page);
    running_history_release(of, n);
    free(of);
    return failed;
}
