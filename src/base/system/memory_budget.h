/*
 * memory_budget.h - a rank's part of what bounds its memory.
 *
 * The budget is held against an estimate of what a trial takes beside what the
 * rank holds already.  A tenth of what is left is for what no estimate knows.
 *
 * Threads: any; a pure function of what it is given.
 */
#ifndef BASE_SYSTEM_MEMORY_BUDGET_H
#define BASE_SYSTEM_MEMORY_BUDGET_H

#include <stdbool.h>

#include "base/system/memory_limit.h"

/* What a rank has and is going to have, in bytes. */
struct memory_use {
    int ranks;      /* of its host */
    int threads;    /* it is going to have; each has a stack */
    double grown;   /* allocated since the limits were asked for */
    double image;   /* mapped from an image; 0: none */
    bool in_memory; /* that image's file takes memory: it lies on a tmpfs */
    double again;   /* of what is allocated or mapped: the estimate counts it
                       once more */
};

struct memory_budget {
    double bytes; /* 0: there is no room at all */
    char by[260]; /* "memory.max of control group '/a' leaves 0.24 of 0.25 GiB
                     for 2 ranks" */
};

/* The least that any of the limits leaves a rank. */
struct memory_budget memory_budget(const struct memory_limits *l,
                                   const struct memory_use *u);

/* The same of what was available on the host, in bytes: a warning where a trial
 * takes more. */
double memory_available(const struct memory_limits *l,
                        const struct memory_use *u);

#endif
