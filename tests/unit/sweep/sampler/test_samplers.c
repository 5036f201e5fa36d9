/* Samplers: proposals are pure functions, lie in the space, and get better if a
 * kind learns. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "sweep/sampler/sampler.h"

enum { SEEDS = 15, TRIALS = 80 };

static char *colours[] = {"red", "green", "blue"};
static struct parameter parameter[] = {
    {.name = "x", .min = -5, .max = 10},
    {.name = "y", .min = 1, .max = 1e4, .log = true},
    {.name = "n", .min = 3, .max = 9, .whole = true},
    {.name = "colour", .n = 3, .value = colours},
};
enum { PARAMETERS = 4 };

static struct search search_of(const char *kind, long seed, bool maximize)
{
    struct search s = {.space = {PARAMETERS, parameter},
                       .trials = strcmp(kind, "gp") ? TRIALS : TRIALS / 3,
                       .seed = seed,
                       .maximize = maximize};

    assert_int_equal(chosen_preset(&s.sampler, &sampler_kinds, kind), 0);
    const struct field *f = field_find(s.sampler.kind->fields, "candidates");

    if (f) /* fewer, to save time */
        *(long *)((char *)s.sampler.conf + f->offset) = 24;
    return s;
}

/* Best, 0, at x = 2, y = 100, n = 7, green. */
static double loss(const struct assignment *a)
{
    const double x = (strtod(a->value[0], NULL) - 2) / 15;
    const double y = log(strtod(a->value[1], NULL) / 100) / log(1e4);
    const double n = (strtod(a->value[2], NULL) - 7) / 6;

    return x * x + y * y + n * n + (strcmp(a->value[3], "green") ? 0.3 : 0);
}

/* Propose trial i with what is known then: its own round is not over. */
static struct assignment proposal(const struct search *s, long i,
                                  struct outcome *known, const double *goal)
{
    const long n = search_needs(s, i);

    for (long k = 0; k < i; k++)
        known[k].goal = k < n ? goal[k] : NAN;
    return search_propose(s, known, n, i, NULL);
}

static void release_all(struct search *s, struct outcome *known)
{
    for (long i = 0; i < s->trials; i++)
        assignment_release(&s->space, &known[i].a);
    chosen_release(&s->sampler);
}

/* Run a whole search of a kind that draws; returns the best loss, and appends
 * every proposal to `text`. */
static double play(const struct search *s, bool some_fail, struct str *text)
{
    struct outcome known[TRIALS] = {0};
    double goal[TRIALS], best = INFINITY;

    for (long i = 0; i < s->trials; i++) {
        known[i].a = proposal(s, i, known, goal);
        const double l = loss(&known[i].a);

        best = fmin(best, l);
        goal[i] = some_fail && i % 3 == 0 ? NAN : s->maximize ? -l : l;
        assignment_text(&s->space, &known[i].a, " ", text);
        str_adds(text, "\n");
    }
    for (long i = 0; i < s->trials; i++)
        assignment_release(&s->space, &known[i].a);
    return best;
}

static bool draws(const struct kind *k)
{
    return !((const struct sampler_kind *)k)->count;
}

static void expect_inside(const struct assignment *a)
{
    const double x = strtod(a->value[0], NULL), y = strtod(a->value[1], NULL);
    const double n = strtod(a->value[2], NULL);

    assert_true(x >= -5 && x <= 10);
    assert_true(y >= 1 && y <= 1e4);
    assert_true(n >= 3 && n <= 9 && n == floor(n));
    assert_true(parameter_unit(&parameter[3], a->value[3]) < 3);
}

static void every_proposal_lies_in_the_space(void **state)
{
    (void)state;
    for (const struct kind *const *k = sampler_kinds.list; *k; k++) {
        struct search s = search_of((*k)->name, 1, true);
        struct outcome known[TRIALS] = {0};
        double goal[TRIALS];

        for (long i = 0; draws(*k) && i < s.trials; i++) {
            known[i].a = proposal(&s, i, known, goal);
            goal[i] = -loss(&known[i].a);
            expect_inside(&known[i].a);
        }
        s.trials = draws(*k) ? s.trials : 0;
        release_all(&s, known);
    }
}

