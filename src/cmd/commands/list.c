/* list.c - `codarun list`: the sweeps in a folder, and their states. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/clock.h"
#include "base/core/log.h"
#include "base/core/memory.h"
#include "cmd/command.h"
#include "cmd/option.h"
#include "cmd/results_folder.h"
#include "config/field/field.h"
#include "sweep/run/status_query.h"

struct list_arguments {
    const char *folder, *output;
    const struct format_kind *format;
};

static const struct cli_option options[] = {
    {CLI_WORD_OR_NONE(struct list_arguments, folder), .value = "FOLDER"},
    OPTION_FORMAT(struct list_arguments, format),
    OPTION_OUTPUT(struct list_arguments, output),
    CLI_END,
};

/* --- finding the sweeps --------------------------------------------------- */

struct sweeps {
    const char *folder;
    char **name; /* [n] owned, each too */
    int n, room;
};

static void add_sweep(void *context, const char *name)
{
    struct sweeps *s = context;

    GROW(s->name, s->n, s->room);
    s->name[s->n++] = memory_string(name);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sweeps_release(struct sweeps *s)
{
    for (int i = 0; i < s->n; i++)
        free(s->name[i]);
    free(s->name);
}

/* --- a row for each ------------------------------------------------------- */

enum {
    SWEEP,
    STATE,
    TRIALS,
    FINISHED,
    FAILED,
    GOAL,
    BEST,
    BEST_TRIAL,
    WRITTEN,
    COLUMNS
};

static void add_columns(struct grid *g)
{
    static const struct {
        const char *head;
        bool number;
    } columns[COLUMNS] = {
        [SWEEP] = {"sweep", false},     [STATE] = {"state", false},
        [TRIALS] = {"trials", true},    [FINISHED] = {"finished", true},
        [FAILED] = {"failed", true},    [GOAL] = {"goal", false},
        [BEST] = {"best", true},        [BEST_TRIAL] = {"of trial", true},
        [WRITTEN] = {"changed", false},
    };

    for (int i = 0; i < COLUMNS; i++)
        if (i == BEST)
            grid_reals(g, "%s", columns[i].head);
        else
            grid_column(g, columns[i].number, "%s", columns[i].head);
    g->keys = 1;
}

static void set_numbers(struct grid *g, int row, const struct sweep_status *s)
{
    grid_set(g, row, TRIALS, "%ld", s->trials);
    grid_set(g, row, FINISHED, "%ld", s->finished);
    grid_set(g, row, FAILED, "%ld", s->failed);
    if (s->goal)
        grid_set(g, row, GOAL, "%s", s->goal);
    if (s->best >= 0) {
        grid_set(g, row, BEST, "%.2f", s->best_goal);
        grid_set(g, row, BEST_TRIAL, "%ld", s->best);
    }
}

/* Return a sweep's state: "done" if its last status says so. */
static const char *state(const struct liveness *p)
{
    return p->state == LIVENESS_ENDED && p->last.ended
               ? p->last.ended
               : liveness_names[p->state];
}

/* Add a sweep's row; returns how many of its files are damaged.  Error: -1 if
 * its state cannot be read. */
static long add_row(struct grid *g, const char *name, const char *dir,
                    struct error *e)
{
    const int row = grid_row(g);
    struct liveness p;
    struct sweep_status folder;
    const struct sweep_status *now = status_query_now(dir, &p, &folder, e);
    const long damaged = now ? folder.left_out : -1;
    char when[32];

    grid_set(g, row, SWEEP, "%s", name);
    grid_set(g, row, STATE, "%s", now ? state(&p) : "damaged");
    if (now)
        set_numbers(g, row, now);
    if (p.said && !isnan(p.last.written)) {
        clock_text(p.last.written, when);
        grid_set(g, row, WRITTEN, "%s", when);
    }
    sweep_status_release(&folder);
    liveness_release(&p);
    return damaged;
}

/* Add all rows; returns how many sweeps have damaged files. */
static int add_rows(struct grid *g, const struct sweeps *s)
{
    int faults = 0;

    for (int i = 0; i < s->n; i++) {
        char *dir = memory_format("%s/%s", s->folder, s->name[i]);
        struct error e = {""};
        const long damaged = add_row(g, s->name[i], dir, &e);

        if (damaged < 0)
            complain("%s", e.text);
        faults += damaged != 0;
        free(dir);
    }
    return faults;
}

/* --- the command ---------------------------------------------------------- */

static int run(void *asked, struct error *e)
{
    const struct list_arguments *a = asked;
    struct sweeps s = {.folder = a->folder};
    struct grid grid = {0};
    struct str text = {0};
    int faults = 0, failed = results_each_sweep(s.folder, add_sweep, &s, e);

    if (!failed) {
        if (s.n)
            qsort(s.name, (size_t)s.n, sizeof(*s.name), by_name);
        add_columns(&grid);
        faults = add_rows(&grid, &s);
        failed =
            format_write(
                a->format,
                &(const struct sheet){
                    .title = s.folder,
                    .grid = &grid,
                    .notes = s.n ? "" : "no sweep has a results folder here\n",
                    .line = option_line(a->output)},
                &text, e) ||
            option_write(a->output, &text, e);
    }
    str_release(&text);
    grid_release(&grid);
    sweeps_release(&s);
    return failed ? -1 : faults ? EXIT_ERROR : EXIT_DONE;
}

static int check(void *asked, const struct parsed_line *l, struct error *e)
{
    const struct list_arguments *a = asked;

    (void)l;
    return option_format_file(a->format, a->output, e);
}

const struct command command_list = {
    .name = "list",
    .summary = "list the sweeps under results/, and how each stands",
    .about = "List the sweeps whose results folders are in FOLDER, results "
             "unless given: their state, trials, and the best value of the "
             "goal.",
    .more = "Nothing is written.  Exit status: 0, or 1 where files of a sweep "
            "are damaged, which are named.",
    .options = options,
    .check = check,
    .size = sizeof(struct list_arguments),
    .preset = &(const struct list_arguments){.folder = "results",
                                             .format = &format_text},
    .run = run,
};
