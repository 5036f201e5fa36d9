/* Word vectors in GloVe's text format. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <string.h>

#include "engine/data/examples.h"
#include "tests/unit/text_files.h"
#include "text/language/vector_rows.h"
#include "text/language/vectors.h"

static const char *const words[] = {"the", "cat", "sat", "zork"};

static void make_words(struct vocabulary *v)
{
    vocabulary_init(v, token_names, TOKEN_FIRST);
    for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
        vocabulary_add(v, words[i], strlen(words[i]));
}

static int read_vectors(struct vectors *x, const char *text,
                        enum unknown_vectors unknown, bool unit,
                        struct error *e)
{
    struct vocabulary v;
    int bad;

    *e = (struct error){0};
    file_of("v.txt", text);
    make_words(&v);
    bad =
        vectors_read(x, path_of("v.txt"), &v, unknown, SPELLING_EXACT, unit, e);
    vocabulary_release(&v);
    return bad;
}

static void rows_of_known_words_are_kept(void **state)
{
    struct vectors x;
    struct error e;
    const int cat = TOKEN_FIRST + 1;

    (void)state;
    assert_int_equal(read_vectors(&x,
                                  "dog 9 9\ncat 3 -4.0e0\ncat 1 1\n"
                                  "at name 1 2\n",
                                  UNKNOWN_OWN, false, &e),
                     0);
    assert_int_equal(x.width, 2);
    assert_true(x.found[cat] && !x.found[TOKEN_FIRST] && !x.found[TOKEN_NULL]);
    assert_float_equal(x.value[2 * cat], 3, 0);
    assert_float_equal(x.value[2 * cat + 1], -4, 0);
    vectors_release(&x);
}

static void every_vector_has_length_one_if_asked(void **state)
{
    struct vectors x;
    struct error e;

    (void)state;
    assert_int_equal(
        read_vectors(&x, "cat 3 -4 12\n", UNKNOWN_HASHED, true, &e), 0);
    for (int i = 0; i < TOKEN_FIRST + 4; i++) {
        const float *p = x.value + 3 * i;

        assert_float_equal(p[0] * p[0] + p[1] * p[1] + p[2] * p[2], 1, 1e-6);
    }
    assert_float_equal(x.value[3 * (TOKEN_FIRST + 1)], 3.0 / 13, 1e-6);
    vectors_release(&x);
}

/* A word's random vector depends on the word only: not on its number, nor on
 * the other words. */
static void unknown_words_get_the_same_vector_anywhere(void **state)
{
    (void)state;
    for (int rule = UNKNOWN_HASHED; rule <= UNKNOWN_OWN; rule++) {
        struct vocabulary v;
        struct vectors x, y;
        struct error e;
        int32_t id;

        assert_int_equal(read_vectors(&x, "cat 1 2 3\n",
                                      (enum unknown_vectors)rule, false, &e),
                         0);
        vocabulary_init(&v, token_names, TOKEN_FIRST);
        vocabulary_add(&v, "other", 5);
        vocabulary_add(&v, "more", 4);
        vocabulary_add(&v, "others", 6);
        id = vocabulary_add(&v, "zork", 4);
        assert_int_equal(vectors_read(&y, path_of("v.txt"), &v,
                                      (enum unknown_vectors)rule,
                                      SPELLING_EXACT, false, &e),
                         0);
        assert_memory_equal(x.value + 3 * (TOKEN_FIRST + 3), y.value + 3 * id,
                            3 * sizeof(float));
        assert_memory_equal(x.value, y.value, 3 * TOKEN_FIRST * sizeof(float));
        assert_memory_not_equal(x.value, x.value + 3, 3 * sizeof(float));
        vectors_release(&x);
        vectors_release(&y);
        vocabulary_release(&v);
    }
}

/* One vector for all, or zeros; the special tokens are not words. */
static void unknown_words_may_share_one_vector_or_have_zeros(void **state)
{
    static const float zeros[2 * (TOKEN_FIRST + 4)];
    const size_t zork = 2 * (TOKEN_FIRST + 3), cat = 2 * (TOKEN_FIRST + 1);
    struct vectors x;
    struct error e;

    (void)state;
    assert_int_equal(read_vectors(&x, "the 1 2\n", UNKNOWN_SHARED, true, &e),
                     0);
    assert_memory_equal(x.value + zork, x.value + cat, 2 * sizeof(float));
    assert_memory_not_equal(x.value + zork, zeros, 2 * sizeof(float));
    assert_memory_not_equal(x.value + zork, x.value + 2 * TOKEN_UNKNOWN,
                            2 * sizeof(float));
    vectors_release(&x);
    assert_int_equal(read_vectors(&x, "none 1 2\n", UNKNOWN_ZERO, true, &e), 0);
    assert_memory_equal(x.value, zeros, sizeof(zeros));
    vectors_release(&x);
}

/* As it is, lower case, Capitalised, CAPITALS: the best that the file has, in
 * any order. */
static void a_word_may_take_the_row_of_another_spelling(void **state)
{
    static const struct {
        const char *word;
        float first;
    } cases[] = {{"the", 1},  {"The", 1}, {"THE", 3},
                 {"Cat", 4},  {"cAT", 4}, {"\xc3\x89t\xc3\xa9", 6},
                 {"zork", 0}, {"USA", 7}, {"usa", 7}};
    struct vocabulary v;
    struct vectors x;
    struct error e;

    (void)state;
    file_of("v.txt", "THE 3 0\nthe 1 0\nthe 9 9\nCAT 5 0\nCat 4 0\n"
                     "\xc3\xa9t\xc3\xa9 6 0\nUSA 7 0\n");
    vocabulary_init(&v, token_names, TOKEN_FIRST);
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        vocabulary_add(&v, cases[i].word, strlen(cases[i].word));
    assert_int_equal(vectors_read(&x, path_of("v.txt"), &v, UNKNOWN_ZERO,
                                  SPELLING_ANY, false, &e),
                     0);
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        assert_true(x.value[2 * (TOKEN_FIRST + i)] == cases[i].first);
        assert_true(x.found[TOKEN_FIRST + i] == (cases[i].first > 0));
    }
    vectors_release(&x);
    vocabulary_release(&v);
}

