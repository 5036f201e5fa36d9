/*
 * ending.h - how a trial ended, as the journal's entries say it: what stands
 * behind their word (record.h).
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_LEDGER_ENDING_H
#define SWEEP_LEDGER_ENDING_H

#include <stdbool.h>

#include "base/core/str.h"
#include "base/numbers/digest.h"

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

/* Nothing is known of it. */
void ending_init(struct ending *end);

/* What an end says, and read again; its texts are the text's. */
void ending_add(const struct ending *end, struct str *out);
void ending_read(const char *text, bool failed, struct ending *end);

/* "goal GOAL", or none. */
void ending_add_goal(double goal, struct str *out);

#endif
