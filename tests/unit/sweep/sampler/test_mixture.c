/* Mixtures: a trial that is added later counts as one from the beginning, to
 * the last bit. */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "sweep/sampler/mixture.h"

enum { TRIALS = 150, POINTS = 40, PARAMETERS = 3 };

static char *colours[] = {"red", "green", "blue"};
static struct parameter parameter[] = {
    {.name = "x", .min = -5, .max = 10},
    {.name = "n", .min = 1, .max = 9, .whole = true}, /* many are equal */
    {.name = "colour", .n = 3, .value = colours},
};
static const struct space space = {PARAMETERS, parameter};

static struct draws draws_of(long i)
{
    return (struct draws){.key = random_key(7, "mixture"),
                          .at = {.example = (uint32_t)i}};
}

/* Some have no value. */
static void make_trial(long i, struct outcome *o)
{
    o->a = assignment_new(&space, i);
    for (int p = 0; p < PARAMETERS; p++) {
        const struct address at = {.example = (uint32_t)i, .site = (uint32_t)p};
        const double u = random_real(random_key(3, "trials"), at, 0);

        o->a.value[p] = u < 0.1 ? NULL : parameter_at(&parameter[p], u);
    }
}

/* Two mixtures have the same density everywhere, and draw the same. */
static void expect_equal(const struct mixture *a, const struct mixture *b)
{
    assert_int_equal(a->n, b->n);
    for (long i = 0; i < POINTS; i++) {
        struct draws one = draws_of(i), other = one;
        char *v[PARAMETERS], *w[PARAMETERS];
        double x[PARAMETERS], y[PARAMETERS];

        mixture_draw(a, &one, v, x);
        mixture_draw(b, &other, w, y);
        for (int p = 0; p < a->parameters; p++) {
            assert_string_equal(v[p], w[p]);
            free(v[p]);
            free(w[p]);
        }
        assert_true(mixture_density(a, x) == mixture_density(b, x));
    }
}

static void expect_the_same_however_added(int first, int parameters)
{
    struct outcome trial[TRIALS] = {0};
    const struct outcome *of[TRIALS];
    struct mixture some;

    for (long i = 0; i < TRIALS; i++) {
        make_trial(i, &trial[i]);
        of[i] = &trial[i];
    }
    mixture_init(&some, &space, first, parameters, of, 2);
    for (long i = 2; i < TRIALS; i++) {
        struct mixture whole;

        mixture_add(&some, &trial[i].a);
        mixture_init(&whole, &space, first, parameters, of, i + 1);
        expect_equal(&some, &whole);
        mixture_release(&whole);
    }
    mixture_release(&some);
    for (long i = 0; i < TRIALS; i++)
        assignment_release(&space, &trial[i].a);
}

/* Behind 99 trials the least width does not change any more. */
static void one_that_is_added_counts_as_from_the_beginning(void **state)
{
    (void)state;
    for (int p = 0; p < PARAMETERS; p++)
        expect_the_same_however_added(p, 1);
    expect_the_same_however_added(0, PARAMETERS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_that_is_added_counts_as_from_the_beginning),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
