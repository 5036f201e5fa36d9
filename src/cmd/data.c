/*
 * data.c - `codarun data`: which kinds there are with their fields, what the
 * examples of an experiment look like, generated data as files, what a trial
 * answered, subwords, and public data sets from their homes.
 */
#include "config.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/show.h"
#include "cmd/command.h"
#include "cmd/data_fetch.h"
#include "cmd/data_kinds.h"
#include "cmd/data_predictions.h"
#include "cmd/data_show.h"
#include "cmd/data_stats.h"
#include "cmd/data_subwords.h"
#include "cmd/data_task.h"
#include "cmd/launch.h"
#include "cmd/offers.h"
#include "cmd/option.h"
#include "config/field.h"
#include "fetch/sets.h"

enum {
    KEY_SPLIT = 256,
    KEY_SET,
    KEY_TRIAL,
    KEY_NONE,
    KEY_RIGHT,
    KEY_N_BEST,
    KEY_MERGES,
    KEY_FORCE,
    KEY_LIST,
    KEY_DRY,
    KEY_FROM,
    KEY_HOME,
    KEY_SUMS,
    KEY_RETRIES,
};

static const struct argp_option options[] = {
    {"split", KEY_SPLIT, "SPLIT", 0,
     "show, stats: train, valid or test; train unless given; predictions: "
     "likewise, valid unless given",
     0},
    {"number", 'n', "N", 0, "show: so many examples; 5 unless given", 0},
    {"set", KEY_SET, "FIELD=VALUE", 0,
     "show, stats, write: set a field of the experiment, such as "
     "task.lower=false; "
     "may be repeated",
     0},
    {"trial", KEY_TRIAL, "N", 0, "predictions: of trial N; 0 unless given", 0},
    {"none", KEY_NONE, NULL, 0,
     "predictions: the probabilities that there is no answer", 0},
    {"right", KEY_RIGHT, NULL, 0,
     "predictions: what is right instead: qrels, or lines", 0},
    {"n-best", KEY_N_BEST, NULL, 0,
     "predictions: all hypotheses that task.n_best kept, with their log "
     "probabilities",
     0},
    {"merges", KEY_MERGES, "N", 0,
     "subwords: so many merges at most; 8000 unless given", 0},
    {"force", KEY_FORCE, NULL, 0,
     "write, subwords: replace files that are there; fetch: those that differ",
     0},
    {"list", KEY_LIST, NULL, 0, "fetch: list the data sets that are known", 0},
    {"dry-run", KEY_DRY, NULL, 0,
     "fetch: say what it would do, with licence, sizes and checksums", 0},
    {"from", KEY_FROM, "FILE", 0,
     "fetch: take what its home gives out from here, or a folder with it", 0},
    {"home", KEY_HOME, "URL", 0,
     "fetch: download files of the same names from below URL", 0},
    {"sums", KEY_SUMS, "FILE", 0,
     "fetch: check by these checksums, as sha256sum writes them", 0},
    {"retries", KEY_RETRIES, "N", 0,
     "fetch: try again N times in a row that bring nothing; 5 unless given", 0},
    {0},
};

/* Options that some verbs have. */
enum given {
    GIVEN_SPLIT = 1 << 0,
    GIVEN_NUMBER = 1 << 1,
    GIVEN_SET = 1 << 2,
    GIVEN_TRIAL = 1 << 3,
    GIVEN_NONE = 1 << 4,
    GIVEN_MERGES = 1 << 5,
    GIVEN_RIGHT = 1 << 6,
    GIVEN_N_BEST = 1 << 7,
    GIVEN_FORCE = 1 << 8,
    GIVEN_FETCH = 1 << 9, /* the options of fetch alone, a bit each from here */
};
static const char *const given_names[] = {
    "--split",   "--number", "--set",    "--trial", "--none",
    "--merges",  "--right",  "--n-best", "--force", "--list",
    "--dry-run", "--from",   "--home",   "--sums",  "--retries"};
#define GIVEN (sizeof(given_names) / sizeof(*given_names))

#define VERBS "kinds, show, stats, write, predictions, subwords or fetch"

struct arguments {
    const char *verb;
    const char **word; /* [words] what stands behind it; owned */
    int words, word_room;
    enum split split; /* SPLIT_NONE: not said */
    long number, trial, merges;
    enum predictions what;
    struct fetch_wanted fetch;
    unsigned given;   /* of enum given */
    const char **set; /* [sets]; owned */
    int sets, room;
};

static void arguments_release(struct arguments *a)
{
    free(a->word);
    free(a->set);
}

