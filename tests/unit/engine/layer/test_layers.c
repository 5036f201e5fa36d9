/*
 * Parameters and layers.
 */
#include "tests/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/layer/layers.h"
#include "engine/model/model.h"

static float *values(const struct params *p, uint64_t seed)
{
    float *val = memory_floats(p->len);

    params_init(p, seed, val);
    return val;
}

static void a_new_layer_changes_no_other_layer_s_start(void **state)
{
    struct params one = {0}, two = {0};

    (void)state;
    linear_add(&one, 4, 5, true, "later");
    linear_add(&two, 7, 3, true, "earlier");
    linear_add(&two, 4, 5, true, "later");
    float *a = values(&one, 9), *b = values(&two, 9);

    assert_memory_equal(a + one.param[0].offset, b + two.param[2].offset,
                        20 * sizeof(float));
    free(a);
    free(b);
    params_release(&one);
    params_release(&two);
}

static void equal_shapes_start_differently_under_different_names(void **state)
{
    struct params p = {0};

    (void)state;
    int a = params_add(&p, 3, 3, INIT_GLOROT, 0.0f, "a");
    int b = params_add(&p, 3, 3, INIT_GLOROT, 0.0f, "b");
    float *v = values(&p, 9), *w = values(&p, 10);

    assert_memory_not_equal(v + p.param[a].offset, v + p.param[b].offset,
                            9 * sizeof(float));
    assert_memory_not_equal(v + p.param[a].offset, w + p.param[a].offset,
                            9 * sizeof(float));
    free(v);
    free(w);
    params_release(&p);
}

/* All values are within +-`most`, and have this standard deviation. */
static void expect_spread(const float *v, int n, double most, double deviation)
{
    double square = 0.0;

    for (int i = 0; i < n; i++) {
        assert_true(fabsf(v[i]) <= (float)most);
        square += (double)v[i] * v[i] / n;
    }
    assert_float_equal(sqrt(square) / deviation, 1.0, 0.05);
}

static void a_linear_layer_starts_as_it_is_told(void **state)
{
    struct params p = {0};

    (void)state;
    struct linear g = linear_add_as(&p, 50, 40, true, INIT_GLOROT, "g");
    struct linear f = linear_add_as(&p, 50, 40, true, INIT_FAN_IN, "f");
    struct linear h = linear_add_as(&p, 50, 40, true, INIT_HE, "h");
    float *v = values(&p, 3);

    expect_spread(v + p.param[g.weight].offset, 2000, sqrt(6.0 / 90),
                  sqrt(2.0 / 90));
    expect_spread(v + p.param[f.weight].offset, 2000, sqrt(1.0 / 50),
                  sqrt(1.0 / 150));
    expect_spread(v + p.param[h.weight].offset, 2000, INFINITY, sqrt(2.0 / 50));
    for (int i = 0; i < 40; i++) {
        const float b = v[p.param[f.bias].offset + i];

        assert_true(b != 0.0f && fabsf(b) <= sqrtf(1.0f / 50));
        assert_true(v[p.param[g.bias].offset + i] == 0.0f);
        assert_true(v[p.param[h.bias].offset + i] == 0.0f);
    }
    free(v);
    params_release(&p);
}

