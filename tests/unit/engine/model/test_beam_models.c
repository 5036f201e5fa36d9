/*
 * Beam search by models compared with all possible sequences: the stored rows
 * of a hypothesis stay with it, so that each sequence has the score that the
 * loss gives to the whole of it.
 */
#include "tests/unit/chosen_fixture.h"
#include "tests/unit/model_fixture.h"
#include "tests/unit/variants.h"

#include "base/numbers/math_functions.h"
#include "tests/unit/heads.h"

#define LONGEST 4
#define SOURCES 3
#define TOKENS 3 /* possible in an answer: two words, and the unknown word */
#define SEQUENCES 40 /* 1 + 3 + 9 + 27 sequences that end */
#define BEAM 54      /* enough for 108 continuations of 27 hypotheses */
#define NUMBERS 64   /* (TOKENS + 1)^(LONGEST - 1) */
#define PENALTY 0.6

static const struct words few_words = {.n = TOKEN_FIRST + TOKENS - 1,
                                       .characters = &fixture_characters};
static const struct decoding decoding = {.beam = BEAM,
                                         .n_best = SEQUENCES,
                                         .length_penalty = PENALTY,
                                         .longest_target = LONGEST};
static const struct model_spec spec = {
    .shape = SHAPE_SOURCE_TARGET,
    .head = {&head_decode, &decoding},
    .task = "random",
    .words = {&few_words, &few_words},
};

/* Train a few steps, so that words differ. */
static void build(struct fixture *f, const char *model,
                  const struct chosen *attention)
{
    *f = (struct fixture){0};
    choose(&model_kinds, model, &f->kind);
    copy_attention(f, attention);
    fixture_build(f, &spec, LONGEST - 1);
    descend(f, 10, 0.3f);
    f->tape.grads = NULL;
    f->tape.training = false;
}

/* A number that is different for each sequence. */
static int number_of(const struct values *sequence)
{
    const int32_t *token = sequence->at;
    int number = 0;

    for (int i = 0; i < sequence->n; i++)
        number = number * (TOKENS + 1) + 1 +
                 (token[i] == TOKEN_UNKNOWN ? 0 : 1 + token[i] - TOKEN_FIRST);
    return number;
}

/* The rank of a sequence of n tokens and END. */
static double rank_of(double log, int n)
{
    return log / exponential(PENALTY * natural_log((5.0 + n + 1) / 6.0));
}

/* Check that each sequence occurs once, best first, with the score that its
 * loss gives. */
static void expect_all(struct fixture *f, const struct answers *a, int source,
                       const char *what)
{
    const struct packed_column *token = &a->column[DECODED_TOKENS],
                               *log = &a->column[DECODED_SCORES];
    const int32_t *at = token->ints + token->seg.at[source];
    bool seen[NUMBERS] = {false};
    double last = INFINITY;

    assert_int_equal(segment_len(&log->seg, source), SEQUENCES);
    for (int k = 0; k < SEQUENCES; k++) {
        struct values found = {at, 0};

        while (at[found.n] != TOKEN_BETWEEN)
            found.n++;
        at += found.n + 1;
        const double score = log->floats[log->seg.at[source] + k],
                     loss = fixture_loss_of(f, source, &found),
                     rank = rank_of(score, found.n);

        if (!(fabs(score + loss) < 1e-4))
            fail_msg("%s: hypothesis %d of source %d has score %g and loss %g",
                     what, k, source, score, loss);
        assert_false(seen[number_of(&found)]);
        seen[number_of(&found)] = true;
        assert_true(rank <= last);
        last = rank;
    }
}

static void beam_holds(const struct chosen *attention, const char *what,
                       void *context)
{
    struct answers a = {0};
    struct fixture f;

    build(&f, context, attention);
    struct grain g = fixture_grain(&f, (struct run){0, SOURCES}, 1);

    model_answer(&f.tape, f.model, &g, &a);
    for (int i = 0; i < SOURCES; i++)
        expect_all(&f, &a, i, what);
    fixture_release(&f);
}

/* Including separate features for N, stored beside the keys, and means by row.
 */
static void each_attention(const char *model)
{
    char text[160];

    snprintf(text, sizeof(text), "{%s, hidden: 16, filter: 24, heads: 2}",
             model);
    each_form(&attention_kinds, beam_holds, text);
    with_text(&attention_kinds,
              "{kind: coda, share: false, gate: centered, center_e: true}",
              beam_holds, text);
}

static void a_transformer_s_beam_of_all_finds_all(void **state)
{
    (void)state;
    each_attention("kind: transformer, layers: 2");
}

static void a_universal_transformer_s_does(void **state)
{
    (void)state;
    each_attention("kind: universal, layers: 1, steps: 3");
}

static void so_does_one_s_that_halts(void **state)
{
    (void)state;
    each_attention("kind: universal, layers: 1, steps: 3, halts: true, "
                   "halting_bias: -0.5, ponder: 0");
}

/* Those of a part have separate features, too. */
static void so_does_one_with_attentions_of_several_kinds(void **state)
{
    static char text[] =
        "{kind: transformer, layers: 2, hidden: 16, filter: 24, heads: 4, "
        "encoder_attention: {kind: coda, layers: '0', heads: 1}, "
        "decoder_attention: {kind: coda, share: false, heads: 3, layers: '1'}, "
        "cross_attention: {kind: coda, share: false, learned: head, heads: 1}}";

    (void)state;
    with_text(&attention_kinds, "softmax", beam_holds, text);
    with_text(&attention_kinds, "{kind: coda, share: false, gate: centered}",
              beam_holds, text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_transformer_s_beam_of_all_finds_all),
        cmocka_unit_test(a_universal_transformer_s_does),
        cmocka_unit_test(so_does_one_s_that_halts),
        cmocka_unit_test(so_does_one_with_attentions_of_several_kinds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
