/* Questions of cloze tests in their published layouts. */
#include "config.h"

#include "../test.h"

#include <stdio.h>
#include <string.h>

#include "layout_files.h"

/* --- Children's Book Test ------------------------------------------------- */

#define LAST "3 and XXXXX 's tail .\tCat\t\tDog|Cat|a mouse\n"
#define BLOCK "1 A Cat .\n2 A Dog .\n" LAST

static void a_block_of_numbered_sentences_is_a_question(void **state)
{
    static const char expected[] =
        "<A Cat . A Dog .> and _ 's tail . = Cat: Dog, Cat, a mouse, [CN] @3\n"
        "<One .> _ = two: two, one, [CN] @6\n";

    (void)state;
    file_of("cbtest_CN_train.txt",
            BLOCK "\n1 One .\r\n2 XXXXX\ttwo\t\ttwo|one\n\n\n");
    reads_as("cbt", "cbtest_CN_train.txt", expected);
}

static void numbers_of_sentences_are_kept_where_asked(void **state)
{
    struct str out = {0};
    struct error e;

    (void)state;
    file_of("a.txt", BLOCK);
    assert_int_equal(read_layout("cbt", path_of("a.txt"), true, &out, NULL, &e),
                     1);
    assert_string_equal(
        str_text(&out),
        "<1 A Cat . 2 A Dog .> 3 and _ 's tail . = Cat: Dog, Cat, a mouse, [] "
        "@3\n");
    str_release(&out);
}

static void a_block_with_an_error_is_refused(void **state)
{
    static const struct {
        const char *text, *where, *what;
    } bad[] = {
        {"", "bad'", "found no question"},
        {"\n\n", "bad'", "found no question"},
        {"1 A .\n3 B .\n", "line 2", "found the number 3, expected sentence 2"},
        {"1 A .\nB .\n", "line 2", "found 'B .', expected sentence 2"},
        {"1 A .\n2 B .\n\n" BLOCK, "line 3", "found the end of a block"},
        {BLOCK "\n1 A .\n", "line 5", "found the end of a block behind"},
        {"1 XXXXX\tb\t\tb\n", "line 1", "without a sentence before it"},
        {"1 A .\n2 B .\tb\t\tb\n", "line 2", "XXXXX 0 times in the query"},
        {"1 A .\n2 XXXXX B XXXXX\tb\t\tb\n", "line 2", "XXXXX 2 times"},
        {"1 A .\n2 XXXXX B\t\t\tb\n", "line 2", "found no answer"},
        {"1 A .\n2 XXXXX B\tb\n", "line 2", "found 2 columns between tabs"},
        {"1 A .\n2 XXXXX B\tb\tc\tb\n", "line 2", "expected query, answer"},
        {"1 A .\n2 XXXXX B\tb\t\tb||c\n", "line 2", "found candidate 2 empty"},
        {"1 A \xff\n", "line 1: byte 5", "found 0xff, expected valid UTF-8"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        refuses("cbt", bad[i].text, bad[i].where, bad[i].what);
    bytes_of("bad", "1 A\0 .\n", 7);
    is_refused("cbt", "bad", "line 1: byte 4", "found a NUL");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_of_numbered_sentences_is_a_question),
        cmocka_unit_test(numbers_of_sentences_are_kept_where_asked),
        cmocka_unit_test(a_block_with_an_error_is_refused),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
