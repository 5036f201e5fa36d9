/*
 * signals.h - the request to stop, as a flag.
 *
 * SIGINT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU (a limit of CPU time) and SIGHUP
 * (a closed terminal) set it; training checks it between steps. A second Ctrl-C
 * changes nothing: a checkpoint is being written. SIGHUP remains ignored if it
 * was, as under nohup. SIGPIPE is ignored, so that a closed pipe for the
 * progress line does not end a sweep.
 *
 * Requests without a signal, by `codarun stop` or a time limit, set the same
 * flag.
 *
 * Threads: any.
 */
#ifndef SWEEP_RUN_SIGNALS_H
#define SWEEP_RUN_SIGNALS_H

#include <stdbool.h>
#include <sys/types.h>

/* Install the handlers. May be called again, after a library that may have
 * replaced them. */
void signals_catch(void);
bool signals_seen(void);

/* Wait for so many seconds, or until there is a request to stop. */
void signals_wait(double seconds);

/* Request a stop by other means. The user is shown `by`, which is borrowed
 * permanently. */
void signals_ask(const char *by);

/* Request a stop at a time of clock_now(); a further call replaces the time. */
void signals_ask_at(double clock, const char *by);

/* From signals_pass_on() on each signal goes to this process group, and sets
 * nothing; 0: to this process again. A signal that came after signals_hold(),
 * while the group was made, goes there, too. */
void signals_hold(void);
void signals_pass_on(pid_t group);

/* Return the first request: "SIGTERM", or `by`; NULL if there was none. */
const char *signals_name(void);

#endif
