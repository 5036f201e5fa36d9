/* pivot.c - tables with any fields as rows and columns: trials into cells. */
#include "config.h"

#include "report/tables/pivot.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/tables/folders_make.h"
#include "report/tables/pivot_internal.h"
#include "report/tables/task_notes.h"

/* --- cells ---------------------------------------------------------------- */

const struct trial_group *pivot_cell(const struct pivot *p, int row, int column)
{
    const int at = p->cell[row * p->column.n + column];

    return at < 0 ? NULL : &p->groups.group[at];
}

static void fill_cells(struct pivot *p)
{
    const size_t n = (size_t)p->row.n * (size_t)p->column.n;

    p->cell = memory_new((n + 1) * sizeof(*p->cell));
    for (size_t i = 0; i < n; i++)
        p->cell[i] = -1;
    for (int i = 0; i < p->groups.n; i++)
        p->cell[p->row.of[i] * p->column.n + p->column.of[i]] = i;
}

/* True if trials are drawn, so their order means nothing. */
static bool any_draws(const struct folder *folder, int n)
{
    for (int i = 0; i < n; i++)
        if (search_draws(&folder[i].x->search))
            return true;
    return false;
}

static void make_groups(struct pivot *p, const struct folder *folder, int n,
                        bool seeds)
{
    const struct pivot_plan *plan = &p->plan;
    const int fields = plan->rows.n + plan->columns.n;
    const char **field = memory_zeroed((size_t)fields + 1, sizeof(*field));
    const bool sorted = any_draws(folder, n);

    for (int i = 0; i < fields; i++)
        field[i] = i < plan->rows.n ? plan->rows.name[i]
                                    : plan->columns.name[i - plan->rows.n];
    groups_by(&p->groups, field, fields, seeds);
    for (int i = 0; i < n; i++)
        groups_add(&p->groups, folder[i].x, folder[i].s);
    free(field);
    pivot_axis_init(&p->row, &p->groups, 0, plan->rows.n, sorted);
    pivot_axis_init(&p->column, &p->groups, plan->rows.n, plan->columns.n,
                    sorted);
    fill_cells(p);
}

static void pivot_release(struct pivot *p)
{
    pivot_plan_release(&p->plan);
    groups_release(&p->groups);
    pivot_axis_release(&p->row);
    pivot_axis_release(&p->column);
    free(p->cell);
    free(p->daggers);
}

/* --- notes ---------------------------------------------------------------- */

static void say_scored(const struct folder *folder, int n, struct str *out)
{
    struct str said = {0};

    for (int i = 0; i < n; i++) {
        struct measure m[MAX_MEASURES];

        if (!measures_choose(folder[i].x, folder[i].s, m) || m[0].test ||
            !measure_goal(folder[i].x, folder[i].s, &m[0]))
            continue;
        char *line = memory_format(
            "scored: of each trial the checkpoint with the %s %s\n",
            folder[i].x->search.maximize ? "highest" : "lowest", m[0].name);

        if (!strstr(str_text(&said), line))
            str_adds(&said, line);
        free(line);
    }
    str_adds(out, str_text(&said));
    str_release(&said);
}

/* Append the parts of names that the columns' heads leave out. */
static void say_columns(const struct pivot_plan *plan, struct str *out)
{
    if (!plan->columns.n)
        return;
    str_adds(out, "columns: ");
    for (int i = 0; i < plan->columns.n; i++)
        str_addf(out, "%s%s", i ? ", " : "", plan->columns.name[i]);
    str_adds(out, "; of ");
    for (int i = 0; i < plan->measures; i++)
        str_addf(out, "%s%s", i ? ", " : "", plan->measure[i].name);
    str_adds(out, "\n");
}

/* True if a deviation is in the cell of its mean. */
static bool any_deviation(const struct pivot *p)
{
    for (int i = 0; i < p->plan.shown; i++)
        if (pivot_joins(p, i))
            return true;
    return false;
}

/* Append the least and the largest number of finished trials in a cell. */
static void say_counts(const struct pivot *p, struct str *out)
{
    int least = 0, most = 0;

    for (int i = 0; i < p->groups.n; i++) {
        const int n = group_finished(&p->groups.group[i]);

        least = n && (!least || n < least) ? n : least;
        most = n > most ? n : most;
    }
    str_addf(out, "a cell: %d", least);
    if (most > least)
        str_addf(out, " to %d", most);
    str_addf(out, " finished trial%s", most == 1 ? "" : "s");
    str_adds(out, most > 1 && any_deviation(p)
                      ? "; \xc2\xb1 is the standard deviation over them "
                        "(divisor n - 1)\n"
                      : "\n");
}

