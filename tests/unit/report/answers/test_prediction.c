/* Answers for people and programs, as a line or a JSON object, for heads with a
 * form of their own, and for any other head. */
#include "config.h"

#include "tests/test.h"

#include <string.h>

#include "engine/head/kinds/class.h"
#include "report/answers/prediction.h"
#include "tasks/common/fresh.h"

static const struct fresh_kind fresh_kind = {.texts = 1};
static struct task_kind kind = {.fresh = &fresh_kind};
static struct fresh fresh;
static struct answer_sheet sheet;

static void begin_answers(const struct head_kind *head, void *settings)
{
    answer_sheet_release(&sheet);
    sheet = (struct answer_sheet){.n = 2};
    fresh.task.kind = &kind;
    fresh.task.head = head;
    fresh.task.settings = settings;
}

static struct column *add(const char *name, enum column_type type, int width)
{
    struct column_kind is = {.type = type, .width = width, .of = OF_EXAMPLE};

    strcpy(is.name, name);
    return answer_sheet_add(&sheet, &is);
}

static void says(int i, enum prediction_form form, const char *expected)
{
    struct str out = {0};

    prediction_add(&fresh, &sheet, i, form, &out);
    assert_string_equal(str_text(&out), expected);
    str_release(&out);
}

static void a_class_has_its_name_and_all_probabilities(void **state)
{
    char *name[] = {"no", "may be", "\"yes\""};
    struct class_names classes = {3, name};

    (void)state;
    begin_answers(&head_class, &classes);
    struct column *score = add("score", COLUMN_FLOAT, 3);

    column_add(score, (struct values){(float[]){0.25f, 0.625f, 0.125f}, 3});
    column_add(score, (struct values){(float[]){0, 0.5f, 0.5f}, 3});
    says(0, PREDICTION_LINE, "may be\t0.25\t0.625\t0.125\n");
    says(0, PREDICTION_JSON,
         "{\"label\": \"may be\", \"probabilities\": {\"no\": 0.25, "
         "\"may be\": 0.625, \"\\\"yes\\\"\": 0.125}}\n");
    says(1, PREDICTION_LINE, "may be\t0\t0.5\t0.5\n"); /* the first of two equal
                                                          ones */
}

static void a_rank_is_its_score(void **state)
{
    (void)state;
    begin_answers(&head_rank, NULL);
    struct column *score = add("score", COLUMN_FLOAT, 1);

    column_add(score, (struct values){(float[]){0.1f}, 1});
    column_add(score, (struct values){(float[]){-0x1p-30f}, 1});
    says(0, PREDICTION_LINE, "0.100000001\n");
    says(0, PREDICTION_JSON, "{\"score\": 0.100000001}\n");
    says(1, PREDICTION_JSON, "{\"score\": -9.31322575e-10}\n");
}

/* All columns in order, as arrays if they can have several values. */
static void any_other_head_has_its_columns(void **state)
{
    static const struct head_kind other = {.is = {.name = "other"}};

    (void)state;
    begin_answers(&other, NULL);
    struct column *one = add("one", COLUMN_FLOAT, 1);
    struct column *pair = add("pair", COLUMN_INT, 2);
    struct column *many = add("many", COLUMN_BYTE, COLUMN_RAGGED);

    for (int i = 0; i < 2; i++) {
        column_add(one, (struct values){(float[]){0.5f + (float)i}, 1});
        column_add(pair, (struct values){(int32_t[]){-7, i}, 2});
        column_add(many, (struct values){"\1\377", i ? 2 : 0});
    }
    says(0, PREDICTION_LINE, "0.5\t-7\t0\n");
    says(1, PREDICTION_LINE, "1.5\t-7\t1\t1\t255\n");
    says(0, PREDICTION_JSON,
         "{\"one\": 0.5, \"pair\": [-7, 0], \"many\": []}\n");
    says(1, PREDICTION_JSON,
         "{\"one\": 1.5, \"pair\": [-7, 1], \"many\": [1, 255]}\n");
}

static int release(void **state)
{
    (void)state;
    answer_sheet_release(&sheet);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_class_has_its_name_and_all_probabilities),
        cmocka_unit_test(a_rank_is_its_score),
        cmocka_unit_test(any_other_head_has_its_columns),
    };

    return cmocka_run_group_tests(tests, NULL, release);
}
