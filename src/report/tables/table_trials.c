/* table_trials.c - a table with a row for each trial. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/tables/column_names.h"
#include "report/tables/field_cell.h"
#include "report/tables/row_order.h"
#include "report/tables/table_internal.h"
#include "sweep/results/trial_columns.h"

/* The table while it is made. */
struct trials {
    struct table *t;
    const struct table_view *view;
    struct column_names names; /* only if columns are asked for by name */
    int n, room;
    struct trial_column *column; /* owned [n]; names are borrowed */
    int n_row, *row;             /* owned [n_row]: indices of the rows shown */
};

/* --- columns -------------------------------------------------------------- */

static void add(struct trials *a, const char *name)
{
    GROW(a->column, a->n, a->room);
    a->column[a->n++] = trial_column(name);
}

static void usual_columns(struct trials *a)
{
    const struct table *t = a->t;

    add(a, "trial");
    add(a, "status");
    for (int p = 0; p < t->x->search.space.n; p++)
        add(a, t->x->search.space.parameter[p].name);
    add(a, "steps");
    add(a, "best_step");
    for (int m = 0; m < t->measures; m++)
        add(a, t->measure[m].name);
    add(a, "params");
    if (t->format->data)
        add(a, "identity");
    if (table_any_failed(t))
        add(a, "reason");
}

static const char *add_chosen(void *trials, const char *name, struct error *e)
{
    struct trials *a = trials;
    const char *whole = column_names_find(&a->names, name, e);

    for (int c = 0; whole && c < a->n; c++)
        if (!strcmp(a->column[c].name, whole)) /* asked for by another name
                                                  before */
            return whole;
    if (whole)
        add(a, whole);
    return whole;
}

static void head(struct grid *grid, const struct trial_column *c)
{
    if (c->type == TRIAL_FIELD)
        field_column(grid, c->name);
    else if (c->type == TRIAL_REAL)
        grid_reals(grid, "%s", c->name);
    else
        grid_column(grid, c->type == TRIAL_INT, "%s", c->name);
}

/* True if a column tells which trial a row is. */
static bool is_key(const struct trial_column *c)
{
    return c->type == TRIAL_FIELD || !strcmp(c->name, "trial") ||
           !strcmp(c->name, "status");
}

static void heads(const struct trials *a, struct grid *grid)
{
    int leading = 0;

    for (int c = 0; c < a->n; c++)
        head(grid, &a->column[c]);
    while (leading < a->n && is_key(&a->column[leading]))
        leading++;
    if (a->view->columns) {
        table_chosen_keys(grid, leading);
    } else {
        grid->keys = leading;
        grid->short_keys = 1;
    }
}

/* --- rows ----------------------------------------------------------------- */

static struct row_key key_of(const struct trial_column *c,
                             const struct results_row *row)
{
    struct str text = {0};
    struct row_key key = {.number = trial_number(c, row)};

    if (!trial_column_is_number(c)) {
        trial_text(c, row, true, &text);
        key = row_key(str_text(&text));
        str_release(&text);
    }
    return key;
}

static int sort_rows(struct trials *a, const char *by, struct error *e)
{
    const char *name = column_names_find(&a->names, by, e);

    if (!name)
        return error_in(e, "--sort");
    const struct trial_column c = trial_column(name);
    struct row_key *key = memory_new(((size_t)a->n_row + 1) * sizeof(*key));

    for (int i = 0; i < a->n_row; i++)
        key[i] = key_of(&c, &a->t->s->row[i]);
    rows_order(key, a->n_row, table_maximizes(a->t, &c) != a->view->reverse,
               a->row);
    free(key);
    return 0;
}

static void put_row(const struct trials *a, struct grid *grid,
                    const struct results_row *trial)
{
    const int row = grid_row(grid);

    for (int c = 0; c < a->n; c++) {
        struct str cell = {0};

        if (trial_text(&a->column[c], trial, a->t->format->data, &cell))
            grid_set(grid, row, c, "%s", str_text(&cell));
        str_release(&cell);
    }
}

static int find_columns(struct trials *a, const char *by, struct error *e)
{
    if (by || a->view->columns)
        column_names_init(&a->names, a->t->folder, a->t->folders, NULL);
    if (a->view->columns)
        return table_choose_columns(a->t, a->view, add_chosen, a, e);
    usual_columns(a);
    return 0;
}

int table_of_trials(struct table *t, const struct table_view *view,
                    struct grid *grid, struct str *note, struct error *e)
{
    struct trials a = {.t = t, .view = view, .n_row = (int)t->s->n};
    char *by = table_sort_name(t, view);
    int bad = find_columns(&a, by, e);

    a.row = memory_new(((size_t)a.n_row + 1) * sizeof(*a.row));
    for (int i = 0; i < a.n_row; i++)
        a.row[i] = i;
    if (!bad && by)
        bad = sort_rows(&a, by, e);
    if (!bad) {
        heads(&a, grid);
        for (int i = 0; i < table_top(view, a.n_row); i++)
            put_row(&a, grid, &t->s->row[a.row[i]]);
        table_say_top(view, by, a.n_row, note);
    }
    column_names_release(&a.names);
    free(a.column);
    free(a.row);
    free(by);
    return bad;
}
