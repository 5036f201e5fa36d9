/* The translation task: what is read, what is left out, what is scored. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/metric/bleu.h"
#include "engine/metric/chrf.h"
#include "engine/task/predictions.h"
#include "tests/unit/heads.h"
#include "tests/unit/text_files.h"
#include "text/language/subwords_learn.h"

#define FILES "train: [a.en, a.de], valid: [b.en, b.de], test: [b.en, b.de]"
#define MT "{kind: mt, " FILES "}"

static const char *const english =
    "Two dogs play .\nA dog sleeps.\nThe dogs play\nA man and a dog\n";
static const char *const german =
    "Zwei Hunde spielen .\nEin Hund schläft.\nDie Hunde spielen\n"
    "Ein Mann und ein Hund\n";
static const char *const more_english = "A dog plays.\nTwo  men\n\n";
static const char *const more_german = "Ein Hund spielt.\nZwei Männer \n\n";

static int write_files(void **state)
{
    (void)state;
    file_of("a.en", english);
    file_of("a.de", german);
    file_of("b.en", more_english);
    file_of("b.de", more_german);
    return 0;
}

static struct loaded loaded(const char *yaml)
{
    struct loaded l;

    if (load_task(&l, yaml))
        fail_msg("%s", l.error.text);
    return l;
}

static void same_part(const struct loaded *l, const struct loaded *k,
                      enum split s, int part, bool same)
{
    const struct column *a = &l->task->split[s].part[part],
                        *b = &k->task->split[s].part[part];
    const bool is =
        a->n == b->n && a->start[a->n] == b->start[b->n] &&
        !memcmp(a->ints, b->ints, a->start[a->n] * sizeof(*a->ints));

    assert_int_equal(is, same);
}

/* --- reading -------------------------------------------------------------- */

/* Answers to a split that are its references' tokens, or with `wrong` fewer. */
static void say_right(const struct loaded *l, enum split split, bool wrong,
                      struct answer_sheet *a)
{
    const struct examples *x = &l->task->split[split];
    struct column_kind kind[MAX_COLUMNS];
    const float score = 0;

    *a = (struct answer_sheet){.n = x->n};
    const int n = l->task->kind->head->columns(l->task->settings, kind);

    for (int c = 0; c < n; c++)
        answer_sheet_add(a, &kind[c]);
    for (int i = 0; i < x->n; i++) {
        const int len = example_len(x, 1, i) - 1;

        column_add(&a->column[DECODED_SCORE], (struct values){&score, 1});
        column_add(&a->column[DECODED_TOKEN],
                   (struct values){example_tokens(x, 1, i),
                                   wrong && len ? len - 1 : len});
    }
}

static char *written(const struct loaded *l, enum predictions what,
                     const struct answer_sheet *a)
{
    struct str out = {0};
    struct error e = {0};

    if (predictions_add(l->task, SPLIT_VALID, what, a, &out, &e))
        fail_msg("%s", e.text);
    return str_take(&out);
}

static char *said_of(const struct loaded *l, const struct answer_sheet *a)
{
    return written(l, PREDICTIONS_SAID, a);
}

static void lines_end_and_come_back(void **state)
{
    struct loaded l = loaded(MT);
    const struct examples *x = &l.task->split[SPLIT_TRAIN];
    struct answer_sheet a;

    (void)state;
    assert_int_equal(x->n, 4);
    for (int p = 0; p < 2; p++)
        for (int i = 0; i < x->n; i++) {
            const int n = example_len(x, p, i);

            for (int k = 0; k < n; k++)
                assert_int_equal(example_tokens(x, p, i)[k] == TOKEN_END,
                                 k == n - 1);
        }
    say_right(&l, SPLIT_VALID, false, &a);
    char *said = said_of(&l, &a);

    assert_string_equal(said, more_german);
    free(said);
    answer_sheet_release(&a);
    say_right(&l, SPLIT_VALID, true, &a);
    char *right = written(&l, PREDICTIONS_RIGHT, &a);

    assert_string_equal(right, more_german); /* whatever the answer was */
    free(right);
    answer_sheet_release(&a);
    unload_task(&l);
}

static void one_file_with_tabs_is_the_same_as_two(void **state)
{
    struct loaded two = loaded(MT), one;

    (void)state;
    file_of("a.tsv", "Two dogs play .\tZwei Hunde spielen .\n"
                     "A dog sleeps.\tEin Hund schläft.\n"
                     "The dogs play\tDie Hunde spielen\n"
                     "A man and a dog\tEin Mann und ein Hund\n");
    one = loaded("{kind: mt, train: a.tsv, valid: [b.en, b.de]}");
    for (int p = 0; p < 2; p++) {
        same_part(&one, &two, SPLIT_TRAIN, p, true);
        same_part(&one, &two, SPLIT_VALID, p, true);
    }
    unload_task(&one);
    unload_task(&two);
}

