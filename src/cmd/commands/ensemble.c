/*
 * ensemble.c - `codarun ensemble`: combines the answers of several trials, and
 * scores the combination and each trial.
 */
#include "config.h"

#include <string.h>

#include "base/core/show.h"
#include "base/files/file.h"
#include "cmd/command.h"
#include "cmd/ensemble/ensemble_table.h"
#include "cmd/option.h"
#include "engine/task/predictions.h"
#include "report/format/format.h"
#include "sweep/results/cached_task.h"

static int check(void *asked, const struct parsed_line *l, struct error *e)
{
    const struct ensemble_asked *a = asked;

    (void)l;
    if (a->dir.n > MAX_FOLDERS)
        return error_set(e, "found %d folders, expected %d at most", a->dir.n,
                         MAX_FOLDERS);
    if (a->list.n && a->list.n != a->dir.n)
        return error_set(e,
                         "--trials: found %d for %d folders, expected one for "
                         "each, or none",
                         a->list.n, a->dir.n);
    return option_format_file(a->format, a->output, e);
}

static const struct cli_option options[] = {
    WORDS_SWEEPS(struct ensemble_asked, dir),
    {CLI_TEXTS(struct ensemble_asked, list), .name = "trials",
     .value = "N,N,...",
     .help = "These trials; all that have finished unless given; of several "
             "folders, once for each, in their order, or not at all"},
    {CLI_CHOICE(struct ensemble_asked, by, ensemble_by_names), .name = "by",
     .value = "WAY",
     .help = "probability: average their probabilities; text: sum their scores "
             "over equal answers; probability unless given",
     .more = "The average of probabilities gives the best answer by "
             "them; of spans it is of the first and of the last token, "
             "which trials with `task.ends` have stored.  Texts are "
             "equal to the letter, and of equal sums the earliest "
             "trial's answer is taken."},
    {CLI_REAL(struct ensemble_asked, choice.best, 0, 1), .above = true,
     .name = "best", .value = "SHARE", .what = "a share",
     .help = "Take only this share of the trials, the best by the goal on "
             "valid; 0.5: the better half",
     .more = "The number is rounded down, and is one at least.  Folders "
             "must have the same goal."},
    {CLI_FLAG(struct ensemble_asked, choice.greedy), .name = "greedy",
     .help = "Take the best trial by the goal on valid, then in that order "
             "each that improves the ensemble on valid; with --best, of that "
             "share",
     .more = "A line and a column say which trials were taken."},
    OPTION_SPLIT_SCORED(struct ensemble_asked, split,
                        "valid or test; both unless given"),
    OPTION_FORMAT(struct ensemble_asked, format),
    OPTION_OUTPUT(struct ensemble_asked, output),
    {CLI_TEXT(struct ensemble_asked, predictions), .name = "predictions",
     .value = "FILE",
     .help = "Write the combined answers to SPLIT, valid unless given, to "
             "FILE, as the data set's own scripts read them"},
    {CLI_TEXT(struct ensemble_asked, none), .name = "none", .value = "FILE",
     .help = "Write to FILE the probabilities that there is no answer, of "
             "SPLIT, valid unless given"},
    CLI_END,
};

/* --- combining ------------------------------------------------------------ */

static void combined_release(struct combined *c)
{
    for (int s = 0; s < SPLITS; s++)
        answer_sheet_release(&c->answers[s]);
    cached_task_release(&c->kept);
    ensemble_members_release(&c->members);
    for (int i = 0; i < c->asked->dir.n; i++)
        named_folder_release(&c->place[i]);
}

static int read_members(struct combined *c, struct error *e)
{
    const struct ensemble_asked *a = c->asked;

    for (int i = 0; i < a->dir.n; i++)
        if (named_folder_salvage(&c->place[i], a->dir.text[i], e) ||
            ensemble_members_add(&c->members, &c->place[i],
                                 a->list.n ? a->list.text[i] : NULL, e))
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

    c->task = cached_task_of(&c->kept, &first->place->s.ledger.proposed,
                             first->number, e);
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

static int run(void *asked, struct error *e)
{
    const struct ensemble_asked *a = asked;
    struct combined c = {.asked = a};
    const int failed =
        read_members(&c, e) || combine(&c, e) ||
        write_predictions(&c, a->predictions, PREDICTIONS_SAID, e) ||
        write_predictions(&c, a->none, PREDICTIONS_NONE, e) || print(&c, e);
    const bool whole = !ensemble_left_out(&c, NULL);

    combined_release(&c);
    if (failed)
        return -1;
    return whole ? EXIT_DONE : EXIT_ERROR;
}

const struct command command_ensemble = {
    .name = "ensemble",
    .summary = "combine the answers of several trials, and score them",
    .about = "Combine the answers that trials of results folders have stored "
             "into one, and print its metrics beside theirs.",
    .more =
        "The data are read again, and must be what they were; trials must have "
        "answered the same examples.  Where answers are spans, averages need "
        "trials with task.ends.  Texts are equal to the letter.  The result is "
        "the same in whatever order trials are given.  Trials whose result "
        "files are damaged or gone are named and left out.  The last line says "
        "how many, and the exit status is 1.  A trial of --trials must be "
        "there: else it is an error.",
    .options = options,
    .check = check,
    .size = sizeof(struct ensemble_asked),
    .preset = &(const struct ensemble_asked){.split = SPLIT_NONE,
                                             .format = &format_text},
    .run = run,
};
