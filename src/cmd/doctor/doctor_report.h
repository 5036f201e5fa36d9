/*
 * doctor_report.h - the report of `codarun doctor`, for people and programs.
 *
 * Threads: one at a time.
 */
#ifndef CMD_DOCTOR_DOCTOR_REPORT_H
#define CMD_DOCTOR_DOCTOR_REPORT_H

#include "base/core/error.h"
#include "base/files/cache.h"
#include "cmd/doctor/doctor_findings.h"
#include "cmd/doctor/doctor_rank.h"

struct doctor_report {
    const struct rank_report *rank; /* [ranks] borrowed */
    int ranks;
    struct {
        const char *folder; /* borrowed, as below */
        char *nearest;      /* the folder, or its nearest parent that exists;
                               owned */
        bool writable;
        double bytes_free; /* negative if not known */
        struct findings found;
    } results;
    struct {
        const char *folder; /* NULL if CODARUN_DATA is not set */
        struct findings found;
    } data;
    struct {
        char *folder; /* owned; NULL if there is to be no cache */
        bool there;
        struct cache_size size; /* 0 if it is not there */
        struct error unread;    /* why the size is not known, or empty */
        struct findings found;
    } cache;
    struct findings job; /* all other findings */
};
void doctor_report_release(struct doctor_report *r);

/* Print it, with the warnings below what they are about. */
void doctor_report_say(const struct doctor_report *r);

/* Append one object: program, hosts, ranks, results, data, cache, findings, and
 * warnings, the number of warnings. */
void doctor_report_put(const struct doctor_report *r, struct str *out);

#endif
