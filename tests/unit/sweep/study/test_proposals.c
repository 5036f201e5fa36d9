/* Proposals: none is repeated unless nothing else is left; duplicates count
 * once in searches that learn, and no more work is done than needed. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "sweep/sampler/gaussian.h"
#include "sweep/sampler/sampler.h"

enum { TRIALS = 100, START = 16, ROUND = 4 };

static char *word[] = {"a", "b", "c", "d"};
static struct condition first = {.n = 2, .value = word};
static struct parameter list[] = {
    {.name = "p", .n = 4, .value = word},
    {.name = "q", .n = 4, .value = word},
    {.name = "r", .n = 4, .value = word},
    {.name = "s", .n = 4, .value = word},
    {.name = "t", .n = 4, .value = word, .conditions = 1, .when = &first},
};

/* Kinds that learn, with settings. */
static const struct {
    const char *kind;
    bool together;
} learns[] = {{"tpe", false}, {"tpe", true}, {"gp", false}};
enum { LEARNS = sizeof(learns) / sizeof(*learns) };

static struct search search_of(int which, int lists, long seed)
{
    struct search s = {.space = {lists, list}, .trials = TRIALS, .seed = seed};
    const struct field *f;

    chosen_preset(&s.sampler, &sampler_kinds, learns[which].kind);
    f = field_find(s.sampler.kind->fields, "multivariate");
    if (f)
        *(bool *)((char *)s.sampler.conf + f->offset) = learns[which].together;
    f = field_find(s.sampler.kind->fields, "start");
    *(long *)((char *)s.sampler.conf + f->offset) = START;
    return s;
}

/* The more words are the last of their list, the better. */
static double gain(const struct search *s, const struct assignment *a)
{
    double sum = 0;

    for (int p = 0; p < s->space.n; p++)
        sum += a->value[p] && !strcmp(a->value[p], "d");
    return sum;
}

/* The number of trials that equal earlier ones. */
static long repeated(struct search *s, struct outcome *known)
{
    struct search_memory m = {0};
    long again = 0;

    s->maximize = true;
    for (long i = 0; i < s->trials; i++) {
        known[i].a = search_propose(s, known, search_needs(s, i), i, &m);
        known[i].goal = gain(s, &known[i].a);
        known[i].duplicate = search_tried(s, &m, &known[i].a);
        search_remember(s, &known[i].a, &m);
        again += known[i].duplicate;
    }
    search_forget(s, &m);
    return again;
}

static void release(struct search *s, struct outcome *known)
{
    for (long i = 0; i < s->trials; i++)
        assignment_release(&s->space, &known[i].a);
    chosen_release(&s->sampler);
}

static void nothing_is_proposed_twice(void **state)
{
    (void)state;
    for (int k = 0; k < LEARNS; k++)
        for (long seed = 1; seed <= 3; seed++) {
            struct outcome known[TRIALS] = {0};
            struct search s = search_of(k, 5, seed);

            assert_int_equal(repeated(&s, known), 0);
            release(&s, known);
        }
}

/* With sixteen combinations all are proposed. */
static void but_where_all_have_been(void **state)
{
    (void)state;
    for (int k = 0; k < LEARNS; k++) {
        struct outcome known[TRIALS] = {0};
        struct search s = search_of(k, 2, 1);
        long others = 0;

        repeated(&s, known);
        for (long i = 0; i < TRIALS; i++)
            others += !known[i].duplicate;
        assert_int_equal(others, 16);
        release(&s, known);
    }
}

/* A duplicate's goal is ignored: its original has it already. */
static void a_duplicate_tells_nothing(void **state)
{
    (void)state;
    for (int k = 0; k < LEARNS; k++) {
        struct outcome known[TRIALS] = {0};
        struct search s = search_of(k, 5, 1);
        const long n = 24;

        repeated(&s, known);
        known[5].duplicate = true;
        for (int twice = 0; twice < 2; twice++) {
            struct str text = {0}, other = {0};

            for (int worse = 0; worse < 2; worse++) {
                known[5].goal = worse ? -1000 : 1000;
                struct assignment a = search_propose(&s, known, n, n, NULL);

                assignment_text(&s.space, &a, " ", worse ? &other : &text);
                assignment_release(&s.space, &a);
            }
            assert_int_equal(strcmp(text.s, other.s) == 0, known[5].duplicate);
            str_release(&text);
            str_release(&other);
            known[5].duplicate = false;
        }
        release(&s, known);
    }
}

