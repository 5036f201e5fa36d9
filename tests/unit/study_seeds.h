/*
 * study_seeds.h - simulated worlds by their seeds. If a test fails, it prints
 * the command that simulates this world alone.
 *
 *     CODARUN_WORLDS=100000         so many worlds of each sort
 *     CODARUN_WORLD=SORT/SEED       only this one
 */
#ifndef STUDY_SEEDS_H
#define STUDY_SEEDS_H

#include "tests/test.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A command that simulates the present world alone; "" if there is none. */
static char how_alone[400];

static void say_how(void)
{
    const size_t n = strlen(how_alone);

    if (n && write(STDERR_FILENO, how_alone, n) < 0)
        _exit(99);
    how_alone[0] = '\0';
}

/* A handler of SIGABRT, for an assert() in the tested code. */
static void aborted(int number)
{
    (void)number;
    say_how();
}

/* Teardown of a test. */
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

/* Return the seed of the world after this one; 0 if it is the last. */
static uint64_t next_seed(uint64_t seed, const char *sort, uint64_t worlds)
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

/* Set *seed to that of the next world of a sort; false after the last one.
 * *seed is 0 at first. There are so many worlds unless the environment says
 * otherwise. */
static bool next_world(const char *sort, uint64_t worlds, uint64_t *seed)
{
    how_alone[0] = '\0';
    *seed = next_seed(*seed, sort, worlds);
    if (*seed)
        snprintf(how_alone, sizeof(how_alone),
                 "\n# alone: CODARUN_WORLD=%s/%lu %s\n", sort,
                 (unsigned long)*seed, program_invocation_name);
    return *seed > 0;
}

#endif