static void the_same_is_proposed_again(void **state)
{
    (void)state;
    for (const struct kind *const *k = sampler_kinds.list; *k; k++)
        for (int fail = 0; draws(*k) && fail <= 1; fail++) {
            struct search up = search_of((*k)->name, 7, true);
            struct search down = search_of((*k)->name, 7, false);
            struct str one = {0}, two = {0};

            play(&up, fail, &one);
            play(&down, fail, &two); /* the same losses, negated */
            assert_string_equal(one.s, two.s);
            str_release(&one);
            str_release(&two);
            chosen_release(&up.sampler);
            chosen_release(&down.sampler);
        }
}

/* Set `together` of a kind that may take parameters together. */
static void set_together(struct search *s, bool together)
{
    const struct field *f = field_find(s->sampler.kind->fields, "multivariate");

    if (f)
        *(bool *)((char *)s->sampler.conf + f->offset) = together;
}

/* The mean of the best loss over some seeds; a Gaussian process is fitted to
 * fewer trials than the others have. */
static double mean_best(const char *kind, bool together)
{
    double sum = 0;

    for (long seed = 1; seed <= SEEDS; seed++) {
        struct search s = search_of(kind, seed, false);
        struct str text = {0};

        set_together(&s, together);
        sum += play(&s, false, &text);
        str_release(&text);
        chosen_release(&s.sampler);
    }
    return sum / SEEDS;
}

static void what_learns_finds_better_trials(void **state)
{
    const double drawn = mean_best("random", false);

    (void)state;
    for (int together = 0; together <= 1; together++) {
        const double learnt = mean_best("tpe", together);

        print_message("# mean best loss: random %.4f, tpe%s %.4f\n", drawn,
                      together ? ", multivariate" : "", learnt);
        assert_true(learnt < drawn / 2);
    }
    const double fitted = mean_best("gp", false);

    print_message("# gp %.4f\n", fitted);
    assert_true(fitted < drawn / 2);
}

/* --- conditions ----------------------------------------------------------- */

static char *kinds[] = {"softmax", "sparsemax", "coda"};
static struct condition coda = {.n = 1, .value = &kinds[2]};
static struct parameter conditional[] = {
    {.name = "kind", .n = 3, .value = kinds},
    {.name = "beta", .max = 1, .conditions = 1, .when = &coda},
};

/* Best, 1, at a beta of 0.5; without a beta at most 0.5. */
static double gain(const struct assignment *a)
{
    const char *beta = a->value[1];
    const double off = beta ? strtod(beta, NULL) - 0.5 : 0;

    return beta ? 0.7 + 0.3 * exp(-off * off / 0.005)
                : strcmp(a->value[0], "softmax") ? 0.45 : 0.5;
}

/* Trials without the value give no information about good values. */
static void a_conditional_range_is_searched_in_its_middle_too(void **state)
{
    (void)state;
    for (int together = 0; together <= 1; together++) {
        int found = 0;

        for (long seed = 1; seed <= SEEDS; seed++) {
            struct search s = {
                .space = {2, conditional}, .trials = 60, .seed = seed};
            struct outcome known[60] = {0};
            double goal[60], best = 0;

            s.maximize = true;
            chosen_preset(&s.sampler, &sampler_kinds, "tpe");
            set_together(&s, together);
            for (long i = 0; i < s.trials; i++) {
                known[i].a = proposal(&s, i, known, goal);
                goal[i] = gain(&known[i].a);
                best = fmax(best, goal[i]);
            }
            release_all(&s, known);
            found += best > 0.99;
        }
        print_message("# found by %d of %d\n", found, SEEDS);
        assert_true(found > SEEDS / 2);
    }
}

/* --- Sobol's sequence ---------------------------------------------------- */

enum { POINTS = 256, DIMENSIONS = 100 };

/* Check that of 2^m points one lies in each of 2^m parts of every range, and
 * for the first two dimensions in each rectangle of that area, of any shape. */
static void expect_even(const double *x, const double *y)
{
    for (int across = 1; across <= POINTS; across *= 2) {
        const int up = POINTS / across;
        bool taken[POINTS] = {false};

        for (int i = 0; i < POINTS; i++) {
            const int cell = (int)(x[i] * across) * up + (int)(y[i] * up);

            assert_false(taken[cell]);
            taken[cell] = true;
        }
    }
}

