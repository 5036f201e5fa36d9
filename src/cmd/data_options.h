/*
 * data_options.h - the command line of `codarun data`: a verb, what stands
 * behind it, and options, of which each verb has some.
 */
#ifndef CMD_DATA_OPTIONS_H
#define CMD_DATA_OPTIONS_H

#include <argp.h>

#include "cmd/data_fetch.h"
#include "cmd/data_predictions.h"
#include "task/task.h"

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
    GIVEN_K1 = 1 << 9,
    GIVEN_B = 1 << 10,
    GIVEN_FETCH = 1 << 11, /* the options of fetch alone, a bit each from
                              here */
};
/* Each bit's, NULL behind the last. */
extern const char *const data_given_names[];

#define DATA_VERBS \
    "kinds, show, stats, write, predictions, subwords, passages or fetch"

struct data_arguments {
    const char *verb;
    const char **word; /* [words] what stands behind it; owned */
    int words, word_room;
    enum split split; /* SPLIT_NONE: not said */
    long number;      /* below 0: not said */
    long trial, merges;
    double k1, b;
    enum predictions what;
    struct fetch_wanted fetch;
    unsigned given;   /* of enum given */
    const char **set; /* [sets]; owned */
    int sets, room;
};

/* Into a struct data_arguments, as data_defaults has it at first. */
extern const struct argp data_argp;
extern const struct data_arguments data_defaults;
void data_arguments_release(struct data_arguments *a);

#endif
