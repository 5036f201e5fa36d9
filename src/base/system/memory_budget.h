/*
 * memory_budget.h - a rank's share of the memory limits.
 *
 * The budget is compared with an estimate of what a trial takes in addition to
 * what the rank already holds.  A tenth of what is left is reserved for what no
 * estimate covers.
 *
 * Threads: any; a pure function of its arguments.
 */
#ifndef BASE_SYSTEM_MEMORY_BUDGET_H
#define BASE_SYSTEM_MEMORY_BUDGET_H

#include <stdbool.h>

#include "base/system/memory_limit.h"

/* What a rank uses and is going to use, in bytes. */
struct memory_use {
    int ranks;      /* on its host */
    int threads;    /* it is going to have; each has a stack */
    double grown;   /* allocated since the limits were read */
    double image;   /* mapped from an image; 0: none */
    bool in_memory; /* that image's file takes memory, being on a tmpfs */
    double again;   /* part of what is allocated or mapped that the estimate
                       counts once more */
};

struct memory_budget {
    double bytes; /* 0: no room at all */
    char by[260]; /* "memory.max of control group '/a' leaves 0.24 of 0.25 GiB
                     for 2 ranks" */
};

/* The smallest budget that any of the limits leaves a rank. */
struct memory_budget memory_budget(const struct memory_limits *l,
                                   const struct memory_use *u);

/* The same from the memory that was available on the host, in bytes: a trial
 * that takes more gets a warning. */
double memory_available(const struct memory_limits *l,
                        const struct memory_use *u);

#endif