static void initial_values_are_what_their_kind_says(void **state)
{
    struct params p = {0};

    (void)state;
    params_add(&p, 1, 7, INIT_ZERO, 0.0f, "zero");
    params_add(&p, 1, 7, INIT_ONE, 0.0f, "one");
    params_add(&p, 40, 60, INIT_GLOROT, 0.0f, "glorot");
    params_add(&p, 40, 60, INIT_NORMAL, 0.5f, "normal");
    params_add(&p, 40, 60, INIT_UNIFORM, 0.25f, "uniform");
    params_add(&p, 40, 60, INIT_FAN_IN, 40.0f, "fan in");
    params_add(&p, 40, 60, INIT_HE, 40.0f, "he");
    float *v = values(&p, 3), span = sqrtf(6.0f / 100), square = 0.0f;

    for (int i = 0; i < 7; i++) {
        assert_float_equal(v[p.param[0].offset + i], 0.0f, 0.0f);
        assert_float_equal(v[p.param[1].offset + i], 1.0f, 0.0f);
    }
    for (int i = 0; i < 2400; i++) {
        assert_true(fabsf(v[p.param[2].offset + i]) <= span);
        square += powf(v[p.param[3].offset + i], 2.0f) / 2400;
    }
    assert_float_equal(sqrtf(square), 0.5f, 0.03);
    expect_spread(v + p.param[4].offset, 2400, 0.25, 0.25 / sqrt(3));
    expect_spread(v + p.param[5].offset, 2400, sqrt(1.0 / 40), sqrt(1.0 / 120));
    expect_spread(v + p.param[6].offset, 2400, INFINITY, sqrt(2.0 / 40));
    free(v);
    params_release(&p);
}

static void parameters_do_not_overlap_and_have_unique_names(void **state)
{
    struct params p = {0};

    (void)state;
    mlp_add(&p, 3, 5, "f");
    norm_add(&p, 5, "norm");
    for (int i = 0; i + 1 < p.n; i++) {
        const struct param *a = &p.param[i], *b = &p.param[i + 1];

        assert_true(a->offset + (size_t)a->rows * a->cols <= b->offset);
        for (int j = i + 1; j < p.n; j++)
            assert_string_not_equal(a->name, p.param[j].name);
    }
    assert_true(p.param[p.n - 1].offset < p.len);
    params_release(&p);
}

/* --- names ---------------------------------------------------------------- */

static void names_are_made_of_scopes(void **state)
{
    static const char *const expected[] = {
        "encoder.12.self.query.weight",
        "encoder.12.self.alpha",
        "encoder.12.gain",
        "encoder.12.bias",
        "encoder.alpha",
        "out.weight",
    };
    struct params p = {0};

    (void)state;
    assert_string_equal(params_scope(&p), "");
    params_enter(&p, "encoder.%d", 12);
    params_enter(&p, "%s", "self");
    const char *scope = params_scope(&p);

    linear_add(&p, 2, 2, false, "query");
    params_add(&p, 1, 1, INIT_ZERO, 0.0f, "%s", "alpha");
    params_leave(&p);
    norm_add(&p, 2, "");
    params_add_whole(&p, 1, 1, INIT_ZERO, 0.0f, "encoder.alpha");
    params_leave(&p);
    linear_add(&p, 2, 2, false, "out");
    assert_string_equal(scope, "encoder.12.self");
    assert_int_equal(p.n, (int)(sizeof(expected) / sizeof(*expected)));
    for (int i = 0; i < p.n; i++) {
        assert_string_equal(p.param[i].name, expected[i]);
        assert_int_equal(params_find(&p, expected[i]), i);
    }
    assert_int_equal(params_find(&p, "alpha"), -1);
    assert_int_equal(params_check(&p, NULL), 0);
    params_release(&p);
}

/* The error of params_check() for what `declare` declares. */
static void expect_refused(void (*declare)(struct params *p),
                           const char *expected)
{
    struct params p = {0};
    struct error e;

    declare(&p);
    assert_int_equal(params_check(&p, &e), -1);
    assert_string_equal(e.text, expected);
    params_release(&p);
}

static void declare_duplicates(struct params *p)
{
    linear_add(p, 2, 3, true, "f.first");
    params_enter(p, "f");
    linear_add(p, 3, 3, false, "first");
    linear_add(p, 3, 3, false, "first"); /* the first reports it */
    params_leave(p);
}

static void declare_duplicate_tables(struct params *p)
{
    static const float values[2];

    params_add(p, 1, 2, INIT_ZERO, 0.0f, "a.embedding");
    params_enter(p, "a");
    params_note_table(p, 1, 2, values, "embedding");
    params_leave(p);
}

