/*
 * run_ledger.h - the ledger of a results folder as one run has it open, on rank
 * 0: the folder's lease, its journal, and the study of its trials.
 *
 * The journal tells what was proposed, which attempts were begun and how they
 * ended, the folder which results are there.  Result files are the truth: one
 * that the journal lacks is adopted, a journalled end without its file is run
 * again.  A file is read where the journal does not know it by its size and the
 * time of its last change, or tells of a damage; a small result stands in the
 * journal itself.
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
    struct ledger ledger;          /* what the journal says; owned */
    struct study *study;           /* the ledger's */
    struct namer *namer;           /* owned */
    struct journal *journal;
    struct lease *lease;        /* of the folder, once it is ours; owned */
    struct lease_before before; /* who left the lease that ours replaced */
    bool held;                  /* another process has it, who lives */
    bool fresh;                 /* there is no such folder yet */
    bool extends;               /* its experiment had fewer trials */
    bool open;                  /* for this program's decisions */
    bool looks;    /* and does no more: nothing is mended or set aside, */
    long left_out; /* but so many damaged files left out */
    bool died;     /* the last job, without giving its lease back */
    struct str
        checking; /* starts that died so (run_ledger_checking.c); owned */
    char *beside; /* is there, when the folder was made to check; owned */
    struct data_read data;    /* what finished trials have read; owned */
    struct index_marks noted; /* those trials */
};

/*
 * Take what is there: the experiment in the folder must be this one.  A folder
 * that is there is leased; a damaged result is set aside and its trial waits
 * again; a damaged journal is an error.
 */
int run_ledger_take(struct run_ledger *b, struct experiment *x,
                    const struct sweep_options *o, int slots, struct error *e);

/* Look what is there, and no more: x is that folder's, whoever works in it, as
 * `p` has found before, and what is damaged is left out with a warning.  To be
d, too. */
int run_ledger_read_only(struct run_ledger *b, struct experiment *x,
                         const struct sweep_options *o,
                         const struct liveness *p, struct error *e);

/* The first trial that is left to run, proposed if need be; -1: none, or none
 * but such as the job may go down with, for which nobody can be warned.  Also
 * an error where this process is interrupted() meanwhile. */
int run_ledger_first(struct run_ledger *b, long *first, struct error *e);

/* Take the lease of the folder, which is made if need be, unless we have it. */
int run_ledger_lease(struct run_ledger *b, struct error *e);

/* Have all finished trials been trained on the data as they are now?  Else -1,
 * with the first file that has changed and the trials that had it before, or,
 * where no file can suit all of them, one that they do not have alike.  Each
 * file is read at most once; those of trial_setup_task() are as it has read
 * them.  Also -1 where it is interrupted(). */
int run_ledger_check_data(struct run_ledger *b, struct error *e);

/* Around the check of the input by a trial, which may take the job down: it is
 * noted meanwhile, and no more. */
int run_ledger_checking_begin(struct run_ledger *b, long trial,
                              struct error *e);
void run_ledger_checking_end(struct run_ledger *b);

/* Make the folder if it is fresh, and open the journal for this program's
 * decisions.  `bytes` is what states and results may need on disk. */
int run_ledger_open(struct run_ledger *b, double bytes, struct error *e);

/* Put proposals into the journal that it lacks; to be called before what
 * follows from them. */
int run_ledger_record(struct run_ledger *b, struct error *e);

/* Put the end of a trial into the journal, as the report tells it, and before
 * it what its result shares with others, where that is new. */
int run_ledger_end(struct run_ledger *b, const struct report *r,
                   struct error *e);

/* No more trials are proposed: what the journal said of results is not asked
 * for any longer. */
void run_ledger_forget(struct run_ledger *b);

/* Name the trial that the study proposes, and see whether it is over. */
int run_ledger_name(struct run_ledger *b, struct error *e);
void run_ledger_close(struct run_ledger *b);

#endif
