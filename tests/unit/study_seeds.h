/*
 * study_seeds.h - worlds by their seeds, and the line that runs the one alone
 * in which something failed.
 *
 *     CODARUN_WORLDS=100000         so many worlds of a sort
 *     CODARUN_WORLD=SORT/SEED       this one alone
 */
#ifndef STUDY_SEEDS_H
#define STUDY_SEEDS_H

#include "tests/test.h"

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How the world that is simulated now is simulated alone; "": none is. */
static char at_hand[200];

static void say_how(void)
{
    const size_t n = strlen(at_hand);

    if (n && write(STDERR_FILENO, at_hand, n) < 0)
        _exit(99);
    at_hand[0] = '\0';
}

/* Of an assert() in the study. */
static void aborted(int number)
{
    (void)number;
    say_how();
}

/* A test's teardown. */
static int say_how_if_failed(void **state)
{
    (void)state;
    say_how();
    return 0;
}

static inline bool is_one_wanted(void)
{
    return getenv("CODARUN_WORLD") != NULL;
}

/* The world behind *seed; 0: there is none. */
static uint64_t world_behind(uint64_t seed, const char *sort, uint64_t worlds)
{
    const char *wanted = getenv("CODARUN_WORLD");
    const char *n = getenv("CODARUN_WORLDS");
    const size_t len = strlen(sort);

    if (!wanted)
        return seed < (n ? strtoull(n, NULL, 10) : worlds) ? seed + 1 : 0;
    if (seed || strncmp(wanted, sort, len) != 0 || wanted[len] != '/')
        return 0;
    return strtoull(wanted + len + 1, NULL, 10);
}

/* Go on to the next world of a sort, from 0, of so many unless told otherwise;
 * false: that was the last. */
static bool next_world(const char *program, const char *sort, uint64_t worlds,
                       uint64_t *seed)
{
    at_hand[0] = '\0';
    *seed = world_behind(*seed, sort, worlds);
    if (*seed)
        snprintf(at_hand, sizeof(at_hand),
                 "\n# alone: CODARUN_WORLD=%s/%lu tests/unit/%s\n", sort,
                 (unsigned long)*seed, program);
    return *seed > 0;
}

#endif