/* 63 bytes are allowed, 64 are not. */
static void declare_long(struct params *p)
{
    for (int i = 0; i < 6; i++)
        params_enter(p, "scope.%d.x", i);
    params_add(p, 1, 1, INIT_ZERO, 0.0f, "abc");
    params_add(p, 1, 1, INIT_ZERO, 0.0f, "abcd");
    for (int i = 0; i < 6; i++)
        params_leave(p);
}

static void duplicates_and_names_too_long_are_refused(void **state)
{
    (void)state;
    expect_refused(declare_duplicates,
                   "two parameters are named 'f.first.weight'");
    expect_refused(declare_duplicate_tables,
                   "two parameters are named 'a.embedding'");
    expect_refused(declare_long,
                   "parameter 'scope.0.x.scope.1.x.scope.2.x.scope.3.x."
                   "scope.4.x.scope.5.x.abcd': its name has 64 bytes, expected "
                   "1 to 63");
}

static int build_duplicates(struct model *m, struct error *e)
{
    (void)e;
    declare_duplicates(&m->params);
    return 0;
}

static struct node *no_scores(struct tape *t, const struct model *m,
                              const struct grain *g)
{
    (void)t, (void)m, (void)g;
    return NULL;
}

static void a_model_with_duplicates_is_not_made(void **state)
{
    static const struct model_kind twins = {
        .is = {.name = "twins", .summary = "a test's", .size = 1},
        .shapes = 1u << SHAPE_SEQUENCE,
        .build = build_duplicates,
        .scores = no_scores,
    };
    const struct chosen kind = {.kind = &twins.is};
    const struct model_spec spec = {.shape = SHAPE_SEQUENCE,
                                    .head = {&head_class, NULL}};
    struct error e;

    (void)state;
    assert_null(model_new(&kind, &spec, &e));
    assert_string_equal(e.text, "model 'twins': two parameters are named "
                                "'f.first.weight'");
}

/* --- what layers do ------------------------------------------------------- */

static void a_normalised_row_has_mean_0_and_deviation_1(void **state)
{
    struct params p = {0};
    struct arena a = {0};

    (void)state;
    struct norm n = norm_add(&p, 64, "norm");
    float *v = values(&p, 1);
    struct tape t = {.arena = &a, .params = v};
    struct node *x = tape_constant(&t, 1, 64);

    random_normal(random_key(1, "x"), (struct address){0}, 64, 3.0f, x->val);
    const float *y = norm_apply(&t, &p, n, x)->val;
    double sum = 0.0, square = 0.0;

    for (int i = 0; i < 64; i++) {
        sum += y[i];
        square += (double)y[i] * y[i];
    }
    assert_float_equal(sum / 64, 0.0, 1e-6);
    assert_float_equal(square / 64, 1.0, 1e-5);
    free(v);
    arena_release(&a);
    params_release(&p);
}

static void each_layer_of_an_mlp_has_a_dropout_of_its_own(void **state)
{
    const struct segments one = {1, (int[]){0, 2}};
    const int example[] = {0};
    struct params p = {0};
    struct arena a = {0};

    (void)state;
    struct mlp m = mlp_add(&p, 3, 5, "f");
    float *v = values(&p, 1);
    struct tape t = {.arena = &a, .params = v};

    mlp_apply(&t, &p, m, tape_constant(&t, 2, 3), 0.5f, &one, example);
    assert_int_equal(t.site, 2);
    free(v);
    arena_release(&a);
    params_release(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_layer_changes_no_other_layer_s_start),
        cmocka_unit_test(equal_shapes_start_differently_under_different_names),
        cmocka_unit_test(a_linear_layer_starts_as_it_is_told),
        cmocka_unit_test(initial_values_are_what_their_kind_says),
        cmocka_unit_test(parameters_do_not_overlap_and_have_unique_names),
        cmocka_unit_test(names_are_made_of_scopes),
        cmocka_unit_test(duplicates_and_names_too_long_are_refused),
        cmocka_unit_test(a_model_with_duplicates_is_not_made),
        cmocka_unit_test(a_normalised_row_has_mean_0_and_deviation_1),
        cmocka_unit_test(each_layer_of_an_mlp_has_a_dropout_of_its_own),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
