/*
 * Kinds of attention by site, layer and head in the transformers: which kind is
 * where, and that a model of several equal kinds computes the same as a model
 * of one.
 */
#include "tests/unit/engine/model/bytes_fixture.h"
#include "tests/unit/model_uses.h"

#include "engine/attention/attention_maps.h"
#include "engine/model/transformer.h"

#define SMALL "hidden: 16, filter: 24, heads: 2"
#define STILL "dropout: 0, attention_dropout: 0, relu_dropout: 0, " SMALL

/* --- the same bits -------------------------------------------------------- */

static const struct decoding greedy = {.longest_target = LONGEST};
static const struct model_spec writes = {
    .shape = SHAPE_SOURCE_TARGET,
    .head = {&head_decode, &greedy},
    .task = "random",
    .words = {&fixture_words, &fixture_words},
};

/* "{kind: transformer, ...}" of two layers and two heads. */
static void build_text(struct fixture *f, const char *fields)
{
    char *text = memory_format("{kind: transformer, %s}", fields);

    *f = (struct fixture){0};
    choose(&model_kinds, text, &f->kind);
    fixture_build(f, &writes, LONGEST - 1);
    free(text);
}

static void expect_same_names(const struct params *a, const struct params *b)
{
    assert_int_equal(a->n, b->n);
    for (int i = 0; i < a->n; i++)
        assert_string_equal(a->param[i].name, b->param[i].name);
}

/* Before training, and after a few steps. */
static void expect_same(const char *a, const char *b)
{
    struct fixture f, g;

    build_text(&f, a);
    build_text(&g, b);
    expect_same_names(&f.model->params, &g.model->params);
    const size_t bytes = f.model->params.len * sizeof(float);

    assert_true(descend(&f, 3, 0.3f) == descend(&g, 3, 0.3f));
    assert_memory_equal(f.params, g.params, bytes);
    assert_memory_equal(f.grads, g.grads, bytes);
    fixture_release(&f);
    fixture_release(&g);
}

static void places_set_alike_are_as_attention_alone(void **state)
{
    static const char coda[] = "{kind: coda, beta: 0.3, learned: layer}";
    char *one = memory_format(SMALL ", attention: %s", coda);
    char *all = memory_format(SMALL ", encoder_attention: %s, "
                                    "decoder_attention: %s, "
                                    "cross_attention: %s, attention: %s",
                              coda, coda, coda, coda);

    (void)state;
    expect_same(one, all);
    expect_same(SMALL ", attention: coda",
                SMALL ", attention: softmax, encoder_attention: coda, "
                      "decoder_attention: coda, cross_attention: coda");
    free(one);
    free(all);
}

static void all_heads_and_all_layers_are_as_none_named(void **state)
{
    static const char coda[] = SMALL ", encoder_attention: {kind: coda}";

    (void)state;
    expect_same(coda, SMALL ", encoder_attention: {kind: coda, heads: 2}");
    expect_same(coda, SMALL ", encoder_attention: {kind: coda, layers: 0-1}");
    expect_same(coda, SMALL ", encoder_attention: {kind: coda, layers: '0,1'}");
}

/* Every place has an effect: no two of these are the same. */
static void each_place_has_a_say(void **state)
{
    static const char *const fields[] = {
        "attention: softmax",
        "attention: coda",
        "encoder_attention: coda",
        "decoder_attention: coda",
        "cross_attention: coda",
        "encoder_attention: {kind: coda, layers: '0'}",
        "encoder_attention: {kind: coda, layers: '1'}",
        "encoder_attention: {kind: coda, heads: 1}",
        "cross_attention: {kind: coda, heads: 1, layers: '1'}",
    };
    enum { N = sizeof(fields) / sizeof(*fields) };
    double loss[N];

    (void)state;
    for (int i = 0; i < N; i++) {
        char *text = memory_format(STILL ", %s", fields[i]);
        struct fixture f;

        build_text(&f, text);
        loss[i] = fixture_loss(&f, 1);
        for (int k = 0; k < i; k++)
            if (loss[k] == loss[i])
                fail_msg("%s is as %s", fields[i], fields[k]);
        fixture_release(&f);
        free(text);
    }
}

/* The loss and gradient of a text's model at the first step, with the
 * parameters of `like`, found by their names. */
static double loss_of(const char *fields, const struct params *like,
                      float *grads)
{
    struct fixture f;

    build_text(&f, fields);
    const double loss = fixture_loss(&f, 1);

    for (int i = 0; like && i < like->n; i++) {
        const struct param *to = &like->param[i];
        const int at = params_find(&f.model->params, to->name);

        assert_true(at >= 0);
        memcpy(grads + to->offset, f.grads + f.model->params.param[at].offset,
               param_len(to) * sizeof(*grads));
    }
    fixture_release(&f);
    return loss;
}

/* Two kinds that compute the same, but are written differently. */
static void expect_parts_as_whole(const char *whole, const char *parts)
{
    struct fixture f;

    build_text(&f, whole);
    const size_t n = f.model->params.len;
    float *grads = memory_floats(n);
    const double loss = fixture_loss(&f, 1);

    assert_true(loss == loss_of(parts, &f.model->params, grads));
    for (size_t i = 0; i < n; i++)
        assert_float_equal(grads[i], f.grads[i], 1e-6);
    free(grads);
    fixture_release(&f);
}

