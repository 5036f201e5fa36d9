/* tables.c - the sections that are tables: results beside published numbers,
 * significance of differences, and the trials. */
#include "config.h"

#include "report/html/report_internal.h"
#include "report/tables/pivot.h"
#include "report/tables/table.h"

static int add_table(struct html_report *r, const struct folder *f,
                     const struct table_view *view, struct error *e)
{
    html_folder(r, f);
    return report_results(f->x, f->s, f->s->dir, view, &r->out, e);
}

static int add_tables(struct html_report *r, const struct table_view *view,
                      struct error *e)
{
    for (int i = 0; i < r->in.n; i++)
        if (add_table(r, &r->in.folder[i], view, e))
            return -1;
    return 0;
}

/* Add a table with the folders as columns. */
static int add_pivot(struct html_report *r, struct error *e)
{
    const struct pivot_view view = {.format = &format_html};

    return report_pivot_folders(r->in.folder, r->in.n, &view, &r->out, e);
}

/* The view of a table in a page, without the notes that other sections have. */
static const struct table_view part = {.format = &format_html,
                                       .most = TRIALS_SHOWN,
                                       .split = SPLIT_NONE,
                                       .part = true};

static int write_measured(struct html_report *r, struct error *e)
{
    if (!html_any_finished(r))
        return 0;
    return r->in.n > 1 ? add_pivot(r, e) : add_tables(r, &part, e);
}

static int write_significance(struct html_report *r, struct error *e)
{
    struct table_view view = part;

    if (!html_any_finished(r))
        return 0;
    html_note(r, "Tests over seeds ask whether another seed could have turned "
                 "a difference round, tests over the test's questions whether "
                 "other questions could have. Choose one of each before you "
                 "look; codarun table prints the sign-flip test and the "
                 "bootstrap.");
    view.tests = true;
    return add_tables(r, &view, e);
}

static int write_trials(struct html_report *r, struct error *e)
{
    struct table_view view = part;

    view.trials = true;
    return add_tables(r, &view, e);
}

const struct html_section html_measured = {
    .id = "measured",
    .title = "Results",
    .write = write_measured,
};

const struct html_section html_significance = {
    .id = "significance",
    .title = "Significance",
    .write = write_significance,
};

const struct html_section html_trials = {
    .id = "trials",
    .title = "Trials",
    .write = write_trials,
};