/* 2,000 words have 100 vectors if hashed, else one each. */
static void hashed_words_share_a_hundred_vectors(void **state)
{
    enum { N = 2000 };

    (void)state;
    file_of("v.txt", "none 1 2\n");
    for (int rule = UNKNOWN_HASHED; rule <= UNKNOWN_OWN; rule++) {
        struct vocabulary v;
        struct vectors x;
        struct error e = {0};
        int distinct = 0;
        char word[20];

        vocabulary_init(&v, NULL, 0);
        for (int i = 0; i < N; i++)
            vocabulary_add(&v, word, (size_t)sprintf(word, "w%d", i));
        assert_int_equal(vectors_read(&x, path_of("v.txt"), &v,
                                      (enum unknown_vectors)rule,
                                      SPELLING_EXACT, false, &e),
                         0);
        for (int i = 0; i < N; i++) {
            bool seen = false;

            for (int j = 0; j < i && !seen; j++)
                seen = !memcmp(x.value + 2 * i, x.value + 2 * j,
                               2 * sizeof(float));
            distinct += !seen;
        }
        assert_int_equal(distinct, rule == UNKNOWN_HASHED ? 100 : N);
        vectors_release(&x);
        vocabulary_release(&v);
    }
}

static void a_header_of_two_numbers_may_come_first(void **state)
{
    struct vectors x;
    struct error e;

    (void)state;
    assert_int_equal(
        read_vectors(&x, "1 3\nthe 1 2 3\n", UNKNOWN_OWN, false, &e), 0);
    assert_int_equal(x.width, 3);
    vectors_release(&x);
}

static void bad_rows_are_refused_with_their_line(void **state)
{
    static const char *const cases[][2] = {
        {"the 1 2\ncat 1\n", "line 2: found 1 numbers after the word, "
                             "expected 2"},
        {"the 1 2\ncat 1 2 3\n", "line 2: found 3 numbers"},
        {"the 1 2\ncat 1 x\n", "line 2: number 2 of 'cat'"},
        {"the 1 nan\n", "line 1: number 2 of 'the'"},
        {"the\n", "line 1: found one column"},
        {"9 2\nthe 1 2 3\n", "line 2: found 3 numbers after the word, "
                             "expected 2 by line 1"},
        {"3 2\nthe 1 2\na 1 2\n", "line 3: found the file's end after 2 rows, "
                                  "expected 3 by line 1"},
        {"1 2\nthe 1 2\na 1 2\n", "line 3: found the file's end after 2 rows, "
                                  "expected 1 by line 1"},
        {"", "found no word vectors"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct vectors x;
        struct error e;

        assert_int_equal(read_vectors(&x, cases[i][0], UNKNOWN_OWN, false, &e),
                         -1);
        if (!strstr(e.text, cases[i][1]))
            fail_msg("'%s' does not say '%s'", e.text, cases[i][1]);
    }
}

/* A row of a few MB would make the table of all words take all memory. */
static void more_numbers_than_any_word_has_are_refused(void **state)
{
    struct str text = {0};
    struct vectors x;
    struct error e;

    (void)state;
    str_adds(&text, "the");
    for (int i = 0; i < VECTORS_WIDEST; i++)
        str_adds(&text, " 1");
    assert_int_equal(read_vectors(&x, text.s, UNKNOWN_OWN, false, &e), 0);
    vectors_release(&x);
    str_adds(&text, " 1");
    assert_int_equal(read_vectors(&x, text.s, UNKNOWN_OWN, false, &e), -1);
    assert_non_null(strstr(e.text, "line 1: found 65537 numbers after the "
                                   "word, expected at most 65536"));
    str_release(&text);
}

static void the_share_of_words_found_is_reported(void **state)
{
    struct loaded l;

    (void)state;
    file_of("v.txt", "the 1 2\ncat 3 4\n");
    file_of("r.txt", "the the cat\tzork the\t1\nthe the cat\tblub zork\t0\n");
    assert_int_equal(load_task(&l, "{kind: rank, train: r.txt, valid: r.txt, "
                                   "vectors: v.txt}"),
                     0);
    assert_float_equal(l.task->words[0]->words_found, 2.0 / 4, 1e-12);
    assert_float_equal(l.task->words[0]->tokens_found, 7.0 / 10, 1e-12);
    assert_int_equal(l.task->files, 3);
    assert_int_equal(l.task->file[2].split, SOURCE_VECTORS);
    unload_task(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_known_words_are_kept),
        cmocka_unit_test(every_vector_has_length_one_if_asked),
        cmocka_unit_test(unknown_words_get_the_same_vector_anywhere),
        cmocka_unit_test(unknown_words_may_share_one_vector_or_have_zeros),
        cmocka_unit_test(a_word_may_take_the_row_of_another_spelling),
        cmocka_unit_test(hashed_words_share_a_hundred_vectors),
        cmocka_unit_test(a_header_of_two_numbers_may_come_first),
        cmocka_unit_test(bad_rows_are_refused_with_their_line),
        cmocka_unit_test(more_numbers_than_any_word_has_are_refused),
        cmocka_unit_test(the_share_of_words_found_is_reported),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
