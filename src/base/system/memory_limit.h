/*
 * memory_limit.h - limits on the memory of this process, and what is left.
 *
 * Some hold for all ranks of a host together: the host's memory, the limits of
 * the control group and those above it, and Slurm's grant.  Others hold for
 * this process alone: ulimit -v and -d.
 *
 * What is left changes with everything that other processes do.  A rank reads
 * it once, at its start, so that no trial's fate depends on what its neighbours
 * hold when it begins.  What other processes of the host hold at that moment is
 * no limit: they may give it back, and the kernel may not know how much of a
 * file system's memory can be given back.
 *
 * Every program that is linked with this file ends at once, with one message,
 * if ulimit -v is too low for the libraries to start: OpenBLAS 0.3.21 would
 * retry for ever, before main() is called.
 *
 * Threads: memory_limits_note() is called before there are any.
 */
#ifndef BASE_SYSTEM_MEMORY_LIMIT_H
#define BASE_SYSTEM_MEMORY_LIMIT_H

#include <stdbool.h>

struct memory_limit {
    double most;  /* bytes */
    double left;  /* the unused part of these */
    double mine;  /* bytes that this process uses, but `left` counts */
    bool own;     /* of this process; else shared by the host's ranks */
    bool maps;    /* counts mapped bytes, though they take no memory */
    char by[200]; /* "memory.max of control group '/slurm/trial_setup_3'" */
};

#define MEMORY_LIMITS 5

struct memory_limits {
    struct memory_limit limit[MEMORY_LIMITS];
    int n;
    double available; /* bytes of the host that were unused then */
    double allocated; /* memory_allocated() then */
};

/* The limits as they are now; `root` as in control_group.h. */
void memory_limits_find(const char *root, struct memory_limits *l);

/* The limits at the first call, or at memory_limits_note(). */
const struct memory_limits *memory_limits(void);

/* The least that is left or available for all ranks of this host together. */
double memory_limits_shared(void);

/* Read the limits, and save memory (memory_save()) if little of it is left per
 * rank, with `ranks` on this host.  Called when MPI has started and no data are
 * loaded. */
void memory_limits_note(int ranks);

#endif
