/* Questions of cloze tests in their published layouts. */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/tasks/cloze/layout_files.h"

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
            BLOCK "\n1 One .\r\n2 XXXXX\ttwo \t\t two|one \n\n\n");
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
        {"1   \n2 XXXXX\tb\t\tb\n", "line 2", "without a sentence before it"},
        {"1 A .\n2 B .\tb\t\tb\n", "line 2", "XXXXX 0 times in the query"},
        {"1 A .\n2 XXXXX B XXXXX\tb\t\tb\n", "line 2", "XXXXX 2 times"},
        {"1 A .\n2 XXXXX B\t\t\tb\n", "line 2", "found no answer"},
        {"1 A .\n2 XXXXX B\tb\n", "line 2", "found 2 columns between tabs"},
        {"1 A .\n2 XXXXX B\tb\tc\tb\n", "line 2", "found 'c' between answer"},
        {"1 A .\n2 XXXXX B\tb\t\tb||c\n", "line 2", "found candidate 2 empty"},
        {"1 A .\n2 XXXXX B\tb\t\tb| |c\n", "line 2", "found candidate 2 empty"},
        {"1 A .\n2 XXXXX B\t \t\tb|c\n", "line 2", "found no answer"},
        {"1 A \xff\n", "line 1: byte 5", "found 0xff, expected valid UTF-8"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        refuses("cbt", bad[i].text, bad[i].where, bad[i].what);
    bytes_of("bad", "1 A\0 .\n", 7);
    is_refused("cbt", "bad", "line 1: byte 4", "found a NUL");
}

static void what_is_too_much_is_refused(void **state)
{
    struct str s = {0};
    struct error e = {""};

    (void)state;
    str_adds(&s, "1 A .\n2 XXXXX\ta\t\ta");
    for (int i = 0; i < 1000 * 1000; i++)
        str_adds(&s, "|b");
    file_of("bad", str_text(&s));
    is_refused("cbt", "bad", "line 2", "found more than 65536 candidates");
    str_clear(&s);
    str_adds(&s, "1 A ");
    for (int i = 0; i < 1 << 20; i++)
        str_adds(&s, "b");
    str_adds(&s, " .\n2 XXXXX\ta\t\ta");
    file_of("bad", str_text(&s));
    is_refused("cbt", "bad", "line 2", "found a word of more than 65536 bytes");
    str_clear(&s);
    str_adds(&s, "1 A ");
    for (int i = 0; i < 65536; i++)
        str_adds(&s, "b");
    str_adds(&s, " .\n2 XXXXX\ta\t\ta\n");
    file_of("longest", str_text(&s));
    assert_int_equal(
        read_layout("cbt", path_of("longest"), false, NULL, NULL, &e), 1);
    str_clear(&s);
    for (int i = 1; i < 70; i++) {
        str_addf(&s, "%d", i);
        for (int k = 0; k < 1000; k++)
            str_addf(&s, "%1000s", "a");
        str_adds(&s, "\n");
    }
    file_of("bad", str_text(&s));
    is_refused("cbt", "bad", "line 69", "found a question of more than 67108");
    is_refused("babi", "bad", "line 69", "found a question of more than 67108");
    str_release(&s);
}

/* --- CNN and Daily Mail --------------------------------------------------- */

#define CNN(query)                                                     \
    "http://a\n\n@entity1 met @entity0 .\n\n" query "\n\n@entity1\n\n" \
    "@entity0:Ann Lee\n@entity1:Bo: a man\n"

static void a_question_file_is_a_question(void **state)
{
    (void)state;
    file_of("a1.question", CNN("@placeholder met Ann"));
    reads_as("cnn", "a1.question",
             "a1<@entity1 met @entity0 .> _ met Ann = @entity1: "
             "@entity0, @entity1, [] @5\n");
    file_of("c", CNN("@placeholder met @ placeholder"));
    reads_as("cnn", "c",
             "c<@entity1 met @entity0 .> _ met @ placeholder = @entity1: "
             "@entity0, @entity1, [] @5\n");
    file_of("b.question.2.question", CNN("@placeholder met Ann"));
    reads_as("cnn", "b.question.2.question",
             "b.question.2<@entity1 met @entity0 .> _ met Ann = @entity1: "
             "@entity0, @entity1, [] @5\n");
    file_of("b", CNN("Ann met @ placeholder ."));
    reads_as("cnn", "b",
             "b<@entity1 met @entity0 .> Ann met _ . = @entity1: "
             "@entity0, @entity1, [] @5\n");
}

