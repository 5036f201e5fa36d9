/*
 * signals.h - the request to stop, as a flag.
 *
 * SIGINT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU (a limit of CPU time) and SIGHUP
 * (a closed terminal) set it; whoever trains looks between steps.  A second
 * Ctrl-C changes nothing: a checkpoint is on its way.  SIGHUP stays ignored
 * where it was, as under nohup.  SIGPIPE is ignored, so that a closed pipe
 * behind the progress line does not end a sweep.
 *
 * What asks by other means than a signal, as `codarun stop` and a time that has
 * come do, sets the same flag.
 *
 * Threads: any.
 */
#ifndef SWEEP_RUN_SIGNALS_H
#define SWEEP_RUN_SIGNALS_H

#include <stdbool.h>
#include <sys/types.h>

/* May be called again, after what may have caught them itself. */
void signals_catch(void);
bool signals_seen(void);

/* Wait for so many seconds, or until there is one. */
void signals_wait(double seconds);

/* Somebody asks to stop by other means: `by` is what the user is told, borrowed
 * for good. */
void signals_ask(const char *by);

/* The same at a time of clock_now(), again: instead of the time of before. */
void signals_ask_at(double clock, const char *by);

/* From now on each signal goes to this process group, and sets nothing; 0: to
 * this process again.  One that came since signals_hold(), while the group was
 * made, goes there, too. */
void signals_hold(void);
void signals_pass_on(pid_t group);

/* What was first: "SIGTERM", or who asked; NULL while there was none. */
const char *signals_name(void);

#endif
