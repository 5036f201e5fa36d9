/*
 * Task open: which questions are trained on and scored, and how answers of
 * either form are.
 */
#include "config.h"

#include "../test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "task/open.h"
#include "text_files.h"

/* --- the task ------------------------------------------------------------- */

#define LINE(passages, question, answer) \
    passages " ||| " question " ||| " answer "\n"

static void loads(struct loaded *l, const char *train, const char *valid,
                  const char *fields)
{
    char section[500];

    file_of("train", train);
    file_of("valid", valid);
    snprintf(section, sizeof(section),
             "{kind: open, train: train, valid: valid%s}", fields);
    if (load_task(l, section))
        fail_msg("%s", l->error.text);
}

static void refuses(const char *fields, const char *says)
{
    char section[500];

    file_of("train", LINE("<s> a b </s>", "q?", "a"));
    snprintf(section, sizeof(section),
             "{kind: open, train: train, valid: train%s}", fields);
    refuse_task(section, says);
}

static void reads(const struct loaded *l, enum split split, int i,
                  const char *expected)
{
    struct str s = {0};

    corpus_show(l->task, split, 0, i, &s);
    assert_string_equal(str_text(&s), expected);
    str_release(&s);
}

static void stands_at(const struct loaded *l, enum split split, int i,
                      int first, int last)
{
    const int32_t *span =
        column_get(examples_find(&l->task->split[split], &span_column), i).at;

    assert_int_equal(span[0], first);
    assert_int_equal(span[1], last);
}

/* Quasar-T's layout. */
#define QUESTION(uid, answers)                                \
    "{\"uid\":\"" uid "\",\"question\":\"who?\",\"answer\":[" \
    answers "]}\n"
#define CONTEXTS(uid, contexts) \
    "{\"uid\":\"" uid "\",\"contexts\":[" contexts "]}\n"
#define QUASAR                                             \
    ", layout: quasar, contexts_train: contexts, "         \
    "contexts_valid: contexts"

/* The words of "cats" before and behind, and what has none. */
#define TRAIN                                                             \
    LINE("<s> one two three </s>  <s> four cats five six </s>", "who?",   \
         "cats")                                                          \
    LINE("<s> no such thing </s>", "who?", "cats")

static void training_texts_are_windows(void **state)
{
    struct loaded l;

    (void)state;
    loads(&l, TRAIN, TRAIN, ", window: 2");
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 1);
    reads(&l, SPLIT_TRAIN, 0, "four cats five");
    stands_at(&l, SPLIT_TRAIN, 0, 1, 1);
    assert_int_equal(l.task->split[SPLIT_VALID].n, 2);
    reads(&l, SPLIT_VALID, 0, "one two three four cats five six");
    stands_at(&l, SPLIT_VALID, 0, 4, 4);
    stands_at(&l, SPLIT_VALID, 1, 0, 0);
    notes(&l, "train: 2 questions; left out: 1 answer that is nowhere in the "
              "document; trained on 1\n");
    notes(&l, "valid: scored over 2 questions; of 1 the answer is not in what "
              "is read\n");
    unload_task(&l);
    loads(&l, TRAIN, TRAIN,
          ", window: 2, unmatched: first, passages: 1, max_document_scored: 2");
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 2);
    reads(&l, SPLIT_TRAIN, 0, "one two");
    stands_at(&l, SPLIT_TRAIN, 0, 0, 0);
    reads(&l, SPLIT_VALID, 1, "no such");
    notes(&l, "trained on 2, 2 of them with the first token for an answer\n");
    notes(&l, "valid: 2 questions whose document is cut to 2 tokens, ");
    unload_task(&l);
}

