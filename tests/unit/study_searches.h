/*
 * study_searches.h - what a simulated study searches: one value, by a sampler
 * that learns or by one that does not.
 */
#ifndef STUDY_SEARCHES_H
#define STUDY_SEARCHES_H

#include "tests/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numbers/random.h"
#include "sweep/sampler/sampler.h"

enum { TRIALS = 60, ROUND = 7 };

/* --- a sampler that learns ----------------------------------------------- */

static long every_round(const void *conf)
{
    (void)conf;
    return ROUND;
}

/* The best known value or one beside it; equal trials come about often. */
static void climb(const struct search *s, const struct outcome *known, long n,
                  struct assignment *a, struct search_memory *m)
{
    const struct random_key key = random_key((uint64_t)s->seed, "climb");
    const struct address at = {.example = (uint32_t)a->number};
    long best = 50;
    double goal = -1;

    (void)m;
    assert_int_equal(n, a->number / ROUND * ROUND);
    for (long i = n; n > 0 && i < a->number; i++)
        assert_true(isnan(known[i].goal)); /* whoever is over by now */
    for (long i = 0; i < n; i++) {
        assert_int_equal(known[i].a.number, i);
        for (long j = 0; j < i;
             j++) /* a duplicate came to what its original did */
            if (!strcmp(known[j].a.value[0], known[i].a.value[0]))
                assert_true(known[j].goal == known[i].goal ||
                            (isnan(known[j].goal) && isnan(known[i].goal)));
        if (known[i].goal > goal) {
            goal = known[i].goal;
            best = strtol(known[i].a.value[0], NULL, 10);
        }
    }
    a->value[0] =
        memory_format("%ld", best + (long)random_below(key, at, 0, 9) - 4);
}

static const struct sampler_kind climber = {
    .is = {.name = "climber"}, .round = every_round, .propose = climb};

/* Learns nothing: later trials run beside earlier ones. */
static void draw(const struct search *s, const struct outcome *known, long n,
                 struct assignment *a, struct search_memory *m)
{
    const struct random_key key = random_key((uint64_t)s->seed, "draw");
    const struct address at = {.example = (uint32_t)a->number};

    (void)known;
    (void)n;
    (void)m;
    a->value[0] = memory_format("%ld", 40 + (long)random_below(key, at, 0, 40));
}

static const struct sampler_kind drawer = {.is = {.name = "drawer"},
                                           .propose = draw};

static struct parameter parameter[] = {
    {.name = "x", .min = 1, .max = 120, .whole = true}};
static char *rules[] = {"x != 53", "x != 61", "x != 66"};
static struct search search = {.space = {1, parameter},
                               .sampler = {.kind = &climber.is},
                               .trials = TRIALS,
                               .seed = 3,
                               .conduct_2 = true, /* with duplicates */
                               .maximize = true,
                               .rules = 3,
                               .rule = rules};

#endif