static void bad_files_are_refused_with_their_place(void **state)
{
    (void)state;
    file_of("less.de", "Zwei Hunde\nEin Hund\nDie Hunde\n");
    file_of("more.de", "Zwei Hunde\nEin Hund\nDie Hunde\nEin Mann\nUnd\n");
    file_of("bad.de", "Zwei Hunde\nEin Hund\nDie \xff\nEin Mann\n");
    file_of("nothing", "");
    file_of("empty", "\n\n");
    refuse_task(
        "{kind: mt, train: [a.en, less.de], valid: [b.en, b.de]}",
        "/less.de', line 3: found the file's end, expected as many lines "
        "as in '");
    refuse_task(
        "{kind: mt, train: [a.en, more.de], valid: [b.en, b.de]}",
        "/a.en', line 4: found the file's end, expected as many lines as");
    refuse_task("{kind: mt, train: [a.en, bad.de], valid: [b.en, b.de]}",
                "/bad.de', line 3: byte 5: found 0xff, expected valid UTF-8");
    refuse_task("{kind: mt, train: [bad.de, a.de], valid: [b.en, b.de]}",
                "/bad.de', line 3: byte 5: found 0xff");
    refuse_task("{kind: mt, train: [nothing, nothing], valid: [b.en, b.de]}",
                "task.train: file 'nothing': found no example, expected one");
    refuse_task(
        "{kind: mt, train: [empty, empty], valid: [b.en, b.de]}",
        "task.train: file 'empty': found no example that is not left out");
    refuse_task(
        "{kind: mt, train: [a.en, a.de, a.de], valid: [b.en, b.de]}",
        "task.train: found 3 names of files, expected one, or source and");
    refuse_task("{kind: mt, train: [a.en, a.fr], valid: [b.en, b.de]}",
                "task.train: found no file '");
}

static void pairs_that_teach_nothing_are_left_out(void **state)
{
    struct loaded l;

    (void)state;
    file_of("c.en", "Two dogs\n\nA dog\nA very long line of many words\n");
    file_of("c.de", "Zwei Hunde\nEin Hund\n\nEine Zeile\n");
    l = loaded("{kind: mt, train: [c.en, c.de], valid: [c.en, c.de], "
               "max_tokens: 12, subwords: 0}");
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 1);
    assert_int_equal(l.task->split[SPLIT_VALID].n, 4);
    assert_non_null(strstr(str_text(&l.task->notes),
                           "train: 1 pairs; 2 with an empty side left out; 1 "
                           "with more than 12 tokens on a side left out\n"
                           "valid: 4 pairs\n"));
    unload_task(&l);
}

/* --- subwords ------------------------------------------------------------- */

static void vocabularies_are_one_or_two(void **state)
{
    struct loaded joint = loaded(MT),
                  two = loaded("{kind: mt, " FILES ", vocabulary: separate}");

    (void)state;
    assert_ptr_equal(joint.task->words[0], joint.task->words[1]);
    assert_ptr_not_equal(two.task->words[0], two.task->words[1]);
    for (int p = 0; p < 2; p++) {
        const struct words *w = two.task->words[p];
        bool dogs = false, hund = false;

        for (int i = 0; i < w->n; i++) {
            dogs |= !strcmp(w->text[i], "_dog");
            hund |= !strcmp(w->text[i], "_Hund");
        }
        assert_int_equal(dogs, p == 0);
        assert_int_equal(hund, p == 1);
    }
    unload_task(&joint);
    unload_task(&two);
}

/* As `codarun data subwords` does. */
static void write_subwords(const char *name, const char *const *text, int n)
{
    struct subword_learner l;
    struct subwords s;
    struct str out = {0};

    subword_learner_init(&l);
    for (int i = 0; i < n; i++)
        for (const char *at = text[i]; *at; at += strcspn(at, "\n") + 1)
            subword_learner_add(&l, at, strcspn(at, "\n"));
    subwords_learn(&l, 8000, &s);
    subwords_text(&s, &out);
    file_of(name, out.s);
    str_release(&out);
    subwords_release(&s);
    subword_learner_release(&l);
}

static void check_file(const char *with, const char *without)
{
    struct loaded read = loaded(with), learned = loaded(without);

    for (int p = 0; p < 2; p++) {
        same_part(&learned, &read, SPLIT_TRAIN, p, true);
        same_part(&learned, &read, SPLIT_VALID, p, true);
    }
    assert_int_equal(read.task->file[0].split, SOURCE_SUBWORDS);
    unload_task(&read);
    unload_task(&learned);
}

static void subwords_of_a_file_are_those_learned_of_it(void **state)
{
    const char *const both[] = {english, german};

    (void)state;
    write_subwords("both", both, 2);
    write_subwords("en", both, 1);
    write_subwords("de", both + 1, 1);
    check_file("{kind: mt, " FILES ", subwords: 1, subwords_file: both}", MT);
    check_file("{kind: mt, " FILES ", vocabulary: separate, "
               "subwords_file: [en, de]}",
               "{kind: mt, " FILES ", vocabulary: separate}");
    refuse_task("{kind: mt, " FILES ", subwords_file: [both, both]}",
                "task.subwords_file: found 2 names, expected 1 for joint");
    refuse_task("{kind: mt, " FILES
                ", subwords_file: both, vocabulary: separate}",
                "task.subwords_file: found 1 name, expected 2 for separate");
    refuse_task(
        "{kind: mt, " FILES ", subwords_file: a.en}",
        "/a.en', line 1: found 'Two dogs play .', expected 'codarun sub");
}

