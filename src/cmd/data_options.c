#include "config.h"

#include "cmd/data_options.h"

#include <errno.h>
#include <stdlib.h>

#include "base/memory.h"
#include "cmd/option.h"

enum {
    KEY_SPLIT = 256,
    KEY_SET,
    KEY_TRIAL,
    KEY_NONE,
    KEY_RIGHT,
    KEY_N_BEST,
    KEY_MERGES,
    KEY_K1,
    KEY_B,
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
    {"number", 'n', "N", 0,
     "show: so many examples; 5 unless given; passages: so many of a question; "
     "20 unless given",
     0},
    {"set", KEY_SET, "FIELD=VALUE", 0,
     "show, stats, write: set a field of the experiment, such as "
     "task.lower=false; "
     "may be repeated",
     0},
    {"trial", KEY_TRIAL, "N", 0,
     "predictions: of this trial; the best unless given", 0},
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
    {"saturation", KEY_K1, "X", 0,
     "passages: k1 of BM25, how much a word counts that comes again; 1.2 "
     "unless given",
     0},
    {"length", KEY_B, "X", 0,
     "passages: b of BM25, how much long sentences count less; 0.75 unless "
     "given",
     0},
    {"force", KEY_FORCE, NULL, 0,
     "write, subwords, passages: replace files that are there; fetch: those "
     "that differ",
     0},
    {"list", KEY_LIST, NULL, 0,
     "fetch: list the data sets that are known, with size and home; by hand: a "
     "browser fetches it from there, and --from takes it",
     0},
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

const char *const data_given_names[] = {
    "--split",   "--number", "--set",   "--trial",      "--none",    "--merges",
    "--right",   "--n-best", "--force", "--saturation", "--length",  "--list",
    "--dry-run", "--from",   "--home",  "--sums",       "--retries", NULL};

const struct data_arguments data_defaults = {
    .number = -1,
    .split = SPLIT_NONE,
    .trial = -1,
    .merges = 8000,
    .k1 = 1.2,
    .b = 0.75,
    .fetch = {.how = {.retries = 5}},
};

void data_arguments_release(struct data_arguments *a)
{
    free(a->word);
    free(a->set);
}

static void take_word(struct data_arguments *a, const char *word)
{
    if (!a->verb) {
        a->verb = word;
        return;
    }
    GROW(a->word, a->words, a->word_room);
    a->word[a->words++] = word;
}

static bool parse_fetch(struct data_arguments *a, int key, const char *arg,
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

static bool parse_bm25(struct data_arguments *a, int key, const char *arg,
                       struct argp_state *state)
{
    const struct option_range k1 = {"a number", 0, 1000, false};
    const struct option_range b = {"a number", 0, 1, false};

    if (key == KEY_K1)
        a->k1 = option_real("saturation", arg, k1, state);
    else if (key == KEY_B)
        a->b = option_real("length", arg, b, state);
    else
        return false;
    a->given |= key == KEY_K1 ? GIVEN_K1 : GIVEN_B;
    return true;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct data_arguments *a = state->input;

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
        argp_error(state, "expected " DATA_VERBS);
        return EINVAL;
    default:
        return parse_bm25(a, key, arg, state) || parse_fetch(a, key, arg, state)
                   ? 0
                   : ARGP_ERR_UNKNOWN;
    }
}

const struct argp data_argp = {
    .options = options,
    .parser = parse,
    .args_doc =
        "kinds [NAME]\nshow EXPERIMENT\nstats EXPERIMENT|NAME\nwrite "
        "EXPERIMENT DIR\n"
        "predictions DIR|RESULT\nsubwords FILE TEXT...\npassages SQUAD FILE "
        "[CONTEXTS]\nfetch NAME...",
    .doc =
        "kinds: list the names of all tasks, models, attentions, optimizers, "
        "averages, methods and schedulers; with a NAME the fields of that one, "
        "or of the section train, run or sweep; with a sort, such as model, "
        "each of that sort in a line.\n"
        "show: print examples of the experiment's first trial as a model "
        "gets them.\n"
        "stats: count examples, classes, tokens and words of the experiment's "
        "first trial, or of the public data set NAME.\n"
        "write: write the data a task generates to DIR/train.txt, valid.txt "
        "and test.txt (of text2code .jsonl).\n"
        "predictions: print what a trial of the results folder DIR, or the one "
        "of a RESULT file in it, answered, "
        "as the data set's own scripts read it.\n"
        "subwords: learn byte-pair subwords of the lines of all TEXTs "
        "together and write them to FILE.\n"
        "passages: give each question of a file in SQuAD's layout the "
        "sentences of the file that BM25 ranks first, and write FILE in "
        "SearchQA's layout, or with CONTEXTS both in Quasar-T's.\n"
        "fetch: download public data sets, check them, and make the files that "
        "experiments read under $CODARUN_DATA.",
};