static void take_word(struct arguments *a, const char *word)
{
    if (!a->verb) {
        a->verb = word;
        return;
    }
    GROW(a->word, a->words, a->word_room);
    a->word[a->words++] = word;
}

static bool parse_fetch(struct arguments *a, int key, const char *arg,
                        struct argp_state *state)
{
    struct fetch *f = &a->fetch.how;

    if (key == KEY_LIST)
        a->fetch.list = true;
    else if (key == KEY_DRY)
        a->fetch.dry_run = true;
    else if (key == KEY_FROM)
        f->from = arg;
    else if (key == KEY_HOME)
        f->home = arg;
    else if (key == KEY_SUMS)
        f->sums = arg;
    else if (key == KEY_RETRIES)
        f->retries = option_number("retries", arg, 0, state);
    else
        return false;
    a->given |= (unsigned)GIVEN_FETCH << (key - KEY_LIST);
    return true;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;

    switch (key) {
    case KEY_SPLIT:
        a->split = option_split(arg, SPLIT_TRAIN, state);
        a->given |= GIVEN_SPLIT;
        return 0;
    case 'n':
        a->number = option_number("number", arg, 0, state);
        a->given |= GIVEN_NUMBER;
        return 0;
    case KEY_TRIAL:
        a->trial = option_number("trial", arg, 0, state);
        a->given |= GIVEN_TRIAL;
        return 0;
    case KEY_NONE:
        a->what = PREDICTIONS_NONE;
        a->given |= GIVEN_NONE;
        return 0;
    case KEY_RIGHT:
        a->what = PREDICTIONS_RIGHT;
        a->given |= GIVEN_RIGHT;
        return 0;
    case KEY_N_BEST:
        a->what = PREDICTIONS_N_BEST;
        a->given |= GIVEN_N_BEST;
        return 0;
    case KEY_SET:
        GROW(a->set, a->sets, a->room);
        a->set[a->sets++] = arg;
        a->given |= GIVEN_SET;
        return 0;
    case KEY_MERGES:
        a->merges = option_number("merges", arg, 0, state);
        a->given |= GIVEN_MERGES;
        return 0;
    case KEY_FORCE:
        a->fetch.how.force = true;
        a->given |= GIVEN_FORCE;
        return 0;
    case ARGP_KEY_ARG:
        take_word(a, arg);
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "expected " VERBS);
        return EINVAL;
    default:
        return parse_fetch(a, key, arg, state) ? 0 : ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "kinds [NAME]\nshow EXPERIMENT\nstats EXPERIMENT|NAME\nwrite "
                "EXPERIMENT DIR\n"
                "predictions DIR\nsubwords FILE TEXT...\nfetch NAME...",
    .doc =
        "kinds: list the tasks, models, attentions, optimizers, averages, "
        "methods and schedulers with their fields, "
        "and those of the sections train and run; or one NAME alone.\n"
        "show: print examples of the experiment's first trial as a model "
        "gets them.\n"
        "stats: count examples, classes, tokens and words of the experiment's "
        "first trial, or of the public data set NAME.\n"
        "write: write the data a task generates to DIR/train.txt, valid.txt "
        "and test.txt (of text2code .jsonl).\n"
        "predictions: print what a trial of the results folder DIR answered, "
        "as the data set's own scripts read it.\n"
        "subwords: learn byte-pair subwords of the lines of all TEXTs "
        "together and write them to FILE.\n"
        "fetch: download public data sets, check them, and make the files that "
        "experiments read under $CODARUN_DATA.",
};

static int kinds(const struct arguments *a, struct error *e)
{
    return data_kinds(a->words ? a->word[0] : NULL, e);
}

static enum split wanted_split(const struct arguments *a)
{
    return a->split < 0 ? SPLIT_TRAIN : a->split;
}

static struct task_wanted wanted(const struct arguments *a)
{
    return (struct task_wanted){a->word[0], a->set, a->sets};
}

static int show(const struct arguments *a, struct error *e)
{
    const struct task_wanted w = wanted(a);

    return data_show(&w, wanted_split(a), a->number, e);
}

static int write_all(const struct arguments *a, struct error *e)
{
    const struct task_wanted w = wanted(a);

    return data_write(&w, a->word[1], a->given & GIVEN_FORCE, e);
}

static int stats(const struct arguments *a, struct error *e)
{
    const struct task_wanted w = wanted(a);

    return data_stats(&w, wanted_split(a), e);
}

