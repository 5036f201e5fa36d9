/* Evaluations on their way from a rank. */
#include "tests/test.h"

#include <math.h>
#include <string.h>

#include "sweep/coordinator/evaluations.h"

/* The metrics of a task. */
static const struct task_kind task = {
    .metrics = (const struct metric[]){{"map", ""}, {"mrr", ""}, {NULL, NULL}}};

static struct evaluations begin(long many)
{
    return (struct evaluations){.task = &task, .many = many, .every = 1};
}

static void add(struct evaluations *v, long step)
{
    const struct history_row row = {.step = step,
                                    .epoch = 0.5,
                                    .train_loss = 0.1 + 0.2,
                                    .learning_rate = 0.001,
                                    .valid = {50.0 / 3, (double)NAN}};

    evaluations_add(v, &row);
}

/* The next line's step; -1 after the last one. */
static long next_step(const struct report *r, size_t *at)
{
    size_t n;
    const char *line = evaluations_next(r, at, &n);

    if (!line)
        return -1;
    assert_memory_equal(line, "\"step\": ", 8);
    assert_memory_equal(line + n - 1, "}", 1);
    return strtol(line + 8, NULL, 10);
}

static void put(struct evaluations *v, struct result_message *l)
{
    report_begin(&l->report, REPORT_PROGRESS, 3);
    evaluations_put(v, l);
}

static void a_line_has_the_members_of_an_event(void **state)
{
    static const char expected[] =
        "\"step\": 20, \"epoch\": 0.5, \"train_loss\": 0.3, "
        "\"learning_rate\": 0.001, \"valid\": {\"map\": 16.66667, "
        "\"mrr\": null}";
    struct evaluations v = begin(100);
    struct result_message l;
    size_t at = 0, n;

    (void)state;
    add(&v, 20);
    put(&v, &l);
    const char *line = evaluations_next(&l.report, &at, &n);

    assert_int_equal(n, strlen(expected));
    assert_memory_equal(line, expected, n);
    assert_null(evaluations_next(&l.report, &at, &n));
    assert_int_equal(report_bytes_sent(&l.report),
                     report_bytes(&l.report) + n + 1);
    evaluations_release(&v);
}

static void each_is_sent_once(void **state)
{
    struct evaluations v = begin(100);
    struct result_message l;
    size_t at = 0;

    (void)state;
    add(&v, 20);
    add(&v, 40);
    put(&v, &l);
    assert_int_equal(next_step(&l.report, &at), 20);
    assert_int_equal(next_step(&l.report, &at), 40);
    assert_int_equal(next_step(&l.report, &at), -1);
    put(&v, &l);
    assert_int_equal(l.report.evaluations, 0);
    evaluations_release(&v);
}

/* 0 1 2 3, then 4 6 8 10, then 12 16 20 24, then 32 40 48 56. */
static void they_become_less_dense(void **state)
{
    static const long told[] = {0,  1,  2,  3,  4,  6,  8,  10,
                                12, 16, 20, 24, 32, 40, 48, 56};
    struct evaluations v = begin(4);
    struct result_message l;
    int n = 0;

    (void)state;
    for (long step = 0; step < 60; step++) {
        size_t at = 0;

        add(&v, step);
        put(&v, &l);
        for (long s; (s = next_step(&l.report, &at)) >= 0; n++)
            assert_int_equal(s, told[n]);
    }
    assert_int_equal(n, 16);
    evaluations_release(&v);
}

/* For any number of lines: the first one stays, and the distances are equal. */
static void those_that_have_no_room_are_thinned(void **state)
{
    struct evaluations v = begin(1000000);
    struct result_message l;
    size_t at = 0;
    int n = 0;

    (void)state;
    for (long step = 0; step < 5000; step++)
        add(&v, step);
    put(&v, &l);
    assert_true(report_bytes_sent(&l.report) <= sizeof(l));
    for (long s; (s = next_step(&l.report, &at)) >= 0; n++)
        assert_int_equal(s, n * v.every);
    assert_true(n >= 10 && n * v.every > 5000 - v.every);
    evaluations_release(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_has_the_members_of_an_event),
        cmocka_unit_test(each_is_sent_once),
        cmocka_unit_test(they_become_less_dense),
        cmocka_unit_test(those_that_have_no_room_are_thinned),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
