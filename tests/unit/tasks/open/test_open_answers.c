/* Task open: how answers of either form are scored. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/tasks/open/open_fixture.h"

#define VALID                                                       \
    LINE("<s> big cats eat </s>", "who?", "cats")                   \
    LINE("<s> the Nile river runs </s>", "what?", "Nile river")     \
    LINE("<s> no such thing </s>", "who?", "cats")

/* Answers with scores of four tokens each for being first and last. */
static struct answer_sheet say_spans(const struct loaded *l, const float *p,
                                     const float *q, const int32_t *span)
{
    const struct examples *x = &l->task->split[SPLIT_VALID];
    struct column_kind kind[MAX_COLUMNS];
    const int columns = l->task->head->columns(l->task->settings, kind);
    struct answer_sheet a = {.n = x->n};
    const float one = 1;

    for (int c = 0; c < columns; c++)
        answer_sheet_add(&a, &kind[c]);
    for (int i = 0; i < x->n; i++) {
        const int n = example_len(x, 0, i);

        column_add(&a.column[SPAN_TOKENS], (struct values){span + 2 * i, 2});
        column_add(&a.column[SPAN_SCORE], (struct values){&one, 1});
        column_add(&a.column[SPAN_NONE], (struct values){&one, 1});
        if (columns > SPAN_FIRST) {
            column_add(&a.column[SPAN_FIRST], (struct values){p + 4 * i, n});
            column_add(&a.column[SPAN_LAST], (struct values){q + 4 * i, n});
        }
    }
    return a;
}

/* The third question, whose answer is missing, counts; the pair takes the
 * likeliest span of one token, and of up to three. */
static void spans_are_scored_by_their_texts(void **state)
{
    static const float p[] = {.6f, .4f, 0, 0, .7f, .3f, 0, 0, 1, 0, 0, 0};
    static const float q[] = {0, .9f, .1f, 0, 0, 0, .4f, .6f, 1, 0, 0, 0};
    static const int32_t span[] = {0, 1, 0, 3, 0, 0};
    double value[MAX_METRICS];
    struct loaded l;

    (void)state;
    loads(&l, TRAIN, VALID, "");
    struct answer_sheet a = say_spans(&l, p, q, span);

    score_valid(&l, &a, value);
    assert_float_equal(value[OPEN_EM], 0, 1e-6);
    /* big cats, Nile river runs, no */
    assert_float_equal(value[OPEN_F1], 100 * (2 / 3.0 + .8) / 3, 1e-4);
    /* cats is right, no is not; the Nile river is, as an article is dropped */
    assert_float_equal(value[OPEN_ONE_WORD], 50, 1e-6);
    assert_float_equal(value[OPEN_SEVERAL], 100, 1e-6);
    answer_sheet_release(&a);
    assert_int_equal(l.task->uncounted[SPLIT_VALID], 0);
    unload_task(&l);
    loads(&l, TRAIN, VALID, ", ends: false");
    a = say_spans(&l, p, q, span);
    score_valid(&l, &a, value);
    assert_float_equal(value[OPEN_F1], 100 * (2 / 3.0 + .8) / 3, 1e-4);
    assert_true(isnan(value[OPEN_ONE_WORD]) && isnan(value[OPEN_SEVERAL]));
    assert_int_equal(l.task->uncounted[SPLIT_VALID], 0);
    assert_null(l.task->kind->wants(l.task->conf, OPEN_F1));
    assert_string_equal(l.task->kind->wants(l.task->conf, OPEN_SEVERAL),
                        "ends: true");
    answer_sheet_release(&a);
    unload_task(&l);
}

/* Each of several answers counts, and the best is used. */
static void the_best_of_several_answers_counts(void **state)
{
    static const int32_t span[] = {1, 2, 1, 2};
    static const float p[8] = {0};
    double value[MAX_METRICS];
    struct loaded l;

    (void)state;
    file_of("contexts", CONTEXTS("a", "[1,\"a big cat ran\"]")
                            CONTEXTS("b", "[1,\"a big cat ran\"]"));
    loads(&l, QUESTION("a", "\"ran\"") QUESTION("b", "\"cat\""),
          QUESTION("a", "\"ran\",\"the big cat\"")
              QUESTION("b", "\"big old cat\",\"old cat\""),
          QUASAR);
    struct answer_sheet a = say_spans(&l, p, p, span);

    score_valid(&l, &a, value);
    assert_float_equal(value[OPEN_EM], 50, 1e-6);
    assert_float_equal(value[OPEN_F1], 100 * (1 + .8) / 2, 1e-4);
    answer_sheet_release(&a);
    unload_task(&l);
}

#define NAMES                                                             \
    LINE("<s> Ann saw The Nile </s>  <s> 9 Big Red Wet Hens </s>",        \
         "what?", "Nile")                                                 \
    LINE("<s> Ann saw 9 Big Red Wet Hens </s>", "who?", "big hens")

