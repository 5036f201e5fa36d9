/*
 * events.h - the file events.jsonl of a results folder: what happened, for
 * programs that watch a sweep.
 *
 * One JSON object a line, with the time of day, a word and its fields:
 *
 *     {"time": "2026-01-31T12:00:00.250Z", "event": "finish", "trial": 3, ...}
 *
 * Lines are appended, many by one write, and never changed.  One that a kill or
 * a full disk tore stays as it is; the next begins on a line of its own.  It is
 * news and not synced: the journal is the truth.
 *
 * Errors:  what cannot be written is lost, and warned of once; no sweep ends
 *          for that.  A full disk is left to who has to write to say.
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
void events_close(struct events *ev); /* written first; NULL is fine */

/* Replace *line by the beginning of an event, to which json_put_...() add its
 * fields. */
void events_begin(const char *word, struct str *line);

/* Finish the line; it is written by the next events_write(), or with others
 * when there are many. */
void events_add(struct events *ev, struct str *line);

/* Append what was added, unless the guard refuses: it is dropped then. */
void events_write(struct events *ev);

/* Asked before each write: not 0 when the file is another's by now. */
void events_guard(struct events *ev, int (*guard)(void *, struct error *),
                  void *context);

/* --- reading -------------------------------------------------------------- */

/* What a line of n bytes, without its end, is. */
enum event_line {
    EVENT_LINE, /* an event: *day has its time, *word, to be released, its word
                 */
    EVENT_TORN, /* the beginning of one */
    EVENT_NONE, /* neither: it was not written so */
};
enum event_line events_read(const char *line, size_t n, double *day,
                            struct str *word);

/* Take the next line of a text, which *at begins at: false behind the last. */
bool events_next(const struct str *text, size_t *at, const char **line,
                 size_t *n);

/* Is each line of a folder's file an event, or the beginning of one?  Else -1,
 * with the first that is none; 0 where there is no file, too. */
int events_check(const char *dir, struct error *e);

#endif
