/*
 * run_ledger.h - the ledger of a results folder, opened by one run on rank 0:
 * the folder's lease, its journal, and the study of its trials.
 *
 * The journal contains what was proposed, which attempts were begun and how
 * they ended; the folder contains the results. Result files have priority: one
 * that the journal lacks is adopted, and a trial whose journalled end has no
 * file is run again. A file is read if its size or the time of its last change
 * differs from the journal, or if the journal reports damage. A small result is
 * in the journal itself.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_RUN_RUN_LEDGER_H
#define SWEEP_RUN_RUN_LEDGER_H

#include "sweep/coordinator/message.h"
#include "sweep/coordinator/sweep_options.h"
#include "sweep/experiment/experiment.h"
#include "sweep/experiment/namer.h"
#include "sweep/folder/lease.h"
#include "sweep/ledger/journal.h"
#include "sweep/ledger/ledger.h"
#include "sweep/ledger/liveness.h"
#include "sweep/results/data_read.h"

struct run_ledger {
    struct experiment *x;          /* borrowed; its conduct is the journal's */
    const struct sweep_options *o; /* borrowed */
    struct ledger ledger;          /* the contents of the journal; owned */
    struct study *study;           /* the ledger's */
    struct namer *namer;           /* owned */
    struct journal *journal;
    struct lease *lease; /* of the folder, once this run holds it; owned */
    struct lease_before before; /* holder of the lease that this one replaced */
    bool held;                  /* another living process holds the folder */
    bool fresh;                 /* the folder does not exist yet */
    bool extends;               /* its experiment had fewer trials */
    bool open;                  /* open for this program's decisions */
    bool looks;          /* only reads: nothing is repaired or set aside; */
    long left_out;       /* number of damaged files that were left out */
    bool died;           /* the last job died without releasing its lease */
    struct str checking; /* starts that died at the check
                            (run_ledger_checking.c); owned */
    char *beside; /* nearest folder that existed before the check made the
                     results folder; owned */
    struct data_read data;    /* data that finished trials have read; owned */
    struct index_marks noted; /* those trials */
};

/*
 * Open what exists: the folder's experiment must be this one. An existing
 * folder is leased. A damaged result is set aside and its trial waits again; a
 * damaged journal is an error.
 */
int run_ledger_take(struct run_ledger *b, struct experiment *x,
                    const struct sweep_options *o, int slots, struct error *e);

/* Only read what exists. x is the experiment of the folder, which another
 * process may be using, according to `p`, read before. What is damaged is left
 * out with a warning. Needs run_ledger_close(), too. */
int run_ledger_read_only(struct run_ledger *b, struct experiment *x,
                         const struct sweep_options *o,
                         const struct liveness *p, struct error *e);

/* Get the first trial that is left to run, proposed if necessary. -1: there is
 * none, or only such as may kill the job, for which no check can be made. Also
 * an error if this process is interrupted() meanwhile. */
int run_ledger_first(struct run_ledger *b, long *first, struct error *e);

/* Take the lease of the folder, which is made if necessary, unless it is taken
 * already. */
int run_ledger_lease(struct run_ledger *b, struct error *e);

/* Check that all finished trials were trained on the present data. Else -1,
 * with the first file that has changed and the trials that had read it before,
 * or, if no file can suit all of them, one that differs between them. Each file
 * is read at most once; for the files of trial_setup_task() the digests of that
 * reading are used. Also -1 if interrupted(). */
int run_ledger_check_data(struct run_ledger *b, struct error *e);

/* To be called before and after the check of the input by a trial, which may
 * kill the job. Meanwhile the check is noted on disk, and nothing else. */
int run_ledger_checking_begin(struct run_ledger *b, long trial,
                              struct error *e);
void run_ledger_checking_end(struct run_ledger *b);

/* Make the folder if it is new, and open the journal for this program's
 * decisions. `bytes` is what states and results may need on disk. */
int run_ledger_open(struct run_ledger *b, double bytes, struct error *e);

/* Journal the proposals that the journal lacks; to be called before what
 * follows from them. */
int run_ledger_record(struct run_ledger *b, struct error *e);

/* Journal the end of a trial, as reported, and before it what its result shares
 * with others, if that is new. */
int run_ledger_end(struct run_ledger *b, const struct report *r,
                   struct error *e);

/* No more trials are proposed: forget the results, which are not needed any
 * longer. */
void run_ledger_forget(struct run_ledger *b);

/* Name the trial that the study proposes, and check whether it is over. */
int run_ledger_name(struct run_ledger *b, struct error *e);
void run_ledger_close(struct run_ledger *b);

#endif
