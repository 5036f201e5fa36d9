/*
 * books.h - the books of a sweep, open on rank 0: its folder, its journal, and
 * where every trial stands.
 *
 * The journal tells which attempts were begun and ended, the result files which
 * trials are over.  Result files are the truth: one that the journal lacks is
 * adopted, a journalled end without its file is run again.
 *
 * Threads: one at a time.
 */
#ifndef RUN_BOOKS_H
#define RUN_BOOKS_H

#include "results/journal.h"
#include "run/sweep.h"
#include "search/ledger.h"

struct books {
    struct ledger ledger;
    struct journal *journal;
    char *claimed; /* the folder, once it is ours; owned */
    bool fresh;    /* there is no such folder yet */
};

/*
 * Look what is there: the experiment in the folder must be this one.  A folder
 * that is there is claimed; a damaged result is set aside and its trial waits
 * again; a damaged journal is an error.
 */
int books_look(struct books *b, const struct experiment *x,
               const struct sweep_options *o, struct error *e);

/* Make the folder if it is fresh, and open the journal for this program's
 * decisions.  `bytes` is what states and results may need on disk. */
int books_open(struct books *b, const struct experiment *x,
               const struct sweep_options *o, double bytes, struct error *e);
void books_close(struct books *b);

#endif
