/*
 * Passages: how they are joined, where an answer is found, and which words
 * around it are read; the names and numbers of a text.
 */
#include "config.h"

#include "tests/test.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/core/memory.h"
#include "tasks/open/name_spans.h"
#include "tasks/open/occurrences.h"
#include "tasks/open/passages.h"
#include "text/language/python.h"

static void joins(const struct joining *how, const char *expected)
{
    const struct open_passage passage[] = {
        {{"a  b", 4}, 1}, {{"c", 1}, 3}, {{"d\te", 3}, 3}, {{"f", 1}, 2}};
    const struct open_question q = {.passage = passage, .passages = 4};
    struct joined j = {0};

    passages_join(&j, &q, how);
    assert_string_equal(str_text(&j.text), expected);
    joined_release(&j);
}

static void passages_are_joined_in_either_order(void **state)
{
    (void)state;
    joins(&(struct joining){0}, "a b c d e f");
    joins(&(struct joining){.most = 2}, "a b c");
    joins(&(struct joining){.by_score = true}, "c d e f a b");
    joins(&(struct joining){.by_score = true, .most = 1}, "c");
    joins(&(struct joining){.between = BETWEEN_MARK, .most = 2},
          "a b \xc2\xb6 c");
}

static bool find(const char *text, const char *answer, struct text_range *out)
{
    struct right_answers a = {0};

    right_answers_set(&a, &(struct cell){answer, strlen(answer)}, 1);
    const bool found = passages_find(text, strlen(text), &a, out);

    right_answers_release(&a);
    return found;
}

static void finds(const char *text, const char *answer, int from, int end)
{
    struct text_range s = {0, 0};
    const bool found = find(text, answer, &s);

    assert_int_equal(found, from >= 0);
    if (found) {
        assert_int_equal(s.from, from);
        assert_int_equal(s.end, end);
    }
}

/* Between blanks, then as whole words, then before a blank, then anywhere; then
 * ignoring case. */
static void an_answer_is_looked_for_in_turn(void **state)
{
    (void)state;
    finds("(art) is an art too", "art", 12, 15);
    finds("a part of the art.", "art", 14, 17);
    finds("a party, a part of it", "art", 12, 15);
    finds("a party", "art", 3, 6);
    finds("party of Art", "art", 1, 4);
    finds("in \xc3\x89TAT", "\xc3\xa9tat", 3, 8);
    finds("\xc8\xba \xc3\x89T \xc8\xba \xc3\x89TAT", "\xc3\xa9tat", 10, 15);
    finds("nothing", "art", -1, -1);
    finds("", "art", -1, -1);
}

static void cuts_of(const char *text, const char *answer, long words,
                    const char *expected)
{
    struct text_range at = {0, 0}, cut;

    if (*answer)
        find(text, answer, &at);
    cut = passages_window(text, strlen(text), *answer ? &at : NULL, words);
    assert_int_equal(cut.end - cut.from, strlen(expected));
    assert_memory_equal(text + cut.from, expected, strlen(expected));
}

static void cuts(const char *answer, long words, const char *expected)
{
    cuts_of("1 2 3 4 5 6 7 8 9", answer, words, expected);
}

static void has(const char *text, const char *answer, bool expected)
{
    const struct cell cell[] = {{"no such", 7}, {answer, strlen(answer)}};
    struct right_answers a = {0};

    right_answers_set(&a, cell, 2);
    assert_int_equal(
        passages_have((struct squad_text){text, strlen(text)}, &a), expected);
    right_answers_release(&a);
}

/* Not only unchanged: what SQuAD's script takes as equal counts, too. */
static void a_text_has_an_answer_by_its_words(void **state)
{
    (void)state;
    has("a party of Art", "art", true);
    has("a party", "art", false);
    has("in 10-year notes", "10", true);
    has("the Nile", "The Nile", true);
    has("on Nile, in Egypt", "The Nile", true);
    has("its U.S. debut", "us debut", true);
    has("its US debuts", "u.s. debut", false);
    has("Niles, in Egypt", "The Nile", false);
    has("a the", "the", true);
    has("one", "the", false);
    has("", "one", false);
}