static void a_question_file_with_an_error_is_refused(void **state)
{
    static const struct {
        const char *text, *where, *what;
    } bad[] = {
        {"", "bad'", "found no question"},
        {"\n", "line 1", "found an empty line, expected the URL"},
        {"u\n\nd\n", "line 3", "found the end of the file, expected line 5"},
        {"u\n\nd\n\n@placeholder\n\na\n", "line 7", "expected line 9"},
        {"u\nd\n\n@placeholder\n", "line 2", "found 'd', expected an empty"},
        {"u\n\nd\n\n@placeholder\n\n\n\n@a:b\n", "line 7",
         "expected the answer"},
        {CNN("nothing"), "line 5", "@placeholder 0 times in the query"},
        {CNN("@placeholder and @placeholder"), "line 5", "2 times"},
        {CNN("@placeholder") ":a\n", "line 11", "found candidate 3 empty"},
        {"u\n\n \n", "line 3", "found an empty line, expected the passage"},
        {"u\n\nd\n\n@placeholder\n\n \n", "line 7", "expected the answer"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        refuses("cnn", bad[i].text, bad[i].where, bad[i].what);
}

/* --- bAbI and LAMBADA ----------------------------------------------------- */

static void a_question_of_a_story_has_the_story_so_far(void **state)
{
    (void)state;
    file_of("a.txt", "1 A is in.\n2 Where is A? \tin\t1\n3 B is out.\n"
                     "4 Where is B?\tout\t3\n1 C.\n2 Who?\tC\n");
    reads_as("babi", "a.txt",
             "<A is in.> Where is A?_ = in: [] @2\n"
             "<A is in. B is out.> Where is B?_ = out: [] @4\n"
             "<C.> Who?_ = C: [] @6\n");
    refuses("babi", "2 A.\n", "line 1", "expected a line of number 1");
    refuses("babi", "1 A.\n3 B.\n", "line 2", "number 2, or 1, and a blank");
    refuses("babi", "1 A?\tb\n", "line 1", "without a sentence before it");
    refuses("babi", "1 A.\n2 A?\t\t1\n", "line 2", "found no answer");
    refuses("babi", "1 A.\n2 \tb\n", "line 2", "found no question before");
    refuses("babi", "1 A.\n2 C?\tb\tfact\n", "line 2", "found 'fact' behind");
    refuses("babi", "1 A.\n", "bad'", "found no question in it");
}

static void the_last_word_of_a_passage_is_its_answer(void **state)
{
    (void)state;
    file_of("a.txt", "it rained . `` so ? '' he said to ann \nno end here\n");
    reads_as("lambada", "a.txt",
             "<it rained . `` so ? ''> he said to_ = ann: [] @1\n"
             "<> no end_ = here: [] @2\n");
    refuses("lambada", "a b\none\n", "line 2", "found 'one', expected a");
    refuses("lambada", "a b\n\n", "line 2", "found '', expected a passage");
    refuses("lambada", "he came .\n", "line 1", "found '.' last, expected");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_of_numbered_sentences_is_a_question),
        cmocka_unit_test(numbers_of_sentences_are_kept_where_asked),
        cmocka_unit_test(a_block_with_an_error_is_refused),
        cmocka_unit_test(what_is_too_much_is_refused),
        cmocka_unit_test(a_question_file_is_a_question),
        cmocka_unit_test(a_question_file_with_an_error_is_refused),
        cmocka_unit_test(a_question_of_a_story_has_the_story_so_far),
        cmocka_unit_test(the_last_word_of_a_passage_is_its_answer),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
