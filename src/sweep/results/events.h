/*
 * events.h - the file events.jsonl of a results folder: events of a sweep, for
 * programs that watch it.
 *
 * One JSON object a line, with the time of day, an event name and its fields:
 *
 *     {"time": "2026-01-31T12:00:00.250Z", "event": "finish", "trial": 3, ...}
 *
 * Lines are appended, many by one write, and never changed.  A line that is
 * incomplete after a kill or on a full disk stays as it is; the next begins on
 * a new line.  The file is not synced: the journal is authoritative.
 *
 * Errors:  a line that cannot be written is lost, with one warning in all; no
 * sweep ends for that.  A full disk is reported by the code that must write.
 * Threads: one at a time.
 */
#ifndef SWEEP_RESULTS_EVENTS_H
#define SWEEP_RESULTS_EVENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/core/error.h"
#include "base/core/str.h"

/* --- writing -------------------------------------------------------------- */

struct events;

struct events *events_open(const char *dir);
void events_close(struct events *ev); /* writes first; NULL is allowed */

/* Replace *line by the beginning of an event, to which json_put_...() add its
 * fields. */
void events_begin(const char *word, struct str *line);

/* Finish the line.  The next events_write() writes it; it is written earlier if
 * many lines wait. */
void events_add(struct events *ev, struct str *line);

/* Write the lines that were added; if the guard refuses they are dropped. */
void events_write(struct events *ev);

/* Called before each write; not 0 if the file belongs to another process
 * now. */
void events_guard(struct events *ev, int (*guard)(void *, struct error *),
                  void *context);

/* --- reading -------------------------------------------------------------- */

/* The kind of a line of n bytes, without its newline. */
enum event_line {
    EVENT_LINE, /* an event: sets *day to its time, and *word, which the caller
                   releases, to its name */
    EVENT_TORN, /* the beginning of an event */
    EVENT_NONE, /* neither: codarun did not write it */
};
enum event_line events_read(const char *line, size_t n, double *day,
                            struct str *word);

/* Take the next line of a text from *at on; false after the last. */
bool events_next(const struct str *text, size_t *at, const char **line,
                 size_t *n);

/* Check that each line of a folder's file is an event, or the beginning of one:
 * -1 with the first that is neither; 0 also if there is no file. */
int events_check(const char *dir, struct error *e);

#endif
