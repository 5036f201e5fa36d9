/*
 * other_data.h - have trials that stand beside each other read other data?
 *
 * The finished trials of one folder are to have found each file that they name
 * alike, in one role, with the same bytes; so are those of several folders
 * whose fields of task are the same.  Where tasks differ, so may the files.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_RESULTS_OTHER_DATA_H
#define SWEEP_RESULTS_OTHER_DATA_H

#include "sweep/results/data_read.h"
#include "sweep/results/results.h"

#define OTHERS_NAMED 8 /* trials of a line; of more it says how many */

/* A file as the first trial had it that named it. */
struct data_first {
    struct digest digest;
    const char *dir; /* borrowed */
    long trial;
};

/* Trials of a folder that had another one. */
struct data_others {
    long first; /* which one otherwise */
    struct digest digest;
    const char *dir; /* borrowed */
    struct str file; /* "train file 'a.tsv'" */
    long n, trial[OTHERS_NAMED];
};

/* Zeroed, it has seen none. */
struct other_data {
    struct data_read read;
    long firsts, firsts_room;
    struct data_first *first; /* [firsts] owned */
    struct digest_map names;  /* their places, by whose and which file */
    long n, room;
    struct data_others *others; /* [n] owned */
    long trials;                /* that have read other data */
    struct {
        long set; /* 1 + it; 0: none */
        const char *dir;
        struct digest task;
    } last; /* was as the first ones: so is the next that is like it */
};

/* Take in a finished trial of a folder.  `task`: the digest of its task, for
 * which it may be set beside those of others; zero: of no other folder. */
void other_data_take(struct other_data *o, const char *dir, long trial,
                     const struct facts *f, struct digest task);

/* A line a file and folder, appended; returns how many trials have read other
 * data than the first ones. */
long other_data_say(const struct other_data *o, struct str *out);
void other_data_release(struct other_data *o);

/* The same of all finished trials of n folders. */
long other_data_among(const struct results *const *s, int n, struct str *out);

/* The same of a folder, its trials read one after the other, in spite of
 * damage, and behind it what results_left_out() says: how many trials have read
 * other data, and files are left out; -1: it cannot be read. */
long other_data_or_damage(const char *dir, struct str *out, struct error *e);

#endif
