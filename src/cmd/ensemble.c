/*
 * ensemble.c - `codarun ensemble`: the answers of several trials as one, scored
 * beside each of them.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/show.h"
#include "cmd/command.h"
#include "cmd/ensemble_table.h"
#include "cmd/launch.h"
#include "cmd/offers.h"
#include "cmd/option.h"
#include "format/format.h"
#include "results/kept_task.h"
#include "task/predictions.h"

enum {
    KEY_TRIALS = 256,
    KEY_BY,
    KEY_BEST,
    KEY_GREEDY,
    KEY_SPLIT,
    KEY_FORMAT,
    KEY_SAID,
    KEY_NONE
};

static const struct argp_option options[] = {
    {"trials", KEY_TRIALS, "N,N,...", 0,
     "These trials; all that have finished unless given.  Of several folders, "
     "once for each, in their order, or not at all",
     0},
    {"by", KEY_BY, "WAY", 0,
     "probability: average their probabilities; text: sum their scores over "
     "equal answers; probability unless given",
     0},
    {"best", KEY_BEST, "SHARE", 0,
     "Take only this share of the trials, the best by the goal on valid; 0.5: "
     "the better half",
     0},
    {"greedy", KEY_GREEDY, NULL, 0,
     "Take the best trial by the goal on valid, then in that order each that "
     "improves the ensemble on valid; with --best, of that share",
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
     "Write to FILE the probabilities that there is no answer, of SPLIT, valid "
     "unless given",
     0},
    {0},
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
    struct ensemble_asked *a = state->input;

    switch (key) {
    case KEY_TRIALS:
        add_word(a->list, &a->lists, arg, state);
        return 0;
    case KEY_BY:
        a->by = option_choice("by", ensemble_by_names, arg, state);
        return 0;
    case KEY_BEST:
        a->choice.best = option_real(
            "best", arg, (struct option_range){"a share", 0, 1, true}, state);
        return 0;
    case KEY_GREEDY:
        a->choice.greedy = true;
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
    const struct ensemble_asked *a = c->asked;

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

    if (ensemble_members_check(m, c->task, split, e))
        return -1;
    const int bad = ensemble_members_combine(m, c->task, split,
                                             (enum ensemble_by)c->asked->by,
                                             &c->answers[split], e);

    return bad ? error_in(e, "%s", split_names[split]) : 0;
}

static int combine(struct combined *c, struct error *e)
{
    const struct ensemble_member *first = c->members.order[0];
    const enum split asked = c->asked->split;
    bool any = false;

    c->task = kept_task_of(&c->kept, &first->place->x, first->number, e);
    if (!c->task ||
        ensemble_choose(&c->members, c->task, (enum ensemble_by)c->asked->by,
                        &c->asked->choice, e))
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
        ensemble_table(c, &text, e) || option_write(c->asked->output, &text, e);

    str_release(&text);
    return bad;
}

static int run(int argc, char **argv)
{
    struct ensemble_asked a = {.split = SPLIT_NONE, .format = &format_text};
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
    const bool whole = !ensemble_left_out(&c, NULL);

    combined_release(&c);
    return failed || !whole ? EXIT_ERROR : EXIT_DONE;
}

const struct command command_ensemble = {
    .name = "ensemble",
    .summary = "combine the answers of several trials, and score them",
    .argp = &argp,
    .offer = offer_sweeps,
    .run = run,
};
