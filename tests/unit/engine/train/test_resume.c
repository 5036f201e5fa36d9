#include "config.h"

#include "tests/unit/toy_tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/files/file.h"
#include "engine/store/state.h"
#include "engine/train/average.h"

/* Return true at the nth call. */
static bool countdown(void *context)
{
    int *left = context;

    return --*left == 0;
}

/* Train in pieces, each on another number of threads, until it is done. */
static void train_in_pieces(const struct train_config *c, bool maximize,
                            const char *path, struct result *r)
{
    static const int after[] = {1, 2, 3, 4, 5, 9, 17, 23, 30, 33};
    enum train_end end = TRAIN_STOPPED;
    struct error e;
    int stops = 0;

    while (end == TRAIN_STOPPED) {
        struct group g = group_alone();
        struct training t = toy_training(&toy, c, &g, 1 + stops % 3);
        int left = after[stops % 10];
        t.maximize = maximize;
        t.state = path;
        t.stop = countdown;
        t.context = &left;
        t.attempt = 1 + stops;
        *r = (struct result){0};
        end = train_run(&t, r, &e);
        if (end == TRAIN_STOPPED) {
            stops++;
            result_release(r);
        } else {
            train_tidy(t.state, t.keep);
        }
    }
    if (end != TRAIN_FINISHED)
        fail_msg("%s", e.text);
    assert_true(stops > 3);
}

static void check_in_pieces(const struct train_config *c, bool maximize)
{
    char folder[] = "/tmp/codarun-train-XXXXXX";
    struct group g = group_alone();
    struct training t = toy_training(&toy, c, &g, 1);
    struct result whole = {0}, pieces;
    struct error e;

    t.maximize = maximize;
    assert_non_null(mkdtemp(folder));
    char *path = memory_format("%s/a", folder);
    assert_int_equal(train_run(&t, &whole, &e), TRAIN_FINISHED);
    train_in_pieces(c, maximize, path, &pieces);
    assert_true(toy_same(&whole, &pieces));
    result_release(&whole);
    result_release(&pieces);
    assert_int_equal(rmdir(folder), 0);
    free(path);
}

/* Minimising an accuracy finds its best early, so that the best has to be kept
 * over stops. */
static void stopped_and_resumed_is_uninterrupted(void **state)
{
    const struct train_config c = toy_config();

    (void)state;
    for (int maximize = 0; maximize <= 1; maximize++)
        check_in_pieces(&c, maximize);
}

static void so_it_is_where_examples_are_counted(void **state)
{
    struct train_config c = toy_config();

    (void)state;
    c.evaluate_every = 0;
    c.evaluate_examples = 150;
    check_in_pieces(&c, false);
}

static void so_it_is_with_every_optimizer_and_average(void **state)
{
    static const struct kinds *const all[] = {&optimizer_kinds, &average_kinds};

    (void)state;
    for (int i = 0; i < 2; i++)
        for (const struct kind *const *k = all[i]->list; *k; k++) {
            struct train_config c = toy_config();
            struct chosen *of = i ? &c.average : &c.optimizer;

            *of = (struct chosen){0};
            chosen_preset(of, all[i], (*k)->name);
            c.schedule = SCHEDULE_HALVE;
            check_in_pieces(&c, false);
            chosen_release(of);
        }
}

/* It goes on with trained values, not with the given ones. */
static void so_it_is_where_a_table_begins_as_given(void **state)
{
    struct param *p = &toy.model.params.param[0];
    const struct param was = *p;
    const size_t n = (size_t)p->rows * (size_t)p->cols;
    const struct train_config c = toy_config();
    float *given = memory_floats(n);

    (void)state;
    assert_true(p->table);
    random_normal(random_key(3, "given"), (struct address){0}, n, 0.4f, given);
    p->init = INIT_GIVEN;
    p->given = given;
    for (int maximize = 0; maximize <= 1; maximize++)
        check_in_pieces(&c, maximize);
    *p = was;
    free(given);
}

/* Leave a last state, after a few steps. */
static void stop_early(const struct train_config *c, const char *path,
                       int attempt)
{
    struct group g = group_alone();
    struct training t = toy_training(&toy, c, &g, 1);
    struct result r = {0};
    struct error e;
    int left = 12;

    t.state = path;
    t.stop = countdown;
    t.context = &left;
    t.attempt = attempt;
    assert_int_equal(train_run(&t, &r, &e), TRAIN_STOPPED);
    result_release(&r);
}