/* In texts that nearly match everywhere each letter is compared a few times,
 * not once for each place. */
static void long_texts_are_searched_in_no_time(void **state)
{
    enum { MANY = 400000 };
    static const char some[] = "a\xce\xa3.' b\xce\xa3\xce\xa3 \xce\xa3";
    struct str text = {0}, answer = {0}, sigmas = {0}, small = {0};

    (void)state;
    for (int i = 0; i < MANY; i++) {
        str_adds(&text, "b ");
        str_adds(i % 2 ? &answer : &sigmas, i % 2 ? "b " : "\xce\xa3 ");
    }
    str_adds(&answer, "c");
    has(str_text(&text), str_text(&answer), false);
    finds(str_text(&text), str_text(&answer), -1, -1);
    has(str_text(&sigmas), "b", false);
    python_lower(some, strlen(some), &small);
    assert_string_equal(str_text(&small),
                        "a\xcf\x82.' b\xcf\x83\xcf\x82 \xcf\x83");
    str_release(&text);
    str_release(&answer);
    str_release(&sigmas);
    str_release(&small);
}

/* `word` many times, with blanks between. */
static char *repeat(const char *word, int times)
{
    struct str s = {0};

    for (int i = 0; i < times; i++) {
        str_adds(&s, i ? " " : "");
        str_adds(&s, word);
    }
    return str_take(&s);
}

/* So are texts that match at each place, but with other edges. */
static void places_with_other_edges_are_passed_in_no_time(void **state)
{
    char *text = repeat("bo", 100000), *words = repeat("bo", 50000);
    char *answer = memory_format("o %s b", words);
    const int end = 1 + (int)strlen(answer);
    const clock_t began = clock();

    (void)state;
    for (int i = 0; i < 2; i++) {
        has(text, answer, false);
        finds(text, answer, 1, end);
        for (char *p = answer; *p; p++)
            *p = (char)toupper(*p);
    }
    assert_true((double)(clock() - began) / CLOCKS_PER_SEC < 10);
    free(text);
    free(words);
    free(answer);
}

static void places_of(const char *text, const char *sought,
                      const char *expected)
{
    struct occurrences o =
        occurrences_of(text, strlen(text), sought, strlen(sought));
    struct str s = {0};
    size_t at;

    while (occurrences_next(&o, &at))
        str_addf(&s, " %zu", at);
    assert_string_equal(str_text(&s), expected);
    occurrences_release(&o);
    str_release(&s);
}

static void each_place_of_a_text_is_found(void **state)
{
    (void)state;
    places_of("aaaa", "a", " 0 1 2 3");
    places_of("aabaabaa", "aabaa", " 0 3");
    places_of("abcabdabcabcabd", "abcabd", " 0 9");
    places_of("ababab", "ab", " 0 2 4");
    places_of("xaaxaaax", "aa", " 1 4 5");
    places_of("ab", "abc", "");
    places_of("", "a", "");
}

/* The thousands of passages of a search are sorted fast, equal ones in the
 * file's order. */
static void many_passages_are_in_order(void **state)
{
    enum { MANY = 300000 };
    struct open_passage *passage = memory_new(MANY * sizeof(*passage));
    struct joined j = {0};

    (void)state;
    for (int i = 0; i < MANY; i++)
        passage[i] = (struct open_passage){
            {i == MANY - 2 ? "a" : i == MANY - 1 ? "b" : "c", 1}, i / 2};
    passages_join(&j,
                  &(struct open_question){.passage = passage, .passages = MANY},
                  &(struct joining){.most = 3, .by_score = true});
    assert_string_equal(str_text(&j.text), "a b c");
    joined_release(&j);
    free(passage);
}

/* So many words besides those of the answer, also if it is at an end. */
static void windows_are_of_so_many_words(void **state)
{
    (void)state;
    cuts("5", 4, "3 4 5 6 7");
    cuts("5 6", 4, "3 4 5 6 7 8");
    cuts("1", 4, "1 2 3 4 5");
    cuts("2", 4, "1 2 3 4 5");
    cuts("9", 4, "5 6 7 8 9");
    cuts("8", 4, "5 6 7 8 9");
    cuts("8", 100, "1 2 3 4 5 6 7 8 9");
    cuts("5", 0, "1 2 3 4 5 6 7 8 9");
    cuts("5", 3, "4 5 6 7");
    cuts("", 4, "1 2 3 4");
    cuts("", 100, "1 2 3 4 5 6 7 8 9");
}

