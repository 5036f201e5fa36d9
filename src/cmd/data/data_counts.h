/*
 * data_counts.h - numbers of examples, classes, tokens and words of a task's
 * data, and the lengths of its texts.
 *
 * Threads: one at a time.
 */
#ifndef CMD_DATA_DATA_COUNTS_H
#define CMD_DATA_DATA_COUNTS_H

#include "base/core/str.h"
#include "engine/task/task.h"

enum { LENGTH_BINS = 10 };

/* Number of texts with from <= length < to, in tokens; to = 0 means no
 * limit. */
struct length_bin {
    int from, to, texts;
};

/* Counts for one text of each example. */
struct part_counts {
    const char *role; /* borrowed from the task, like all texts here */
    int most;         /* tokens of the longest text */
    /* Not for a split whose examples are made while reading: */
    int texts, least, median, within_95; /* 95 % of the texts are not longer */
    double tokens, unknown;              /* total numbers of tokens */
    int distinct;
    int bins; /* of equal width up to the 99th percentile, and one for the
                 rest */
    struct length_bin bin[LENGTH_BINS + 1];
};

struct split_counts {
    enum split split;
    int examples;
    bool made; /* examples are made while reading, without limit */
    int classes;
    char *const *name; /* [classes] */
    long *of_class;    /* [classes] owned; number of examples */
    int parts;
    struct part_counts part[MAX_PARTS];
};

/* Count a split that has examples; the caller releases it. */
void split_counts_init(struct split_counts *c, const struct task *t,
                       enum split split);
void split_counts_release(struct split_counts *c);

/* Write an object into the JSON array that is open. */
void split_counts_put(const struct split_counts *c, struct str *out);

#endif
