/*
 * team_fixture.h - threads that help while others have work.
 */
#ifndef TEAM_FIXTURE_H
#define TEAM_FIXTURE_H

#include "tests/test.h"

#include <pthread.h>
#include <stdatomic.h>

#include "engine/kernel/team.h"

#define TEAM_MOST 24 /* threads */

static atomic_int finished;
static int owners;

static inline void *help(void *of)
{
    struct arena scratch = {0};

    (void)of;
    team_help(&finished, owners, &scratch);
    arena_release(&scratch);
    return NULL;
}

struct owner {
    void (*run)(int number);
    int number;
};

static inline void *own(void *of)
{
    const struct owner *o = of;

    o->run(o->number);
    atomic_fetch_add(&finished, 1);
    return help(NULL);
}

/* run(0), run(1), ... at once, beside threads that only help. */
static inline void with_helpers(int n, int helpers, void (*run)(int number))
{
    pthread_t thread[TEAM_MOST];
    struct owner owner[TEAM_MOST];

    assert_true(n + helpers <= TEAM_MOST);
    finished = 0;
    owners = n;
    for (int i = 0; i < n + helpers; i++) {
        owner[i] = (struct owner){run, i};
        assert_int_equal(
            pthread_create(&thread[i], NULL, i < n ? own : help, &owner[i]), 0);
    }
    for (int i = 0; i < n + helpers; i++)
        pthread_join(thread[i], NULL);
}

/* The same until helpers, who may come late, have taken part. */
static inline void with_help(int n, int helpers, void (*run)(int number))
{
    const long before = team_helped();

    for (int tries = 0; tries < 100 && team_helped() == before; tries++)
        with_helpers(n, helpers, run);
    assert_true(team_helped() > before);
}

#endif