/* The words of an answer within a word are that word. */
static void windows_begin_and_end_with_words(void **state)
{
    (void)state;
    cuts_of("1 2 xay 3 4", "a", 1, "xay 3");
    cuts_of("1 2 xay 3 4", "a", 2, "2 xay 3");
    cuts_of("1 (ab c.) 3 4", "ab c", 2, "1 (ab c.) 3");
}

static void runs_of(const char *text, int most, bool fit,
                    const char *expected)
{
    struct name_spans r = {0};
    struct str s = {0};

    name_spans_clear(&r);
    assert_int_equal(name_spans_add(&r, text, strlen(text), most), fit);
    for (int i = 0; i < r.n; i++) {
        str_adds(&s, i ? "|" : "");
        str_add(&s, r.run[i].text, r.run[i].len);
    }
    assert_string_equal(str_text(&s), expected);
    str_release(&s);
    name_spans_release(&r);
}

static void runs(const char *text, const char *expected)
{
    runs_of(text, 100, true, expected);
}

static void names_and_numbers_are_candidates(void **state)
{
    (void)state;
    runs_of("Ann and Bob and Ann and Cid and Dan", 3, false, "Ann|Bob|Cid");
    runs_of("Ann and Bob and Ann and Cid and Ann", 3, true, "Ann|Bob|Cid");
    runs("I met Ann. Don't go. I'm Bob. They'll see D'Arcy and Elizabeth I",
         "Ann|Bob|D'Arcy|Elizabeth I");
    runs("Don\u2019t say we\u2019re Mr. O\u2019Brien\u2019s. You\u2019ve Ann",
         "Mr. O\u2019Brien|Ann");
    runs("The Hong Kong people in Hong Kong, China", "Hong Kong|China");
    runs("On May 2, 1,300 men of Mr. O'Brien's", "May 2|1,300|Mr. O'Brien");
    runs("he met the U.S. Army and \xc3\x89mile", "U.S. Army|\xc3\x89mile");
    runs("a co-producer", "");
    runs("It cost 3.5. He met the U.S. The end. Vitamin C. In 46.5. Ann left",
         "3.5|U.S.|Vitamin C.|46.5|Ann");
    runs("In 1914\u201318, 3\u20134 of B\u2013Z\u20132",
         "1914\u201318|3\u20134|B|Z|2");
    runs("", "");
}

/* The combining marks of decomposed letters belong to their words. */
static void combining_marks_are_of_a_word(void **state)
{
    (void)state;
    runs("the E\u0301mile Zola\u0308's Rene\u0301e-Ann",
         "E\u0301mile Zola\u0308|Rene\u0301e-Ann");
    runs("its \u0301Ann _Bob_", "Ann|Bob");
}

/* It is neither letter nor digit. */
static void an_underscore_ends_a_word(void **state)
{
    (void)state;
    has("the _art_", "art", true);
    has("the _Art_", "art", true);
    finds("part, _art_", "art", 7, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_passages_are_in_order),
        cmocka_unit_test(long_texts_are_searched_in_no_time),
        cmocka_unit_test(places_with_other_edges_are_passed_in_no_time),
        cmocka_unit_test(each_place_of_a_text_is_found),
        cmocka_unit_test(combining_marks_are_of_a_word),
        cmocka_unit_test(an_underscore_ends_a_word),
        cmocka_unit_test(passages_are_joined_in_either_order),
        cmocka_unit_test(an_answer_is_looked_for_in_turn),
        cmocka_unit_test(a_text_has_an_answer_by_its_words),
        cmocka_unit_test(windows_are_of_so_many_words),
        cmocka_unit_test(windows_begin_and_end_with_words),
        cmocka_unit_test(names_and_numbers_are_candidates),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
