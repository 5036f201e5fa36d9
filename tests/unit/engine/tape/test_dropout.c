/*
 * Laws of dropout, of rows, of segments and of whole sublayers.
 */
#include "tests/test.h"

#include <math.h>
#include <string.h>

#include "engine/tape/ops.h"
#include "tests/unit/tape_fixture.h"

#define D 6

static const int at[] = {0, 3, 3, 5};
static const struct segments three = {3, at};
static const int examples[] = {4, 9, 2};

static void dropout_keeps_the_mean(void **state)
{
    struct tape t = new_tape(state);
    struct node *x = tape_constant(&t, 400, 50);
    const struct segments all = {1, (int[]){0, 400}};
    double sum = 0.0;
    int zeros = 0;

    for (size_t i = 0; i < node_len(x); i++)
        x->val[i] = 1.0f;
    struct node *y = tape_dropout(&t, x, 0.2f, &all, examples);

    for (size_t i = 0; i < node_len(y); i++) {
        sum += y->val[i];
        zeros += y->val[i] == 0.0f;
    }
    assert_float_equal(sum / 20000, 1.0, 0.02);
    assert_float_equal(zeros / 20000.0, 0.2, 0.02);
}

static void each_site_and_step_has_a_mask_of_its_own(void **state)
{
    struct tape t = new_tape(state);
    struct node *x = filled(&t, 5, D, 1);
    struct node *y = tape_dropout(&t, x, 0.5f, &three, examples);
    struct node *z = tape_dropout(&t, x, 0.5f, &three, examples);
    size_t bytes = node_len(x) * sizeof(float);

    assert_memory_not_equal(y->val, z->val, bytes);
    tape_begin(&t, t.step);
    z = tape_dropout(&t, x, 0.5f, &three, examples);
    assert_memory_equal(y->val, z->val, bytes);
    tape_begin(&t, t.step + 1);
    z = tape_dropout(&t, x, 0.5f, &three, examples);
    assert_memory_not_equal(y->val, z->val, bytes);
}

static void one_mask_serves_all_rows_of_a_segment(void **state)
{
    struct tape t = new_tape(state);
    struct node *x = tape_constant(&t, 5, D);
    int zeros = 0, differ = 0;

    for (size_t i = 0; i < node_len(x); i++)
        x->val[i] = 1.0f;
    struct node *y = tape_dropout_columns(&t, x, 0.5f, &three, examples);

    for (int s = 0; s < three.n; s++)
        for (int i = at[s]; i < at[s + 1]; i++)
            same(y, i, rows_of(&t, y, at[s], at[s] + 1));
    for (int j = 0; j < D; j++) {
        zeros += y->val[j] == 0.0f;
        differ += y->val[j] != y->val[at[2] * D + j];
    }
    assert_true(zeros > 0 && zeros < D && differ > 0);
    /* The mask equals that of the first row alone. */
    t.site = 0;
    x = tape_dropout(&t, x, 0.5f, &three, examples);
    same(y, 0, rows_of(&t, x, 0, 1));
    t.training = false;
    assert_ptr_equal(tape_dropout_columns(&t, x, 0.5f, &three, examples), x);
    assert_int_equal(t.site, 2);
}

static void a_residual_equals_its_two_steps(void **state)
{
    struct tape t = new_tape(state);
    struct node *x = filled(&t, 5, D, 1), *z = filled(&t, 5, D, 2);
    struct node *y = tape_residual(&t, x, z, 0.5f, &three, examples);

    assert_int_equal(t.site, 1);
    t.site = 0;
    z = tape_add(&t, x, tape_dropout(&t, z, 0.5f, &three, examples));
    for (size_t i = 0; i < node_len(y); i++)
        assert_float_equal(y->val[i], z->val[i], 1e-6);
    t.training = false;
    tape_residual(&t, x, z, 0.5f, &three, examples);
    assert_int_equal(t.site, 2);
}

/* Over 4000 steps of four grains each. */
static void a_batch_s_grains_skip_the_same_sublayers(void **state)
{
    int skipped = 0, both = 0;

    for (uint32_t step = 0; step < 4000; step++) {
        bool kept[2] = {false};

        for (int grain = 0; grain < 4; grain++) {
            struct tape t = new_tape(state);

            tape_begin(&t, step);
            for (int l = 0; l < 2; l++) {
                const struct sublayer s = tape_sublayer(&t, 0.3f);

                if (grain == 0)
                    kept[l] = s.kept;
                assert_int_equal(s.kept, kept[l]);
                tape_sublayer_end(&t, s);
            }
        }
        skipped += !kept[0];
        both += !kept[0] && !kept[1];
    }
    assert_float_equal(skipped / 4000.0, 0.3, 0.02);
    assert_float_equal(both / 4000.0, 0.09, 0.015); /* drawn independently */
}

static void a_skipped_sublayer_moves_no_later_site(void **state)
{
    bool seen[2] = {false};

    for (uint32_t step = 0; step < 20; step++) {
        struct tape t = new_tape(state);
        struct node *x = filled(&t, 5, D, 1);

        tape_begin(&t, step);
        const struct sublayer l = tape_sublayer(&t, 0.5f);

        if (l.kept)
            x = tape_residual(&t, x, x, 0.1f, &three, examples);
        tape_sublayer_end(&t, l);
        assert_int_equal(t.site, 1 + SUBLAYER_SITES);
        seen[l.kept] = true;
    }
    assert_true(seen[0] && seen[1]);
}

static void a_sublayer_is_kept_where_nothing_is_dropped(void **state)
{
    for (uint32_t step = 0; step < 20; step++) {
        struct tape t = new_tape(state);

        tape_begin(&t, step);
        assert_true(tape_sublayer(&t, 0.0f).kept);
        assert_int_equal(t.site, 0);
        tape_sublayer_end(&t, tape_sublayer(&t, 0.0f));
        assert_int_equal(t.site, 0);
        t.training = false;
        assert_true(tape_sublayer(&t, 0.99f).kept);
        t.training = t.dry = true;
        assert_true(tape_sublayer(&t, 0.99f).kept);
        assert_int_equal(t.site, 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(dropout_keeps_the_mean),
        TEST(each_site_and_step_has_a_mask_of_its_own),
        TEST(one_mask_serves_all_rows_of_a_segment),
        TEST(a_residual_equals_its_two_steps),
        TEST(a_batch_s_grains_skip_the_same_sublayers),
        TEST(a_skipped_sublayer_moves_no_later_site),
        TEST(a_sublayer_is_kept_where_nothing_is_dropped),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
