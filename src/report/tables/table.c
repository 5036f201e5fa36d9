/* table.c - the table of a sweep's results, with published numbers beside. */
#include "config.h"

#include "report/tables/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/tables/folders_make.h"
#include "report/tables/table_internal.h"

/* Make the rows that the view asks for, and their own notes. */
static int make_rows(struct table *t, const struct table_view *view,
                     struct grid *grid, struct str *note, struct error *e)
{
    if (view->tests)
        return table_of_tests(t, grid, note, e);
    if (view->by)
        return table_by_trait(t, view, grid, note, e);
    return view->trials ? table_of_trials(t, view, grid, note, e)
                        : table_of_groups(t, view, grid, note, e);
}

/* Make the notes.  They read answers, and so find damage that rows alone do not
 * show.  They are made even for formats without notes, so that the numbers do
 * not depend on the format. */
static int make_notes(const struct table *t, const struct table_view *view,
                      const struct str *note, struct str *out, struct error *e)
{
    struct str differences = {0};
    const int failed = view->by || view->tests || view->part
                           ? 0
                           : table_differences(t, true, &differences, e);

    folders_say_selected(t->folder, t->folders, view->tests || differences.len,
                         out);
    if (!view->part || (!view->tests && !view->trials))
        table_notes(t, out);
    str_adds(out, str_text(note));
    if (view->top && note->len && differences.len)
        str_adds(out, "differences are of all rows\n");
    str_adds(out, str_text(&differences));
    str_release(&differences);
    folders_other_data(t->folder, t->folders, out);
    folders_left_out(t->folder, t->folders, out);
    return failed;
}

static int render(const struct table *t, const struct table_view *view,
                  const struct grid *grid, const char *dir,
                  const struct str *notes, struct str *out, struct error *e)
{
    const char *option = view->trials  ? " --trials"
                         : view->tests ? " --tests"
                                       : "";
    char *all = memory_format("codarun table %s%s", dir, option);
    char *title = folders_title(t->folder, t->folders, " ");
    const struct sheet sheet = {.title = title,
                                .grid = grid,
                                .all = all,
                                .notes = str_text(notes),
                                .line = view->line,
                                .spreadsheet = view->spreadsheet};
    const int failed = format_write(t->format, &sheet, out, e);

    free(title);
    free(all);
    return failed;
}

/* Make the groups over all folders, and choose the measures. */
static int find_groups(struct table *t, bool alone, struct error *e)
{
    groups_init(&t->groups, t->x, t->s, alone);
    for (int i = 1; i < t->folders; i++)
        groups_add(&t->groups, t->folder[i].x, t->folder[i].s);
    for (int i = 0; i < t->folders && !t->measures; i++)
        t->measures =
            measures_choose(t->folder[i].x, t->folder[i].s, t->measure);
    if (search_draws(&t->x->search) && t->measures && !t->measure[0].test)
        groups_rank(&t->groups, &t->measure[0], t->x->search.maximize);
    return t->folders > 1 ? folders_check(t->folder, t->folders, &t->groups, e)
                          : 0;
}

int report_folders(const struct folder *folder, int n, const char *dir,
                   const struct table_view *view, struct str *out,
                   struct error *e)
{
    struct table t = {.folder = folder,
                      .folders = n,
                      .x = folder->x,
                      .s = folder->s,
                      .format = view->format ? view->format : &format_text,
                      .against = view->against,
                      .max = view->max,
                      .part = view->part};
    struct grid grid = {.most = view->most};
    struct str note = {0}, notes = {0};
    int failed = find_groups(&t, view->by && view->trials, e);

    if (!failed)
        failed = make_rows(&t, view, &grid, &note, e);
    if (!failed)
        failed = make_notes(&t, view, &note, &notes, e);
    if (!failed && t.format->alone)
        folders_mark(folder, n, &grid);
    if (!failed)
        failed = render(&t, view, &grid, dir, &notes, out, e);
    str_release(&notes);
    str_release(&note);
    grid_release(&grid);
    groups_release(&t.groups);
    return failed;
}

int report_differences(const struct folder *folder, struct str *out,
                       struct error *e)
{
    struct table t = {.folder = folder,
                      .folders = 1,
                      .x = folder->x,
                      .s = folder->s,
                      .format = &format_text};
    const int failed =
        find_groups(&t, false, e) || table_differences(&t, false, out, e);

    groups_release(&t.groups);
    return failed ? -1 : 0;
}

int report_results(const struct experiment *x, const struct results *s,
                   const char *dir, const struct table_view *view,
                   struct str *out, struct error *e)
{
    return report_folders(&(struct folder){x, s}, 1, dir, view, out, e);
}

/* A request for folders that are not read yet. */
struct table_request {
    const char *dir;
    const struct table_view *view;
    struct str *out;
};

static int make(const void *context, const struct folders *f, struct error *e)
{
    const struct table_request *w = context;

    return report_folders(f->folder, f->n, w->dir, w->view, w->out, e);
}

int report_table(char *const *dir, int n, const struct table_view *view,
                 struct str *out, struct error *e)
{
    const struct table_request w = {dir[0], view, out};
    const bool alone = view->format && view->format->alone;

    return folders_make(dir, n, view->selection, alone, make, &w, e);
}
