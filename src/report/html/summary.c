/* summary.c - what was run and what the results are, in brief. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "report/html/report_internal.h"
#include "report/status/status.h"
#include "report/tables/best_trial.h"
#include "report/tables/folders.h"
#include "report/tables/table.h"

#define DIFFERENCES_MOST 3

/* --- facts, each with a name and a text ----------------------------------- */

static void add_fact(struct html_report *r, const char *name, const char *fmt,
                     ...)
{
    struct str text = {0};
    va_list args;

    va_start(args, fmt);
    str_addv(&text, fmt, args);
    va_end(args);
    html_element("dt", name, &r->out);
    html_element("dd", str_text(&text), &r->out);
    str_adds(&r->out, "\n");
    str_release(&text);
}

/* --- state of the sweep --------------------------------------------------- */

/* For a running sweep append also since when and on which host.  For other
 * folders times are left out, so that the page is always the same. */
static void say_state(const struct liveness *p, const struct trial_counts *c,
                      struct str *out)
{
    switch (p->state) {
    case LIVENESS_RUNNING:
        str_adds(out, "running since ");
        status_time(p->last.since, out);
        str_addf(out, " on %s; as of ", p->holder.host);
        status_time(p->last.written, out);
        break;
    case LIVENESS_STARTING:
        str_addf(out, "starting on %s", p->holder.host);
        break;
    case LIVENESS_SILENT:
        str_addf(out, "silent: it was begun on %s and not heard of since ",
                 p->holder.host);
        if (p->said)
            status_time(p->last.written, out);
        else
            str_adds(out, "then");
        break;
    case LIVENESS_ENDED:
    case LIVENESS_ABSENT:
    case LIVENESS_UNKNOWN:
        str_adds(out, c->finished + c->failed < c->all
                          ? "not running; not all trials are over"
                          : "complete");
    }
}

static void add_numbers(struct html_report *r, const struct trial_counts *c)
{
    struct str text = {0};

    str_addf(&text, "%ld: %ld finished", c->all, c->finished);
    folders_say_others(c, &text);
    add_fact(r, "trials", "%s", str_text(&text));
    str_release(&text);
    if (c->early)
        add_fact(r, "ended early", "%ld, by %s", c->early, c->scheduler);
}

static void add_running(struct html_report *r, const struct liveness *p)
{
    if (!liveness_is_current(p) || !p->last.n)
        return;
    html_heading(r, "In training");
    status_trials(&p->last, &format_html, 0, &r->out);
}

/* --- what was run --------------------------------------------------------- */

/* Add the values that trials have for a field, each once: "bidaf qanet". */
static void add_values(struct html_report *r, const struct folder *f,
                       const char *name, const char *field)
{
    struct str all = {0};

    for (long i = 0; i < f->s->n; i++) {
        size_t n;
        const char *value = row_line(&f->s->row[i].config, field, &n);

        if (value && !str_lists(&all, value, n)) {
            str_adds(&all, all.len ? " " : "");
            str_add(&all, value, n);
        }
    }
    add_fact(r, name, "%s", str_text(&all));
    str_release(&all);
}

/* Add the swept fields: "model.attention.kind (2 values), train.learning_rate
 * (from a range)". */
static void add_swept(struct html_report *r, const struct folder *f)
{
    const struct space *space = &f->x->search.space;
    struct str text = {0};

    for (int i = 0; i < space->n; i++) {
        const struct parameter *p = &space->parameter[i];

        str_addf(&text, "%s%s", i ? ", " : "", p->name);
        if (p->n)
            str_addf(&text, " (%d value%s)", p->n, p->n == 1 ? "" : "s");
        else
            str_adds(&text, " (from a range)");
    }
    if (text.len)
        add_fact(r, "varied", "%s", str_text(&text));
    str_release(&text);
}

/* Add when the first trial began and the last ended, and the sum of the trials'
 * durations. */
