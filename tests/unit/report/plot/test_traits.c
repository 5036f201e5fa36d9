/* The traits of each task's units, whatever the answers are. */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/text_files.h"

/* Return answers to every example of a split that are all zeros. */
static struct answer_sheet say_nothing(const struct task *t, enum split split)
{
    static const float zero[64];
    struct column_kind kind[MAX_COLUMNS];
    const int columns = t->kind->head->columns(t->settings, kind);
    struct answer_sheet a = {.n = t->split[split].n};

    for (int c = 0; c < columns; c++) {
        answer_sheet_add(&a, &kind[c]);
        for (int i = 0; i < a.n; i++)
            column_add(&a.column[c],
                       (struct values){zero, kind[c].width == COLUMN_RAGGED
                                                 ? 0
                                                 : kind[c].width});
    }
    return a;
}

/* A task given as YAML, and the units of one of its splits. */
struct described {
    struct loaded l;
    struct units units;
};

static void describes(struct described *d, const char *yaml, enum split split)
{
    double value[MAX_METRICS];

    if (load_task(&d->l, yaml))
        fail_msg("%s", d->l.error.text);
    struct answer_sheet a = say_nothing(d->l.task, split);

    task_score(d->l.task, split, &a, value, &d->units);
    answer_sheet_release(&a);
}

static void release(struct described *d)
{
    units_release(&d->units);
    unload_task(&d->l);
}

static void has(const struct described *d, const char *trait, const char *words,
                const int32_t *expected)
{
    const struct trait *t = units_trait(&d->units, trait);

    assert_non_null(t);
    if (words)
        assert_string_equal(t->words, words);
    else
        assert_null(t->words);
    for (int i = 0; i < d->units.n; i++)
        if (t->value[i] != expected[i])
            fail_msg("%s of %d: found %d, expected %d", trait, i,
                     (int)t->value[i], (int)expected[i]);
}

/* --- span ----------------------------------------------------------------- */

#define ANSWER(text, start) \
    "{\"text\":\"" text "\",\"answer_start\":" #start "}"
#define Q(id, question, answers)                                             \
    "{\"id\":\"" id "\",\"question\":\"" question "\",\"answers\":[" answers \
    "],\"is_impossible\":"

static const char squad[] =
    "{\"data\":[{\"paragraphs\":[{\"context\":\"In the 1950s, he lived.\","
    "\"qas\":["
    /* the second is shorter, and begins inside a word of the first */
    Q("a", "In which year and when?",
      ANSWER("In the 1950s", 0) "," ANSWER(
          "1950",
          7)) "false}," Q("b", "Is he?",
                          "") "true}," Q("c", "Name WHO lived here.",
                                         ANSWER("he lived.",
                                                14)) "false}]},"
                                                     "{\"context\":\"One two "
                                                     "three.\",\"qas\":[" Q(
                                                         "d", "Count?",
                                                         ANSWER(
                                                             "three",
                                                             8)) "false}]}]}]}";

#define TYPES "what how who when which where why be other"

static void a_question_has_lengths_a_type_and_an_answer_or_none(void **state)
{
    struct described d;

    (void)state;
    file_of("squad", squad);
    describes(&d, "{kind: span, train: squad, valid: squad, no_answer: true}",
              SPLIT_VALID);
    assert_int_equal(d.units.n, 4);
    assert_int_equal(d.units.traits, 5);
    has(&d, "document", NULL, (int32_t[]){7, 7, 7, 4});
    has(&d, "query", NULL, (int32_t[]){6, 3, 5, 2});
    has(&d, "answer", NULL, (int32_t[]){1, 0, 3, 1});
    has(&d, "type", TYPES, (int32_t[]){4, 7, 2, 8});
    has(&d, "answerable", "no yes", (int32_t[]){1, 0, 1, 1});
    release(&d);
}

static void added_tokens_and_those_cut_off_are_no_length(void **state)
{
    struct described d;

    (void)state;
    file_of("squad", squad);
    describes(&d,
              "{kind: span, train: squad, valid: squad, no_answer: true, "
              "max_document_scored: 5, max_query_scored: 3}",
              SPLIT_VALID);
    has(&d, "document", NULL, (int32_t[]){5, 5, 5, 4});
    has(&d, "query", NULL, (int32_t[]){3, 3, 3, 2});
    has(&d, "answer", NULL, (int32_t[]){1, 0, 3, 1}); /* as it is in the
                                                         document */
    release(&d);
}

