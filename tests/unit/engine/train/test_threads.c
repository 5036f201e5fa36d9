/*
 * More threads than grains: models so large that threads share their work have
 * the same parameters and answers on any number of threads.
 */
#include "tests/unit/model_fixture.h"

#include "base/numbers/digest.h"
#include "engine/kernel/kernel.h"
#include "engine/kernel/team.h"
#include "engine/train/engine_step.h"
#include "engine/train/evaluate.h"
#include "tests/unit/heads.h"

#define STEPS 2
#define BATCH 12

static const struct model_spec pair = {
    .shape = SHAPE_PAIR,
    .head = CLASS_HEAD(3),
    .task = "test",
    .words = {&fixture_words, &fixture_words}};
static const struct words many = {.n = 600};
static const struct decoding greedy_24 = {.longest_target = 24};
static const struct model_spec translation = {
    .shape = SHAPE_SOURCE_TARGET,
    .head = {&head_decode, &greedy_24},
    .task = "test",
    .words = {&many, &many}};

/* As wide as models in use, with dropout everywhere. */
static void fixture_model(struct fixture *f, const char *model,
                          const char *attention, const struct model_spec *spec)
{
    const bool decatt = !strcmp(model, "decatt");

    fixture_kind(f, model);
    set_attention(f, attention);
    set_long(f, "hidden", decatt ? 200 : 128);
    set_real(f, "attention_dropout", 0.1);
    if (!decatt)
        set_real(f, "relu_dropout", 0.1);
    fixture_build(f, spec, 40);
}

/* The outcome of some steps and of answering every example. */
struct outcome {
    struct digest params, answers;
    double loss, norm;
    long helped; /* pieces computed by threads without grains or chunks */
};

static struct digest digest_answers(const struct answer_sheet *a)
{
    struct hasher *h = hasher_new();

    for (int i = 0; i < a->columns; i++) {
        const struct column *c = &a->column[i];

        hasher_add(h, c->value, column_at(c, c->n) * column_size(&c->is));
    }
    const struct digest d = hasher_digest(h);

    hasher_free(h);
    return d;
}

static void train(struct engine *g, const struct fixture *f, int grains,
                  struct outcome *out)
{
    int cut[EXAMPLES + 1];
    struct error e;

    for (int i = 0; i < STEPS; i++) {
        const struct run r = {i * BATCH % EXAMPLES,
                              i * BATCH % EXAMPLES + BATCH};
        struct step step;

        batch_cut(&f->x, f->order, r, &(struct cutting){.grains = grains},
                  cut);
        const struct batch b = {.x = &f->x,
                                .order = f->order,
                                .cut = cut,
                                .count = batch_count(&f->x, f->order, r),
                                .step = i};
        assert_int_equal(engine_step(g, &b, NULL, NULL, &step, &e), STEP_DONE);
        out->loss = step.loss;
        out->norm = step.norm;
    }
}

static struct outcome run(const struct fixture *f, int grains, int threads)
{
    const struct interrupt never = {0};
    const long before = team_helped();
    struct group alone = group_alone();
    struct train_config c = {0};
    struct answer_sheet sheet;
    struct outcome out;
    struct engine g;
    struct error e;

    fields_preset(train_fields, &c);
    c.batch = BATCH;
    c.grains = grains;
    c.label_smoothing = 0.1;
    c.clip_norm = 1.0;
    assert_int_equal(engine_init(&g, f->model, &c, &alone, threads, &e), 0);
    train(&g, f, grains, &out);
    assert_int_equal(evaluate(&g, g.params, &f->x, &never, &sheet, &e),
                     EVALUATED);
    out.params = digest_of(g.params, g.len * sizeof(float));
    out.answers = digest_answers(&sheet);
    out.helped = team_helped() - before;
    answer_sheet_release(&sheet);
    engine_release(&g);
    fields_release(train_fields, &c);
    group_release(&alone);
    return out;
}

static void expect_same(const struct outcome *a, const struct outcome *b)
{
    assert_true(a->loss == b->loss);
    assert_true(a->norm == b->norm);
    assert_true(digest_equal(a->params, b->params));
    assert_true(digest_equal(a->answers, b->answers));
}

/* Helpers may be late: repeat until some have taken part. */
static void expect_help_with_the_same_bits(const char *model,
                                           const char *attention,
                                           const struct model_spec *spec)
{
    static const int grains[] = {1, 1, 2, 4}, threads[] = {2, 4, 4, 3};
    struct fixture f;

    fixture_model(&f, model, attention, spec);
    for (int i = 0; i < 4; i++) {
        const struct outcome one = run(&f, grains[i], 1);
        struct outcome more = {.helped = 0};

        assert_int_equal(one.helped, 0);
        for (int tries = 0; tries < 20 && more.helped == 0; tries++) {
            more = run(&f, grains[i], threads[i]);
            expect_same(&one, &more);
        }
        print_message("# %s %s, %d grains, %d threads: helped %ld times\n",
                      model, attention, grains[i], threads[i], more.helped);
        assert_true(more.helped > 0);
    }
    fixture_release(&f);
}

static void
threads_beyond_grains_keep_the_bits_of_decatt_by_softmax(void **state)
{
    (void)state;
    expect_help_with_the_same_bits("decatt", "softmax", &pair);
}

static void threads_beyond_grains_keep_the_bits_of_decatt_by_coda(void **state)
{
    (void)state;
    expect_help_with_the_same_bits("decatt", "coda", &pair);
}

static void
threads_beyond_grains_keep_the_bits_of_a_transformer_by_softmax(void **state)
{
    (void)state;
    expect_help_with_the_same_bits("transformer", "softmax", &translation);
}

static void
threads_beyond_grains_keep_the_bits_of_a_transformer_by_coda(void **state)
{
    (void)state;
    expect_help_with_the_same_bits("transformer", "coda", &translation);
}

static int start(void **state)
{
    struct error e = {0};

    (void)state;
    return kernel_start(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            threads_beyond_grains_keep_the_bits_of_decatt_by_softmax),
        cmocka_unit_test(threads_beyond_grains_keep_the_bits_of_decatt_by_coda),
        cmocka_unit_test(
            threads_beyond_grains_keep_the_bits_of_a_transformer_by_softmax),
        cmocka_unit_test(
            threads_beyond_grains_keep_the_bits_of_a_transformer_by_coda),
    };

    return cmocka_run_group_tests(tests, start, NULL);
}
