/* A result as two lines of text is read back to the bit. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/store/result_summary.h"

/* Owned by the caller, like one that was read. */
static struct result make_result(void)
{
    struct result r = {.trial = digest_of("x", 1),
                       .config = memory_string("train.seed: 1\n"),
                       .number = 3,
                       .attempt = 2,
                       .status = TRIAL_FAILED,
                       .reason = memory_string("a tab\t, a line\n, a \\ and ="),
                       .steps = 7,
                       .epochs = 1 / 3.0,
                       .best_step = -1,
                       .metrics = 2,
                       .metric = {"map", "mrr"},
                       .valid = {200 / 3.0, NAN},
                       .test = {NAN, 1e-300},
                       .train_loss = -INFINITY,
                       .params = digest_of("y", 1),
                       .seconds = 0.25};

    for (long i = 1; i < 4; i++)
        history_add(&r.history, &(struct history_row){.step = i,
                                                      .epoch = i / 7.0,
                                                      .train_loss = NAN,
                                                      .learning_rate = 0.1,
                                                      .valid = {NAN, i / 9.0}});
    facts_add(&r.facts, "libc", "%s", "glibc\t2.36");
    facts_add(&r.facts, "notes", "%s", "one\ntwo\n");
    facts_add(&r.facts, "seed", "%d", 1);
    facts_add(&r.facts, "configuration", "%s", "whole");
    facts_add(&r.facts, "ended_early", "%s", "0.5 of its run, by halving");
    return r;
}

/* Write and read a result; the caller releases base and r. */
static void pass(const struct result *from, bool history,
                 struct result_summary_base *base, struct result *r)
{
    struct str shared = {0}, own = {0};
    struct error e;

    result_summary_shared(from, &shared);
    result_summary_own(from, history, &own);
    assert_null(strchr(shared.s, '\n'));
    assert_null(strchr(own.s, '\n'));
    assert_int_equal(result_summary_read_shared(base, shared.s, &e), 0);
    assert_int_equal(result_summary_read(r, base, own.s, true, &e), 0);
    str_release(&shared);
    str_release(&own);
}

static void what_is_written_is_read_back(void **state)
{
    struct result r = make_result(), back;
    struct result_summary_base base;
    char what[48];

    (void)state;
    pass(&r, true, &base, &back);
    back.config = memory_string(r.config); /* given by the experiment */
    if (result_differs(&r, &back, what))
        fail_msg("%s", what);
    assert_string_equal(back.reason, r.reason);
    assert_int_equal(back.attempt, 2);
    assert_int_equal(back.history.n, 3);
    assert_true(back.seconds == 0.25);
    result_release(&back);
    result_summary_base_release(&base);
    result_release(&r);
}

static void facts_are_shared_but_for_its_own(void **state)
{
    struct result r = make_result(), back;
    struct result_summary_base base;

    (void)state;
    pass(&r, false, &base, &back);
    assert_int_equal(back.history.n, 0);
    assert_string_equal(facts_get(&back.facts, "notes"), "one\ntwo\n");
    assert_string_equal(facts_get(&back.facts, "libc"), "glibc\t2.36");
    assert_string_equal(facts_get(&back.facts, "ended_early"),
                        "0.5 of its run, by halving");
    assert_null(facts_get(&back.facts, "configuration"));
    assert_null(facts_get(&back.facts, "seed"));
    assert_int_equal(back.facts.n, 1);
    assert_int_equal(base.facts.n, 2);
    result_release(&back);
    result_summary_base_release(&base);
    result_release(&r);
}

static void what_no_codarun_wrote_is_refused(void **state)
{
    static const char *const wrong[] = {
        "steps",   "steps=x",  "status=over", "params=12",   "valid=1 2 3",
        "valid=1", "test=a b", "history=1 2", "attempt=1 2",
    };
    struct result_summary_base base;
    struct error e;
    struct result r;

    (void)state;
    assert_int_equal(result_summary_read_shared(&base, "metrics=map mrr", &e),
                     0);
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        assert_int_equal(result_summary_read(&r, &base, wrong[i], true, &e),
                         -1);
    assert_int_equal(
        result_summary_read(&r, &base, "valid=1 2\thistory=", true, &e), 0);
    result_release(&r);
    result_summary_base_release(&base);
    assert_int_equal(result_summary_read_shared(&base, "a b", &e), -1);
    assert_int_equal(
        result_summary_read_shared(&base, "metrics=a b c d e f g h i", &e), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_back),
        cmocka_unit_test(facts_are_shared_but_for_its_own),
        cmocka_unit_test(what_no_codarun_wrote_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