static void heads_in_two_parts_are_the_heads_of_one(void **state)
{
    (void)state;
    expect_parts_as_whole(
        STILL, STILL ", encoder_attention: {kind: softmax, scale: 'true', "
                     "heads: 1}, decoder_attention: {kind: softmax, "
                     "scale: 'true', heads: 1, layers: '1'}, cross_attention: "
                     "{kind: softmax, scale: 'true', heads: 1}");
    expect_parts_as_whole(
        STILL ", attention: coda",
        STILL ", attention: coda, cross_attention: {kind: coda, "
              "scale: 'true', heads: 1}, decoder_attention: {kind: coda, "
              "scale: 'true', heads: 1, layers: '0'}");
}

/* --- parameters ----------------------------------------------------------- */

static const struct param *param_named(const struct fixture *f,
                                       const char *name)
{
    const int at = params_find(&f->model->params, name);

    if (at < 0)
        fail_msg("no parameter %s", name);
    return &f->model->params.param[at];
}

static void parts_have_numbers_and_features_of_their_own(void **state)
{
    struct fixture f;

    (void)state;
    build_text(&f, "hidden: 32, filter: 24, heads: 4, "
                   "attention: {kind: coda, learned: head}, "
                   "encoder_attention: {kind: coda, learned: head, beta: 2, "
                   "share: false, heads: 3, layers: '1'}, "
                   "cross_attention: {kind: coda, beta: 3, learned: layer}");
    assert_int_equal(param_named(&f, "encoder.0.self.beta")->cols, 4);
    assert_int_equal(param_named(&f, "encoder.1.self.heads0-2.beta")->cols, 3);
    assert_int_equal(param_named(&f, "encoder.1.self.heads3.beta")->cols, 1);
    assert_int_equal(
        param_named(&f, "encoder.1.self.heads0-2.query_n.weight")->cols, 24);
    assert_int_equal(param_named(&f, "decoder.0.self.beta")->cols, 4);
    assert_int_equal(param_named(&f, "decoder.0.cross_attention.beta")->cols,
                     1);
    assert_true(params_find(&f.model->params,
                            "encoder.1.self.heads3.query_n.weight") < 0);
    assert_true(f.params[param_named(&f, "decoder.1.cross_attention.beta")
                             ->offset] == 3.0f);
    assert_true(
        f.params[param_named(&f, "encoder.1.self.heads0-2.beta")->offset] ==
        2.0f);
    fixture_release(&f);
}

/* A layer's number has the name of its first site that uses it. */
static void numbers_are_named_by_their_own_layer_s_sites(void **state)
{
    static const char *const names[] = {
        "decoder.0.decoder_attention.alpha", "decoder.1.cross_attention.alpha"};
    static const char none[] = "decoder.1.decoder_attention.alpha";
    struct fixture f;

    (void)state;
    build_text(&f, SMALL ", decoder_attention: {kind: coda, learned: layer, "
                         "layers: '0'}, cross_attention: {kind: coda, learned: "
                         "layer, layers: '1'}");
    for (int i = 0; i < 2; i++)
        assert_true(params_find(&f.model->params, names[i]) >= 0);
    assert_true(params_find(&f.model->params, none) < 0);
    fixture_release(&f);
}

/* --- inspection ----------------------------------------------------------- */

static void an_observer_sees_each_part(void **state)
{
    static const struct {
        const char *site, *kind;
        int first, heads;
    } seen[] = {{"encoder.0.self", "coda", 0, 1},
                {"encoder.0.self", "softmax", 1, 1},
                {"encoder.1.self", "softmax", 0, 2},
                {"decoder.0.self", "softmax", 0, 2},
                {"decoder.0.cross", "coda", 0, 2}};
    struct attention_maps v;
    struct fixture f;

    (void)state;
    build_text(&f, SMALL ", encoder_attention: {kind: coda, layers: '0', "
                         "heads: 1}, cross_attention: coda");
    answer_only(&f);
    struct grain g = fixture_grain(&f, (struct run){0, 1}, 1);

    attention_maps_init(&v, NULL, NULL);
    f.tape.observer = &v.observer;
    model_outcome(&f.tape, f.model, &g);
    assert_int_equal(v.n, 7);
    for (size_t i = 0; i < sizeof(seen) / sizeof(*seen); i++) {
        assert_string_equal(v.map[i].site, seen[i].site);
        assert_string_equal(v.map[i].kind, seen[i].kind);
        assert_int_equal(v.map[i].first_head, seen[i].first);
        assert_int_equal(v.map[i].heads, seen[i].heads);
        assert_int_equal(v.map[i].pass, 0);
    }
    attention_maps_release(&v);
    fixture_release(&f);
}

/* --- laws for every model ------------------------------------------------- */

static void check_use(const struct use *u)
{
    struct fixture f;

    build(&f, u);
    expect_grains_invisible(&f);
    expect_bytes_estimated(&f);
    release(&f);
}

static void what_holds_of_models_holds_of_mixed_ones(void **state)
{
    use_test *test = check_use;

    (void)state;
    each_mixed(each_use_of, &test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_set_alike_are_as_attention_alone),
        cmocka_unit_test(all_heads_and_all_layers_are_as_none_named),
        cmocka_unit_test(each_place_has_a_say),
        cmocka_unit_test(heads_in_two_parts_are_the_heads_of_one),
        cmocka_unit_test(parts_have_numbers_and_features_of_their_own),
        cmocka_unit_test(numbers_are_named_by_their_own_layer_s_sites),
        cmocka_unit_test(an_observer_sees_each_part),
        cmocka_unit_test(what_holds_of_models_holds_of_mixed_ones),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
