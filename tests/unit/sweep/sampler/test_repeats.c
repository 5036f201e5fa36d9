/* Proposals with several trials each: made once, or again after a stop between
 * them, they are the same. */
#include "config.h"

#include "tests/test.h"

#include <stdlib.h>

#include "sweep/sampler/sampler.h"

enum { PROPOSALS = 8, REPEATS = 3, TRIALS = PROPOSALS * REPEATS };

static char *seeds[] = {"1", "2", "3"};
static struct parameter range[] = {
    {.name = "x", .max = 1},
    {.name = "seed", .n = REPEATS, .value = seeds},
};
/* Of five values, so that proposals come to equal earlier ones. */
static struct parameter steps[] = {
    {.name = "x", .max = 4, .step = 1},
    {.name = "seed", .n = REPEATS, .value = seeds},
};

static void set(struct search *s, const char *name, long value)
{
    const struct field *f = field_find(s->sampler.kind->fields, name);

    if (f)
        *(long *)((char *)s->sampler.conf + f->offset) = value;
}

static struct search search_of(const char *kind, struct parameter *p,
                               bool conduct_2)
{
    struct search s = {
        .space = {2, p}, .trials = PROPOSALS, .seed = 1, .repeats = REPEATS};

    chosen_preset(&s.sampler, &sampler_kinds, kind);
    set(&s, "candidates", 24); /* fewer, to save time */
    set(&s, "start", 2);
    set(&s, "round", 2);
    search_conduct(&s, conduct_2);
    return s;
}

static struct assignment proposal(const struct search *s,
                                  const struct outcome *known, long i,
                                  struct search_memory *m)
{
    return search_propose(s, known, search_needs(s, i), i, m);
}

/* Run the search with one memory throughout, which has `tried` proposals at the
 * end. */
static void play(const struct search *s, struct outcome *known, long *tried)
{
    struct search_memory m = {0};

    for (long i = 0; i < TRIALS; i++) {
        known[i].a = proposal(s, known, i, &m);
        search_remember(s, &known[i].a, &m);
        known[i].goal = strtod(known[i].a.value[0], NULL) + (double)(i % 5);
    }
    *tried = m.proposed.n;
    search_forget(s, &m);
}

static void release(struct search *s, struct outcome *known)
{
    for (long i = 0; i < TRIALS; i++)
        assignment_release(&s->space, &known[i].a);
    chosen_release(&s->sampler);
}

/* Trials of one proposal share its work, and its goal is their mean. */
static void repeats_are_proposed_once(void **state)
{
    struct search s = search_of("gp", range, false);
    struct outcome known[TRIALS] = {0};
    long tried;

    (void)state;
    play(&s, known, &tried);
    for (long i = 0; i < TRIALS; i++) {
        const char *x = known[i].a.value[0];

        assert_string_equal(known[i].a.value[1], seeds[i % REPEATS]);
        if (i % REPEATS)
            assert_string_equal(x, known[i - 1].a.value[0]);
        else if (i)
            assert_string_not_equal(x, known[i - 1].a.value[0]);
    }
    assert_int_equal(tried, PROPOSALS);
    release(&s, known);
}

/* A memory as after a stop: it was given the trials before this one. */
static void expect_same_from(const struct search *s,
                             const struct outcome *known, long from)
{
    struct search_memory m = {0};

    for (long i = 0; i < from; i++)
        search_remember(s, &known[i].a, &m);
    for (long i = from; i < TRIALS; i++) {
        struct assignment a = proposal(s, known, i, &m);

        if (!assignment_equal(&s->space, &a, &known[i].a))
            print_message("# %s, from %ld: trial %ld has x=%s, not %s\n",
                          s->sampler.kind->name, from, i, a.value[0],
                          known[i].a.value[0]);
        assert_true(assignment_equal(&s->space, &a, &known[i].a));
        assignment_release(&s->space, &a);
        search_remember(s, &known[i].a, &m);
    }
    search_forget(s, &m);
}

static void expect_same(const char *kind, struct parameter *p, bool conduct_2)
{
    struct search s = search_of(kind, p, conduct_2);
    struct outcome known[TRIALS] = {0};
    long tried;

    play(&s, known, &tried);
    for (long from = 0; from < TRIALS; from++)
        expect_same_from(&s, known, from);
    release(&s, known);
}

static void a_stop_at_any_trial_changes_no_proposal(void **state)
{
    static const char *const kinds[] = {"random", "sobol", "tpe", "gp"};

    (void)state;
    for (size_t k = 0; k < sizeof(kinds) / sizeof(*kinds); k++)
        for (int conduct_2 = 0; conduct_2 <= 1; conduct_2++) {
            expect_same(kinds[k], range, conduct_2);
            expect_same(kinds[k], steps, conduct_2);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repeats_are_proposed_once),
        cmocka_unit_test(a_stop_at_any_trial_changes_no_proposal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