static int predictions(const struct arguments *a, struct error *e)
{
    const unsigned what = a->given & (GIVEN_NONE | GIVEN_RIGHT | GIVEN_N_BEST);

    if (what & (what - 1))
        return error_set(e, "data predictions: found two of --none, --right "
                            "and --n-best, expected one of them");
    const struct predictions_wanted w = {
        .trial = a->trial,
        .split = a->split < 0 ? SPLIT_VALID : a->split,
        .what = a->what,
    };

    return data_predictions(a->word[0], &w, e);
}

static int subwords(const struct arguments *a, struct error *e)
{
    return data_subwords(a->word[0], a->given & GIVEN_FORCE, a->word + 1,
                         a->words - 1, a->merges, e);
}

static int fetch(const struct arguments *a, struct error *e)
{
    return data_fetch(a->word, a->words, &a->fetch, e);
}

static const struct {
    const char *name, *expects;
    int least, most; /* words behind it */
    unsigned has;    /* of enum given */
    int (*run)(const struct arguments *a, struct error *e);
} verbs[] = {
    {"kinds", "one name at most", 0, 1, 0, kinds},
    {"show", "an experiment file", 1, 1, GIVEN_SPLIT | GIVEN_NUMBER | GIVEN_SET,
     show},
    {"stats", "an experiment file or a data set's name", 1, 1,
     GIVEN_SPLIT | GIVEN_SET, stats},
    {"write", "an experiment file and a folder", 2, 2, GIVEN_SET | GIVEN_FORCE,
     write_all},
    {"predictions", "a results folder", 1, 1,
     GIVEN_SPLIT | GIVEN_TRIAL | GIVEN_NONE | GIVEN_RIGHT | GIVEN_N_BEST,
     predictions},
    {"subwords", "a file to write and texts to learn from", 2, INT_MAX,
     GIVEN_MERGES | GIVEN_FORCE, subwords},
    {"fetch", "data sets' names", 0, INT_MAX, ~(GIVEN_FORCE - 1u), fetch},
};

/* Name the options that a verb does not have. */
static int check_given(const char *verb, unsigned given, unsigned has,
                       struct error *e)
{
    const char *known[GIVEN];
    struct str list = {0};
    int n = 0;

    for (size_t i = 0; i < GIVEN; i++)
        if (has & 1u << i)
            known[n++] = given_names[i];
    names_list(known, n, &list);
    for (size_t i = 0; i < GIVEN; i++)
        if (given & ~has & 1u << i)
            error_set(e, "data %s: found %s, expected %s%s", verb,
                      given_names[i], n ? str_text(&list) : "no option",
                      n > 1 ? " alone" : "");
    str_release(&list);
    return e->text[0] ? -1 : 0;
}

static int run(int argc, char **argv)
{
    struct arguments a = {.number = 5,
                          .split = SPLIT_NONE,
                          .merges = 8000,
                          .fetch = {.how = {.retries = 5}}};
    struct error e = {0};
    int status = EXIT_USAGE;

    launch_parse(&argp, argc, argv, &a);
    if (!launch_first()) { /* under mpirun one answer is enough */
        arguments_release(&a);
        return EXIT_DONE;
    }
    error_set(&e, "data: found '%s', expected " VERBS, a.verb);
    for (size_t i = 0; i < sizeof(verbs) / sizeof(*verbs); i++) {
        if (strcmp(a.verb, verbs[i].name) != 0)
            continue;
        e.text[0] = 0;
        if (a.words < verbs[i].least || a.words > verbs[i].most)
            error_set(&e, "data %s: expected %s", a.verb, verbs[i].expects);
        else if (!check_given(a.verb, a.given, verbs[i].has, &e))
            status = verbs[i].run(&a, &e) ? EXIT_ERROR : EXIT_DONE;
    }
    if (e.text[0])
        complain("%s", e.text);
    arguments_release(&a);
    return status;
}

/* What the verb takes by name. */
static void offer_named(const char *verb, struct offers *o)
{
    if (!strcmp(verb, "kinds"))
        data_kinds_offer(o);
    for (int i = 0; !strcmp(verb, "fetch") && data_sets[i].name; i++)
        offer(o, data_sets[i].name, data_sets[i].what);
}

static void offer_words(const char *const *word, int n, struct offers *o)
{
    for (size_t i = 0; !n && i < sizeof(verbs) / sizeof(*verbs); i++)
        offer(o, verbs[i].name, verbs[i].expects);
    if (n)
        offer_named(word[0], o);
}

const struct command command_data = {
    .name = "data",
    .summary = "fetch and show data, list kinds, write predictions, subwords",
    .argp = &argp,
    .offer = offer_words,
    .run = run,
};
