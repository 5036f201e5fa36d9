/*
 * log.h - messages on standard error while the program works.
 *
 * Every message is shown on one line (core/show.h).  log_info() prints on rank
 * 0 only, log_warning() on every rank, with the rank's name unless it is rank
 * 0.  A line is written by one call, so lines of several ranks do not mix.  On
 * a terminal one status line may be shown at the bottom; it is cleared before a
 * log line and redrawn after it.  Code that writes to standard output or error
 * in another way calls log_status_end() first.  In a batch log (no terminal)
 * status lines are plain lines, at most one in half a minute.
 *
 * Threads: safe from any thread.
 */
#ifndef BASE_CORE_LOG_H
#define BASE_CORE_LOG_H

#include <stdbool.h>

/* quiet: warnings only; `host` is this rank's host. */
void log_setup(int rank, const char *host, bool quiet);

/* Pass every warning to hear(), too, in the thread that warns; NULL: stop. */
void log_listen(void (*hear)(const char *text));

/* True if log_info() prints: to skip messages that are expensive to format. */
bool log_tells(void);
void log_info(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void log_warning(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* A warning that is true for all ranks of a host: only the first of them prints
 * it.  log_first() sets whether this rank is that; it is by default. */
void log_host_warning(const char *fmt, ...)
    __attribute__((format(printf, 1, 2)));
void log_first(bool first);

/* Show the live progress line: a status line. */
void log_status(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* True if output to this descriptor reaches a terminal. Under mpirun it goes to
 * a pseudo terminal that leads to mpirun: what counts is where mpirun
 * writes. */
bool log_on_terminal(int fd);

/* The number of characters in a line of that terminal; `otherwise` if there is
 * none. */
int log_columns(int fd, int otherwise);

/* The number of its lines; `otherwise` if there is no terminal. */
int log_rows(int fd, int otherwise);

/* Leave the last status line, if there is one, as a line of its own.  mpirun
 * may show later standard output before earlier standard error: what follows
 * there does not join the status line either.  Takes no memory. */
void log_status_end(void);

/* Print "codarun: " and the text as one line of standard error, below a status
 * line if one is shown. */
void complain(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
