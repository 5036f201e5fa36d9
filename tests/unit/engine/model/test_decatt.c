#include "tests/unit/engine/model/bytes_fixture.h"

#include <stdio.h>

#include "engine/attention/part_stats.h"
#include "tests/unit/heads.h"

static float vectors[WORDS * 12];
static const struct words words = {.n = WORDS, .vectors = vectors, .width = 12};

static const struct class_names three = {.n = 3};

static void build_with(struct fixture *f, const char *features,
                       const char *attention, const struct head_kind *head,
                       bool with_vectors)
{
    const struct words *w = with_vectors ? &words : &fixture_words;
    struct model_spec s = {
        .shape = SHAPE_PAIR,
        .head = {head, head == &head_rank ? head->sample : &three},
        .task = "random",
        .words = {w, w},
    };

    random_normal(random_key(1, "vectors"), (struct address){0}, WORDS * 12,
                  0.3f, vectors);
    fixture_kind(f, "decatt");
    set_long(f, "hidden", 16);
    set_choice(f, "features", features);
    set_attention(f, attention);
    fixture_build(f, &s, 9);
}

static void build(struct fixture *f, const char *attention,
                  const struct head_kind *head, bool with_vectors)
{
    build_with(f, "relu", attention, head, with_vectors);
}

/* y = x W + b for rows of x, in the simplest form. */
static void layer(const struct fixture *f, const char *name, int n, int in,
                  int out, const double *x, double *y)
{
    const struct params *p = &f->model->params;
    const float *w = NULL, *b = NULL;
    char full[80];

    for (int i = 0; i < p->n; i++) {
        snprintf(full, sizeof(full), "%s.weight", name);
        if (!strcmp(full, p->param[i].name))
            w = f->params + p->param[i].offset;
        snprintf(full, sizeof(full), "%s.bias", name);
        if (!strcmp(full, p->param[i].name))
            b = f->params + p->param[i].offset;
    }
    for (int i = 0; i < n; i++)
        for (int o = 0; o < out; o++) {
            double sum = b ? b[o] : 0.0;

            for (int j = 0; j < in; j++)
                sum += x[i * in + j] * w[j * out + o];
            y[i * out + o] = sum;
        }
}

static void relu_layer(const struct fixture *f, const char *name, int n, int in,
                       int out, const double *x, double *y)
{
    layer(f, name, n, in, out, x, y);
    for (int i = 0; i < n * out; i++)
        y[i] = fmax(y[i], 0.0);
}

#define H 16
#define MOST 12

static void relu_layers(const struct fixture *f, const char *name, int n,
                        int in, const double *x, double *y)
{
    double first[MOST * H];
    char part[32];

    snprintf(part, sizeof(part), "%s.first", name);
    relu_layer(f, part, n, in, H, x, first);
    snprintf(part, sizeof(part), "%s.second", name);
    relu_layer(f, part, n, H, H, first, y);
}

/* v = sum_i G([x_i; sum_j softmax_j(e_ij) y_j]) */
static void compare_side(const struct fixture *f, int m, int n, const double *x,
                         const double *fx, const double *y, const double *fy,
                         double *v)
{
    double both[MOST * 2 * H] = {0}, g[MOST * H] = {0};

    for (int i = 0; i < m; i++) {
        double e[MOST], sum = 0.0;

        memcpy(both + i * 2 * H, x + i * H, H * sizeof(*x));
        memset(both + i * 2 * H + H, 0, H * sizeof(*x));
        for (int j = 0; j < n; j++) {
            e[j] = 0.0;
            for (int k = 0; k < H; k++)
                e[j] += fx[i * H + k] * fy[j * H + k];
            sum += exp(e[j]);
        }
        for (int j = 0; j < n; j++)
            for (int k = 0; k < H; k++)
                both[i * 2 * H + H + k] += exp(e[j]) / sum * y[j * H + k];
    }
    relu_layers(f, "g", m, 2 * H, both, g);
    memset(v, 0, H * sizeof(*v));
    for (int i = 0; i < m * H; i++)
        v[i % H] += g[i];
}

/* The projected words of one part, the null token first. */
static int project(const struct fixture *f, int part, double *x)
{
    int n = example_len(&f->x, part, 0);
    double word[MOST * 12];

    for (int i = 0; i <= n; i++)
        for (int k = 0; k < 12; k++) {
            int token = i ? f->x.part[part].ints[i - 1] : TOKEN_NULL;

            word[i * 12 + k] = vectors[token * 12 + k];
        }
    layer(f, "project", n + 1, 12, H, word, x);
    return n + 1;
}

/* F for the rows of x. */
static void features(const struct fixture *f, const char *how, int n,
                     const double *x, double *y)
{
    double first[MOST * H];

    if (!strcmp(how, "relu")) {
        relu_layers(f, "f", n, H, x, y);
    } else if (!strcmp(how, "linear")) {
        layer(f, "f", n, H, H, x, y);
    } else {
        relu_layer(f, "f.first", n, H, H, x, first);
        layer(f, "f.second", n, H, H, first, y);
    }
}

