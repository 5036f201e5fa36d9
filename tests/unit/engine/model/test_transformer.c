#include "tests/unit/model_fixture.h"
#include "tests/unit/variants.h"

#include "engine/model/transformer.h"
#include "tests/unit/heads.h"

#define LONGEST 9

static struct model_spec spec(enum shape shape, const struct head_kind *head)
{
    static const struct class_names three = {.n = 3};
    static const struct decoding greedy = {.longest_target = LONGEST};

    return (struct model_spec){
        .shape = shape,
        .head = {head, head == &head_decode  ? (const void *)&greedy
                       : head == &head_class ? &three
                                             : NULL},
        .task = "random",
        .words = {&fixture_words,
                  shape == SHAPE_SEQUENCE ? NULL : &fixture_words},
    };
}

static void build(struct fixture *f, const char *attention, enum shape shape,
                  const struct head_kind *head)
{
    struct model_spec s = spec(shape, head);

    fixture_kind(f, "transformer");
    set_long(f, "hidden", 32);
    set_long(f, "filter", 48);
    set_attention(f, attention);
    fixture_build(f, &s, LONGEST - 1);
}

/* If attended values are 0 and the filter's output is 0, the encoder's output
 * is sqrt(hidden) times the embedding, plus positions, normalised. */
static void a_silent_stack_normalises_the_scaled_embedding(void **state)
{
    struct fixture f;
    float gain[32];

    (void)state;
    for (int i = 0; i < 32; i++)
        gain[i] = 1.0f;
    for (int kind = 0; kind < 2; kind++) {
        build(&f, kind ? "coda" : "softmax", SHAPE_SEQUENCE, &head_class);
        fixture_fill(&f, ".value.", 0.0f);
        fixture_fill(&f, "filter.out.", 0.0f);
        f.tape.grads = NULL;
        f.tape.training = false;
        struct grain g = fixture_grain(&f, (struct run){0, EXAMPLES}, 1);
        struct tape *t = &f.tape;
        const struct transformer *own = f.model->own;
        const struct packed *in = &g.part[0];
        struct node *y = transformer_encode(t, f.model, in, g.example, NULL);
        struct node *x =
            tape_lookup(t, embedding_table(t, &f.model->params, own->words),
                        in->token, segments_rows(&in->seg), sqrtf(32.0f));

        x = tape_positions(t, x, &in->seg, NULL);
        x = tape_layer_norm(t, x, tape_borrow(t, gain, 1, 32),
                            tape_constant(t, 1, 32), 1e-6f);
        for (size_t i = 0; i < node_len(y); i++)
            assert_float_equal(y->val[i], x->val[i], 1e-5);
        fixture_release(&f);
    }
}

static void word_vectors_nobody_reads_are_refused(void **state)
{
    struct fixture f;
    struct model_spec s = spec(SHAPE_PAIR, &head_class);
    struct error e = {0};
    float vectors[WORDS] = {0};
    const struct words words = {.n = WORDS, .vectors = vectors, .width = 1};

    (void)state;
    build(&f, "softmax", SHAPE_PAIR, &head_class);
    s.words[0] = s.words[1] = &words;
    assert_null(model_new(&f.kind, &s, &e));
    assert_non_null(strstr(e.text, "task.vectors"));
    fixture_release(&f);
}

static void without_dropout(struct fixture *f)
{
    set_real(f, "dropout", 0.0);
    set_real(f, "attention_dropout", 0.0);
    set_real(f, "relu_dropout", 0.0);
}

#define SIZES "hidden: 32, filter: 48"
#define TRANSFORMER "{kind: transformer, " SIZES "}"

/* A model that generates, with an attention of some variant. */
static void build_with(struct fixture *f, const char *model,
                       const struct chosen *attention)
{
    struct model_spec s = spec(SHAPE_SOURCE_TARGET, &head_decode);

    *f = (struct fixture){0};
    choose(&model_kinds, model, &f->kind);
    copy_attention(f, attention);
    fixture_build(f, &s, LONGEST - 1);
}

static void expect_blind_to_the_future(const struct chosen *attention,
                                       const char *what, void *model)
{
    struct fixture f;

    build_with(&f, model, attention);
    fixture_fill(&f, ".halt.weight", 0.3f); /* the token of a row decides when
                                               it halts */
    f.tape.grads = NULL;
    f.tape.training = false;
    struct grain g = fixture_grain(&f, (struct run){0, 1}, 1);
    struct memory *memory = transformer_memories(
        &f.tape, f.model,
        transformer_encode(&f.tape, f.model, &g.part[0], g.example, NULL),
        &g.part[0].seg);
    float row[2][3 * 32];

    for (int later = 0; later < 2; later++) {
        int32_t token[] = {TOKEN_BEGIN, 8, 9, later ? 20 : 30};
        struct segments seg = {1, (int[]){0, 4}};
        struct stream s = {.seg = seg, .example = g.example};

        s.x = transformer_embed(&f.tape, f.model, 1,
                                &(struct packed){seg, token}, NULL, g.example);
        memcpy(row[later],
               transformer_decode(&f.tape, f.model, s, memory, NULL)->val,
               sizeof(row[later]));
    }
    for (int i = 0; i < 3 * 32; i++)
        if (!(fabsf(row[0][i] - row[1][i]) < 1e-5f))
            fail_msg("%s, %s: a later token changes row %d",
                     (const char *)model, what, i / 32);
    fixture_release(&f);
}

