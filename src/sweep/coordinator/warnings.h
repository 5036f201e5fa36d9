/*
 * warnings.h - warnings of this rank, kept until they are sent to the
 * coordinator, for the sweep's events.
 *
 * No function here waits. Beyond some hundred warnings, further ones are
 * dropped here and appear only on standard error, as all warnings do.
 *
 * Threads: safe from any thread.
 */
#ifndef SWEEP_COORDINATOR_WARNINGS_H
#define SWEEP_COORDINATOR_WARNINGS_H

#include <stdbool.h>

struct warning {
    long trial; /* of the calling thread; -1 if none */
    char text[1000];
};

/* Begin or end keeping the messages of log_warning(). */
void warnings_keep(bool keep);

/* Set the trial that the calling thread works on from now on; -1 if none. */
void warnings_about(long trial);

/* Take the oldest warning; false if there is none. */
bool warnings_next(struct warning *w);

#endif
