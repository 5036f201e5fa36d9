#include "tests/test.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers/random.h"
#include "engine/data/tree.h"
#include "engine/train/gradient.h"

#define GRAINS 32
#define LEN 67

static const struct random_key key = {{1, 2}};
static float gradient[GRAINS][LEN]; /* of very different magnitudes */
static float root[LEN];             /* the sum by definition */

static void sum_by_definition(int level, int index, float out[LEN])
{
    float left[LEN], right[LEN];

    if (level == 0) {
        memcpy(out, gradient[index], sizeof(left));
        return;
    }
    sum_by_definition(level - 1, 2 * index, left);
    sum_by_definition(level - 1, 2 * index + 1, right);
    for (int i = 0; i < LEN; i++)
        out[i] = left[i] + right[i];
}

static int make_gradients(void **state)
{
    (void)state;
    for (uint32_t g = 0; g < GRAINS; g++) {
        random_normal(key, (struct address){0, g, 0}, LEN, 1, gradient[g]);
        for (int i = 0; i < LEN; i++)
            gradient[g][i] *= (float)(1 << g % 11);
    }
    sum_by_definition(5, 0, root);
    return 0;
}

/* The partial sums of a run that one worker has merged. */
struct shares {
    int n;
    struct tree_node node[TREE_MAX_PARTIALS];
    float sum[TREE_MAX_PARTIALS][LEN];
};

/* Merge neighbours that cover a complete subtree: sum[0] ends as its sum. */
static void combine(int n, const struct tree_node *node, float *const *sum,
                    size_t len)
{
    const struct nonzero_place none = {0}, all = {.dense = len};
    struct sum of[GRAINS + TREE_MAX_PARTIALS] = {0};
    struct sums s = {n, of};

    assert_true(n <= (int)(sizeof(of) / sizeof(of[0])));
    for (int i = 0; i < n; i++)
        of[i] = (struct sum){.node = node[i], .dense = sum[i]};
    sums_merge(&s, none, all);
    assert_int_equal(s.n, 1);
}

static void work(struct run r, struct shares *p)
{
    struct tree_node cover[TREE_MAX_PARTIALS];
    int covers = tree_cover(r, cover);

    for (int c = 0; c < covers; c++) {
        int width = 1 << cover[c].level, first = cover[c].index * width;
        float copy[GRAINS][LEN], *sum[GRAINS];
        struct tree_node node[GRAINS];

        for (int i = 0; i < width; i++) {
            memcpy(copy[i], gradient[first + i], sizeof(copy[i]));
            sum[i] = copy[i];
            node[i] = tree_leaf(first + i);
        }
        combine(width, node, sum, LEN);
        p->node[p->n] = cover[c];
        memcpy(p->sum[p->n++], copy[0], sizeof(copy[0]));
    }
}

/* Workers own [cut[w], cut[w + 1]); true if their root has the same bits. */
static bool agrees(int workers, const int *cut)
{
    static struct shares p;
    float *sum[TREE_MAX_PARTIALS];

    p.n = 0;
    for (int w = 0; w < workers; w++)
        work((struct run){cut[w], cut[w + 1]}, &p);
    for (int i = 0; i < p.n; i++)
        sum[i] = p.sum[i];
    combine(p.n, p.node, sum, LEN);
    return memcmp(sum[0], root, sizeof(root)) == 0;
}

static void equal_shares_for_any_number_of_workers_sum_alike(void **state)
{
    (void)state;
    for (int workers = 1; workers <= GRAINS; workers++) {
        int cut[GRAINS + 1] = {0};

        for (int w = 0; w < workers; w++) {
            struct run r = tree_run(GRAINS, workers, w);

            assert_int_equal(r.first, cut[w]);
            assert_in_range(r.end - r.first, GRAINS / workers,
                            (GRAINS + workers - 1) / workers);
            cut[w + 1] = r.end;
        }
        assert_int_equal(cut[workers], GRAINS);
        assert_true(agrees(workers, cut));
    }
}

