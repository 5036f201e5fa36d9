/*
 * Checks of a kind of task when the program starts, and of what its load()
 * made.
 */
#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "engine/task/task.h"
#include "tests/unit/heads.h"

static struct task_kind kind_of(const char *name)
{
    return *(const struct task_kind *)kinds_find(&task_kinds, name);
}

static const char *lacks(const struct task_kind *k)
{
    return task_kinds.lacks(&k->is);
}

/* Columns must agree in name and in sort. */
static void a_task_has_the_columns_that_its_head_needs(void **state)
{
    static const struct column_kind lable = {"lable", COLUMN_INT, 1,
                                             OF_EXAMPLE};
    static const struct column_kind ragged = {"label", COLUMN_INT,
                                              COLUMN_RAGGED, OF_EXAMPLE};
    const struct column_kind *const none[] = {&lable, NULL};
    const struct column_kind *const another[] = {&ragged, NULL};
    struct task_kind k = kind_of("nli");

    (void)state;
    assert_null(lacks(&k));
    k.columns = none;
    assert_string_equal(lacks(&k), "a column that its head needs");
    k.columns = another;
    assert_string_equal(lacks(&k), "a column that its head needs");
    k.columns = NULL;
    assert_string_equal(lacks(&k), "a column that its head needs");
}

static void more_metrics_than_a_result_holds_are_refused(void **state)
{
    static struct metric metrics[MAX_METRICS + 2];
    struct task_kind k = kind_of("nli");

    (void)state;
    k.metrics = metrics;
    for (int i = 0; i < MAX_METRICS; i++)
        metrics[i].name = "a test's";
    assert_null(lacks(&k));
    metrics[MAX_METRICS].name = "one more";
    assert_string_equal(lacks(&k), "room for its metrics");
}

/* As in a kind that is copied from another and gets another shape. */
static void lengths_are_traits_of_as_many_parts(void **state)
{
    struct task_kind k = kind_of("sentiment");

    (void)state;
    assert_ptr_equal(k.describe, task_lengths);
    assert_null(lacks(&k));
    k.shape = SHAPE_PAIR;
    assert_string_equal(lacks(&k), "a trait for each part's length");
    k = kind_of("nli");
    assert_null(lacks(&k));
    k.shape = SHAPE_SEQUENCE;
    assert_string_equal(lacks(&k), "a trait for each part's length");
}

#define TOKENS (TOKEN_FIRST + 1)

/* One example to train on: the last token, the last class. */
static int load_right(struct task *t, const char *beside, struct error *e)
{
    const int32_t token = TOKENS - 1, label = 1;

    (void)beside;
    (void)e;
    ((struct class_names *)t->settings)->n = 2;
    task_share_words(t)->n = TOKENS;
    examples_add(&t->split[SPLIT_TRAIN],
                 &(struct example){.part = {{&token, 1}, {&token, 1}},
                                   .column = {{&label, 1}}});
    return 0;
}

static int load_strange_token(struct task *t, const char *beside,
                              struct error *e)
{
    load_right(t, beside, e);
    t->words[0]->n--;
    return 0;
}

static int load_strange_label(struct task *t, const char *beside,
                              struct error *e)
{
    load_right(t, beside, e);
    ((struct class_names *)t->settings)->n--;
    return 0;
}

static int load_no_words(struct task *t, const char *beside, struct error *e)
{
    load_right(t, beside, e);
    free(t->words[0]);
    t->words[0] = t->words[1] = NULL;
    return 0;
}

static int load_nothing(struct task *t, const char *beside, struct error *e)
{
    (void)beside;
    (void)e;
    task_share_words(t)->n = TOKENS;
    return 0;
}

static void what_was_loaded_is_checked(void **state)
{
    static const struct {
        int (*load)(struct task *t, const char *beside, struct error *e);
        const char *says;
    } cases[] = {
        {load_right, NULL},
        {load_strange_token, "train, part 'first': found token number 5"},
        {load_strange_label, "train, example 0: found class 1 of 1"},
        {load_no_words, "a vocabulary of 0"},
        {load_nothing, "found no example to train on"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct task_kind k = kind_of("nli");
        struct error e = {""};
        struct chosen chosen;

        k.load = cases[i].load;
        assert_int_equal(chosen_preset(&chosen, &task_kinds, "nli"), 0);
        struct task *t =
            task_new(&(struct chosen){&k.is, chosen.conf}, ".", &e);

        assert_int_equal(t != NULL, cases[i].says == NULL);
        if (cases[i].says && !strstr(e.text, cases[i].says))
            fail_msg("'%s' does not say '%s'", e.text, cases[i].says);
        task_free(t);
        chosen_release(&chosen);
    }
}

static void say_seven(const struct task *t, enum split split,
                      const struct answer_sheet *a, double *value)
{
    (void)t;
    (void)split;
    (void)a;
    value[1] = 7;
}

/* score() is called last; a kind with neither function is refused. */
static void a_metric_may_be_no_mean(void **state)
{
    struct task_kind k = *(const struct task_kind *)task_kinds.list[0];
    const struct kind *const list[] = {&k.is, NULL};
    const struct kinds kinds = {
        .sort = "task", .list = list, .lacks = task_kinds.lacks};
    const struct task t = {.kind = &k};
    struct units u;
    double value[] = {5, 6};
    struct error e;

    (void)state;
    k.tally = NULL;
    k.score = say_seven;
    assert_int_equal(kinds_check(&kinds, &e), 0);
    task_score(&t, SPLIT_VALID, NULL, value, &u);
    assert_true(value[0] == 5 && value[1] == 7 && u.n == 0);
    k.score = NULL;
    assert_int_equal(kinds_check(&kinds, &e), -1);
    assert_non_null(strstr(e.text, "tally() or score()"));
}

static void a_metric_that_is_low_is_one(void **state)
{
    static const char *const low[] = {"accuracy", NULL}, *const none[] = {
                                                             "acuracy", NULL};
    struct task_kind k =
        *(const struct task_kind *)kinds_find(&task_kinds, "mlu");

    (void)state;
    k.low = low;
    assert_null(task_kinds.lacks(&k.is));
    assert_true(task_metric_is_low(&k, "accuracy"));
    k.low = none;
    assert_string_equal(task_kinds.lacks(&k.is), "a metric that is low");
    assert_false(task_metric_is_low(&k, "accuracy"));
}

static void check_fields(const struct task_kind *k, const char *const *name)
{
    for (; name && *name; name++)
        if (!field_find(k->is.fields, *name))
            fail_msg("task '%s' has no field '%s'", k->is.name, *name);
}

/* A name that is not a field would have no effect, and nobody would notice. */
static void what_is_apart_are_fields(void **state)
{
    (void)state;
    for (int i = 0; task_kinds.list[i]; i++) {
        const struct task_kind *k =
            (const struct task_kind *)task_kinds.list[i];

        check_fields(k, k->apart);
        check_fields(k, k->asked);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_task_has_the_columns_that_its_head_needs),
        cmocka_unit_test(more_metrics_than_a_result_holds_are_refused),
        cmocka_unit_test(lengths_are_traits_of_as_many_parts),
        cmocka_unit_test(what_was_loaded_is_checked),
        cmocka_unit_test(a_metric_may_be_no_mean),
        cmocka_unit_test(a_metric_that_is_low_is_one),
        cmocka_unit_test(what_is_apart_are_fields),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