/* The file's passages decide, not those that are read of them. */
static void unanswerable_questions_are_left_out_on_request(void **state)
{
    static const char *const form[] = {"span", "candidates"};
    struct loaded l;
    char fields[100];

    (void)state;
    for (int i = 0; i < 2; i++) {
        snprintf(fields, sizeof(fields),
                 ", answers: %s, scored: answerable, passages: 1", form[i]);
        loads(&l, TRAIN LINE("<s> One cats </s>", "who?", "cats")
                      LINE("<s> One </s>", "who?", "One"),
              TRAIN, fields);
        assert_int_equal(l.task->split[SPLIT_VALID].n, 1);
        assert_int_equal(open_split(l.task, SPLIT_VALID)->questions, 1);
        notes(&l, "valid: 1 questions whose answer no passage has are left out "
                  "(task.scored: answerable)\n"
                  "valid: scored over 1 questions; of 1 the answer is not in "
                  "what is read\n");
        unload_task(&l);
    }
    file_of("valid", LINE("<s> no such thing </s>", "who?", "cats"));
    for (int i = 0; i < 2; i++) {
        snprintf(fields, sizeof(fields),
                 "{kind: open, train: train, valid: valid, scored: answerable, "
                 "answers: %s}",
                 form[i]);
        refuse_task(fields, "found 1 questions; 1 have their answer in no "
                            "passage, expected one or more that are not left "
                            "out");
    }
}

/* Quasar-T's scores decide; what a file has first is last. */
static void passages_are_read_by_their_scores(void **state)
{
    struct loaded l;

    (void)state;
    file_of("contexts",
            CONTEXTS("a", "[1,\"one cat\"],[3,\"three\"],[2,\"two\"]"));
    loads(&l, QUESTION("a", "\"cat\""), QUESTION("a", "\"cat\""),
          QUASAR ", order: score, between: mark, passages: 2, "
                 "unmatched: first");
    reads(&l, SPLIT_VALID, 0, "three \xc2\xb6 two");
    unload_task(&l);
    file_of("contexts", CONTEXTS("a", "[1,\"one cat\"]") CONTEXTS("b", ""));
    loads(&l, QUESTION("a", "\"cat\"") QUESTION("b", ""),
          QUESTION("a", "\"cat\"") QUESTION("b", "\"cat\""), QUASAR);
    notes(&l, "train: 1 lines without a question or an answer are stepped "
              "over\n");
    notes(&l, "valid: 1 questions have no passage\n");
    unload_task(&l);
}

/* What is known of questions goes with their examples. */
static void a_share_of_train_has_its_own_answers(void **state)
{
    static const char *const form[] = {"span", "candidates"};
    char fields[100];
    struct loaded l;

    (void)state;
    for (int i = 0; i < 2; i++) {
        snprintf(fields, sizeof(fields), ", answers: %s, share: 0.5", form[i]);
        loads(&l,
              LINE("<s> One </s>", "?", "One") LINE("<s> Two </s>", "?", "Two")
              LINE("<s> Six </s>", "?", "Six") LINE("<s> Ten </s>", "?", "Ten"),
              TRAIN, fields);
        assert_int_equal(l.task->split[SPLIT_TRAIN].n, 2);
        for (int k = 0; k < 2; k++)
            reads(&l, SPLIT_TRAIN, k,
                  open_golds(open_split(l.task, SPLIT_TRAIN), k));
        unload_task(&l);
    }
}

static void fields_that_say_nothing_are_refused(void **state)
{
    (void)state;
    refuses(", order: score", "task.order: found score, expected file");
    refuses(", contexts_valid: c", "task.contexts_valid: found 'c', expected "
                                   "none with layout searchqa");
    refuses(", layout: quasar", "task.contexts_train: found no file's name");
    refuses(", candidates_train: c", "task.candidates_train: found 'c'");
    refuses(", features: [pos]", "task.features: found 'pos', expected match,");
    refuses(", features: [lower], answers: candidates",
            "task.features: found 'lower', expected match, once");
    refuses(", lemmas: tags", "task.lemmas: found tags");
    refuses(", lemmas: tags, answers: candidates", "task.lemmas: found tags");
    refuses(", answers: candidates, quotes: false", "quotes: found false, ex");
    refuses(", answers: candidates, ends: false", ", expected answers: span b");
    refuses(", answers: candidates, features_of: document", "found document, ");
    refuses(", max_query: 1", "found 1 questions; left out: 1 query longer");
}

/* --- answers -------------------------------------------------------------- */