/* --- by any kind ---------------------------------------------------------- */

static const char *const draws[] = {"random", "sobol", "tpe", "gp"};
enum { DRAWS = sizeof(draws) / sizeof(*draws) };

static struct search drawn(const char *kind, struct parameter *p, int n,
                           long trials)
{
    struct search s = {.space = {n, p}, .trials = trials, .seed = 1};

    chosen_preset(&s.sampler, &sampler_kinds, kind);
    const struct field *f = field_find(s.sampler.kind->fields, "candidates");

    if (f) /* fewer, to save time */
        *(long *)((char *)s.sampler.conf + f->offset) = 24;
    search_conduct(&s, false);
    return s;
}

/* Run a search; returns how many of its trials differ, and appends their
 * texts. */
static long play(const struct search *s, struct str *text)
{
    struct search_memory m = {0};
    struct outcome known[TRIALS] = {0};
    long others = 0;

    assert_true(s->trials <= TRIALS);
    for (long i = 0; i < s->trials; i++) {
        struct outcome *o = &known[i];

        o->a = search_propose(s, known, search_needs(s, i), i, &m);
        o->duplicate = search_tried(s, &m, &o->a);
        o->goal = o->a.value[0] ? strtod(o->a.value[0], NULL) : 0;
        others += !o->duplicate;
        search_remember(s, &o->a, &m);
        assignment_text(&s->space, &o->a, " ", text);
        str_adds(text, "\n");
    }
    search_forget(s, &m);
    for (long i = 0; i < s->trials; i++)
        assignment_release(&s->space, &known[i].a);
    return others;
}

static void expect_others(struct parameter *p, int n, long trials, long others)
{
    for (int k = 0; k < DRAWS; k++) {
        struct search s = drawn(draws[k], p, n, trials);
        struct str text = {0};

        assert_int_equal(play(&s, &text), others);
        str_release(&text);
        chosen_release(&s.sampler);
    }
}

static void every_kind_draws_on_until_so_many_differ(void **state)
{
    static char *pair[] = {"a", "b"};
    static struct condition when = {.n = 1, .value = pair};
    static struct parameter steps[] = {{.name = "x", .max = 3, .step = 1}};
    static struct parameter rare[] = {{.name = "x",
                                       .min = 0,
                                       .max = 9,
                                       .step = 1,
                                       .normal = true,
                                       .mean = 0,
                                       .deviation = 2}};
    static struct parameter hangs[] = {
        {.name = "p", .n = 2, .value = pair},
        {.name = "x",
         .max = 1e-3,
         .step = 1e-4,
         .conditions = 1,
         .when = &when},
    };

    (void)state;
    expect_others(steps, 1, 4, 4);
    expect_others(steps, 1, 9, 4);
    expect_others(rare, 1, 10, 10); /* one in a million draws is the last */
    expect_others(hangs, 2, 12, 12);
    expect_others(hangs, 2, 30, 12);
}

/* With six digits there would be one value, or wrong ones. */
static void a_narrow_range_has_more_than_one_value(void **state)
{
    static struct parameter narrow[] = {
        {.name = "x", .min = 0.12345671, .max = 0.12345678}};
    static struct parameter high[] = {
        {.name = "x", .min = 1234567, .max = 1234568}};
    static struct parameter thin[] = {{.name = "x",
                                       .normal = true,
                                       .min = -INFINITY,
                                       .max = INFINITY,
                                       .mean = 0.5,
                                       .deviation = 1e-8}};
    static struct parameter fine[] = {
        {.name = "x", .min = 100, .max = 100.001, .step = 0.0001}};

    (void)state;
    expect_others(narrow, 1, 40, 40);
    expect_others(high, 1, 40, 40);
    expect_others(thin, 1, 40, 40);
    expect_others(fine, 1, 40, 11);
    char *third = parameter_nth(&fine[0], 3);

    assert_string_equal(third, "100.0003");
    free(third);
}