static int by_value(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Any contiguous runs, also empty ones; at most 6 workers, so that their
 * partial sums fit. */
static void runs_cut_anywhere_sum_alike(void **state)
{
    (void)state;
    for (uint32_t trial = 0; trial < 2000; trial++) {
        int workers = 1 + (int)(trial % 6), cut[7] = {0};

        for (int w = 1; w < workers; w++)
            cut[w] = (int)random_below(key, (struct address){trial, 1, 1},
                                       (uint32_t)w, GRAINS + 1);
        cut[workers] = GRAINS;
        qsort(cut, (size_t)workers, sizeof(cut[0]), by_value);
        assert_true(agrees(workers, cut));
    }
}

/* If the tree were a plain sum, the tests above could not fail. */
static void the_tree_is_not_a_plain_sum(void **state)
{
    float plain[LEN] = {0};

    (void)state;
    for (int g = 0; g < GRAINS; g++)
        for (int i = 0; i < LEN; i++)
            plain[i] += gradient[g][i];
    assert_memory_not_equal(plain, root, sizeof(root));
}

static void slices_may_be_summed_apart(void **state)
{
    float copy[GRAINS][LEN], *sum[GRAINS];
    static const int edge[] = {0, 1, 17, 64, LEN};

    (void)state;
    memcpy(copy, gradient, sizeof(copy));
    for (int s = 0; s < 4; s++) {
        struct tree_node node[GRAINS];

        for (int g = 0; g < GRAINS; g++) {
            node[g] = tree_leaf(g);
            sum[g] = copy[g] + edge[s];
        }
        combine(GRAINS, node, sum, (size_t)(edge[s + 1] - edge[s]));
    }
    assert_memory_equal(copy[0], root, sizeof(root));
}

static void a_cover_is_whole_subtrees_in_order(void **state)
{
    (void)state;
    for (int first = 0; first <= 70; first++)
        for (int end = first; end <= 70; end++) {
            struct tree_node node[TREE_MAX_PARTIALS];
            int n = tree_cover((struct run){first, end}, node), at = first;

            for (int i = 0; i < n; i++) {
                assert_int_equal(node[i].index << node[i].level, at);
                at = (node[i].index + 1) << node[i].level;
                if (i > 0) /* maximal: no two make a larger one */
                    assert_false(tree_siblings(node[i - 1], node[i]));
            }
            assert_int_equal(at, end);
        }
}

static void the_widest_run_still_has_a_cover(void **state)
{
    struct tree_node node[TREE_MAX_PARTIALS];
    const int grains = 1 << TREE_MAX_LEVEL;

    (void)state;
    assert_int_equal(tree_cover((struct run){0, grains}, node), 1);
    assert_int_equal(tree_cover((struct run){1, grains - 1}, node),
                     2 * (TREE_MAX_LEVEL - 1));
}

static void doubles_are_summed_up_the_same_tree(void **state)
{
    double x[GRAINS];
    float y[GRAINS][1], *sum[GRAINS];
    struct tree_node node[GRAINS];

    (void)state;
    for (int g = 0; g < GRAINS; g++) { /* exact in either precision */
        x[g] = y[g][0] = (float)(g * g);
        sum[g] = y[g];
        node[g] = tree_leaf(g);
    }
    combine(GRAINS, node, sum, 1);
    assert_true(tree_sum(GRAINS, x) == y[0][0]);

    /* 1 + 2^-53 twice is 1 from left to right, but not as (1 + e) + (e + 1). */
    double e = 0x1p-53, z[4] = {1, e, e, e};
    assert_true(tree_sum(4, z) == 1 + 2 * e);
    assert_true(((1 + e) + e) + e == 1);
}

static void grains_are_a_power_of_two(void **state)
{
    (void)state;
    assert_true(tree_grains_ok(1) && tree_grains_ok(16));
    assert_true(tree_grains_ok(1 << TREE_MAX_LEVEL));
    assert_false(tree_grains_ok(0) || tree_grains_ok(-2) || tree_grains_ok(12));
    assert_false(tree_grains_ok(2 << TREE_MAX_LEVEL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_shares_for_any_number_of_workers_sum_alike),
        cmocka_unit_test(runs_cut_anywhere_sum_alike),
        cmocka_unit_test(the_tree_is_not_a_plain_sum),
        cmocka_unit_test(slices_may_be_summed_apart),
        cmocka_unit_test(a_cover_is_whole_subtrees_in_order),
        cmocka_unit_test(the_widest_run_still_has_a_cover),
        cmocka_unit_test(doubles_are_summed_up_the_same_tree),
        cmocka_unit_test(grains_are_a_power_of_two),
    };

    return cmocka_run_group_tests(tests, make_gradients, NULL);
}
