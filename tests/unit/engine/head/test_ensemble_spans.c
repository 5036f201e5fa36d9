/* Spans of several members combined, by average and by text. */
#include "config.h"

#include "tests/unit/engine/head/ensemble_fixture.h"

#include <math.h>

#include "engine/data/sentences.h"
#include "engine/tape/ops.h"

static void add_span(struct answer_sheet *a, int first, int last, float score,
                     float none)
{
    const int32_t span[] = {first, last};

    column_add(&a->column[SPAN_TOKENS], (struct values){span, 2});
    column_add(&a->column[SPAN_SCORE], (struct values){&score, 1});
    column_add(&a->column[SPAN_NONE], (struct values){&none, 1});
    a->n++;
}

static void add_ends(struct answer_sheet *a, int n, const float *first,
                     const float *last)
{
    column_add(&a->column[SPAN_FIRST], (struct values){first, n});
    column_add(&a->column[SPAN_LAST], (struct values){last, n});
}

static void span_is(const struct answer_sheet *a, int i, int first, int last,
                    double score, double none)
{
    const int32_t *span = column_get(&a->column[SPAN_TOKENS], i).at;

    assert_int_equal(span[0], first);
    assert_int_equal(span[1], last);
    assert_float_equal(a->column[SPAN_SCORE].floats[i], score, 1e-6);
    assert_float_equal(a->column[SPAN_NONE].floats[i], none, 1e-6);
}

/* Each member prefers its own span, and both give the third a high
 * probability. */
static void an_average_may_say_what_nobody_said(void **state)
{
    static const float one[] = {0.6f, 0.4f, 0.0f}, two[] = {0.0f, 0.4f, 0.6f};
    struct answer_sheet out;
    struct made m;

    (void)state;
    made_init(&m, &head_span, 2);
    add_span(&m.sheet[0], 0, 0, 0.36f, 0);
    add_ends(&m.sheet[0], 3, one, one);
    add_span(&m.sheet[1], 2, 2, 0.36f, 0);
    add_ends(&m.sheet[1], 3, two, two);
    out = combined(&m, BY_PROBABILITY);
    span_is(&out, 0, 1, 1, 0.16, 0);
    assert_float_equal(column_get(&out.column[SPAN_FIRST], 0).n, 3, 0);
    answer_sheet_release(&out);
    out = combined(&m, BY_TEXT); /* the earlier of equal answers */
    span_is(&out, 0, 0, 0, 0.18, 0);
    assert_int_equal(out.columns, SPAN_NONE + 1);
    answer_sheet_release(&out);
    made_release(&m);
}

/* The average follows the members' rules: the maximal length of a span, and
 * whether no answer is allowed. */
static void an_average_keeps_to_the_rules(void **state)
{
    static const float first[] = {0.2f, 0.5f, 0.2f, 0.1f};
    static const float last[] = {0.5f, 0.1f, 0.1f, 0.3f};
    struct answer_sheet out;
    struct made m;

    (void)state;
    made_init(&m, &head_span, 1);
    add_span(&m.sheet[0], 3, 3, 0, 0);
    add_ends(&m.sheet[0], 4, first, last);
    out = combined(&m, BY_PROBABILITY);
    span_is(&out, 0, 1, 3, 0.15, 0);
    answer_sheet_release(&out);
    m.span.longest = 2;
    out = combined(&m, BY_PROBABILITY);
    span_is(&out, 0, 0, 0, 0.1, 0);
    answer_sheet_release(&out);
    m.span.may_be_none = true;
    out = combined(&m, BY_PROBABILITY);
    span_is(&out, 0, 0, 0, 0.1, 0.1);
    answer_sheet_release(&out);
    m.span.longest = 0;
    out = combined(&m, BY_PROBABILITY);
    span_is(&out, 0, 1, 3, 0.15, 0.1);
    answer_sheet_release(&out);
    made_release(&m);
}

static void an_average_stays_within_a_sentence(void **state)
{
    static const float first[] = {0.1f, 0.6f, 0.2f, 0.1f};
    static const float last[] = {0.1f, 0.1f, 0.2f, 0.6f};
    char mark[WORDS] = {0};
    struct answer_sheet out;
    struct made m;

    (void)state;
    made_init(&m, &head_span, 1);
    m.mark = mark;
    add_span(&m.sheet[0], 3, 3, 0, 0);
    add_ends(&m.sheet[0], 4, first, last);
    out = combined(&m, BY_PROBABILITY);
    span_is(&out, 0, 1, 3, 0.36, 0);
    answer_sheet_release(&out);
    mark[1] = MARK_ENDS;
    out = combined(&m, BY_PROBABILITY);
    span_is(&out, 0, 2, 3, 0.12, 0);
    answer_sheet_release(&out);
    mark[2] = MARK_CLOSES;
    out = combined(&m, BY_PROBABILITY);
    span_is(&out, 0, 1, 2, 0.12, 0);
    answer_sheet_release(&out);
    mark[1] = mark[2] = MARK_NONE;
    mark[0] = MARK_ENDS; /* the mark of an added token ends nothing */
    m.span.may_be_none = true;
    out = combined(&m, BY_PROBABILITY);
    span_is(&out, 0, 1, 3, 0.36, 0.01);
    answer_sheet_release(&out);
    made_release(&m);
}

