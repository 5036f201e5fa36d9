/* A proposal may be cancelled at any moment: then there is none, and when it is
 * asked for again it is the same as without. */
#include "config.h"

#include "tests/test.h"

#include <limits.h>
#include <stdlib.h>

#include "base/core/interrupt.h"
#include "sweep/sampler/sampler.h"

enum { TRIALS = 20, START = 16, CANDIDATES = 320 };

static char *colours[] = {"red", "green", "blue"};
static struct parameter parameter[] = {
    {.name = "x", .min = -5, .max = 10},
    {.name = "y", .min = 1, .max = 1e4, .log = true},
    {.name = "colour", .n = 3, .value = colours},
};

/* Kinds that learn, with settings. */
static const struct {
    const char *kind;
    bool together, conduct_2;
} learns[] = {{"tpe", false, false},
              {"tpe", true, false},
              {"gp", false, false},
              {"gp", false, true}};
enum { LEARNS = sizeof(learns) / sizeof(*learns) };

static void *setting(struct search *s, const char *name)
{
    const struct field *f = field_find(s->sampler.kind->fields, name);

    return f ? (char *)s->sampler.conf + f->offset : NULL;
}

static struct search search_of(int which)
{
    struct search s = {
        .space = {3, parameter}, .trials = TRIALS, .seed = 5, .maximize = true};

    chosen_preset(&s.sampler, &sampler_kinds, learns[which].kind);
    *(long *)setting(&s, "start") = START;
    *(long *)setting(&s, "round") = START;
    *(long *)setting(&s, "candidates") = CANDIDATES;
    if (setting(&s, "multivariate"))
        *(bool *)setting(&s, "multivariate") = learns[which].together;
    search_conduct(&s, learns[which].conduct_2);
    return s;
}

/* --- cancelling ----------------------------------------------------------- */

static long asked, from; /* number of calls; cancelled from this one on */

static bool says_stop(void)
{
    return asked++ >= from;
}

/* Propose; cancelled after so many answers of "go on". */
static struct assignment propose(const struct search *s,
                                 const struct outcome *known, long number,
                                 long answers, struct search_memory *m)
{
    asked = 0;
    from = answers;
    interrupt_by(says_stop);
    const struct assignment a =
        search_propose(s, known, search_needs(s, number), number, m);

    interrupt_by(NULL);
    return a;
}

static void expect_the_same(const struct search *s, const struct outcome *known,
                            long number, struct search_memory *m)
{
    const struct assignment *expected = &known[number].a;
    struct assignment a = propose(s, known, number, LONG_MAX, m);

    assert_true(assignment_equal(&s->space, &a, expected));
    assignment_release(&s->space, &a);
}

/* Cancel at one moment with an empty memory, then propose without
 * cancelling. */
static void cancel_at(const struct search *s, const struct outcome *known,
                      long number, long answers)
{
    struct search_memory m = {0};

    for (long i = 0; i < number; i++)
        search_remember(s, &known[i].a, &m);
    struct assignment a = propose(s, known, number, answers, &m);

    assert_null(a.value);
    expect_the_same(s, known, number, &m);
    search_forget(s, &m);
}

/* Cancel at every moment or, if there are very many, at some of them. */
static void cancel_everywhere(const struct search *s,
                              const struct outcome *known, long number,
                              long moments)
{
    assert_true(moments > CANDIDATES / 64);
    for (long i = 0; i < moments; i += moments / 50 + 1)
        cancel_at(s, known, number, i);
    cancel_at(s, known, number, moments - 1);
}

static void play(int which)
{
    struct search s = search_of(which);
    struct outcome known[TRIALS] = {0};
    struct search_memory m = {0};

    for (long i = 0; i < TRIALS; i++) {
        known[i].a = propose(&s, known, i, LONG_MAX, &m);
        if (i >= START)
            cancel_everywhere(&s, known, i, asked);
        search_remember(&s, &known[i].a, &m);
        known[i].goal = i < START ? strtod(known[i].a.value[0], NULL) : 0;
    }
    search_forget(&s, &m);
    for (long i = 0; i < TRIALS; i++)
        assignment_release(&s.space, &known[i].a);
    chosen_release(&s.sampler);
}

static void a_cancelled_proposal_is_none_and_leaves_no_trace(void **state)
{
    (void)state;
    for (int k = 0; k < LEARNS; k++)
        play(k);
}

/* A drawn value takes no time: it is complete even if cancelled. */
static void what_is_drawn_is_not_cancelled(void **state)
{
    (void)state;
    for (int k = 0; k < LEARNS; k++) {
        struct search s = search_of(k);
        struct search_memory m = {0};
        struct assignment a = propose(&s, NULL, 0, 0, &m);

        assert_non_null(a.value);
        assignment_release(&s.space, &a);
        search_forget(&s, &m);
        chosen_release(&s.sampler);
    }
}

enum { SIDE = 100 };
static struct parameter square[] = {
    {.name = "x", .min = 1, .max = SIDE, .whole = true},
    {.name = "y", .min = 1, .max = SIDE, .whole = true},
};

/* A memory with all combinations but one. */
static struct search_memory all_but_one(const struct search *s)
{
    struct search_memory m = {0};

    for (long i = 0; i < SIDE * SIDE - 1; i++) {
        struct assignment a = assignment_new(&s->space, i);

        a.value[0] = parameter_nth(&square[0], i / SIDE);
        a.value[1] = parameter_nth(&square[1], i % SIDE);
        search_remember(s, &a, &m);
        assignment_release(&s->space, &a);
    }
    return m;
}

/* The remaining one is searched for among thousands: if that is interrupted, it
 * does not mean that there is none. */
static void a_search_among_all_combinations_is_cancelled(void **state)
{
    struct search s = {.space = {2, square}, .trials = SIDE * SIDE, .seed = 5};
    const long number = SIDE * SIDE - 1;
    long looks = 0;

    (void)state;
    chosen_preset(&s.sampler, &sampler_kinds, "random");
    do {
        struct search_memory m = all_but_one(&s);
        struct assignment a = propose(&s, NULL, number, looks, &m);

        if (a.value)
            looks = -looks;
        else
            a = propose(&s, NULL, number, LONG_MAX, &m);
        assert_string_equal(a.value[0], "100");
        assert_string_equal(a.value[1], "100");
        assignment_release(&s.space, &a);
        search_forget(&s, &m);
    } while (looks++ >= 0);
    assert_true(-looks >= 1);
    chosen_release(&s.sampler);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cancelled_proposal_is_none_and_leaves_no_trace),
        cmocka_unit_test(what_is_drawn_is_not_cancelled),
        cmocka_unit_test(a_search_among_all_combinations_is_cancelled),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
