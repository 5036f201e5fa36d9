/* Layers of readers, each compared with its equations in double. */
#include "tests/test.h"

#include <math.h>
#include <string.h>

#include "engine/layer/convolution.h"
#include "engine/layer/fusion.h"
#include "engine/layer/highway.h"
#include "tests/unit/maxout_fixture.h"

static const int at[] = {0, 3, 3, 4}; /* lengths 3, 0, 1 */
static const struct segments seg = {3, at};
static const int examples[] = {4, 9, 2};

static double sigmoid(double x)
{
    return 1.0 / (1.0 + exp(-x));
}

#define D 5

static void highway_of(const struct layer_fixture *s, const struct highway *h,
                       double x[D])
{
    for (int l = 0; l < h->n; l++) {
        double y[D];

        for (int j = 0; j < D; j++) {
            const double z = sigmoid(linear_of(s, h->gate[l], false, x, j));
            double f = linear_of(s, h->transform[l], false, x, j);

            f = h->relu ? fmax(f, 0.0) : f;
            y[j] = z * f + (1.0 - z) * x[j];
        }
        memcpy(x, y, sizeof(y));
    }
}

static void a_highway_passes_on_what_its_gate_leaves(void **state)
{
    for (int relu = 0; relu < 2; relu++) {
        struct layer_fixture s = {0};
        struct highway h =
            highway_add(&s.p, D, 3, relu, INIT_GLOROT, "highway");

        begin(&s, state);
        struct node *x = filled(&s.t, 4, D, 1);
        struct node *y = highway_apply(&s.t, &s.p, &h, x, 0.0f, &seg, examples);

        for (int i = 0; i < 4; i++) {
            double want[D];

            for (int j = 0; j < D; j++)
                want[j] = x->val[i * D + j];
            highway_of(&s, &h, want);
            for (int j = 0; j < D; j++)
                assert_float_equal(y->val[i * D + j], want[j], 1e-5);
        }
        end(&s, y);
    }
}

static void a_highway_has_a_dropout_in_each_layer(void **state)
{
    struct layer_fixture s = {0};
    struct highway h = highway_add(&s.p, D, 3, true, INIT_FAN_IN, "highway");

    begin(&s, state);
    struct node *x = filled(&s.t, 4, D, 1);
    struct node *y = highway_apply(&s.t, &s.p, &h, x, 0.2f, &seg, examples);

    assert_int_equal(s.t.site, 3);
    end(&s, y);
}

static void a_fusion_adds_what_its_gate_lets_in(void **state)
{
    struct layer_fixture s = {0};
    struct fusion u = fusion_add(&s.p, D, 7, INIT_GLOROT, "fusion");

    begin(&s, state);
    struct node *x = filled(&s.t, 4, D, 1), *f = filled(&s.t, 4, 7, 2);
    struct node *y = fusion_apply(&s.t, &s.p, u, x, f);

    for (int i = 0; i < 4; i++) {
        double in[7];

        for (int k = 0; k < 7; k++)
            in[k] = f->val[i * 7 + k];
        for (int j = 0; j < D; j++) {
            const double z = sigmoid(linear_of(&s, u.gate, false, in, j));
            const double v = tanh(linear_of(&s, u.value, false, in, j));

            assert_float_equal(y->val[i * D + j],
                               z * v + (1.0 - z) * x->val[i * D + j], 1e-5);
        }
    }
    end(&s, y);
}

static void convolutions_start_by_the_inputs_that_an_output_has(void **state)
{
    struct params p = {0};

    (void)state;
    const struct convolution a = convolution_add(&p, 4, 6, 3, INIT_FAN_IN, "a");
    const struct convolution b = convolution_add(&p, 4, 6, 3, INIT_GLOROT, "b");
    const struct separable c =
        separable_add(&p, 8, 5, INIT_HE, 40.0f, INIT_FAN_IN, "c");

    assert_float_equal(p.param[a.of.weight].scale, 12.0f, 0.0f);
    assert_int_equal(p.param[b.of.weight].init, INIT_UNIFORM);
    assert_float_equal(p.param[b.of.weight].scale, sqrt(6.0 / (12 + 18)), 1e-6);
    assert_int_equal(p.param[c.depth].rows * p.param[c.depth].cols, 40);
    assert_float_equal(p.param[c.depth].scale, 40.0f, 0.0f);
    assert_float_equal(p.param[c.point.bias].scale, 8.0f, 0.0f);
    params_release(&p);
}

