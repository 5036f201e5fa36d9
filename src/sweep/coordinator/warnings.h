/*
 * warnings.h - what this rank was warned of, kept until it is told to the
 * coordinator, for the sweep's events.
 *
 * Nothing waits here: warnings beyond some hundred are dropped, and stand on
 * standard error alone, as all of them do.
 *
 * Threads: safe from any thread.
 */
#ifndef SWEEP_COORDINATOR_WARNINGS_H
#define SWEEP_COORDINATOR_WARNINGS_H

#include <stdbool.h>

struct warning {
    long trial; /* the calling thread's; -1: of none */
    char text[1000];
};

/* Keep from now on what log_warning() says, or no more. */
void warnings_keep(bool keep);

/* What the calling thread does from now on is about this trial; -1: none. */
void warnings_about(long trial);

/* Take the oldest; false: there is none. */
bool warnings_next(struct warning *w);

#endif