static void a_wide_range_has_six_digits(void **state)
{
    static const struct parameter wide[] = {
        {.min = 1e-6, .max = 1e-2, .log = true},
        {.max = 1},
        {.min = -5, .max = 10},
        {.min = 0.9, .max = 0.999},
        {.min = 90, .max = 100},
        {.max = 1000, .step = 10},
        {.normal = true, .mean = 0.2, .deviation = 0.1, .max = 0.5},
        {.normal = true,
         .log = true,
         .mean = 1,
         .deviation = 1e300,
         .min = -INFINITY,
         .max = INFINITY},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(wide) / sizeof(*wide); i++)
        assert_int_equal(parameter_digits(&wide[i]), 6);
}

/* The old rule is kept, else it would be another sweep. */
static void one_that_was_begun_before_has_its_duplicates(void **state)
{
    static struct parameter steps[] = {{.name = "x", .max = 3, .step = 1}};
    static struct parameter narrow[] = {
        {.name = "x", .min = 0.12345671, .max = 0.12345678}};
    struct search s = drawn("random", steps, 1, 4);
    struct str text = {0};

    (void)state;
    search_conduct(&s, true);
    assert_int_equal(play(&s, &text), 3);
    assert_string_equal(text.s, "x=3\nx=1\nx=3\nx=0\n");
    s.space.parameter = narrow;
    search_conduct(&s, true);
    assert_true(play(&s, &text) <= 2);
    str_release(&text);
    chosen_release(&s.sampler);
}

/* --- no more work than it takes ------------------------------------------- */

static void set_round(struct search *s)
{
    const struct field *f = field_find(s->sampler.kind->fields, "round");

    *(long *)((char *)s->sampler.conf + f->offset) = ROUND;
}

/* A process gets a row for each running trial. */
static void expect_rows(const struct gaussian *g, long rows)
{
    assert_int_equal(g->work.whole, 1);
    assert_int_equal(g->work.tried, 24 + 6 * 5);
    assert_int_equal(g->work.added, rows);
}

/* The same proposal, made without a memory.  For TPE a running trial counts as
 * one that has failed. */
static void expect_alone(const struct search *s, const struct outcome *known,
                         long i, bool tpe)
{
    for (int failed = 0; failed <= tpe; failed++) {
        struct assignment a =
            search_propose(s, known, failed ? i : search_needs(s, i), i, NULL);

        assert_true(assignment_equal(&s->space, &known[i].a, &a));
        assignment_release(&s->space, &a);
    }
}

/* Work from the beginning gives the same proposals. */
static void a_round_is_fitted_once(void **state)
{
    (void)state;
    for (int k = 0; k < LEARNS; k++) {
        const bool tpe = !strcmp(learns[k].kind, "tpe");
        struct outcome known[TRIALS] = {0};
        struct search s = search_of(k, 5, 1);
        struct search_memory m = {0};

        set_round(&s);
        s.trials = 40;
        s.maximize = true;
        for (long i = 0; i < s.trials; i++) {
            const long n = search_needs(&s, i);

            for (long done = 0; done < n; done++)
                known[done].goal = gain(&s, &known[done].a);
            known[i] = (struct outcome){
                .a = search_propose(&s, known, n, i, &m), .goal = NAN};
            search_remember(&s, &known[i].a, &m);
            expect_alone(&s, known, i, tpe && i >= START);
            assert_int_equal(m.fits, i < START ? 0 : (i - START) / ROUND + 1);
            if (i >= START && !tpe)
                expect_rows(m.model, i % ROUND); /* which begins with it */
        }
        search_forget(&s, &m);
        release(&s, known);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_proposed_twice),
        cmocka_unit_test(but_where_all_have_been),
        cmocka_unit_test(a_duplicate_tells_nothing),
        cmocka_unit_test(every_kind_draws_on_until_so_many_differ),
        cmocka_unit_test(a_narrow_range_has_more_than_one_value),
        cmocka_unit_test(a_wide_range_has_six_digits),
        cmocka_unit_test(one_that_was_begun_before_has_its_duplicates),
        cmocka_unit_test(a_round_is_fitted_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