static void a_separable_convolution_equals_its_steps(void **state)
{
    struct layer_fixture s = {0};
    const struct separable c =
        separable_add(&s.p, D, 3, INIT_HE, 3.0f, INIT_HE, "c");

    begin(&s, state);
    struct node *x = filled(&s.t, 4, D, 1);
    struct node *y = separable_apply(&s.t, &s.p, c, x, &seg);
    struct node *z =
        tape_depthwise(&s.t, x, params_node(&s.t, &s.p, c.depth), &seg);

    for (int i = 0; i < 4; i++) {
        double in[D];

        for (int j = 0; j < D; j++)
            in[j] = z->val[i * D + j];
        for (int j = 0; j < D; j++)
            assert_float_equal(y->val[i * D + j],
                               fmax(linear_of(&s, c.point, false, in, j), 0.0),
                               1e-5);
    }
    end(&s, y);
}

enum { ROWS = 2 * D, ABOUT = 6, POOL = 3 };

/* The score of one row, given the vector of its segment. */
static double score_of(const struct layer_fixture *s, const struct hmn *h,
                       const float *row, const float *known)
{
    double u[ROWS], about[ABOUT];

    for (int k = 0; k < ROWS; k++)
        u[k] = row[k];
    for (int k = 0; k < ABOUT; k++)
        about[k] = known[k];
    return hmn_of(s, h, D, u, about);
}

static void a_maxout_network_scores_each_row(void **state)
{
    struct layer_fixture s = {0};
    const struct hmn h =
        hmn_add(&s.p, ROWS, ABOUT, D, POOL, INIT_FAN_IN, "hmn");

    begin(&s, state);
    struct node *u = filled(&s.t, 4, ROWS, 1), *sum = NULL;
    struct node *cache = hmn_cache(&s.t, &s.p, &h, u);

    for (uint32_t round = 0; round < 2; round++) {
        struct node *about = filled(&s.t, 3, ABOUT, 2 + round);
        struct node *y =
            hmn_apply(&s.t, &s.p, &h, cache, about, &seg, 0.0f, NULL);

        assert_int_equal(y->cols, 1);
        for (int i = 0; i < 4; i++)
            assert_float_equal(y->val[i],
                               score_of(&s, &h, u->val + i * ROWS,
                                        about->val + (i < 3 ? 0 : 2 * ABOUT)),
                               1e-5);
        sum = sum ? tape_add(&s.t, sum, y) : y;
    }
    end(&s, sum);
}

static void a_maxout_network_starts_as_if_its_first_layer_was_one(void **state)
{
    struct params p = {0};

    (void)state;
    struct hmn h = hmn_add(&p, ROWS, ABOUT, D, POOL, INIT_FAN_IN, "a");
    const float in = ROWS + D;

    assert_true(p.param[h.rows.weight].scale == in);
    assert_true(p.param[h.rows.bias].scale == in);
    assert_true(p.param[h.more.weight].scale == in);
    assert_true(p.param[h.third.weight].scale == 2 * D);
    assert_int_equal(p.param[h.third.weight].rows, POOL);
    h = hmn_add(&p, ROWS, ABOUT, D, POOL, INIT_GLOROT, "b");
    assert_int_equal(p.param[h.more.weight].init, INIT_UNIFORM);
    assert_float_equal(p.param[h.more.weight].scale,
                       sqrtf(6.0f / (in + POOL * D)), 1e-6);
    assert_int_equal(p.param[h.rows.bias].init, INIT_ZERO);
    params_release(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_highway_passes_on_what_its_gate_leaves),
        TEST(a_highway_has_a_dropout_in_each_layer),
        TEST(a_fusion_adds_what_its_gate_lets_in),
        TEST(convolutions_start_by_the_inputs_that_an_output_has),
        TEST(a_separable_convolution_equals_its_steps),
        TEST(a_maxout_network_scores_each_row),
        TEST(a_maxout_network_starts_as_if_its_first_layer_was_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
