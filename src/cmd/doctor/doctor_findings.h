/*
 * doctor_findings.h - the warnings and hints of `codarun doctor`.
 *
 * Threads: one at a time.
 */
#ifndef CMD_DOCTOR_DOCTOR_FINDINGS_H
#define CMD_DOCTOR_DOCTOR_FINDINGS_H

#include <stdbool.h>

#include "base/core/str.h"

struct finding {
    const char *check; /* its name, for programs: "results_writable" */
    bool warning;      /* otherwise it is a hint */
    char *text;        /* owned */
};

/* A zeroed list is empty. */
struct findings {
    int n, room;
    struct finding *finding; /* [n] owned */
};

void findings_warn(struct findings *f, const char *check, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void findings_hint(struct findings *f, const char *check, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void findings_release(struct findings *f);

/* Count the warnings. */
int findings_warnings(const struct findings *f);

/* Print a line for each, beginning with "warning: " or "hint: ". */
void findings_say(const struct findings *f);

/* Write an object for each into the JSON array that is open: check, level,
 * text. */
void findings_put(const struct findings *f, struct str *out);

#endif
