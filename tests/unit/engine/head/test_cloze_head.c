/* The head `cloze` compared with its formula in double precision: loss,
 * gradient and answers, for each of its settings. */
#include "config.h"

#include "tests/test.h"

#include <math.h>

#include "engine/head/head.h"
#include "engine/head/kinds/cloze.h"
#include "tests/unit/tape_fixture.h"

/* Two documents.  In the first the candidates share a token, one candidate does
 * not occur, and some tokens belong to no candidate. */
#define ROWS 11
static const int doc_at[] = {0, 7, 11};
static const int32_t places[] = {1, 3, 3, 6, 0, 0, 1, 3};
static const int place_at[] = {0, 5, 8};
static const int32_t counts[] = {2, 0, 3, 1, 2};
static const int32_t lengths[] = {1, 2, 2, 1, 3};
static const int count_at[] = {0, 3, 5};
static const int32_t right[] = {2, 1}, place[] = {0, 0};

static struct packed_column ints(const struct column_kind *is,
                                 const int32_t *value, const int *at)
{
    return (struct packed_column){
        .is = *is, .seg = {.n = 2, .at = at}, .ints = value};
}

/* The grain of both documents, with columns in `c`. */
static struct grain both(struct packed_column c[CLOZE_COLUMNS])
{
    c[CLOZE_TOKENS] = ints(&cloze_tokens, places, place_at);
    c[CLOZE_COUNTS] = ints(&cloze_counts, counts, count_at);
    c[CLOZE_LENGTHS] = ints(&cloze_lengths, lengths, count_at);
    c[CLOZE_RIGHT] = ints(&cloze_right, right, NULL);
    c[CLOZE_PLACE] = ints(&cloze_place, place, NULL);
    return (struct grain){
        .n = 2, .parts = 2, .part = {{.seg = {2, doc_at}}}, .weight = 0.25f};
}

/* P(c), by softmax over the document. */
static double share(const double *score, int doc, int c,
                    const struct cloze_answers *s)
{
    const int n = doc_at[doc + 1] - doc_at[doc];
    const int32_t *token = places + place_at[doc];
    double all = 0, own = 0, any = 0;

    for (int i = 0; i < n; i++)
        all += exp(score[doc_at[doc] + i]);
    for (int k = count_at[doc]; k < count_at[doc + 1]; k++)
        for (int j = 0; j < counts[k]; j++, token++) {
            const double p = exp(score[doc_at[doc] + *token]) / all /
                             (s->mean ? lengths[k] : 1);

            any += p;
            own += k - count_at[doc] == c ? p : 0;
        }
    return s->renormalise ? own / any : own;
}

static double loss_of(const double *score, const struct cloze_answers *s)
{
    return -0.25 * (log(share(score, 0, right[0], s)) +
                    log(share(score, 1, right[1], s)));
}

static void check_gradient(const double *score, const struct cloze_answers *s,
                           const float *found)
{
    const double step = 1e-5;
    double moved[ROWS];

    for (int i = 0; i < ROWS; i++) {
        double rise = 0;

        for (int sign = -1; sign <= 1; sign += 2) {
            memcpy(moved, score, sizeof(moved));
            moved[i] += sign * step;
            rise += sign * loss_of(moved, s) / (2 * step);
        }
        assert_float_equal(found[i], rise, 1e-6);
    }
}

static void check_said(const double *score, const struct cloze_answers *s,
                       const struct packed_column *said)
{
    for (int doc = 0; doc < 2; doc++)
        for (int k = count_at[doc]; k < count_at[doc + 1]; k++)
            assert_float_equal(said->floats[k],
                               share(score, doc, k - count_at[doc], s), 1e-6);
}

static void check(void **state, const struct cloze_answers *s)
{
    struct tape t = new_tape(state);
    struct packed_column c[CLOZE_COLUMNS];
    const struct grain g = both(c);
    struct head_grain read = {.all = &g};
    struct answers out;
    double score[ROWS];
    float grad[ROWS];

    for (int i = 0; i < CLOZE_COLUMNS; i++)
        read.column[i] = &c[i];
    struct node *x = filled(&t, ROWS, 1, 7);

    x->grad = grad;
    for (int i = 0; i < ROWS; i++) {
        score[i] = x->val[i] = 3 * x->val[i];
        grad[i] = 0;
    }
    struct node *y = head_cloze.loss(&t, s, &read, x, 0.0f);

    assert_float_equal(y->val[0], loss_of(score, s), 1e-6);
    y->grad = (float[]){1.0f};
    y->op->backward(&t, y);
    check_gradient(score, s, grad);
    head_cloze.answer(&t, s, &read, x, &out);
    check_said(score, s, &out.column[CLOZE_SCORE]);
}

static void each_setting_is_its_formula(void **state)
{
    for (int mean = 0; mean < 2; mean++)
        for (int renormalise = 0; renormalise < 2; renormalise++)
            check(state, &(struct cloze_answers){mean, renormalise});
}

/* If softmax over the document gives a candidate probability 0, its loss is
 * still a number, and decreases. */
static void an_improbable_answer_has_a_loss(void **state)
{
    struct tape t = new_tape(state);
    struct packed_column c[CLOZE_COLUMNS];
    const struct grain g = both(c);
    struct head_grain read = {.all = &g};

    for (int i = 0; i < CLOZE_COLUMNS; i++)
        read.column[i] = &c[i];
    struct node *x = tape_constant(&t, ROWS, 1);

    for (int i = 0; i < ROWS; i++)
        x->val[i] = i == 1 ? 400.0f : 0.0f;
    struct node *y = head_cloze.loss(&t, head_cloze.sample, &read, x, 0.0f);

    assert_float_equal(y->val[0], 0.25 * (400 - log(3) + log(3) - log(2)),
                       1e-4);
    assert_true(y->saved[0][0] < 0);
}

/* One example with two candidates at one token, of which the first is right. */
static void a_token_of_two_candidates_is_the_right_one_s(void **state)
{
    static const int rows[] = {0, 3}, two[] = {0, 2};
    static const int32_t at[] = {1, 1, 2}, each[] = {1, 2}, zero[] = {0};
    static const int three[] = {0, 3};
    const struct packed_column c[] = {
        [CLOZE_TOKENS] = {.is = cloze_tokens, .seg = {1, three}, .ints = at},
        [CLOZE_COUNTS] = {.is = cloze_counts, .seg = {1, two}, .ints = each},
        [CLOZE_LENGTHS] = {.is = cloze_lengths, .seg = {1, two}, .ints = each},
        [CLOZE_RIGHT] = {.is = cloze_right, .ints = zero},
        [CLOZE_PLACE] = {.is = cloze_place, .ints = zero}};
    struct tape t = new_tape(state);
    const struct grain g = {
        .n = 1, .parts = 2, .part = {{.seg = {1, rows}}}, .weight = 1};
    struct head_grain read = {.all = &g};

    for (int i = 0; i < CLOZE_COLUMNS; i++)
        read.column[i] = &c[i];
    const struct token_shares s =
        head_cloze.point(&t, &read, filled(&t, 3, 1, 7));

    assert_int_equal(s.candidate[0], CANDIDATE_NONE);
    assert_int_equal(s.candidate[1], CANDIDATE_RIGHT);
    assert_int_equal(s.candidate[2], CANDIDATE_ANY);
    assert_float_equal(s.share[0] + s.share[1] + s.share[2], 1, 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_setting_is_its_formula),
        TEST(an_improbable_answer_has_a_loss),
        TEST(a_token_of_two_candidates_is_the_right_one_s),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
