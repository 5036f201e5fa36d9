/* Answers as a group of arrays: all sorts of columns are read back as they were
 * written, and arrays that do not fit together are refused. */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <string.h>

#include "engine/store/answers_table.h"

#define PATH "/answers/test"

enum { ENTRIES = 3 };

static struct hdf5 h;
static struct error e;
static struct str image;

static void begin_file(void)
{
    e = (struct error){""};
    str_clear(&image);
    hdf5_create(&h, 0, &e);
    hdf5_put_group(&h, "/answers");
}

static int read_back(struct answer_sheet *a)
{
    if (hdf5_finish(&h, &image))
        fail_msg("%s", e.text);
    hdf5_open(&h, image.s, image.len, &e);
    answers_get(&h, PATH, a);
    return hdf5_close(&h);
}

static void refused(const char *says)
{
    struct answer_sheet a;

    assert_int_equal(read_back(&a), -1);
    if (!strstr(e.text, says))
        fail_msg("'%s' does not say '%s'", e.text, says);
    answer_sheet_release(&a);
}

static void same(const struct answer_sheet *a, const struct answer_sheet *b)
{
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->columns, b->columns);
    for (int c = 0; c < a->columns; c++) {
        const struct column *x = &a->column[c], *y = &b->column[c];

        assert_string_equal(x->is.name, y->is.name);
        assert_int_equal(x->is.type, y->is.type);
        assert_int_equal(x->is.width, y->is.width);
        assert_int_equal(!x->start, !y->start);
        for (int i = 0; i <= a->n; i++)
            assert_int_equal(column_at(x, i), column_at(y, i));
        assert_memory_equal(x->value, y->value,
                            column_at(x, a->n) * column_size(&x->is));
    }
}

/* --- what is put ---------------------------------------------------------- */

static const struct column_kind score = {"score", COLUMN_FLOAT, 2, OF_EXAMPLE};
static const struct column_kind token = {"token", COLUMN_INT, COLUMN_RAGGED,
                                         OF_EXAMPLE};
static const struct column_kind text = {"text", COLUMN_BYTE, COLUMN_RAGGED,
                                        OF_EXAMPLE};

static void fill(struct answer_sheet *a)
{
    static const float scores[ENTRIES][2] = {{0.5f, -1}, {2, 0}, {1e30f, 3}};
    static const int32_t tokens[] = {7, -1, 9, 4};
    struct column *s = answer_sheet_add(a, &score);

    a->n = ENTRIES;
    for (int i = 0; i < ENTRIES; i++)
        column_add(s, (struct values){scores[i], 2});
    struct column *t = answer_sheet_add(a, &token);
    struct column *b = answer_sheet_add(a, &text);

    for (int i = 0; i < ENTRIES; i++) {
        column_add(t, (struct values){tokens + i, 2 - i}); /* 2, 1, 0 */
        column_add(b, (struct values){"abc", i});
    }
}

static void columns_of_all_sorts_come_back(void **state)
{
    struct answer_sheet a = {0}, b;

    (void)state;
    fill(&a);
    begin_file();
    answers_put(&h, PATH, &a);
    assert_int_equal(read_back(&b), 0);
    same(&a, &b);
    answer_sheet_release(&b);
    answer_sheet_release(&a);
}

static void no_answers_are_none(void **state)
{
    struct answer_sheet a = {0}, b;

    (void)state;
    begin_file();
    answers_put(&h, PATH, &a);
    assert_int_equal(read_back(&b), 0);
    assert_int_equal(b.n, 0);
    assert_int_equal(b.columns, 0);
}

/* --- what does not fit together --------------------------------------------
 */

static void put_type(const char *column, const char *type)
{
    hdf5_put_text(&h, PATH, column, type);
}

static void put_scores(const char *name, hsize_t n)
{
    const float zeros[8] = {0};
    const hsize_t extent[] = {n, 1};

    hdf5_put_array(&h, name, H5T_NATIVE_FLOAT, 2, extent, zeros);
}

/* Write three tokens, in entries that begin at `start`. */
static void put_tokens(const hsize_t *start, hsize_t n)
{
    hdf5_put_array(&h, PATH "/token", H5T_NATIVE_INT32, 1, (hsize_t[]){3},
                   (int32_t[]){1, 2, 3});
    hdf5_put_array(&h, PATH "/token_start", H5T_NATIVE_HSIZE, 1, &n, start);
}

