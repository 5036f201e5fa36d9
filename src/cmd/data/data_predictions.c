#include "config.h"

#include "cmd/data/data.h"

#include "cmd/named_trial.h"
#include "cmd/option.h"
#include "cmd/output.h"
#include "engine/task/predictions.h"
#include "report/answers/stored_answers.h"
#include "sweep/results/cached_task.h"

struct data_predictions_arguments {
    const char *name;
    long trial; /* -1 for the best */
    enum split split;
    enum predictions what;
};

static int print(const struct task *t,
                 const struct data_predictions_arguments *w, long trial,
                 const struct result *r, struct error *e)
{
    struct str out = {0};

    if (stored_answers_check(t, w->split, r, e) ||
        stored_answers_form(t, &r->answers[w->split], e))
        return error_in(e, "trial %ld", trial);
    if (predictions_add(t, w->split, w->what, &r->answers[w->split], &out, e))
        return -1;
    output_put(&out);
    str_release(&out);
    return 0;
}

static int run(void *asked, struct error *e)
{
    const struct data_predictions_arguments *w = asked;
    struct named_folder p;
    struct cached_task kept = {0};
    struct trial_config c = {0};
    struct result r = {0};
    const struct task *t;
    long trial = w->trial;
    int bad = -1;

    if (!named_trial_find(w->name, &trial, &p, e) &&
        named_folder_trial(&p, trial, &c, &r, e) > 0) {
        t = cached_task_of(&kept, &p.s.ledger.proposed, trial, e);
        bad = t ? print(t, w, trial, &r, e) : -1;
    }
    cached_task_release(&kept);
    result_release(&r);
    trial_config_release(&c);
    named_folder_release(&p);
    return bad;
}

static const struct cli_option options[] = {
    WORD_TRIAL(struct data_predictions_arguments, name),
    OPTION_TRIAL(struct data_predictions_arguments, trial),
    OPTION_SPLIT(struct data_predictions_arguments, split,
                 "train, valid or test; valid unless given"),
    {CLI_SET(struct data_predictions_arguments, what, PREDICTIONS_NONE),
     .name = "none", .excludes = "right n-best",
     .help = "The probabilities that there is no answer"},
    {CLI_SET(struct data_predictions_arguments, what, PREDICTIONS_RIGHT),
     .name = "right", .excludes = "n-best",
     .help = "What is right instead: qrels, or lines",
     .more = "Tasks span, open and cloze have no such file."},
    {CLI_SET(struct data_predictions_arguments, what, PREDICTIONS_N_BEST),
     .name = "n-best",
     .help = "All hypotheses that task.n_best kept, with their log "
             "probabilities",
     .more = "Each is a line: example ||| text ||| log p."},
    CLI_END,
};

const struct command data_predictions = {
    .name = "predictions",
    .summary = "print what a trial answered",
    .about = "Print what a trial of the results folder DIR, or the one of a "
             "result FILE in it, answered, as the data set's own scripts read "
             "it.",
    .options = options,
    .size = sizeof(struct data_predictions_arguments),
    .preset = &(const struct data_predictions_arguments){.trial = -1,
                                                         .split = SPLIT_VALID},
    .run = run,
};
