/*
 * Task span on SQuAD itself.  The scores are those that
 * tests/peers/squad_scores.py gives for the output of predictions_said().
 */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tasks/span/span.h"
#include "tests/unit/tasks/span/squad_files.h"
#include "tests/unit/text_files.h"

#define CS224N "squad/cs224n-dev-test-split.tsv.gz"

static void loads(struct loaded *l, const char *fields)
{
    char section[600];

    snprintf(section, sizeof(section), "{kind: span, %s}", fields);
    if (load_task(l, section))
        fail_msg("%s", l->error.text);
}

/* The right span of example i, or a changed one, by i. */
static void bend(int i, int len, int32_t span[2])
{
    switch (i % 6) {
    case 1:
        span[0] = span[1] = (int32_t)((long)i * 7919 % len);
        break;
    case 2:
        span[1] += span[1] + 1 < len;
        break;
    case 3:
        span[0] -= span[0] > 0;
        break;
    case 4:
        span[0] = span[1] = 0;
        break;
    case 5:
        span[1] = span[0];
        break;
    default:
        break;
    }
}

static struct answer_sheet answers_to_valid(const struct task *t)
{
    const struct examples *x = &t->split[SPLIT_VALID];
    struct column_kind kind[MAX_COLUMNS];
    const int columns = t->kind->head->columns(t->settings, kind);
    struct answer_sheet a = {.n = x->n};
    const float half = 0.5f;

    for (int c = 0; c < columns; c++)
        answer_sheet_add(&a, &kind[c]);
    for (int i = 0; i < x->n; i++) {
        int32_t span[2];

        memcpy(span, column_get(examples_column(x, "span"), i).at,
               sizeof(span));
        bend(i, example_len(x, 0, i), span);
        column_add(&a.column[SPAN_TOKENS], (struct values){span, 2});
        column_add(&a.column[SPAN_SCORE], (struct values){&half, 1});
        column_add(&a.column[SPAN_NONE], (struct values){&half, 1});
    }
    return a;
}

static void answers_score_as_the_official_scripts_have_it(void **state)
{
    static const struct {
        const char *fields;
        double em, f1, avna;
    } cases[] = {
        {"train: " SQUAD_DEV_1_1 ", valid: " SQUAD_DEV_1_1, 38.39167455061495,
         57.260060735730136, 100},
        {"train: " SQUAD_DEV_2_0 ", valid: " SQUAD_DEV_2_0 ", no_answer: true",
         62.284174176703445, 71.68384129687706, 83.331929588141165},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        double value[MAX_METRICS];
        struct answer_sheet a;
        struct loaded l;

        loads(&l, cases[i].fields);
        a = answers_to_valid(l.task);
        score_valid(&l, &a, value);
        assert_true(value[0] == cases[i].em);
        assert_true(value[1] == cases[i].f1);
        assert_true(value[2] == cases[i].avna);
        answer_sheet_release(&a);
        unload_task(&l);
    }
}

static void the_splits_of_cs224n_have_their_sizes(void **state)
{
    struct loaded l;

    (void)state;
    loads(&l, "train: " SQUAD_DEV_2_0 ", valid: " SQUAD_DEV_2_0
              ", test: " SQUAD_DEV_2_0 ", ids_valid: " CS224N
              ", part_valid: dev, ids_test: " CS224N
              ", part_test: test, no_answer: true");
    assert_int_equal(l.task->split[SPLIT_VALID].n, 6078);
    assert_int_equal(l.task->split[SPLIT_TEST].n, 5795);
    unload_task(&l);
}

/* Every answer has tokens, and nearly all end where tokens do. */
static void the_answers_of_train_are_found(void **state)
{
    struct loaded l;

    (void)state;
    loads(&l, "train: " SQUAD_TRAIN_1_1 ", valid: " SQUAD_DEV_1_1
              ", max_document: 0, max_query: 0, max_answer: 0");
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 87599);
    unload_task(&l);
    loads(&l, "train: " SQUAD_TRAIN_1_1 ", valid: " SQUAD_DEV_1_1
              ", max_document: 0, max_query: 0, max_answer: 0, align: exact");
    assert_in_range(l.task->split[SPLIT_TRAIN].n, 0.985 * 87599, 87599);
    unload_task(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        unit_test_if(has_squad(), answers_score_as_the_official_scripts_have_it,
                     NO_SQUAD),
        unit_test_if(has_squad() && has_data(CS224N),
                     the_splits_of_cs224n_have_their_sizes, NO_SQUAD),
        unit_test_if(has_squad(), the_answers_of_train_are_found, NO_SQUAD),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
