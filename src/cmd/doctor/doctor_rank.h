/*
 * doctor_rank.h - facts about a rank and its host for `codarun doctor`, and the
 * checks of these.
 */
#ifndef CMD_DOCTOR_DOCTOR_RANK_H
#define CMD_DOCTOR_DOCTOR_RANK_H

#include <stdbool.h>

#include "base/system/machine.h"
#include "base/system/memory_budget.h"
#include "base/system/processor_limit.h"
#include "cmd/doctor/doctor_findings.h"
#include "engine/kernel/kernel.h"

/* The most NUMA nodes of a host that are reported. */
#define NODES_TOLD 64

/* Sent to rank 0 as bytes. */
struct rank_report {
    char host[64], blas[64], corrected[64], cpu[128];
    char identity[160]; /* of the arithmetic; ranks must agree */
    char openblas[160]; /* the same if OpenBLAS computes products */
    enum simd simd;
    struct machine machine;
    struct numa_node node[NODES_TOLD]; /* the first of machine.nodes */
    bool near[NODES_TOLD];             /* its cores are near that node */
    struct processor_limit limit;
    int bound;   /* cores in the mask set by the launcher */
    int cores;   /* cores it will use */
    int on_node; /* ranks of this job on the host */
    double memory, available;
    struct memory_budget budget; /* without a task */
    double now;                  /* the share of the memory available now,
                                    computed the same way */
};
void rank_report_fill(struct rank_report *r);

/* True if rank i is the first on its host. */
bool rank_report_is_first(const struct rank_report *all, int i);

/* Print a rank, and the host of which it is the first rank; or write an object
 * for either into the JSON array that is open. */
void rank_report_say(int rank, const struct rank_report *r);
void rank_report_say_machine(const struct rank_report *r);
void rank_report_put(int rank, const struct rank_report *r, struct str *out);
void rank_report_put_machine(const struct rank_report *r, struct str *out);

/* Add the findings about rank i, and about its host if it is the first
 * there. */
void rank_report_check(const struct rank_report *all, int i,
                       struct findings *f);

#endif
