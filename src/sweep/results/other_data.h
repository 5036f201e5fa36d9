/*
 * other_data.h - finds trials in one table or comparison that read different
 * data.
 *
 * All finished trials of one folder must have read the same bytes from each
 * file that they name in one role; so must those of several folders whose
 * fields of task are the same.  If the tasks differ, the files may differ, too.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_RESULTS_OTHER_DATA_H
#define SWEEP_RESULTS_OTHER_DATA_H

#include "sweep/results/data_read.h"
#include "sweep/results/results.h"

#define OTHERS_NAMED 8 /* trials named in a line; further ones are counted */

/* A file as the first trial that named it read it. */
struct data_first {
    struct digest digest;
    const char *dir; /* borrowed */
    long trial;
};

/* Trials of a folder that read other bytes. */
struct data_others {
    long first; /* index in `first` of what the first trial read */
    struct digest digest;
    const char *dir; /* borrowed */
    struct str file; /* "train file 'a.tsv'" */
    long n, trial[OTHERS_NAMED];
};

/* Zeroed, it is empty. */
struct other_data {
    struct data_read read;
    long firsts, firsts_room;
    struct data_first *first; /* [firsts] owned */
    struct digest_map names;  /* their places, by folder or task and by file */
    long n, room;
    struct data_others *others; /* [n] owned */
    long trials;                /* that read other data */
    struct {
        long set; /* 1 + the set; 0 if none */
        const char *dir;
        struct digest task;
    } last; /* the last trial that agreed with the first ones: so does the next
               that equals it */
};

/* Add a finished trial of a folder.  `task` is the digest of its task, by which
 * it is compared with trials of other folders; zero: with none. */
void other_data_take(struct other_data *o, const char *dir, long trial,
                     const struct facts *f, struct digest task);

/* Append a line for each file and folder; returns how many trials read other
 * data than the first ones. */
long other_data_say(const struct other_data *o, struct str *out);
void other_data_release(struct other_data *o);

/* Add and report all finished trials of n folders. */
long other_data_among(const struct results *const *s, int n, struct str *out);

/* Add and report the trials of a folder, read one after the other even if some
 * are damaged, and then what results_left_out() says.  Returns how many trials
 * read other data, plus the number of files left out; -1 if the folder cannot
 * be read. */
long other_data_or_damage(const char *dir, struct str *out, struct error *e);

#endif
