/* The metrics of answer selection, by hand and by counting. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdio.h>

#include "base/core/str.h"
#include "base/numbers/random.h"
#include "engine/task/task.h"
#include "tasks/rank/ranking.h"
#include "tests/unit/text_files.h"

/* Ranks 2 and 3 right: AP = (1/2 + 2/3) / 2. */
static void map_and_mrr_agree_with_a_case_by_hand(void **state)
{
    const float score[] = {0.9f, 0.8f, 0.7f, 0.1f};
    const int32_t label[] = {0, 1, 1, 0};
    struct ranking_metrics r = ranking_metrics_of(score, label, 4);

    (void)state;
    assert_float_equal(r.average_precision, (0.5 + 2.0 / 3) / 2, 1e-12);
    assert_float_equal(r.reciprocal_rank, 0.5, 1e-12);
    assert_float_equal(r.top1, 0, 0);
}

static void of_equal_scores_the_later_line_is_first(void **state)
{
    const float score[] = {0.5f, 0.5f, 0.5f};
    const int32_t last[] = {0, 0, 1}, first[] = {1, 0, 0};

    (void)state;
    assert_float_equal(ranking_metrics_of(score, last, 3).reciprocal_rank, 1,
                       0);
    assert_float_equal(ranking_metrics_of(score, first, 3).reciprocal_rank,
                       1.0 / 3, 1e-12);
}

/* Rank of a candidate by counting, which needs no sort. */
static int rank_by_counting(const float *score, int n, int i)
{
    int rank = 1;

    for (int j = 0; j < n; j++)
        rank += score[j] > score[i] || (score[j] == score[i] && j > i);
    return rank;
}

static struct ranking_metrics ranking_by_counting(const float *score,
                                                  const int32_t *label, int n)
{
    struct ranking_metrics r = {0};
    int right = 0;

    for (int i = 0; i < n; i++)
        right += label[i];
    for (int i = 0; i < n; i++) {
        int above = 0, mine = rank_by_counting(score, n, i);

        for (int j = 0; j < n; j++)
            above += label[j] && rank_by_counting(score, n, j) <= mine;
        r.average_precision += label[i] ? (double)above / mine / right : 0;
        if (label[i] && 1.0 / mine > r.reciprocal_rank)
            r.reciprocal_rank = 1.0 / mine;
    }
    return r;
}

/* Few values, so that ties are common; about one in `rare` labels is 1. */
static void draw(uint32_t step, int n, uint32_t rare, float *score,
                 int32_t *label)
{
    const struct random_key key = random_key(1, "test");

    for (int i = 0; i < n; i++) {
        const struct address at = {.step = step, .example = (uint32_t)i};

        score[i] = (float)random_below(key, at, 0, 7);
        label[i] = random_below(key, at, 1, rare) == 0;
    }
}

static void ranking_agrees_with_counting(void **state)
{
    enum { N = 23, TIMES = 200 };
    float score[N];
    int32_t label[N];

    (void)state;
    for (uint32_t k = 0; k < TIMES; k++) {
        draw(k, N, 5, score, label);
        const struct ranking_metrics r = ranking_metrics_of(score, label, N),
                                     c = ranking_by_counting(score, label, N);

        assert_float_equal(r.average_precision, c.average_precision, 1e-9);
        assert_float_equal(r.reciprocal_rank, c.reciprocal_rank, 1e-12);
    }
}

static void a_nan_among_the_scores_stays_visible(void **state)
{
    const float score[] = {0.5f, NAN};
    const int32_t label[] = {0, 1};

    (void)state;
    assert_true(isnan(ranking_metrics_of(score, label, 2).average_precision));
}

/* Questions of 1 to 6 candidates, some without right ones or wrong ones.  Their
 * map and mrr are over those with a right one, whatever set is scored. */
static void positive_metrics_are_over_questions_with_a_right_one(void **state)
{
    enum { QUESTIONS = 40, MOST = 6 };
    static const char *const sets[] = {"all", "positive", "mixed"};
    float score[QUESTIONS * MOST];
    int32_t label[QUESTIONS * MOST];
    struct str lines = {0};
    double map = 0, mrr = 0;
    int n = 0, positive = 0;

    (void)state;
    for (int q = 0, size = 1; q < QUESTIONS; q++, size = 1 + q % MOST) {
        draw((uint32_t)q, size, 3, score + n, label + n);
        const struct ranking_metrics r =
            ranking_by_counting(score + n, label + n, size);

        for (int i = n; i < n + size; i++)
            str_addf(&lines, "q%d\ta\t%d\n", q, (int)label[i]);
        positive += r.reciprocal_rank > 0;
        map += r.average_precision;
        mrr += r.reciprocal_rank;
        n += size;
    }
    assert_true(positive > 10 && positive < 30);
    file_of("many.txt", str_text(&lines));
    for (int i = 0; i < 3; i++) {
        struct column scores = {.is = {"score", COLUMN_FLOAT, 1, OF_EXAMPLE},
                                .n = n,
                                .floats = score};
        const struct answer_sheet a = {.n = n, .columns = 1, .column = &scores};
        double value[MAX_METRICS];
        struct loaded l;
        char text[200];

        snprintf(text, sizeof(text),
                 "{kind: rank, train: many.txt, valid: many.txt, scored: %s}",
                 sets[i]);
        assert_int_equal(load_task(&l, text), 0);
        score_valid(&l, &a, value);
        const struct task_kind *k = l.task->kind;

        assert_float_equal(value[task_metric(k, "map_positive")],
                           100 * map / positive, 1e-4);
        assert_float_equal(value[task_metric(k, "mrr_positive")],
                           100 * mrr / positive, 1e-4);
        unload_task(&l);
    }
    str_release(&lines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(map_and_mrr_agree_with_a_case_by_hand),
        cmocka_unit_test(of_equal_scores_the_later_line_is_first),
        cmocka_unit_test(ranking_agrees_with_counting),
        cmocka_unit_test(a_nan_among_the_scores_stays_visible),
        cmocka_unit_test(positive_metrics_are_over_questions_with_a_right_one),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
