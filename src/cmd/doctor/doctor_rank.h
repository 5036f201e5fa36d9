/*
 * doctor_rank.h - what a rank knows of itself and its host, for `codarun
 * doctor`, and what is wrong with that.
 */
#ifndef CMD_DOCTOR_DOCTOR_RANK_H
#define CMD_DOCTOR_DOCTOR_RANK_H

#include <stdbool.h>

#include "base/system/machine.h"
#include "base/system/memory_budget.h"
#include "base/system/processor_limit.h"
#include "cmd/doctor/doctor_findings.h"
#include "engine/kernel/kernel.h"

/* Of as many NUMA nodes of a host is told. */
#define NODES_TOLD 64

/* Sent to rank 0 as it is. */
struct rank_report {
    char host[64], blas[64], corrected[64], cpu[128];
    char identity[160]; /* of the arithmetic; differing ones are refused */
    char openblas[160]; /* the same where OpenBLAS makes the products */
    enum simd simd;
    struct machine machine;
    struct numa_node node[NODES_TOLD]; /* the first of machine.nodes */
    bool near[NODES_TOLD];             /* are its cores near that node? */
    struct processor_limit limit;
    int bound;   /* cores in the mask the launcher gave */
    int cores;   /* cores it will use */
    int on_node; /* ranks of this job on the machine */
    double memory, available;
    struct memory_budget budget; /* without a task */
    double now;                  /* of what is available, the same way */
};
void rank_report_fill(struct rank_report *r);

/* Is rank i the first of its host? */
bool rank_report_is_first(const struct rank_report *all, int i);

/* Print a rank, and the host that it is the first of; or an object of either
 * into the array that is open. */
void rank_report_say(int rank, const struct rank_report *r);
void rank_report_say_machine(const struct rank_report *r);
void rank_report_put(int rank, const struct rank_report *r, struct str *out);
void rank_report_put_machine(const struct rank_report *r, struct str *out);

/* Add what is wrong with rank i, and of its host if it is the first there. */
void rank_report_check(const struct rank_report *all, int i,
                       struct findings *f);

#endif
