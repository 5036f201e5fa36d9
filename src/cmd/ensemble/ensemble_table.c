#include "config.h"

#include "cmd/ensemble/ensemble_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/option.h"
#include "report/tables/field_cell.h"

/* Add the swept fields of all folders, each once. */
static void swept_columns(const struct combined *c, struct grid *g)
{
    for (int i = 0; i < c->asked->dir.n; i++)
        for (int p = 0; p < c->place[i].x.search.space.n; p++) {
            const char *name = c->place[i].x.search.space.parameter[p].name;
            bool known = false;

            for (int k = 0; k < g->columns; k++)
                known |= !strcmp(g->column[k].head, name);
            if (!known) /* its numbers are texts here */
                g->column[field_column(g, name)].values = false;
        }
}

/* Add the columns; returns the first one of a swept field. */
static int make_columns(const struct combined *c, struct grid *g)
{
    const struct metric *metric = c->task->kind->metrics;
    int swept;

    if (c->asked->dir.n > 1)
        grid_column(g, false, "results");
    if (ensemble_chooses(&c->asked->choice))
        grid_column(g, false, "taken");
    swept = grid_column(g, false, "trial") + 1;
    swept_columns(c, g);
    g->keys = g->columns;
    for (enum split s = SPLIT_VALID; s < SPLITS; s++)
        for (int m = 0; c->answers[s].n && metric[m].name; m++)
            grid_reals(g, "%s.%s", split_names[s], metric[m].name);
    return swept;
}

static void score_cells(const struct combined *c, struct grid *g, int row,
                        const struct answer_sheet *answers)
{
    const int metrics = task_metrics(c->task->kind);
    int column = g->keys;

    for (enum split s = SPLIT_VALID; s < SPLITS; s++) {
        double value[MAX_METRICS];
        struct units units;

        if (!c->answers[s].n)
            continue;
        task_score(c->task, s, &answers[s], value, &units);
        units_release(&units);
        for (int m = 0; m < metrics; m++, column++)
            if (!isnan(value[m]))
                grid_set(g, row, column,
                         c->asked->format->data ? "%.10g" : "%.2f", value[m]);
    }
}

static bool is_taken(const struct combined *c, const struct ensemble_member *m)
{
    for (int i = 0; i < c->members.taken; i++)
        if (c->members.order[i] == m)
            return true;
    return false;
}

static void member_row(const struct combined *c, struct grid *g, int swept,
                       const struct ensemble_member *m)
{
    const int row = grid_row(g);
    char *config = trial_config_row(&m->conf);

    if (c->asked->dir.n > 1)
        grid_set(g, row, 0, "%s", m->place->dir);
    if (ensemble_chooses(&c->asked->choice))
        grid_set(g, row, swept - 2, "%s", is_taken(c, m) ? "yes" : "no");
    grid_set(g, row, swept - 1, "%ld", m->number);
    for (int k = swept; k < g->keys; k++) {
        struct str value = {0};

        if (config_value(config, g->column[k].head, &value))
            field_cell(g, row, k, str_text(&value), c->asked->format->data);
        str_release(&value);
    }
    free(config);
    score_cells(c, g, row, m->result.answers);
}

long ensemble_left_out(const struct combined *c, struct str *out)
{
    long files = 0;

    for (int i = 0; i < c->asked->dir.n; i++)
        files += results_left_out(&c->place[i].s, out);
    return files;
}

static void add_notes(const struct combined *c, struct str *out)
{
    str_addf(out, "ensemble of %d trial%s: %s\n", c->members.taken,
             c->members.taken == 1 ? "" : "s",
             c->asked->by == BY_TEXT
                 ? "scores are summed over equal answers, and the best is taken"
                 : "probabilities are averaged, and the best answer by them is "
                   "taken");
    ensemble_choice_note(&c->members, c->task, &c->asked->choice, out);
    for (enum split s = SPLIT_VALID; s < SPLITS; s++)
        if (c->answers[s].n)
            task_split_notes(c->task, s, out);
    for (int i = 0; i < c->asked->dir.n && !c->asked->list.n; i++) {
        const struct named_folder *p = &c->place[i];
        long left = 0;

        for (long k = 0; k < p->s.n; k++)
            left += !p->s.row[k].left_out;
        for (int k = 0; k < c->members.n; k++)
            left -= c->members.of[k].place == p;
        if (left)
            str_addf(out,
                     "left out: %ld of %ld trials of '%s', that failed or have "
                     "not finished\n",
                     left, p->s.n, p->dir);
    }
    ensemble_left_out(c, out);
}

int ensemble_table(const struct combined *c, struct str *out, struct error *e)
{
    struct grid g = {0};
    struct str notes = {0};
    const int swept = make_columns(c, &g);

    for (int i = 0; i < c->members.n; i++)
        member_row(c, &g, swept, &c->members.of[i]);
    const int row = grid_row(&g);

    grid_set(&g, row, swept - 1, "ensemble by %s",
             ensemble_by_names[c->asked->by]);
    score_cells(c, &g, row, c->answers);
    add_notes(c, &notes);
    if (c->asked->format->alone && ensemble_left_out(c, NULL))
        grid_mark(&g, "left_out", ensemble_left_out(c, NULL));
    const struct sheet sheet = {.grid = &g,
                                .notes = str_text(&notes),
                                .line = option_line(c->asked->output)};
    const int bad = format_write(c->asked->format, &sheet, out, e);

    str_release(&notes);
    grid_release(&g);
    return bad;
}
