/*
 * status.h - printing the state of a sweep, for `codarun status`.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_STATUS_STATUS_H
#define REPORT_STATUS_STATUS_H

#include "report/format/format.h"
#include "sweep/ledger/liveness.h"

/*
 * Append the state, for one screen or as one JSON object: `state` (liveness.h),
 * `from`, `age` in seconds, and the members of struct sweep_status.  `folder`
 * is the state derived from journal and results, which has `left_out` as well;
 * NULL if the coordinator's own report is used.  A line of text has `line`
 * characters, as in struct sheet.
 */
void status_text(const struct liveness *p, const struct sweep_status *folder,
                 int line, struct str *out);
void status_json(const struct liveness *p, const struct sweep_status *folder,
                 struct str *out);

/* Append a time: "2026-01-31 12:00:00 UTC". */
void status_time(double day, struct str *out);

/* Put the values of a trial in a sweep_status into an empty text, with short
 * names, as many as fit in a column. */
void status_values(const char *values, struct str *out);

/* Append the numbers of trials, the remaining time and the best trial, on one
 * line without its end. */
void status_line(const struct sweep_status *s, struct str *out);

/* Append a table of the trials that are being trained; nothing if there are
 * none. */
void status_trials(const struct sweep_status *s,
                   const struct format_kind *format, int line, struct str *out);

#endif