/* The questions kept by a limit keep their traits. */
static void questions_that_are_left_keep_their_traits(void **state)
{
    struct described d;

    (void)state;
    file_of("squad", squad);
    file_of("ids", "d\n");
    describes(&d,
              "{kind: span, train: squad, valid: squad, ids_valid: ids, "
              "train_questions: 2}",
              SPLIT_TRAIN);
    assert_int_equal(d.units.n, 2);
    has(&d, "document", NULL, (int32_t[]){7, 4});
    has(&d, "answer", NULL, (int32_t[]){3, 1});
    has(&d, "type", TYPES, (int32_t[]){2, 8});
    release(&d);
}

/* --- the other tasks ------------------------------------------------------ */

static void a_ranked_question_has_its_length_and_candidates(void **state)
{
    struct described d;

    (void)state;
    file_of("rank", "Who eats ?\tA man .\t1\n"
                    "Who eats ?\tIt rains .\t0\n"
                    "Why ?\tSo .\t1\n");
    describes(&d, "{kind: rank, train: rank, valid: rank}", SPLIT_VALID);
    has(&d, "question", NULL, (int32_t[]){3, 2});
    has(&d, "candidates", NULL, (int32_t[]){2, 1});
    release(&d);
}

static void labelled_texts_have_their_lengths(void **state)
{
    struct described d;

    (void)state;
    file_of("nli", "A man eats .\tHe eats .\tentailment\nA\tB c\tneutral\n");
    describes(&d, "{kind: nli, train: nli, valid: nli}", SPLIT_VALID);
    has(&d, "premise", NULL, (int32_t[]){4, 1});
    has(&d, "hypothesis", NULL, (int32_t[]){3, 2});
    release(&d);
    file_of("text", "A film .\t1\nIt ends\t0\n");
    describes(&d, "{kind: sentiment, train: text, valid: text}", SPLIT_VALID);
    has(&d, "text", NULL, (int32_t[]){3, 2});
    release(&d);
}

static void a_sum_has_its_operator_and_the_answer_its_length(void **state)
{
    struct described d;

    (void)state;
    file_of("mlu", "x=2,y=-3,x*y:-6\nx=7,y=1,y+x:8\ny=20,x=1,x-y:-19\nx:1\n");
    describes(&d, "{kind: mlu, train: mlu, valid: mlu}", SPLIT_VALID);
    has(&d, "operator", "+ - * other", (int32_t[]){2, 0, 1, 3});
    has(&d, "answer", NULL, (int32_t[]){2, 1, 3, 1});
    release(&d);
}

/* --- every task ----------------------------------------------------------- */

/* A word with blanks would be read as several; a trait with a metric's name
 * would make two columns of that name. */
static void traits_are_words_and_none_is_named_like_a_metric(void **state)
{
    (void)state;
    for (int i = 0; task_kinds.list[i]; i++) {
        const struct task_kind *k =
            (const struct task_kind *)task_kinds.list[i];

        for (int j = 0; j < task_traits(k); j++) {
            const struct trait_kind *t = &k->traits[j];

            assert_true(strlen(t->name) < sizeof(((struct trait *)0)->name));
            assert_int_equal(task_metric(k, t->name), -1);
            assert_null(strchr(t->name, ' '));
            for (int w = 0; t->words && t->words[w]; w++)
                assert_null(strchr(t->words[w], ' '));
        }
    }
}

static void what_a_task_lacks_for_its_traits_is_said(void **state)
{
    static struct trait_kind many[MAX_TRAITS + 2];
    struct task_kind k =
        *(const struct task_kind *)kinds_find(&task_kinds, "nli");

    (void)state;
    assert_null(task_kinds.lacks(&k.is));
    k.describe = NULL;
    assert_string_equal(task_kinds.lacks(&k.is), "describe()");
    /* a task that describes more than lengths */
    k.describe =
        ((const struct task_kind *)kinds_find(&task_kinds, "rank"))->describe;
    k.traits = many;
    for (int i = 0; i < MAX_TRAITS; i++)
        many[i].name = "a test's";
    assert_null(task_kinds.lacks(&k.is));
    many[MAX_TRAITS].name = "one more";
    assert_string_equal(task_kinds.lacks(&k.is), "room for its traits");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_question_has_lengths_a_type_and_an_answer_or_none),
        cmocka_unit_test(added_tokens_and_those_cut_off_are_no_length),
        cmocka_unit_test(questions_that_are_left_keep_their_traits),
        cmocka_unit_test(a_ranked_question_has_its_length_and_candidates),
        cmocka_unit_test(labelled_texts_have_their_lengths),
        cmocka_unit_test(a_sum_has_its_operator_and_the_answer_its_length),
        cmocka_unit_test(traits_are_words_and_none_is_named_like_a_metric),
        cmocka_unit_test(what_a_task_lacks_for_its_traits_is_said),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