#define VALID                                                       \
    LINE("<s> big cats eat </s>", "who?", "cats")                   \
    LINE("<s> the Nile river runs </s>", "what?", "Nile river")     \
    LINE("<s> no such thing </s>", "who?", "cats")

/* Of four tokens each what they have to be first and last. */
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

/* The third question, without its answer, counts; the pair takes the likeliest
 * span of one token, and of three. */
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
    assert_int_equal(l.task->uncounted[SPLIT_VALID],
                     1u << OPEN_ONE_WORD | 1u << OPEN_SEVERAL);
    answer_sheet_release(&a);
    unload_task(&l);
}

/* Any of several counts, and of these the best. */
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

/* Candidates of the first, in order: "9 Big Red Wet Hens", "Ann", "Nile". */
static void picked_candidates_are_scored_by_their_texts(void **state)
{
    static const float score[] = {.5f, .3f, .4f, .6f, .5f};
    struct column_kind kind[MAX_COLUMNS];
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
    struct answer_sheet a = {.n = 2};

    assert_int_equal(l.task->head->columns(l.task->settings, kind), 1);
    answer_sheet_add(&a, &kind[0]);
    column_add(&a.column[0], (struct values){score, 3});
    column_add(&a.column[0], (struct values){score + 3, 2});
    score_valid(&l, &a, value);
    assert_float_equal(value[OPEN_EM], 0, 1e-6);
    /* 9 big red wet hens, of which two are right, to big hens */
    assert_float_equal(value[OPEN_F1], 100 * (4 / 7.0) / 2, 1e-4);
    assert_float_equal(value[OPEN_ONE_WORD], 100, 1e-6);
    assert_float_equal(value[OPEN_SEVERAL], 0, 1e-6); /* Ann */
    answer_sheet_release(&a);
    unload_task(&l);
}

static void a_candidate_is_right_by_its_words(void **state)
{
    struct loaded l;

    (void)state;
    loads(&l,
          LINE("<s> no names here </s>", "who?", "Ann")
              LINE("<s> Ann saw Bob </s>", "who?", "an ANN."),
          NAMES, ", answers: candidates");
    const struct examples *x = &l.task->split[SPLIT_TRAIN];

    assert_int_equal(x->n, 1);
    assert_string_equal(
        cloze_candidate(l.task, SPLIT_TRAIN, 0,
                        examples_find(x, &cloze_right)->ints[0]),
        "Ann");
    notes(&l, "train: candidates of 1 questions are all words of the "
              "document, which has no such run\n");
    unload_task(&l);
}

static void traits_say_where_the_answer_is(void **state)
{
    int32_t value[5][2];
    int32_t *const to[MAX_TRAITS] = {value[0], value[1], value[2], value[3],
                                     value[4]};
    struct loaded l;

    (void)state;
    loads(&l, TRAIN, TRAIN, ", max_document_scored: 4");
    open_describe(l.task, SPLIT_VALID, to);
    assert_int_equal(value[0][0], 4);
    assert_int_equal(value[1][0], 2);
    assert_int_equal(value[2][0], 1);
    assert_int_equal(value[3][0], 2); /* the second passage */
    assert_int_equal(value[4][0], 0); /* which is not read so far */
    assert_int_equal(value[3][1], 0);
    unload_task(&l);
    loads(&l, TRAIN, TRAIN, ", max_document_scored: 5");
    open_describe(l.task, SPLIT_VALID, to);
    assert_int_equal(value[4][0], 1);
    assert_int_equal(value[4][1], 0);
    unload_task(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(training_texts_are_windows),
        cmocka_unit_test(unanswerable_questions_are_left_out_on_request),
        cmocka_unit_test(passages_are_read_by_their_scores),
        cmocka_unit_test(a_share_of_train_has_its_own_answers),
        cmocka_unit_test(fields_that_say_nothing_are_refused),
        cmocka_unit_test(spans_are_scored_by_their_texts),
        cmocka_unit_test(the_best_of_several_answers_counts),
        cmocka_unit_test(picked_candidates_are_scored_by_their_texts),
        cmocka_unit_test(a_candidate_is_right_by_its_words),
        cmocka_unit_test(traits_say_where_the_answer_is),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
