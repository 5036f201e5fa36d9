/*
 * status.h - how a sweep stands, for `codarun status`.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_STATUS_STATUS_H
#define REPORT_STATUS_STATUS_H

#include "report/format/format.h"
#include "sweep/ledger/liveness.h"

/*
 * Append it on one screen, or as one JSON object: `state` (liveness.h), `from`,
 * `age` in seconds, and the members of struct sweep_status.  `folder` is how it
 * stands by its journal and results, which has `left_out` as well, NULL where
 * what the coordinator said counts.  A line of text has `line` characters, as
 * struct sheet has it.
 */
void status_text(const struct liveness *p, const struct sweep_status *folder,
                 int line, struct str *out);
void status_json(const struct liveness *p, const struct sweep_status *folder,
                 struct str *out);

/* Append a time of day: "2026-01-31 12:00:00 UTC". */
void status_time(double day, struct str *out);

/* Put the values of a trial of a sweep_status into an empty text, with short
 * names, as many as have room in a column. */
void status_values(const char *values, struct str *out);

/* Append its numbers of trials, the time that is left and the best trial, on
 * one line without its end. */
void status_line(const struct sweep_status *s, struct str *out);

/* The trials that are trained as a table; nothing where there are none. */
void status_trials(const struct sweep_status *s,
                   const struct format_kind *format, int line, struct str *out);

#endif
