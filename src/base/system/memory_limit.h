/*
 * memory_limit.h - what bounds the memory of this process, and what is left.
 *
 * Of all ranks of a host together: what the host has, what a control group or
 * one above it allows, and what Slurm has granted.  Of this process alone:
 * ulimit -v and -d.
 *
 * What is left changes with all that others do.  A rank asks once, as it
 * starts, so that no trial's fate hangs on what its neighbours hold when it
 * begins.  What others of the host hold at that moment is no limit: they may
 * give it back, and of what a file system keeps the kernel may not know that it
 * would.
 *
 * A program that has this file is refused by it, in one line, where ulimit -v
 * does not let the libraries begin: OpenBLAS 0.3.21 would try for ever, before
 * main() is called.
 *
 * Threads: memory_limits_note() is called before there are any.
 */
#ifndef BASE_SYSTEM_MEMORY_LIMIT_H
#define BASE_SYSTEM_MEMORY_LIMIT_H

#include <stdbool.h>

struct memory_limit {
    double most;  /* bytes */
    double left;  /* of them, that nobody used */
    double mine;  /* bytes of this process that `left` does not know of */
    bool own;     /* this process's; else the ranks of the host share it */
    bool maps;    /* counts what is mapped, though it takes no memory */
    char by[200]; /* "memory.max of control group '/slurm/trial_setup_3'" */
};

#define MEMORY_LIMITS 5

struct memory_limits {
    struct memory_limit limit[MEMORY_LIMITS];
    int n;
    double available; /* of the host, bytes that nobody used then */
    double allocated; /* memory_allocated() then */
};

/* Those there are now; `root` as in control_group.h. */
void memory_limits_find(const char *root, struct memory_limits *l);

/* Those there were at the first call, or at memory_limits_note(). */
const struct memory_limits *memory_limits(void);

/* The least that is left or available for all ranks of this host together. */
double memory_limits_shared(void);

/* Ask, and save memory (memory_save()) where little of it is left a rank of
 * `ranks` on this host: MPI has started, and no data are loaded. */
void memory_limits_note(int ranks);

#endif
