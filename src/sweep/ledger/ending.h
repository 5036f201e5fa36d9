/*
 * ending.h - how a trial ended, as the journal's entries say: record.h.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_LEDGER_ENDING_H
#define SWEEP_LEDGER_ENDING_H

#include "base/numbers/digest.h"
#include "sweep/ledger/journal.h"

/* What a result file is known by. */
struct file_mark {
    long bytes;            /* 0: there is none; -1: unknown */
    long long changed;     /* when last, as in files/file.h; 0: unknown */
    struct digest content; /* as it says itself; 0: unknown */
};

static inline bool file_mark_has_content(const struct file_mark *m)
{
    return m->content.hi || m->content.lo;
}

/* Of the one that is there now. */
struct file_mark file_mark(const char *path);

/* How a trial ended. */
struct ending {
    bool failed;
    double goal; /* not failed: NaN for none */
    struct file_mark file;
    long setting;       /* by number */
    const char *own;    /* its result in short; NULL: unknown; borrowed */
    const char *reason; /* failed; borrowed */
};

int record_ending(struct journal *j, long trial, const struct ending *end,
                  bool adopted, struct error *e);

/* What an entry says: of an end 1, and likewise of a rung, which is none, 0. */
int ending_read(const struct journal_entry *entry, struct ending *end);

/* "goal GOAL", or none. */
void ending_add_goal(double goal, struct str *out);

#endif