static void say_missing(const struct folder *folder, int n, struct str *out)
{
    for (int i = 0; i < n; i++) {
        const struct results *s = folder[i].s;
        long left = 0;

        for (long r = 0; r < s->n; r++)
            left += !s->row[r].left_out &&
                    (!s->row[r].present ||
                     s->row[r].result.status != TRIAL_FINISHED);
        if (left)
            str_addf(out, "%s: %ld of %ld trials have failed or not finished\n",
                     folder_name(&folder[i]), left, s->n);
    }
}

static void say_again(const struct pivot *p, struct str *out)
{
    if (p->groups.again)
        str_addf(out,
                 "counted once: %ld trial%s that an earlier folder has, too\n",
                 p->groups.again, p->groups.again == 1 ? "" : "s");
}

static void say_daggers(const struct pivot *p, const struct test_kind *test,
                        struct str *out)
{
    if (test && !p->hypotheses)
        str_addf(out,
                 "nothing tested: no row has trials to set against the "
                 "first's: %s\n",
                 test->says);
    else if (test)
        str_addf(out,
                 "\xe2\x80\xa0, \xe2\x80\xa1: differs from the first row, p <= "
                 "0.05, 0.01 with Holm's correction for %d, over %s: %s\n",
                 p->hypotheses, test->seeds ? "seeds" : "the test's units",
                 test->says);
    if (p->hypotheses && p->untested)
        str_addf(out,
                 "not tested: %d cell%s, for want of trials to set against the "
                 "first row's\n",
                 p->untested, p->untested == 1 ? "" : "s");
}

/* --- the table ------------------------------------------------------------ */

static int write_table(const struct pivot *p, const struct folder *folder,
                       int n, const struct test_kind *test, struct str *out,
                       struct error *e)
{
    struct grid grid = {0};
    struct str notes = {0};
    char *title = folders_title(folder, n, " ");

    pivot_grid(p, &grid);
    folders_say_selected(folder, n, test != NULL, &notes);
    say_columns(&p->plan, &notes);
    say_scored(folder, n, &notes);
    task_notes(folder, n, &notes);
    say_counts(p, &notes);
    groups_say_without(&p->groups, p->plan.measure, p->plan.measures, &notes);
    say_missing(folder, n, &notes);
    say_again(p, &notes);
    say_daggers(p, test, &notes);
    pivot_say_published(p, &notes);
    folders_other_data(folder, n, &notes);
    folders_left_out(folder, n, &notes);
    if (p->format->alone)
        folders_mark(folder, n, &grid);
    const struct sheet sheet = {.title = title,
                                .grid = &grid,
                                .notes = str_text(&notes),
                                .line = p->line,
                                .spreadsheet = p->spreadsheet};
    const int failed = format_write(p->format, &sheet, out, e);

    free(title);
    str_release(&notes);
    grid_release(&grid);
    return failed;
}

int report_pivot_folders(const struct folder *folder, int n,
                         const struct pivot_view *view, struct str *out,
                         struct error *e)
{
    struct pivot p = {.spreadsheet = view->spreadsheet,
                      .line = view->line,
                      .format = view->format ? view->format : &format_text};

    if (pivot_plan_init(&p.plan, folder, n, view, e))
        return -1;
    make_groups(&p, folder, n, view->test != NULL);
    int failed = view->test ? pivot_daggers(&p, folder, n, view->test, e) : 0;

    if (!failed)
        failed = write_table(&p, folder, n, view->test, out, e);
    pivot_release(&p);
    return failed;
}

/* A request for folders that are not read yet. */
struct pivot_request {
    const struct pivot_view *view;
    struct str *out;
};

static int make(const void *context, const struct folders *f, struct error *e)
{
    const struct pivot_request *w = context;

    return report_pivot_folders(f->folder, f->n, w->view, w->out, e);
}

int report_pivot(char *const *dir, int n, const struct pivot_view *view,
                 struct str *out, struct error *e)
{
    const bool alone = view->format && view->format->alone;

    return folders_make(dir, n, view->selection, alone, make,
                        &(struct pivot_request){view, out}, e);
}