static void begin_answers(void)
{
    begin_file();
    hdf5_put_group(&h, PATH);
}

static void entries_cover_all_values_in_order(void **state)
{
    static const hsize_t wrong[][3] = {{1, 2, 3}, {0, 1, 2}, {0, 2, 4}};

    (void)state;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
        begin_answers();
        put_type("token", "int");
        put_tokens(wrong[i], 3);
        refused("'" PATH "/token_start' does not cover '" PATH "/token'");
    }
    begin_answers();
    put_type("token", "int");
    put_tokens((const hsize_t[]){0, 3, 1, 3}, 4);
    refused("'" PATH "/token_start' falls at 1");
}

static void starts_of_nothing_cover_nothing(void **state)
{
    (void)state;
    begin_answers();
    put_type("token", "int");
    put_tokens((const hsize_t[]){0}, 0);
    refused("'" PATH "/token_start' does not cover '" PATH "/token'");
}

static void columns_are_as_long_as_each_other(void **state)
{
    (void)state;
    begin_answers();
    put_type("a", "float");
    put_type("b", "float");
    put_scores(PATH "/a", 3);
    put_scores(PATH "/b", 2);
    refused("'" PATH "/b' has 2 entries, expected 3");
}

static void a_type_that_is_none_is_refused(void **state)
{
    (void)state;
    begin_answers();
    put_type("score", "double");
    put_scores(PATH "/score", 3);
    refused("found type 'double', expected int, float or byte");
}

static void a_column_without_its_values_is_refused(void **state)
{
    (void)state;
    begin_answers();
    put_type("score", "float");
    refused(PATH "/score");
}

static void columns_too_many_or_of_long_names_are_refused(void **state)
{
    char name[64];

    (void)state;
    begin_answers();
    put_type("a_column_whose_name_is_long", "float");
    refused("found a column 'a_column_whose_name_is_long' too many, or too");
    begin_answers();
    for (int i = 0; i <= MAX_COLUMNS; i++) {
        snprintf(name, sizeof(name), "c%02d", i);
        put_type(name, "float");
        snprintf(name, sizeof(name), PATH "/c%02d", i);
        put_scores(name, 1);
    }
    snprintf(name, sizeof(name), "found a column 'c%02d' too many",
             MAX_COLUMNS);
    refused(name);
}

/* --- version 1 -------------------------------------------------------------
 */

static void columns_of_version_1_have_no_types(void **state)
{
    struct answer_sheet a;

    (void)state;
    begin_answers();
    hdf5_put_array(&h, PATH "/token", H5T_NATIVE_INT32, 1, (hsize_t[]){3},
                   (int32_t[]){1, 2, 3});
    hdf5_put_array(&h, PATH "/start", H5T_NATIVE_HSIZE, 1, (hsize_t[]){3},
                   (hsize_t[]){0, 1, 3});
    assert_int_equal(read_back(&a), 0);
    assert_int_equal(a.n, 2);
    assert_int_equal(a.columns, 1);
    assert_string_equal(a.column[0].is.name, "token");
    assert_int_equal(column_get(&a.column[0], 1).n, 2);
    answer_sheet_release(&a);
    begin_answers();
    put_scores(PATH "/score", 3);
    assert_int_equal(read_back(&a), 0);
    assert_int_equal(a.n, 3);
    assert_int_equal(a.column[0].is.type, COLUMN_FLOAT);
    answer_sheet_release(&a);
}

static int release(void **state)
{
    (void)state;
    str_release(&image);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_of_all_sorts_come_back),
        cmocka_unit_test(no_answers_are_none),
        cmocka_unit_test(entries_cover_all_values_in_order),
        cmocka_unit_test(starts_of_nothing_cover_nothing),
        cmocka_unit_test(columns_are_as_long_as_each_other),
        cmocka_unit_test(a_type_that_is_none_is_refused),
        cmocka_unit_test(a_column_without_its_values_is_refused),
        cmocka_unit_test(columns_too_many_or_of_long_names_are_refused),
        cmocka_unit_test(columns_of_version_1_have_no_types),
    };

    return cmocka_run_group_tests(tests, NULL, release);
}