static void sobol_fills_the_space_evenly(void **state)
{
    static struct parameter unit[DIMENSIONS];
    static char name[DIMENSIONS][8];
    static double u[DIMENSIONS][POINTS];
    struct search s = {.space = {DIMENSIONS, unit}, .trials = POINTS};

    (void)state;
    for (int p = 0; p < DIMENSIONS; p++) {
        snprintf(name[p], sizeof(name[p]), "p%d", p);
        unit[p] = (struct parameter){
            .name = name[p], .min = 0, .max = 65535, .whole = true};
    }
    assert_int_equal(chosen_preset(&s.sampler, &sampler_kinds, "sobol"), 0);
    for (s.seed = 1; s.seed <= 3; s.seed++) {
        for (int i = 0; i < POINTS; i++) {
            struct assignment a = search_propose(&s, NULL, 0, i, NULL);

            for (int p = 0; p < DIMENSIONS; p++)
                u[p][i] = strtod(a.value[p], NULL) / 65536;
            assignment_release(&s.space, &a);
        }
        expect_even(u[0], u[1]);
        for (int p = 0; p < DIMENSIONS; p++) {
            bool taken[POINTS] = {false};

            for (int i = 0; i < POINTS; i++) {
                assert_false(taken[(int)(u[p][i] * POINTS)]);
                taken[(int)(u[p][i] * POINTS)] = true;
            }
        }
    }
    chosen_release(&s.sampler);
}

static double mean_of_corners(const char *kind, long seed)
{
    struct search s = search_of(kind, seed, true);
    double sum = 0;

    for (long i = 0; i < POINTS; i++) {
        struct assignment a = search_propose(&s, NULL, 0, i, NULL);

        sum += strtod(a.value[0], NULL) > 0 && strtod(a.value[1], NULL) > 30 &&
               strcmp(a.value[3], "red");
        assignment_release(&s.space, &a);
    }
    chosen_release(&s.sampler);
    return sum / POINTS;
}

/* The space's volume is two thirds by log(1e4 / 30) / log(1e4) by two thirds;
 * it must be found without bias and more exactly than by chance. */
static void sobol_measures_better_than_chance(void **state)
{
    const double share = 4.0 / 9 * log(1e4 / 30) / log(1e4);
    double sum = 0, off = 0, off_by_chance = 0;

    (void)state;
    for (long seed = 1; seed <= 40; seed++) {
        const double even = mean_of_corners("sobol", seed);
        const double drawn = mean_of_corners("random", seed);

        sum += even;
        off += (even - share) * (even - share);
        off_by_chance += (drawn - share) * (drawn - share);
    }
    assert_true(fabs(sum / 40 - share) < 0.005);
    assert_true(off < off_by_chance / 4);
}

/* The middle of a logarithmic range is the geometric mean, and whole numbers
 * have equal cells. */
static void units_and_values_belong_together(void **state)
{
    (void)state;
    for (int p = 0; p < 3; p++)
        for (int i = 0; i < 100; i++) {
            const double u = (i + 0.5) / 100;
            char *value = parameter_at(&parameter[p], u);
            const double back = parameter_unit(&parameter[p], value);

            assert_true(fabs(back - u) <
                        (parameter[p].whole ? 0.5001 / 7 : 1e-5));
            free(value);
        }
}

/* 0.3 / 0.1 is less than 3. */
static void the_last_step_is_near_to_what_is_beyond_it(void **state)
{
    static const struct {
        struct parameter of;
        double x;
        const char *near;
    } cases[] = {
        {{.max = 0.3, .step = 0.1}, 0.26, "0.3"},
        {{.max = 0.3, .step = 0.1}, 9, "0.3"},
        {{.max = 0.3, .step = 0.1}, 0.24, "0.2"},
        {{.min = 1, .max = 8, .whole = true, .step = 7}, 20, "8"},
        {{.min = 1, .max = 9.5, .whole = true}, 20, "9"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *near = parameter_near(&cases[i].of, cases[i].x);

        assert_string_equal(near, cases[i].near);
        free(near);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_proposal_lies_in_the_space),
        cmocka_unit_test(the_same_is_proposed_again),
        cmocka_unit_test(what_learns_finds_better_trials),
        cmocka_unit_test(a_conditional_range_is_searched_in_its_middle_too),
        cmocka_unit_test(sobol_fills_the_space_evenly),
        cmocka_unit_test(sobol_measures_better_than_chance),
        cmocka_unit_test(units_and_values_belong_together),
        cmocka_unit_test(the_last_step_is_near_to_what_is_beyond_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
