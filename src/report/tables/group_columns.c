/* group_columns.c - the columns of a table whose rows are groups of trials. */
#include "config.h"

#include "report/tables/group_columns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/tables/field_cell.h"
#include "report/tables/group_numbers.h"

#define FAILED_MOST 2 /* failures that a row shows to people */

/* --- texts ---------------------------------------------------------------- */

struct group_kind {
    const char *name, *help; /* NULL for columns of trials */
    /* Append a group's text; NULL for numbers, which have columns of their
     * own. */
    void (*text)(const struct table *t, const struct group_column *c,
                 const struct trial_group *g, struct str *out);
    bool right, key;
};

/* Append the trial numbers, in the form that other commands take: "5", or "0 1
 * 2". */
static void put_trials(const struct table *t, const struct group_column *c,
                       const struct trial_group *g, struct str *out)
{
    (void)t;
    (void)c;
    for (int m = 0; m < g->n; m++)
        str_addf(out, "%s%ld", m ? " " : "", g->member[m].row->number);
}

static void put_experiment(const struct table *t, const struct group_column *c,
                           const struct trial_group *g, struct str *out)
{
    (void)c;
    (void)g;
    str_adds(out, t->x->name);
}

static void put_count(const struct table *t, const struct group_column *c,
                      const struct trial_group *g, struct str *out)
{
    (void)t;
    (void)c;
    str_addf(out, "%d", group_finished(g));
}

static void put_source(const struct table *t, const struct group_column *c,
                       const struct trial_group *g, struct str *out)
{
    (void)c;
    published_source(t, g, out);
}

static void add_failed(const struct group_member *m, struct str *out)
{
    const char *reason = m->row->result.reason;

    str_addf(out, "%strial %ld%s%s%s failed: %s", out->len ? "; " : "",
             m->row->number, *m->seeds ? " (" : "", m->seeds,
             *m->seeds ? ")" : "", reason ? reason : "no reason given");
}

/* Append the failures; for people the first ones and the number of the rest. */
static void put_failed(const struct table *t, const struct group_column *c,
                       const struct trial_group *g, struct str *out)
{
    const int most = t->format->data ? g->n : FAILED_MOST;
    int n = 0;

    (void)c;
    for (int m = 0; m < g->n; m++)
        if (g->member[m].row->present &&
            !group_member_finished(&g->member[m]) && n++ < most)
            add_failed(&g->member[m], out);
    if (n > most)
        str_addf(out, "; %d more failed", n - most);
}

static void put_field(const struct table *t, const struct group_column *c,
                      const struct trial_group *g, struct str *out)
{
    (void)t;
    str_adds(out, g->value[c->field]);
}

/* Append each value once, in the order of the trials. */
static void put_values(const struct table *t, const struct group_column *c,
                       const struct trial_group *g, struct str *out)
{
    struct name_list values = {0};

    for (int m = 0; m < g->n; m++) {
        struct str text = {0};

        if (trial_text(&c->is, g->member[m].row, t->format->data, &text))
            name_list_add(&values, str_text(&text));
        str_release(&text);
    }
    for (int i = 0; i < values.n; i++)
        str_addf(out, "%s%s", i ? ", " : "", values.name[i]);
    name_list_release(&values);
}

enum { TRIALS, EXPERIMENT, COUNT, SOURCE, NOTE, NAMED };

static const struct group_kind named[NAMED + 1] = {
    [TRIALS] = {"trial", "numbers of the row's trials", put_trials,
                .right = true, .key = true},
    [EXPERIMENT] = {"experiment", "name of the sweep", put_experiment,
                    .key = true},
    [COUNT] = {"n", "how many of the row's trials have finished", put_count,
               .right = true, .key = true},
    [SOURCE] = {"source", "where published numbers are from", put_source},
    [NOTE] = {"note", "why trials of the row failed", put_failed},
};
static const struct group_kind of_field = {.key = true, .text = put_field};
static const struct group_kind of_values = {.text = put_values};
static const struct group_kind of_numbers = {.text = NULL};

/* --- one column ----------------------------------------------------------- */

bool group_column_is_key(const struct group_column *c)
{
    return c->kind->key;
}

bool group_column_maximizes(const struct table *t, const struct group_column *c)
{
    return !c->kind->text && c->part != PART_SD && table_maximizes(t, &c->is);
}

void group_column_head(const struct table *t, struct grid *grid,
                       struct group_column *c)
{
    if (c->kind->name)
        c->at = grid_column(grid, c->kind->right, "%s", c->kind->name);
    else if (c->kind->text && c->is.type == TRIAL_FIELD)
        c->at = field_column(grid, c->is.name);
    else if (c->kind->text)
        c->at = grid_column(grid, false, "%s", c->is.name);
    else
        group_numbers_head(t, grid, c);
}

