/*
 * sweep_parts.h - what the files around sweep_run() share.
 */
#ifndef SWEEP_SWEEP_PARTS_H
#define SWEEP_SWEEP_PARTS_H

#include "sweep/folder.h"
#include "sweep/journal.h"
#include "sweep/ledger.h"
#include "sweep/sweep.h"
#include "sweep/worker.h"

/* Share the ranks out into groups. */
int sweep_crew(const struct experiment *x, const struct sweep_options *o,
               struct crew *crew, struct error *e);

/* Did all ranks read the same files in trial_check()?  Collective; rank 0 gets
 * the error. */
int sweep_same_data(struct error *e);

/* The books of a sweep, open on rank 0. */
struct books {
    struct ledger ledger;
    struct journal *journal;
    char *claimed; /* the folder, once it is ours; owned */
    bool fresh;    /* there is no such folder yet */
};

/*
 * Look what is there without writing: the experiment in the folder must be
 * this one, damaged files are errors.  A folder that is there is claimed.
 */
int books_look(struct books *b, const struct experiment *x,
               const struct sweep_options *o, struct error *e);

/* Make the folder if it is fresh, and open the journal for this program's
 * decisions.  `bytes` is what states and results may need on disk. */
int books_open(struct books *b, const struct experiment *x,
               const struct sweep_options *o, double bytes, struct error *e);
void books_close(struct books *b);

/* List the trials, what they cost, and stop. */
int sweep_list(const struct experiment *x, const struct crew *crew,
               struct error *e);

#endif