/* Compute the metrics of n questions of valid from the probabilities of their
 * candidates, one question after the other. */
static void score_candidates(const struct loaded *l, const float *p, int n,
                             double value[MAX_METRICS])
{
    const struct column *counts =
        examples_find(&l->task->split[SPLIT_VALID], &cloze_counts);
    struct column_kind kind[MAX_COLUMNS];
    struct answer_sheet a = {.n = n};

    assert_int_equal(l->task->head->columns(l->task->settings, kind), 1);
    answer_sheet_add(&a, &kind[0]);
    for (int i = 0; i < n; i++) {
        const int candidates = column_get(counts, i).n;

        column_add(&a.column[0], (struct values){p, candidates});
        p += candidates;
    }
    score_valid(l, &a, value);
    answer_sheet_release(&a);
}

/* Candidates of the first question, in order: "9 Big Red Wet Hens", "Ann",
 * "Nile". */
static void picked_candidates_are_scored_by_their_texts(void **state)
{
    static const float score[] = {.5f, .3f, .4f, .6f, .5f};
    double value[MAX_METRICS];
    struct loaded l;

    (void)state;
    loads(&l, NAMES, NAMES, ", answers: candidates");
    assert_ptr_equal(l.task->head, &head_cloze);
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 1);
    assert_string_equal(cloze_candidate(l.task, SPLIT_VALID, 0, 0),
                        "9 Big Red Wet Hens");
    assert_string_equal(cloze_candidate(l.task, SPLIT_VALID, 0, 2), "Nile");
    notes(&l, "train: 2 questions with 2.5 candidates each; left out: 1 whose "
              "answer is none of the candidates\n");
    notes(&l, "valid: candidates of 2 questions are runs of capitalised words "
              "and numbers of the document\n");
    score_candidates(&l, score, 2, value);
    assert_float_equal(value[OPEN_EM], 0, 1e-6);
    /* 9 big red wet hens, of which two are right, to big hens */
    assert_float_equal(value[OPEN_F1], 100 * (4 / 7.0) / 2, 1e-4);
    assert_float_equal(value[OPEN_ONE_WORD], 100, 1e-6);
    assert_float_equal(value[OPEN_SEVERAL], 0, 1e-6); /* Ann */
    unload_task(&l);
}

/* A word with hyphens is several tokens, for readers of either form. */
static void the_pair_counts_tokens(void **state)
{
    static const char text[] =
        LINE("<s> a Co-producer ran </s>", "who?", "Co-producer");
    static const float p[] = {0, 1, 0, 0, 0}, q[] = {0, 0, 0, 1, 0};
    static const int32_t span[] = {1, 3};
    static const float score[] = {1};
    double value[MAX_METRICS];
    struct loaded l;

    (void)state;
    loads(&l, text, text, "");
    assert_int_equal(example_len(&l.task->split[SPLIT_VALID], 0, 0), 5);
    assert_int_equal(open_split(l.task, SPLIT_VALID)->question[0].words, 1);
    assert_false(open_split(l.task, SPLIT_VALID)->question[0].token);
    struct answer_sheet a = say_spans(&l, p, q, span);

    score_valid(&l, &a, value);
    assert_float_equal(value[OPEN_SEVERAL], 100, 1e-6);
    assert_true(isnan(value[OPEN_ONE_WORD]));
    answer_sheet_release(&a);
    unload_task(&l);
    loads(&l, text, text, ", answers: candidates");
    score_candidates(&l, score, 1, value);
    assert_float_equal(value[OPEN_SEVERAL], 100, 1e-6);
    assert_true(isnan(value[OPEN_ONE_WORD]));
    unload_task(&l);
}

/* NaN among the scores of answers makes the metrics NaN. */
static void answers_that_are_no_numbers_score_none(void **state)
{
    static const float p[] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    static const float score[] = {.5f, NAN, .4f, .6f, .5f};
    static const int32_t span[6] = {0};
    double value[MAX_METRICS];
    struct loaded l;

    (void)state;
    loads(&l, TRAIN, VALID, "");
    struct answer_sheet a = say_spans(&l, p, p, span);

    a.column[SPAN_SCORE].floats[1] = NAN;
    score_valid(&l, &a, value);
    assert_true(isnan(value[OPEN_EM]) && isnan(value[OPEN_F1]));
    answer_sheet_release(&a);
    unload_task(&l);
    loads(&l, NAMES, NAMES, ", answers: candidates");
    score_candidates(&l, score, 2, value);
    assert_true(isnan(value[OPEN_EM]) && isnan(value[OPEN_F1]));
    unload_task(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spans_are_scored_by_their_texts),
        cmocka_unit_test(the_best_of_several_answers_counts),
        cmocka_unit_test(picked_candidates_are_scored_by_their_texts),
        cmocka_unit_test(the_pair_counts_tokens),
        cmocka_unit_test(answers_that_are_no_numbers_score_none),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