static void add_times(struct html_report *r, const struct folder *f)
{
    const char *first = NULL, *last = NULL;
    double seconds = 0;
    char words[32];

    for (long i = 0; i < f->s->n; i++) {
        const struct result *result = &f->s->row[i].result;
        const char *began = facts_get(&result->facts, "started");
        const char *ended = facts_get(&result->facts, "ended");

        seconds += f->s->row[i].present ? result->seconds : 0;
        first = began && (!first || strcmp(began, first) < 0) ? began : first;
        last = ended && (!last || strcmp(ended, last) > 0) ? ended : last;
    }
    clock_words(seconds, words);
    if (first && last)
        add_fact(r, "trained", "from %s to %s, %s in all trials", first, last,
                 words);
}

/* --- results -------------------------------------------------------------- */

/* Append the swept fields of a trial: "model.hidden = 50, train.seed = 3". */
static void say_values(const struct folder *f, const struct results_row *row,
                       struct str *out)
{
    const struct space *space = &f->x->search.space;

    for (int i = 0; i < space->n; i++) {
        struct str value = {0};

        if (row_value(&row->config, space->parameter[i].name, &value))
            str_addf(out, "%s%s = %s", out->len ? ", " : "",
                     space->parameter[i].name, str_text(&value));
        str_release(&value);
    }
}

static void add_best(struct html_report *r, const struct folder *f)
{
    struct error none;
    struct str text = {0};
    struct measure goal;
    const struct results_row *best = best_trial(f->x, f->s, &none);

    if (!best || plot_measure(f, &(struct plot_view){0}, 0, &goal, &none))
        return;
    add_fact(r, "goal", "the %s %s, which also chooses each trial's checkpoint",
             f->x->search.maximize ? "highest" : "lowest", goal.name);
    const struct measure test = measure_of(&best->result, goal.metric, true);
    const double tested = measure_value(&test, &best->result);

    str_addf(&text, "trial %ld, %s %.2f", best->number, goal.name,
             measure_value(&goal, &best->result));
    if (!isnan(tested))
        str_addf(&text, ", %s %.2f", test.name, tested);
    add_fact(r, "best trial", "%s", str_text(&text));
    str_clear(&text);
    say_values(f, best, &text);
    if (text.len)
        add_fact(r, "its values", "%s", str_text(&text));
    str_release(&text);
}

/* Add the first differences, and the number of the others. */
static int add_differences(struct html_report *r, const struct folder *f,
                           struct error *e)
{
    struct str lines = {0};
    const int failed = report_differences(f, &lines, e);
    int n = 0;

    for (const char *at = str_text(&lines); *at; n++) {
        const int len = (int)strcspn(at, "\n");

        if (n < DIFFERENCES_MOST)
            add_fact(r, "difference", "%.*s", len, at);
        at += len + 1;
    }
    if (n > DIFFERENCES_MOST)
        add_fact(r, "", "and %d more, below", n - DIFFERENCES_MOST);
    str_release(&lines);
    return failed;
}

static void write_folder(struct html_report *r, const struct folder *f)
{
    const struct trial_counts c = folders_count(f, 1);
    const struct liveness *p = html_liveness(r, f);
    struct str state = {0};
    struct error e = {""};

    say_state(p, &c, &state);
    str_adds(&r->out, "<dl>\n");
    add_fact(r, "experiment", "%s", f->x->name);
    add_values(r, f, "task", "task.kind");
    add_values(r, f, "model", "model.kind");
    add_swept(r, f);
    add_fact(r, "state", "%s", str_text(&state));
    add_numbers(r, &c);
    add_times(r, f);
    add_best(r, f);
    const int failed = add_differences(r, f, &e);

    str_adds(&r->out, "</dl>\n");
    if (failed)
        html_fault(r, &e);
    add_running(r, p);
    str_release(&state);
}

const struct html_section html_summary = {
    .id = "summary",
    .title = "Summary",
    .write_folder = write_folder,
};
