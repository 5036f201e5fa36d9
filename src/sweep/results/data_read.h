/*
 * data_read.h - which files trials read, as their provenance has them, and
 * whether they are the same files now.
 *
 * A result has a fact a file, "file.0": its role ("train", "vectors", ...), the
 * digest of its bytes, and its name as the experiment has it.  Very many trials
 * share few sets of files, so whatever is asked is asked of sets.  A result
 * without such facts, as of lines that are made, says nothing.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_RESULTS_DATA_READ_H
#define SWEEP_RESULTS_DATA_READ_H

#include "base/numbers/digest_map.h"
#include "engine/store/result.h"
#include "engine/task/task.h"

/* A file that was read, as it was. */
struct data_file {
    char role[12];
    char *path; /* owned */
    struct digest digest;
};

/* All that a trial read, and which trials those are. */
struct data_file_set {
    int n, room;
    struct data_file *file; /* owned */
    long first, trials;     /* the first that was taken in, and how many */
};

/* Zeroed, it has none. */
struct data_read {
    long n, room;
    struct data_file_set *set; /* owned */
    struct digest_map names;   /* their places, by what they say */
    long known, known_room;
    long *of;           /* [known] owned: the set of each lot of shared facts */
    struct digest_map known_names; /* their places, by where they lie */
};

/* Take in the facts of a trial: the number of its set, or -1 when they name no
 * file.  Shared facts are to stay where they are. */
long data_read_take(struct data_read *d, const struct facts *f, long trial);
void data_read_release(struct data_read *d);

/* The first file of one set that another has with other bytes, by the same name
 * in the same role; *was is the other's.  NULL: there is none. */
const struct data_file *data_sets_differ(const struct data_file_set *one,
                                         const struct data_file_set *other,
                                         const struct data_file **was);

/* Have two trials read such a file otherwise?  `what` gets which, "train file
 * 'a.tsv'". */
bool data_facts_differ(const struct facts *one, const struct facts *other,
                       struct str *what);

/* The digests of a split's files, in their order, each behind a blank; of a
 * split that is held out of train there are none. */
void data_digests(const struct facts *f, const char *split, struct str *out);

/* Were two trials scored on the same files of a split, as far as is known? */
bool data_scored_alike(const struct facts *one, const struct facts *other,
                       enum split split);

/* --- what the files are now ---------------------------------------------- */

/* Each is read once; to be released.  The rest may be zero. */
struct data_now {
    const char *beside;      /* where data are looked for; borrowed */
    const struct task *task; /* whose files have just been read so; borrowed */
    long n, room;
    struct data_found {
        bool known;
        struct digest digest;
    } *found;            /* [n] owned */
    struct digest_map paths; /* their places */
};

/* -1 with the first file of a set that has other bytes by now.  One that is not
 * there any more, or can be read but once, as a pipe, is left to who reads it.
 */
int data_now_check(struct data_now *now, const struct data_file_set *s,
                   struct error *e);
void data_now_release(struct data_now *now);

#endif