static void letters_may_be_made_small(void **state)
{
    struct loaded l = loaded("{kind: mt, " FILES ", lower: true}");
    struct answer_sheet a;
    double value[MAX_METRICS];

    (void)state;
    say_right(&l, SPLIT_VALID, false, &a);
    char *said = said_of(&l, &a);

    assert_string_equal(said, "ein hund spielt.\nzwei männer \n\n");
    score_valid(&l, &a, value);
    for (int m = 0; m < 3; m++)
        assert_true(fabs(value[m] - 100) < 1e-9);
    assert_non_null(strstr(str_text(&l.task->notes), "|case:lc|"));
    free(said);
    answer_sheet_release(&a);
    unload_task(&l);
}

/* --- scores --------------------------------------------------------------- */

static void what_is_right_has_a_hundred(void **state)
{
    struct loaded l = loaded(MT);
    struct answer_sheet a;
    double value[MAX_METRICS];

    (void)state;
    say_right(&l, SPLIT_VALID, false, &a);
    score_valid(&l, &a, value);
    for (int m = 0; m < 3; m++)
        assert_true(fabs(value[m] - 100) < 1e-9);
    answer_sheet_release(&a);
    unload_task(&l);
}

/* BLEU and chrF compare what is printed with the file's own lines. */
static void lines_are_scored_as_they_are_printed(void **state)
{
    struct loaded l = loaded("{kind: mt, " FILES ", bleu_tokens: char, "
                             "chrf_words: 2}");
    struct answer_sheet a;
    double value[MAX_METRICS];
    struct ngram_sums sum[BLEU_ORDERS] = {0}, plus[CHRF_ORDERS(2)] = {0};
    struct bleu b;
    struct chrf c;

    (void)state;
    say_right(&l, SPLIT_VALID, true, &a);
    char *said = said_of(&l, &a);
    const char *s = said, *r = more_german;

    bleu_init(&b, BLEU_CHAR, false);
    chrf_init(&c, 2, false);
    for (; *s; s += strcspn(s, "\n") + 1, r += strcspn(r, "\n") + 1) {
        bleu_add(&b, s, strcspn(s, "\n"), r, strcspn(r, "\n"), sum);
        chrf_add(&c, s, strcspn(s, "\n"), r, strcspn(r, "\n"), plus);
    }
    score_valid(&l, &a, value);
    assert_true(value[0] > 0 && value[0] < 100);
    assert_true(value[0] == bleu_score(sum, BLEU_ORDERS));
    assert_true(value[1] == chrf_score(plus, CHRF_ORDERS(2)));
    assert_true(fabs(value[2] - 100.0 / 3) < 1e-9); /* the empty line */
    assert_non_null(strstr(str_text(&l.task->notes), "|tok:char|"));
    bleu_release(&b);
    chrf_release(&c);
    free(said);
    answer_sheet_release(&a);
    unload_task(&l);
}

/* Tokens of one byte, which a model may generate in any order. */
static void what_is_no_text_is_mended(void **state)
{
    static const int32_t token[] = {
        TOKEN_FIRST + ' ',  TOKEN_FIRST + 'a',  TOKEN_UNKNOWN,
        TOKEN_FIRST + 0xc3, TOKEN_FIRST + 'b',  TOKEN_FIRST + '\n',
        TOKEN_FIRST,        TOKEN_FIRST + 0xc3, TOKEN_FIRST + 0xa4,
        TOKEN_FIRST + '\r', TOKEN_FIRST + '\t', TOKEN_FIRST + 0xe2};
    struct loaded l = loaded(MT);
    struct answer_sheet a;
    struct str out = {0};

    (void)state;
    say_right(&l, SPLIT_VALID, false, &a);
    column_release(&a.column[DECODED_TOKEN]);
    column_init(
        &a.column[DECODED_TOKEN],
        &(struct column_kind){"token", COLUMN_INT, COLUMN_RAGGED, OF_EXAMPLE});
    column_add(&a.column[DECODED_TOKEN],
               (struct values){token, sizeof(token) / sizeof(*token)});
    l.task->kind->read(l.task, SPLIT_VALID, &a, 0, &out);
    assert_string_equal(out.s, "a?b  ä \t?");
    str_release(&out);
    answer_sheet_release(&a);
    unload_task(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(lines_end_and_come_back, write_files),
        cmocka_unit_test(one_file_with_tabs_is_the_same_as_two),
        cmocka_unit_test(bad_files_are_refused_with_their_place),
        cmocka_unit_test(pairs_that_teach_nothing_are_left_out),
        cmocka_unit_test(vocabularies_are_one_or_two),
        cmocka_unit_test(subwords_of_a_file_are_those_learned_of_it),
        cmocka_unit_test(letters_may_be_made_small),
        cmocka_unit_test(what_is_right_has_a_hundred),
        cmocka_unit_test(lines_are_scored_as_they_are_printed),
        cmocka_unit_test(what_is_no_text_is_mended),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