void group_column_cell(const struct table *t, struct grid *grid, int row,
                       const struct group_column *c,
                       const struct trial_group *g)
{
    struct str text = {0};

    if (!c->kind->text) {
        group_numbers_cell(t, grid, row, c, g);
        return;
    }
    c->kind->text(t, c, g, &text);
    if (c->kind == &of_field)
        field_cell(grid, row, c->at, str_text(&text), t->format->data);
    else
        grid_set(grid, row, c->at, "%s", str_text(&text));
    str_release(&text);
}

struct row_key group_column_key(const struct table *t,
                                const struct group_column *c,
                                const struct trial_group *g)
{
    struct str text = {0};
    struct row_key key;

    if (!c->kind->text)
        return (struct row_key){.number = group_number(t, c, g)};
    if (c->kind == &named[TRIALS])
        return (struct row_key){.number = (double)g->member[0].row->number};
    c->kind->text(t, c, g, &text);
    key = row_key(strcmp(str_text(&text), NO_FIELD) ? str_text(&text) : NULL);
    str_release(&text);
    return key;
}

/* --- finding columns ------------------------------------------------------ */

const char *group_column_name(int i, const char **help)
{
    *help = named[i].help;
    return named[i].name;
}

/* Collect these names and those of columns of trials. */
static void all_names(struct group_layout *g)
{
    const char *more[NAMED + 1];

    for (int k = 0; k <= NAMED; k++)
        more[k] = named[k].name;
    column_names_init(&g->names, g->t->folder, g->t->folders, more);
}

void group_layout_init(struct group_layout *g, const struct table *t,
                       const struct table_view *view, bool by_name)
{
    *g = (struct group_layout){.t = t, .view = view};
    if (by_name)
        all_names(g);
}

void group_layout_release(struct group_layout *g)
{
    column_names_release(&g->names);
    free(g->column);
}

void group_layout_add(struct group_layout *g, struct group_column c)
{
    GROW(g->column, g->n, g->room);
    g->column[g->n++] = c;
}

bool group_layout_has(const struct group_layout *g,
                      const struct group_column *c)
{
    for (int i = 0; i < g->n; i++) {
        const struct group_column *is = &g->column[i];

        if (is->kind == c->kind && is->part == c->part &&
            (!c->is.name || !strcmp(is->is.name, c->is.name)))
            return true;
    }
    return false;
}

/* Return the column of a whole name, which is borrowed. */
static struct group_column column_of(const struct table *t, const char *name)
{
    struct group_column c = {.kind = &of_values, .is = trial_column(name)};

    for (int k = 0; k < NAMED; k++)
        if (!strcmp(name, named[k].name))
            return (struct group_column){.kind = &named[k]};
    for (int f = 0; f < t->groups.fields; f++)
        if (!strcmp(name, t->groups.field[f])) {
            c.kind = &of_field;
            c.field = f;
        }
    if (trial_column_is_number(&c.is))
        c.kind = &of_numbers;
    return c;
}

static void add_named(struct group_layout *g, const char *name)
{
    group_layout_add(g, column_of(g->t, name));
}

static bool any_source(const struct table *t)
{
    struct str text = {0};

    for (int g = 0; g < t->groups.n; g++)
        published_source(t, &t->groups.group[g], &text);
    const bool any = text.len > 0;

    str_release(&text);
    return any;
}

void group_layout_usual(struct group_layout *g)
{
    const struct table *t = g->t;

    if (search_draws(&t->x->search) && !t->format->data)
        add_named(g, "trial");
    if (t->groups.fields == 0)
        add_named(g, "experiment");
    for (int f = 0; f < t->groups.fields; f++)
        add_named(g, t->groups.field[f]);
    add_named(g, "n");
    for (int m = 0; m < t->measures; m++)
        add_named(g, t->measure[m].name);
    if (any_source(t))
        add_named(g, "source");
    if (!t->part && table_any_failed(t))
        add_named(g, "note");
}

/* Return the part that a name ends in; PART_ALL if it is none. */
static enum run_part part_at_end(const char *name)
{
    for (enum run_part p = PART_MEAN; p <= PART_PUBLISHED; p++)
        if (str_ends_in(name, run_part_names[p]))
            return p;
    return PART_ALL;
}

/* Find a column like "test.map.sd". */
static int find_part(const struct group_layout *g, const char *name,
                     struct group_column *c)
{
    const enum run_part part = part_at_end(name);
    struct error unused;

    if (part == PART_ALL)
        return -1;
    char *of = memory_format(
        "%.*s", (int)(strlen(name) - strlen(run_part_names[part])), name);
    const char *whole = column_names_find(&g->names, of, &unused);

    free(of);
    if (!whole)
        return -1;
    *c = column_of(g->t, whole);
    c->part = part;
    return c->kind == &of_numbers && (part != PART_PUBLISHED || c->is.metric)
               ? 0
               : -1;
}

int group_column_find(const struct group_layout *g, const char *name,
                      struct group_column *c, struct error *e)
{
    if (!find_part(g, name, c))
        return 0;
    const char *whole = column_names_find(&g->names, name, e);

    if (!whole)
        return -1;
    *c = column_of(g->t, whole);
    return 0;
}