/* Either of the two is kept aside until there is another. */
static void expect_file(void *path, long step, long steps, double loss,
                        double best)
{
    (void)step;
    (void)steps;
    (void)loss;
    (void)best;
    assert_true(file_exists(path));
}

static void after_a_damaged_state_it_begins_anew(void **state)
{
    static const char *const which[] = {"last", "best"};
    const struct train_config c = toy_config();
    struct group g = group_alone();
    struct training t = toy_training(&toy, &c, &g, 1);
    struct result whole = {0};
    struct error e;

    (void)state;
    assert_int_equal(train_run(&t, &whole, &e), TRAIN_FINISHED);
    for (int i = 0; i < 2; i++) {
        char folder[] = "/tmp/codarun-train-XXXXXX";
        struct result r = {0};
        struct str bytes = {0};
        assert_non_null(mkdtemp(folder));
        char *path = memory_format("%s/a", folder);
        char *file = memory_format("%s/a.%s.h5", folder, which[i]);
        char *aside = memory_format("%s.damaged", file);
        stop_early(&c, path, 1);
        assert_int_equal(file_read(file, &bytes, &e), 0);
        bytes.s[bytes.len / 2] ^= 1;
        assert_int_equal(file_replace(file, bytes.s, bytes.len, &e), 0);

        t.state = path;
        t.progress = expect_file;
        t.context = aside;
        assert_int_equal(train_run(&t, &r, &e), TRAIN_FINISHED);
        assert_true(toy_same(&whole, &r));
        train_tidy(t.state, t.keep);
        assert_int_equal(rmdir(folder), 0);
        str_release(&bytes);
        result_release(&r);
        free(path);
        free(file);
        free(aside);
    }
    result_release(&whole);
}

/* Change the state in a file with `change`. */
static void tamper(const char *file, void (*change)(struct state *))
{
    struct state s;
    struct error e;

    assert_int_equal(state_read(file, &s, &e), 0);
    change(&s);
    assert_int_equal(state_write(file, &s, &e), 0);
    state_release(&s);
}

static void of_another_identity(struct state *s)
{
    snprintf(s->identity, sizeof(s->identity), "blas=Prescott");
}

static void of_another_trial(struct state *s)
{
    s->trial.lo ^= 1;
}

static void of_another_model(struct state *s)
{
    s->len -= 1;
}

static void a_state_that_does_not_fit_is_refused(void **state)
{
    static const struct {
        void (*change)(struct state *);
        const char *said;
    } cases[] = {
        {of_another_identity, "made under 'blas=Prescott'"},
        {of_another_trial, "another trial"},
        {of_another_model, "parameters, expected"},
    };
    const struct train_config c = toy_config();

    (void)state;
    for (int i = 0; i < 3; i++) {
        char folder[] = "/tmp/codarun-train-XXXXXX";
        struct group g = group_alone();
        struct training t = toy_training(&toy, &c, &g, 1);
        struct result r = {0};
        struct error e;
        assert_non_null(mkdtemp(folder));
        char *path = memory_format("%s/a", folder);
        char *file = memory_format("%s/a.last.h5", folder);
        t.state = path;
        stop_early(&c, path, 1);
        tamper(file, cases[i].change);
        assert_int_equal(train_run(&t, &r, &e), TRAIN_BROKEN);
        assert_non_null(strstr(e.text, file));
        assert_non_null(strstr(e.text, cases[i].said));
        result_release(&r);
        t.other_identity = true;
        r = (struct result){0};
        assert_int_equal(train_run(&t, &r, &e),
                         i == 0 ? TRAIN_FINISHED : TRAIN_BROKEN);
        if (i == 0)
            assert_string_equal(facts_get(&r.facts, "earlier_identities"),
                                "blas=Prescott");
        result_release(&r);
        train_tidy(t.state, t.keep);
        assert_int_equal(rmdir(folder), 0);
        free(path);
        free(file);
    }
}

/* An attempt that was thought lost, and another begun since. */
struct rivals {
    const char *file;
    int asked;
};

