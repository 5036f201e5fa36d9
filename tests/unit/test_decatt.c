#include "model_fixture.h"

static float vectors[WORDS * 12];

static void build(struct fixture *f, const char *attention, enum head head,
                  bool with_vectors)
{
    struct model_spec s = {
        .shape = SHAPE_PAIR,
        .head = head,
        .task = "random",
        .vocabulary = WORDS,
        .classes = 3,
        .vectors = with_vectors ? vectors : NULL,
        .vector_width = 12,
    };

    if (head == HEAD_RANK)
        s.classes = 2;
    random_normal(random_key(1, "vectors"), (struct address){0}, WORDS * 12,
                  0.3f, vectors);
    fixture_kind(f, "decatt");
    set_long(f, "hidden", 16);
    set_attention(f, attention);
    fixture_build(f, &s, 9);
}

static void grains_do_not_change_the_loss(void **state)
{
    struct fixture f;

    (void)state;
    for (int i = 0; i < 4; i++) {
        build(&f, i & 1 ? "coda" : "softmax", HEAD_CLASS, i & 2);
        expect_grains_invisible(&f);
        fixture_release(&f);
    }
}

static void memory_is_estimated_within_a_factor_of_two(void **state)
{
    struct fixture f;

    (void)state;
    for (int i = 0; i < 4; i++) {
        build(&f, i & 1 ? "coda" : "softmax", HEAD_CLASS, i & 2);
        expect_bytes_estimated(&f);
        fixture_release(&f);
    }
}

static void a_few_steps_lower_the_loss(void **state)
{
    struct fixture f;

    (void)state;
    for (int i = 0; i < 2; i++) {
        build(&f, i ? "coda" : "softmax", HEAD_CLASS, true);
        set_real(&f, "dropout", 0.0);
        assert_true(descend(&f, 60, 0.05f) < 0.8);
        fixture_release(&f);
    }
}

static void answers_are_probabilities(void **state)
{
    struct fixture f;

    (void)state;
    for (int rank = 0; rank < 2; rank++) {
        struct answers out;

        build(&f, "coda", rank ? HEAD_RANK : HEAD_CLASS, true);
        f.tape.grads = NULL;
        f.tape.training = false;
        struct grain g = fixture_grain(&f, (struct run){0, EXAMPLES}, 1);

        f.model->kind->answer(&f.tape, f.model, &g, &out);
        assert_int_equal(out.width, rank ? 1 : 3);
        for (int i = 0; i < EXAMPLES; i++) {
            float sum = 0.0f;

            for (int c = 0; c < out.width; c++)
                sum += out.score[i * out.width + c];
            assert_true(sum > 0.0f && sum <= 1.00001f);
            assert_true(rank || sum > 0.99999f);
        }
        fixture_release(&f);
    }
}

static void fixed_vectors_are_no_parameters(void **state)
{
    struct fixture with, without;

    (void)state;
    build(&with, "softmax", HEAD_CLASS, true);
    build(&without, "softmax", HEAD_CLASS, false);
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
    build(&f, "coda", HEAD_CLASS, true);
    int shared = f.model->params.n;

    fixture_release(&f);
    fixture_kind(&f, "decatt");
    *(bool *)conf_member(set_attention(&f, "coda"), "share") = false;
    set_long(&f, "hidden", 16);
    fixture_build(&f,
                  &(struct model_spec){.shape = SHAPE_PAIR,
                                       .head = HEAD_CLASS,
                                       .task = "random",
                                       .vocabulary = WORDS,
                                       .classes = 3,
                                       .vectors = vectors,
                                       .vector_width = 12},
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
                           .head = HEAD_DECODE,
                           .task = "mlu",
                           .vocabulary = WORDS};

    (void)state;
    fixture_kind(&f, "decatt");
    assert_null(model_new(&f.kind, &s, &e));
    assert_non_null(strstr(e.text, "mlu"));
    assert_non_null(strstr(e.text, "decatt"));
    assert_non_null(strstr(e.text, shape_names[SHAPE_SOURCE_TARGET]));
    assert_non_null(strstr(e.text, shape_names[SHAPE_PAIR]));
    chosen_release(&f.kind);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grains_do_not_change_the_loss),
        cmocka_unit_test(memory_is_estimated_within_a_factor_of_two),
        cmocka_unit_test(a_few_steps_lower_the_loss),
        cmocka_unit_test(answers_are_probabilities),
        cmocka_unit_test(fixed_vectors_are_no_parameters),
        cmocka_unit_test(a_kind_with_features_of_its_own_gets_them),
        cmocka_unit_test(another_shape_is_refused_by_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
