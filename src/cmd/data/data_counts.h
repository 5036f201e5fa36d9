/*
 * data_counts.h - how many examples, classes, tokens and words a task's data
 * have, and how long its texts are.
 *
 * Threads: one at a time.
 */
#ifndef CMD_DATA_DATA_COUNTS_H
#define CMD_DATA_DATA_COUNTS_H

#include "base/core/str.h"
#include "engine/task/task.h"

enum { LENGTH_BINS = 10 };

/* Texts of so many tokens: from <= length < to; to 0: or more. */
struct length_bin {
    int from, to, texts;
};

/* One of the texts of each example. */
struct part_counts {
    const char *role; /* borrowed, as all here is of the task */
    int most;         /* tokens of the longest */
    /* Not of a split whose examples are made when they are read: */
    int texts, least, median, within_95; /* of 95 in 100 the longest */
    double tokens, unknown;              /* running ones */
    int distinct;
    int bins; /* of one width up to what 99 in 100 are within, and one of what
                 is left */
    struct length_bin bin[LENGTH_BINS + 1];
};

struct split_counts {
    enum split split;
    int examples;
    bool made; /* there are as many as anybody asks for */
    int classes;
    char *const *name; /* [classes] */
    long *of_class;    /* [classes] owned; examples */
    int parts;
    struct part_counts part[MAX_PARTS];
};

/* Of a split that has examples; to be released. */
void split_counts_init(struct split_counts *c, const struct task *t,
                       enum split split);
void split_counts_release(struct split_counts *c);

/* An object into the array that is open. */
void split_counts_put(const struct split_counts *c, struct str *out);

#endif