/* A decoded row must not depend on later tokens of the target. */
static void a_causal_row_does_not_see_the_future(void **state)
{
    static char models[][80] = {
        TRANSFORMER, "{kind: universal, steps: 3, " SIZES "}",
        "{kind: universal, halts: true, halting_bias: -4.5, " SIZES "}"};

    (void)state;
    for (int i = 0; i < 3; i++) {
        each_variant(&attention_kinds, expect_blind_to_the_future, models[i]);
        with_text(&attention_kinds,
                  "{kind: coda, gate: centered, center_e: true}",
                  expect_blind_to_the_future, models[i]);
    }
}

/* A sequence found token by token has the score that the loss gives to the
 * whole. */
static void expect_log_probability(const struct chosen *attention,
                                   const char *what, void *context)
{
    struct fixture f;
    struct answers out;
    int ended = 0, *various = context;

    build_with(&f, TRANSFORMER, attention);
    without_dropout(&f);
    descend(&f, 40, 0.3f);
    f.tape.grads = NULL;
    f.tape.training = false;
    struct grain g = fixture_grain(&f, (struct run){0, EXAMPLES}, 1);

    model_answer(&f.tape, f.model, &g, &out);
    const struct packed_column *token = &out.column[DECODED_TOKEN];

    for (int i = 0; i < EXAMPLES; i++) {
        const struct values found = {token->ints + token->seg.at[i],
                                     segment_len(&token->seg, i)};

        ended += found.n < LONGEST;
        if (fabs(out.column[DECODED_SCORE].floats[i] +
                 fixture_loss_of(&f, i, &found)) > 1e-3)
            fail_msg("%s: example %d has another score", what, i);
    }
    *various += ended > 0 && ended < EXAMPLES;
    fixture_release(&f);
}

static void a_score_is_the_log_probability_of_the_tokens(void **state)
{
    int various = 0;

    (void)state;
    each_variant(&attention_kinds, expect_log_probability, &various);
    assert_true(various > 0); /* sequences ended at various lengths */
}

/* NULL, BEGIN and BETWEEN are never answers, whatever their scores: here their
 * rows are large multiples of a word's row, so that one of them has a greater
 * score than the words. */
static void tokens_of_no_text_are_never_answered(void **state)
{
    struct fixture f;
    struct answers out;

    (void)state;
    build(&f, "softmax", SHAPE_SOURCE_TARGET, &head_decode);
    float *table = f.params + f.model->params.param[0].offset;

    assert_string_equal(f.model->params.param[0].name, "embedding");
    for (int i = 0; i < 32; i++) {
        table[TOKEN_NULL * 32 + i] = 20 * table[TOKEN_FIRST * 32 + i];
        table[TOKEN_BEGIN * 32 + i] = -table[TOKEN_NULL * 32 + i];
        table[TOKEN_BETWEEN * 32 + i] = 20 * table[(WORDS - 1) * 32 + i];
    }
    f.tape.grads = NULL;
    f.tape.training = false;
    struct grain g = fixture_grain(&f, (struct run){0, EXAMPLES}, 1);

    model_answer(&f.tape, f.model, &g, &out);
    const struct packed_column *found = &out.column[DECODED_TOKEN];

    assert_true(segments_rows(&found->seg) > 0);
    for (int i = 0; i < segments_rows(&found->seg); i++)
        assert_true(found->ints[i] == TOKEN_UNKNOWN ||
                    found->ints[i] >= TOKEN_FIRST);
    fixture_release(&f);
}

/* The loss with the attention's field `scale` at one of its choices. */
static double loss_scaled(int scale)
{
    struct fixture f;
    struct model_spec s = spec(SHAPE_SEQUENCE, &head_class);

    fixture_kind(&f, "transformer");
    set_long(&f, "hidden", 32);
    set_long(&f, "filter", 48);
    *(int *)conf_member(set_attention(&f, "softmax"), "scale") = scale;
    fixture_build(&f, &s, LONGEST - 1);
    const double loss = fixture_loss(&f, 1);

    fixture_release(&f);
    return loss;
}

/* Vaswani et al. 2017, Eq. 1. */
static void affinities_are_scaled_unless_told_otherwise(void **state)
{
    enum { MODEL, FALSE, TRUE };
    const double loss = loss_scaled(MODEL);

    (void)state;
    assert_true(loss == loss_scaled(TRUE));
    assert_true(loss != loss_scaled(FALSE));
}

