/* Averages of the parameters: compared with their definitions in double, and by
 * slices. */
#include "tests/test.h"

#include <math.h>
#include <string.h>

#include "config/yaml/document.h"
#include "engine/train/average.h"

#define N 103
#define STEPS 60

static float parameter(int i, long step)
{
    return (float)(cos(i) + sin(0.3 * i + 0.2 * (double)step));
}

static void bind(const char *yaml, struct chosen *c)
{
    struct error e = {0};
    struct document *d = document_parse(yaml, "test", &e);

    if (!d || document_bind_kind(d, "", &average_kinds, c, &e))
        fail_msg("%s", e.text);
    document_free(d);
}

/* After each step the average is `expected`. */
static void follow(const char *yaml, double (*expected)(int i, long step))
{
    struct chosen c = {0};
    float param[N], average[N], cut[N];

    bind(yaml, &c);
    assert_true(average_is_kept(&c));
    for (int i = 0; i < N; i++)
        average[i] = cut[i] = parameter(i, 0);
    for (long step = 1; step <= STEPS; step++) {
        for (int i = 0; i < N; i++)
            param[i] = parameter(i, step);
        average_update(&c, step, N, param, average);
        average_update(&c, step, 31, param, cut);
        average_update(&c, step, N - 31, param + 31, cut + 31);
        for (int i = 0; i < N; i++)
            assert_true(fabs(average[i] - expected(i, step)) < 2e-6);
        assert_memory_equal(average, cut, sizeof(cut));
    }
    chosen_release(&c);
}

static double moving(int i, long step)
{
    double mean = parameter(i, 0);

    for (long s = 1; s <= step; s++)
        mean = 0.9 * mean + 0.1 * parameter(i, s);
    return mean;
}

static double ramped(int i, long step)
{
    double mean = parameter(i, 0);

    for (long s = 1; s <= step; s++) {
        const double t = (double)(s - 1);
        const double decay = fmin(0.7, (1.0 + t) / (10.0 + t));

        mean = decay * mean + (1 - decay) * parameter(i, s);
    }
    return mean;
}

/* The mean over steps 20, 27, 34 ... so far; before these, the parameters. */
static double tail(int i, long step)
{
    double sum = 0;
    int n = 0;

    for (long s = 20; s <= step; s += 7, n++)
        sum += parameter(i, s);
    return n ? sum / n : parameter(i, step);
}

static void averages_are_what_they_say(void **state)
{
    (void)state;
    follow("{kind: moving, decay: 0.9}", moving);
    follow("{kind: moving, decay: 0.7, ramp: true}", ramped);
    follow("{kind: tail, from: 20, every: 7}", tail);
}

static void none_is_kept_unless_asked_for(void **state)
{
    struct chosen c = {0};

    (void)state;
    bind("{kind: none}", &c);
    assert_false(average_is_kept(&c));
    chosen_release(&c);
}

static void expect_begins(const char *yaml, long steps, const char *error)
{
    struct chosen c = {0};
    struct error e = {0};

    bind(yaml, &c);
    assert_int_equal(average_check(&c, steps, &e), *error ? -1 : 0);
    if (*error)
        assert_string_equal(e.text, error);
    chosen_release(&c);
}

static void a_mean_that_would_not_begin_is_refused(void **state)
{
    (void)state;
    expect_begins("{kind: moving}", 1, "");
    expect_begins("{kind: tail, from: 60, every: 100}", 60, "");
    expect_begins("{kind: tail, from: 61}", 60,
                  "train.average.from: found 61, expected at most the 60 "
                  "steps: there would be no mean");
    expect_begins("{kind: tail, every: 60}", 60, "");
    expect_begins("{kind: tail, every: 61}", 60,
                  "train.average.every: found 61, expected at most the 60 "
                  "steps: there would be no mean");
    expect_begins("{kind: tail, from: 61}", 0, ""); /* only epochs are given */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(averages_are_what_they_say),
        cmocka_unit_test(none_is_kept_unless_asked_for),
        cmocka_unit_test(a_mean_that_would_not_begin_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