/* Both examples have sentences, each in its own document. */
static void an_answer_stays_within_a_sentence(void **state)
{
    static const int32_t token[] = {7, 0, 1, 2, 3};
    static const float p[][2] = {
        {1, 1}, {0.1f, 0.1f}, {0.6f, 0.1f}, {0.2f, 0.2f}, {0.1f, 0.6f}};
    static const char mark[] = {MARK_NONE, MARK_NONE, MARK_ENDS, MARK_NONE,
                                MARK_NONE};
    const struct span_answers spec = {0};
    struct grain g = {.n = 2,
                      .parts = 1,
                      .part = {{{2, (int[]){0, 1, 5}}, token}},
                      .column = {{.is = sentence_marks, .bytes = mark}}};
    struct arena arena = {0};
    struct tape t = {.arena = &arena};
    struct node *scores = tape_constant(&t, 5, 2);
    struct answers out;

    (void)state;
    for (int i = 0; i < 10; i++)
        scores->val[i] = logf(p[i / 2][i % 2]);
    for (int is = 0; is < 2; is++) {
        const struct head_grain read = {
            .all = &g, .column = {[SPAN_MARKS] = is ? &g.column[0] : NULL}};

        head_span.answer(&t, &spec, &read, scores, &out);
        const int32_t *span = out.column[SPAN_TOKENS].ints;

        assert_int_equal(span[0], 0);
        assert_int_equal(span[1], 0);
        assert_int_equal(span[2], is ? 2 : 1);
        assert_int_equal(span[3], 3);
    }
    arena_release(&arena);
}

/* Spans of tokens 0 and 2 have the same text, 1 another one; (0, 0) of the
 * second example has an empty text. */
static void read_span(const void *of, const struct answer_sheet *a, int i,
                      struct str *out)
{
    const int32_t *span = column_get(&a->column[SPAN_TOKENS], i).at;

    assert_non_null(of);
    if (span[0] || i != 1)
        str_adds(out, span[0] == 1 ? "cat" : "dog");
}

/* As answers stored without `ends`. */
static void drop_ends(struct answer_sheet *a)
{
    while (a->columns > SPAN_NONE + 1)
        column_release(&a->column[--a->columns]);
}

static void scores_of_equal_texts_are_summed(void **state)
{
    struct answer_sheet out;
    struct made m;

    (void)state;
    made_init(&m, &head_span, 3);
    m.of.text = read_span;
    m.of.of = &m;
    m.span.may_be_none = true;
    add_span(&m.sheet[0], 1, 1, 0.5f, 0.1f);
    add_span(&m.sheet[1], 0, 0, 0.2f, 0.2f);
    add_span(&m.sheet[2], 2, 2, 0.4f, 0.3f); /* the more probable of the two */
    add_span(&m.sheet[0], 1, 1, 0.5f, 0.3f);
    add_span(&m.sheet[1], 0, 0, 0.3f, 0.3f);
    add_span(&m.sheet[2], 0, 0, 0.3f, 0.3f);
    for (int k = 0; k < 3; k++)
        drop_ends(&m.sheet[k]);
    out = combined(&m, BY_TEXT);
    span_is(&out, 0, 2, 2, 0.2, 0.2);
    span_is(&out, 1, 0, 0, 0.2, 0.3);
    answer_sheet_release(&out);
    refuses(&m, BY_PROBABILITY,
            "one: its answers were stored without 'p_first'");
    m.of.text = NULL; /* without text() they differ, and the first is best */
    out = combined(&m, BY_TEXT);
    span_is(&out, 0, 1, 1, 0.5 / 3, 0.2);
    answer_sheet_release(&out);
    made_release(&m);
}

static void documents_of_other_tokens_are_refused(void **state)
{
    static const float p[] = {0.5f, 0.3f, 0.2f};
    struct made m;

    (void)state;
    made_init(&m, &head_span, 2);
    for (int k = 0; k < 2; k++) {
        add_span(&m.sheet[k], 0, 0, 0.25f, 0);
        add_ends(&m.sheet[k], 2 + k, p, p);
    }
    refuses(&m, BY_PROBABILITY,
            "two, example 0: found 'p_first' of 3 tokens, expected 2");
    made_release(&m);
}

/* --- voting --------------------------------------------------------------- */

static void the_sum_and_then_the_order_of_members_decide(void **state)
{
    struct str text[4] = {{0}};
    struct best_answer x;

    (void)state;
    for (int k = 0; k < 4; k++)
        str_adds(&text[k], k % 2 ? "b" : "a");
    x = ensemble_elect(4, text, (double[]){0.1, 0.2, 0.3, 0.3});
    assert_int_equal(x.member, 3);
    assert_float_equal(x.sum, 0.5, 1e-12);
    x = ensemble_elect(4, text, (double[]){0.25, 0.5, 0.25, 0.0});
    assert_int_equal(x.member, 0);
    x = ensemble_elect(4, text, (double[]){0.25, 0.5, 0.5, 0.5});
    assert_int_equal(x.member, 1);
    x = ensemble_elect(4, text, (double[]){0, 0, 0, 0});
    assert_int_equal(x.member, 0);
    x = ensemble_elect(4, text, (double[]){0.5, 0.1, 0.5, NAN});
    assert_int_equal(x.member, 3);
    assert_true(isnan(x.sum));
    for (int k = 0; k < 4; k++)
        str_release(&text[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_average_may_say_what_nobody_said),
        cmocka_unit_test(an_average_keeps_to_the_rules),
        cmocka_unit_test(an_average_stays_within_a_sentence),
        cmocka_unit_test(an_answer_stays_within_a_sentence),
        cmocka_unit_test(scores_of_equal_texts_are_summed),
        cmocka_unit_test(documents_of_other_tokens_are_refused),
        cmocka_unit_test(the_sum_and_then_the_order_of_members_decide),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