static void of_a_later_attempt(struct state *s)
{
    s->attempt = 7;
}

static bool a_rival_writes(void *context)
{
    struct rivals *r = context;

    if (++r->asked == 12)
        tamper(r->file, of_a_later_attempt);
    return false;
}

static void a_later_attempt_is_not_overwritten(void **state)
{
    const struct train_config c = toy_config();
    char folder[] = "/tmp/codarun-train-XXXXXX";
    struct group g = group_alone();
    struct training t = toy_training(&toy, &c, &g, 1);
    struct result r = {0};
    struct state left;
    struct error e;

    (void)state;
    assert_non_null(mkdtemp(folder));
    char *path = memory_format("%s/a", folder);
    char *file = memory_format("%s/a.last.h5", folder);
    struct rivals rivals = {file, 0};
    t.state = path;
    t.stop = a_rival_writes;
    t.context = &rivals;
    t.keep = KEEP_BEST;
    assert_int_equal(train_run(&t, &r, &e), TRAIN_BROKEN);
    assert_non_null(strstr(e.text, "attempt 7"));
    assert_int_equal(state_read(file, &left, &e), 0);
    assert_int_equal(left.attempt, 7);
    state_release(&left);
    result_release(&r);
    t.keep = KEEP_NONE;
    train_tidy(t.state, t.keep);
    assert_int_equal(rmdir(folder), 0);
    free(path);
    free(file);
}

/* Attempts are counted in the journal, which may have been lost. */
static void a_state_gone_on_from_may_be_replaced(void **state)
{
    const struct train_config c = toy_config();
    char folder[] = "/tmp/codarun-train-XXXXXX";
    struct group g = group_alone();
    struct training t = toy_training(&toy, &c, &g, 1);
    struct result whole = {0}, pieces = {0};
    struct error e;

    (void)state;
    assert_non_null(mkdtemp(folder));
    char *path = memory_format("%s/a", folder);
    assert_int_equal(train_run(&t, &whole, &e), TRAIN_FINISHED);
    stop_early(&c, path, 7);
    t.state = path;
    t.attempt = 1;
    if (train_run(&t, &pieces, &e) != TRAIN_FINISHED)
        fail_msg("%s", e.text);
    assert_true(toy_same(&whole, &pieces));
    train_tidy(t.state, t.keep);
    assert_int_equal(rmdir(folder), 0);
    result_release(&whole);
    result_release(&pieces);
    free(path);
}

/* As after a result was removed to be made again, of a trial that kept only its
 * last state. */
static void a_last_state_without_its_best_is_begun_anew(void **state)
{
    const struct train_config c = toy_config();
    char folder[] = "/tmp/codarun-train-XXXXXX";
    struct group g = group_alone();
    struct training t = toy_training(&toy, &c, &g, 1);
    struct result first = {0}, again = {0};
    struct error e;

    (void)state;
    assert_non_null(mkdtemp(folder));
    char *path = memory_format("%s/a", folder);
    t.state = path;
    t.keep = KEEP_LAST;
    assert_int_equal(train_run(&t, &first, &e), TRAIN_FINISHED);
    train_tidy(t.state, t.keep);
    if (train_run(&t, &again, &e) != TRAIN_FINISHED)
        fail_msg("%s", e.text);
    assert_true(toy_same(&first, &again));
    t.keep = KEEP_NONE;
    train_tidy(t.state, t.keep);
    assert_int_equal(rmdir(folder), 0);
    result_release(&first);
    result_release(&again);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stopped_and_resumed_is_uninterrupted),
        cmocka_unit_test(so_it_is_where_examples_are_counted),
        cmocka_unit_test(so_it_is_with_every_optimizer_and_average),
        cmocka_unit_test(so_it_is_where_a_table_begins_as_given),
        cmocka_unit_test(after_a_damaged_state_it_begins_anew),
        cmocka_unit_test(a_state_that_does_not_fit_is_refused),
        cmocka_unit_test(a_later_attempt_is_not_overwritten),
        cmocka_unit_test(a_state_gone_on_from_may_be_replaced),
        cmocka_unit_test(a_last_state_without_its_best_is_begun_anew),
    };

    return cmocka_run_group_tests(tests, begin_toy, end_toy);
}
