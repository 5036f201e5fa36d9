/*
 * doctor_report.h - what `codarun doctor` has found, for people and programs.
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
        char *nearest;      /* it, or what is there above it; owned */
        bool writable;
        double bytes_free; /* below 0: not known */
        struct findings found;
    } results;
    struct {
        const char *folder; /* NULL: CODARUN_DATA is not set */
        struct findings found;
    } data;
    struct {
        char *folder; /* owned; NULL: there is to be none */
        bool there;
        struct cache_size size; /* 0 of one that is not there */
        struct error unread;    /* why that is not known, or empty */
        struct findings found;
    } cache;
    struct findings job; /* all others */
};
void doctor_report_release(struct doctor_report *r);

/* Print it, the warnings below what they are about. */
void doctor_report_say(const struct doctor_report *r);

/* One object: program, hosts, ranks, results, data, cache, findings, and
 * warnings, the number of those. */
void doctor_report_put(const struct doctor_report *r, struct str *out);

#endif