/* Scores of all examples, with every value of cross-attention set to `cross`.
 */
static void token_scores(float cross, float *score)
{
    struct fixture f;
    struct model_spec s = spec(SHAPE_SEQUENCE, &head_class);

    fixture_kind(&f, "transformer");
    set_long(&f, "hidden", 32);
    set_long(&f, "filter", 48);
    set_choice(&f, "pooling", "token");
    fixture_build(&f, &s, LONGEST - 1);
    if (cross == 0.0f)
        fixture_fill(&f, "cross.value", 0.0f);
    f.tape.grads = NULL;
    f.tape.training = false;
    struct grain g = fixture_grain(&f, (struct run){0, EXAMPLES}, 1);
    const struct node *y = transformer_scores(&f.tape, f.model, &g);

    memcpy(score, y->val, (size_t)EXAMPLES * 3 * sizeof(*score));
    fixture_release(&f);
}

/* A decoder of one token gets all information on a text by cross-attention. */
static void a_token_knows_its_text_by_cross_attention(void **state)
{
    float score[EXAMPLES][3];

    (void)state;
    token_scores(1, score[0]);
    for (int i = 1; i < EXAMPLES; i++)
        assert_true(memcmp(score[i], score[0], sizeof(score[0])) != 0);
    token_scores(0, score[0]);
    for (int i = 1; i < EXAMPLES; i++)
        assert_memory_equal(score[i], score[0], sizeof(score[0]));
}

static void an_empty_grain_decodes_to_nothing(void **state)
{
    struct fixture f;
    struct answers out;

    (void)state;
    build(&f, "softmax", SHAPE_SOURCE_TARGET, &head_decode);
    f.tape.grads = NULL;
    f.tape.training = false;
    struct grain g = fixture_grain(&f, (struct run){0, 0}, 1);

    model_answer(&f.tape, f.model, &g, &out);
    assert_int_equal(out.column[DECODED_TOKEN].seg.n, 0);
    fixture_release(&f);
}

static void bad_sizes_are_refused(void **state)
{
    struct fixture f;
    struct error e = {0};
    struct model_spec s = spec(SHAPE_SEQUENCE, &head_class);

    (void)state;
    fixture_kind(&f, "transformer");
    set_long(&f, "hidden", 30);
    assert_null(model_new(&f.kind, &s, &e));
    assert_non_null(strstr(e.text, "30"));
    *(int *)conf_member(&f.kind, "preset") = 3;
    assert_null(model_new(&f.kind, &s, &e));
    assert_non_null(strstr(e.text, "custom"));
    chosen_release(&f.kind);
}

/* A trial that no machine could hold is refused because of its budget, so its
 * memory must be computed, too. */
static void what_no_machine_has_is_counted(void **state)
{
    enum { TOKENS = 400000 };
    int32_t *token = memory_new(TOKENS * sizeof(*token));
    const int32_t label = 0;
    const int first = 0;
    struct examples x;
    struct fixture f;

    (void)state;
    build(&f, "softmax", SHAPE_SEQUENCE, &head_class);
    examples_like(&x, &f.x);
    examples_release(&f.x);
    f.x = x;
    for (int i = 0; i < TOKENS; i++)
        token[i] = TOKEN_FIRST;
    examples_add(&f.x, &(struct example){.part = {{token, TOKENS}},
                                         .column = {{&label, 1}}});
    const double bytes =
        model_bytes(f.model, &f.x, &first, (struct run){0, 1}, MODEL_TRAIN);

    assert_true(bytes > 4.0 * TOKENS * TOKENS);
    free(token);
    fixture_release(&f);
}

static void so_does_one_of_several_kinds_of_heads(void **state)
{
    static char mixed[] =
        "{kind: transformer, " SIZES ", decoder_attention: {kind: coda, "
        "share: false, heads: 3}, cross_attention: {kind: coda, layers: '1'}}";

    (void)state;
    with_text(&attention_kinds, "{kind: softmax}", expect_blind_to_the_future,
              mixed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_causal_row_does_not_see_the_future),
        cmocka_unit_test(so_does_one_of_several_kinds_of_heads),
        cmocka_unit_test(a_score_is_the_log_probability_of_the_tokens),
        cmocka_unit_test(tokens_of_no_text_are_never_answered),
        cmocka_unit_test(affinities_are_scaled_unless_told_otherwise),
        cmocka_unit_test(a_token_knows_its_text_by_cross_attention),
        cmocka_unit_test(an_empty_grain_decodes_to_nothing),
        cmocka_unit_test(a_silent_stack_normalises_the_scaled_embedding),
        cmocka_unit_test(word_vectors_nobody_reads_are_refused),
        cmocka_unit_test(bad_sizes_are_refused),
        cmocka_unit_test(what_no_machine_has_is_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
