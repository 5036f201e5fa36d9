/*
 * ensemble.c - `codarun ensemble`: the answers of several trials as one, scored
 * beside each of them.
 */
#include "config.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/show.h"
#include "cmd/command.h"
#include "cmd/ensemble_members.h"
#include "cmd/launch.h"
#include "cmd/option.h"
#include "format/format.h"
#include "results/kept_task.h"
#include "task/predictions.h"

#define MAX_FOLDERS 64

enum { KEY_TRIALS = 256, KEY_BY, KEY_SPLIT, KEY_FORMAT, KEY_SAID, KEY_NONE };

static const struct argp_option options[] = {
    {"trials", KEY_TRIALS, "N,N,...", 0,
     "These trials; all that have finished unless given.  Of several folders, "
     "once for each, in their order, or not at all",
     0},
    {"by", KEY_BY, "WAY", 0,
     "probability: average their probabilities; text: sum their scores over "
     "equal answers; probability unless given",
     0},
    {"split", KEY_SPLIT, "SPLIT", 0, "valid or test; both unless given", 0},
    {"format", KEY_FORMAT, "FORMAT", 0,
     "text, markdown, csv, latex, html, json or hdf5; text unless given", 0},
    {"output", 'o', "FILE", 0, "Write to FILE, replacing it", 0},
    {"predictions", KEY_SAID, "FILE", 0,
     "Write the combined answers to SPLIT, valid unless given, to FILE, as the "
     "data set's own scripts read them",
     0},
    {"none", KEY_NONE, "FILE", 0,
     "Likewise the probabilities that there is no answer", 0},
    {0},
};

struct arguments {
    const char *dir[MAX_FOLDERS], *list[MAX_FOLDERS];
    int dirs, lists;
    int by;
    enum split split; /* SPLIT_NONE: not said */
    const struct format_kind *format;
    const char *output, *predictions, *none;
};

static void add_word(const char **words, int *n, const char *word,
                     struct argp_state *state)
{
    if (*n == MAX_FOLDERS)
        argp_error(state, "found more than %d folders", MAX_FOLDERS);
    words[(*n)++] = word;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;

