/*
 * ending.h - how a trial ended, as the text after the word of a journal entry
 * says it (record.h).
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_LEDGER_ENDING_H
#define SWEEP_LEDGER_ENDING_H

#include <stdbool.h>

#include "base/core/str.h"
#include "base/numbers/digest.h"

/* Identifies a version of a result file. */
struct file_mark {
    long bytes;            /* 0: there is none; -1: unknown */
    long long changed;     /* of the file, as in files/file.h; 0: unknown */
    struct digest content; /* digest that the file contains; 0: unknown */
};

static inline bool file_mark_has_content(const struct file_mark *m)
{
    return m->content.hi || m->content.lo;
}

/* Return the mark of the file that exists now. */
struct file_mark file_mark(const char *path);

/* How a trial ended. */
struct ending {
    bool failed;
    double goal; /* unless failed; NaN if there is none */
    struct file_mark file;
    long setting;       /* number of the setting */
    const char *own;    /* short result; NULL: unknown; borrowed */
    const char *reason; /* if failed; borrowed */
};

/* Initialize: nothing is known. */
void ending_init(struct ending *end);

/* Write an ending as text, and read it. The texts of `end` then point into
 * `text`. */
void ending_add(const struct ending *end, struct str *out);
void ending_read(const char *text, bool failed, struct ending *end);

/* Append "goal GOAL", with "none" for NaN. */
void ending_add_goal(double goal, struct str *out);

#endif
