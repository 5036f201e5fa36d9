/*
 * log.h - what the program says while it works, on standard error.
 *
 * What is said is shown on one line (core/show.h).  log_info() speaks on rank 0
 * only, log_warning() on every rank, which says who it is when it is not rank
 * 0; a line goes out in one write, so ranks do not cut into each other.  On a
 * terminal one status line may stand below; it is cleared before a log line and
 * redrawn after it.  Whoever writes to standard output or error by another way
 * ends it first: log_status_end().  In a batch log (no terminal) status lines
 * are plain lines, at most one in half a minute.
 *
 * Threads: safe from any thread.
 */
#ifndef BASE_CORE_LOG_H
#define BASE_CORE_LOG_H

#include <stdbool.h>

/* quiet: warnings only; `host` is where this rank is. */
void log_setup(int rank, const char *host, bool quiet);

/* Have what is warned of told to somebody else, too, by the thread that warns;
 * NULL: no more. */
void log_listen(void (*hear)(const char *text));

/* Does log_info() say anything?  For what costs much to put into words. */
bool log_tells(void);
void log_info(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void log_warning(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* A warning that holds for all ranks of a host: the first of them says it.
 * log_first(): is this the first?  It is unless told otherwise. */
void log_host_warning(const char *fmt, ...)
    __attribute__((format(printf, 1, 2)));
void log_first(bool first);

/* Show the live progress line: a status line. */
void log_status(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Does standard output or error come to a terminal?  Under mpirun it goes to a
 * pseudo terminal that leads to mpirun: what counts is where that writes. */
bool log_on_terminal(int fd);

/* How many characters a line of that terminal has; `otherwise`: it is none. */
int log_columns(int fd, int otherwise);

/* How many lines it has, likewise. */
int log_rows(int fd, int otherwise);

/* Leave the last status line as a line of its own, if there is one.  mpirun may
 * show standard output before standard error of earlier: what follows there
 * does not stick to the status line either.  Takes no memory. */
void log_status_end(void);

/* "codarun: ", the text on one line of standard error, below a status line that
 * stands there. */
void complain(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