    switch (key) {
    case KEY_TRIALS:
        add_word(a->list, &a->lists, arg, state);
        return 0;
    case KEY_BY:
        a->by = option_choice("by", ensemble_by_names, arg, state);
        return 0;
    case KEY_SPLIT:
        a->split = option_split(arg, SPLIT_VALID, state);
        return 0;
    case KEY_FORMAT:
        a->format = option_format(arg, state);
        return 0;
    case 'o':
        a->output = arg;
        return 0;
    case KEY_SAID:
        a->predictions = arg;
        return 0;
    case KEY_NONE:
        a->none = arg;
        return 0;
    case ARGP_KEY_ARG:
        add_word(a->dir, &a->dirs, arg, state);
        return 0;
    case ARGP_KEY_END:
        option_format_file(a->format, a->output, state);
        if (!a->dirs)
            argp_error(state, "expected a results folder");
        if (a->lists && a->lists != a->dirs)
            argp_error(state,
                       "--trials: found %d for %d folders, expected "
                       "one for each, or none",
                       a->lists, a->dirs);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "DIR...",
    .doc =
        "Combine the answers that trials of results folders have stored "
        "into one, and print its metrics beside theirs.\v"
        "The data are read again, and must be what they were; trials must "
        "have answered the same examples.  Where answers are spans, averages "
        "need trials with task.ends.  Texts are equal to the letter.  The "
        "result is the same in whatever order trials are given.  Trials whose "
        "result files are damaged or gone are named and left out, the last "
        "line says how many, and the exit status is 1; so is that of a listed "
        "one, which must be there.",
};

/* --- combining ------------------------------------------------------------ */

/* Everything that is printed. */
struct combined {
    const struct arguments *asked;
    struct place place[MAX_FOLDERS];
    struct ensemble_members members;
    struct kept_task kept;
    const struct task *task;             /* kept */
    struct answer_sheet answers[SPLITS]; /* n = 0: not asked for */
};

static void combined_release(struct combined *c)
{
    for (int s = 0; s < SPLITS; s++)
        answer_sheet_release(&c->answers[s]);
    kept_task_release(&c->kept);
    ensemble_members_release(&c->members);
    for (int i = 0; i < c->asked->dirs; i++)
        place_release(&c->place[i]);
}

static int read_members(struct combined *c, struct error *e)
{
    const struct arguments *a = c->asked;

    for (int i = 0; i < a->dirs; i++)
        if (place_salvage(&c->place[i], a->dir[i], e) ||
            ensemble_members_add(&c->members, &c->place[i],
                                 a->lists ? a->list[i] : NULL, e))
            return -1;
    return ensemble_members_agree(&c->members, e);
}

static int combine_split(struct combined *c, enum split split, struct error *e)
{
    const struct ensemble_members *m = &c->members;
    const size_t n = (size_t)m->n;

    if (ensemble_members_check(m, c->task, split, e))
        return -1;
    const struct answer_sheet **sheet = memory_new(n * sizeof(*sheet));
    char **name = memory_new(n * sizeof(*name));

    for (int i = 0; i < m->n; i++) {
        sheet[i] = &m->order[i]->result.answers[split];
        name[i] = m->order[i]->name;
    }
    const int bad = task_combine(c->task, split, (enum ensemble_by)c->asked->by,
                                 sheet, name, m->n, &c->answers[split], e);

    free(sheet);
    free(name);
    return bad ? error_in(e, "%s", split_names[split]) : 0;
}

static int combine(struct combined *c, struct error *e)
{
    const struct ensemble_member *first = c->members.order[0];
    const enum split asked = c->asked->split;
    bool any = false;

    c->task = kept_task_of(&c->kept, &first->place->x, first->number, e);
    if (!c->task)
        return -1;
    for (enum split s = SPLIT_VALID; s < SPLITS; s++) {
        if (asked < 0 ? !first->result.answers[s].n : asked != s)
            continue;
        any = true;
        if (combine_split(c, s, e))
            return -1;
    }
    return any ? 0
               : error_set(e, "%s has no answers to valid or test",
                           first->name);
}

/* --- the table ------------------------------------------------------------ */

/* The swept fields of all folders, each once. */
static void swept_columns(const struct combined *c, struct grid *g)
{
    for (int i = 0; i < c->asked->dirs; i++)
        for (int p = 0; p < c->place[i].x.search.space.n; p++) {
            const char *name = c->place[i].x.search.space.parameter[p].name;
            bool known = false;

            for (int k = 0; k < g->columns; k++)
                known |= !strcmp(g->column[k].head, name);
            if (!known)
                grid_column(g, false, "%s", name);
        }
}

/* Returns the first of the columns that are swept fields. */
static int make_columns(const struct combined *c, struct grid *g)
{
    const struct metric *metric = c->task->kind->metrics;
    int swept;

    if (c->asked->dirs > 1)
        grid_column(g, false, "results");
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

static void member_row(const struct combined *c, struct grid *g, int swept,
                       const struct ensemble_member *m)
{
    const int row = grid_row(g);
    char *config = trial_config_row(&m->conf);

    if (c->asked->dirs > 1)
        grid_set(g, row, 0, "%s", m->place->dir);
    grid_set(g, row, swept - 1, "%ld", m->number);
    for (int k = swept; k < g->keys; k++) {
        struct str value = {0};

        config_value(config, g->column[k].head, &value);
        grid_set(g, row, k, "%s", str_text(&value));
        str_release(&value);
    }
    free(config);
    score_cells(c, g, row, m->result.answers);
}

/* How many files, as results_left_out() has it. */
static long left_out(const struct combined *c, struct str *out)
{
    long files = 0;

    for (int i = 0; i < c->asked->dirs; i++)
        files += results_left_out(&c->place[i].s, out);
    return files;
}

static void add_notes(const struct combined *c, struct str *out)
{
    str_addf(out, "ensemble of %d trial%s: %s\n", c->members.n,
             c->members.n == 1 ? "" : "s",
             c->asked->by == BY_TEXT
                 ? "scores are summed over equal answers, and the best is taken"
                 : "probabilities are averaged, and the best answer by them is "
                   "taken");
    for (enum split s = SPLIT_VALID; s < SPLITS; s++)
        if (c->answers[s].n)
            task_split_notes(c->task, s, out);
    for (int i = 0; i < c->asked->dirs && !c->asked->lists; i++) {
        const struct place *p = &c->place[i];
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
    left_out(c, out);
}

static int add_table(const struct combined *c, struct str *out, struct error *e)
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
    if (c->asked->format->alone && left_out(c, NULL))
        grid_mark(&g, "left_out", left_out(c, NULL));
    const struct sheet sheet = {.grid = &g, .notes = str_text(&notes)};
    const int bad = format_write(c->asked->format, &sheet, out, e);

    str_release(&notes);
    grid_release(&g);
    return bad;
}

/* --- the command ---------------------------------------------------------- */

static int write_predictions(const struct combined *c, const char *file,
                             enum predictions what, struct error *e)
{
    const enum split split =
        c->asked->split < 0 ? SPLIT_VALID : c->asked->split;
    struct str text = {0};
    int bad;

    if (!file)
        return 0;
    if (!c->answers[split].n)
        return error_set(e, "there are no answers to %s", split_names[split]);
    bad = predictions_add(c->task, split, what, &c->answers[split], &text, e) ||
          file_write(file, str_text(&text), text.len, e);
    str_release(&text);
    return bad;
}

static int print(const struct combined *c, struct error *e)
{
    struct str text = {0};
    const int bad =
        add_table(c, &text, e) || option_write(c->asked->output, &text, e);

    str_release(&text);
    return bad;
}

static int run(int argc, char **argv)
{
    struct arguments a = {.split = SPLIT_NONE, .format = &format_text};
    struct combined c = {.asked = &a};
    struct error e = {""};

    launch_parse(&argp, argc, argv, &a);
    if (!launch_first())
        return EXIT_DONE;
    const int failed =
        read_members(&c, &e) || combine(&c, &e) ||
        write_predictions(&c, a.predictions, PREDICTIONS_SAID, &e) ||
        write_predictions(&c, a.none, PREDICTIONS_NONE, &e) || print(&c, &e);

    if (failed)
        complain("%s", e.text);
    const bool whole = !left_out(&c, NULL);

    combined_release(&c);
    return failed || !whole ? EXIT_ERROR : EXIT_DONE;
}

const struct command command_ensemble = {
    .name = "ensemble",
    .summary = "combine the answers of several trials, and score them",
    .argp = &argp,
    .run = run,
};
