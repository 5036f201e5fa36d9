/*
 * data_read.h - the files that trials read, by their provenance, and whether
 * these files are the same now.
 *
 * A result has a fact for each file, "file.0": its role ("train", "vectors",
 * ...), the digest of its bytes, and its name in the experiment.  Very many
 * trials share few sets of files, so questions are asked of sets.  A result
 * without such facts, as one of generated data, gives no information.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_RESULTS_DATA_READ_H
#define SWEEP_RESULTS_DATA_READ_H

#include "base/numbers/digest_map.h"
#include "engine/store/result.h"
#include "engine/task/task.h"

/* A file as it was when it was read. */
struct data_file {
    char role[12];
    char *path; /* owned */
    struct digest digest;
};

/* The set of files that a trial read, and the trials that read it. */
struct data_file_set {
    int n, room;
    struct data_file *file; /* owned */
    long first, trials;     /* the first trial added, and how many */
};

/* Zeroed, it is empty. */
struct data_read {
    long n, room;
    struct data_file_set *set; /* owned */
    struct digest_map names;   /* places of sets, by their content */
    long known, known_room;
    long *of;           /* [known] owned: the set of each block of shared facts
                           */
    struct digest_map known_names; /* places of these, by their addresses */
};

/* Add the facts of a trial: returns the number of its set, or -1 if they name
 * no file.  Shared facts must not move. */
long data_read_take(struct data_read *d, const struct facts *f, long trial);
void data_read_release(struct data_read *d);

/* The first file of one set that another has by the same name in the same role
 * but with other bytes; *was is the other's.  NULL if there is none. */
const struct data_file *data_sets_differ(const struct data_file_set *one,
                                         const struct data_file_set *other,
                                         const struct data_file **was);

/* True if two trials read some file with different bytes.  `what` then names
 * it: "train file 'a.tsv'". */
bool data_facts_differ(const struct facts *one, const struct facts *other,
                       struct str *what);

/* Append the digests of a split's files, in their order, each after a blank; a
 * split that is held out of train has none. */
void data_digests(const struct facts *f, const char *split, struct str *out);

/* True if, as far as known, two trials were scored on the same files of a
 * split. */
bool data_scored_alike(const struct facts *one, const struct facts *other,
                       enum split split);

/* --- what the files are now ---------------------------------------------- */

/* The files now, each read once; the caller releases it.  Members that are not
 * set may be zero. */
struct data_now {
    const char *beside;      /* where data are looked up; borrowed */
    const struct task *task; /* a task that just read its files from there;
                                borrowed */
    long n, room;
    struct data_found {
        bool known;
        struct digest digest;
    } *found;            /* [n] owned */
    struct digest_map paths; /* places in `found` */
};

/* Check that the files of a set have the same bytes now: -1 with the first that
 * has not.  A file that is missing, or that can be read only once, as a pipe,
 * is left to the code that reads it. */
int data_now_check(struct data_now *now, const struct data_file_set *s,
                   struct error *e);
void data_now_release(struct data_now *now);

#endif