static void expect_equations(const char *how)
{
    double a[MOST * H], b[MOST * H], fa[MOST * H], fb[MOST * H], v[2 * H];
    double h[H], score[3], sum = 0.0;
    struct answers out;
    struct fixture f;

    build_with(&f, how, "softmax", &head_class, true);
    int m = project(&f, 0, a), n = project(&f, 1, b);

    features(&f, how, m, a, fa);
    features(&f, how, n, b, fb);
    compare_side(&f, m, n, a, fa, b, fb, v);
    compare_side(&f, n, m, b, fb, a, fa, v + H);
    relu_layers(&f, "h", 1, 2 * H, v, h);
    layer(&f, "out", 1, H, 3, h, score);
    for (int c = 0; c < 3; c++)
        sum += exp(score[c]);
    f.tape.grads = NULL;
    f.tape.training = false;
    struct grain g = fixture_grain(&f, (struct run){0, 1}, 1);

    model_answer(&f.tape, f.model, &g, &out);
    for (int c = 0; c < 3; c++)
        assert_float_equal(out.column[0].floats[c], exp(score[c]) / sum, 1e-5);
    fixture_release(&f);
}

static void an_answer_is_what_the_equations_say(void **state)
{
    (void)state;
    expect_equations("relu");
    expect_equations("mlp");
    expect_equations("linear");
}

/* The share of values of tanh(E) below 0, over all examples. */
static double negative_share(const char *features)
{
    struct part_stats seen = PART_STATS_INIT;
    struct fixture f;

    build_with(&f, features, "coda", &head_class, true);
    f.tape.grads = NULL;
    f.tape.training = false;
    struct grain g = fixture_grain(&f, (struct run){0, EXAMPLES}, 1);

    f.tape.observer = &seen.observer;
    model_outcome(&f.tape, f.model, &g);
    fixture_release(&f);
    return part_stats_summary(&seen.of[STATS_F_E]).negative;
}

static void features_that_end_in_relu_never_subtract(void **state)
{
    (void)state;
    assert_true(negative_share("relu") == 0);
    assert_true(negative_share("mlp") > 0.1);
    assert_true(negative_share("linear") > 0.1);
}

/* With one example of weight 1, loss = -log P(label). */
static void a_rank_s_score_is_the_probability_of_relevant(void **state)
{
    struct fixture f;
    struct answers out;

    (void)state;
    build(&f, "coda", &head_rank, true);
    f.tape.grads = NULL;
    f.tape.training = false;
    for (int i = 0; i < EXAMPLES; i++) {
        struct grain g = fixture_grain(&f, (struct run){i, i + 1}, 1);

        model_answer(&f.tape, f.model, &g, &out);
        float right = grain_column(&g, f.model->head.at[0])->ints[0]
                          ? out.column[0].floats[0]
                          : 1.0f - out.column[0].floats[0];
        float loss = model_loss(&f.tape, f.model, &g, 0.0f)->val[0];

        assert_float_equal(-logf(right), loss, 1e-4);
    }
    fixture_release(&f);
}

static void fixed_vectors_are_no_parameters(void **state)
{
    struct fixture with, without;

    (void)state;
    build(&with, "softmax", &head_class, true);
    build(&without, "softmax", &head_class, false);
    for (int i = 0; i < with.model->params.n; i++)
        assert_string_not_equal(with.model->params.param[i].name, "embedding");
    assert_string_equal(without.model->params.param[0].name, "embedding");
    fixture_release(&with);
    fixture_release(&without);
}

static void a_kind_with_features_of_its_own_gets_them(void **state)
{
    struct fixture f;

    (void)state;
    build(&f, "coda", &head_class, true);
    int shared = f.model->params.n;

    fixture_release(&f);
    fixture_kind(&f, "decatt");
    *(bool *)conf_member(set_attention(&f, "coda"), "share") = false;
    set_long(&f, "hidden", 16);
    fixture_build(&f,
                  &(struct model_spec){.shape = SHAPE_PAIR,
                                       .head = CLASS_HEAD(3),
                                       .task = "random",
                                       .words = {&words, &words}},
                  9);
    assert_int_equal(f.model->params.n, shared + 4);
    expect_grains_invisible(&f);
    expect_bytes_estimated(&f);
    fixture_release(&f);
}

static void another_shape_is_refused_by_name(void **state)
{
    struct fixture f;
    struct error e = {0};
    struct model_spec s = {.shape = SHAPE_SOURCE_TARGET,
                           .head = GREEDY_HEAD,
                           .task = "mlu",
                           .words = {&fixture_words, &fixture_words}};

    (void)state;
    fixture_kind(&f, "decatt");
    assert_null(model_new(&f.kind, &s, &e));
    assert_non_null(strstr(e.text, "mlu"));
    assert_non_null(strstr(e.text, "decatt"));
    assert_non_null(strstr(e.text, shapes[SHAPE_SOURCE_TARGET].name));
    assert_non_null(strstr(e.text, shapes[SHAPE_PAIR].name));
    s.head = (struct head)CLASS_HEAD(3);
    assert_null(model_new(&f.kind, &s, &e));
    s.shape = SHAPE_PAIR;
    s.head = (struct head)GREEDY_HEAD;
    assert_null(model_new(&f.kind, &s, &e));
    chosen_release(&f.kind);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_is_what_the_equations_say),
        cmocka_unit_test(features_that_end_in_relu_never_subtract),
        cmocka_unit_test(a_rank_s_score_is_the_probability_of_relevant),
        cmocka_unit_test(fixed_vectors_are_no_parameters),
        cmocka_unit_test(a_kind_with_features_of_its_own_gets_them),
        cmocka_unit_test(another_shape_is_refused_by_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
