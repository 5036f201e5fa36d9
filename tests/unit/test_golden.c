/*
 * The digits of training, pinned: for every model, attention kind, gate and
 * optimiser a digest of the parameters after STEPS steps and one of the answers
 * they give. They must be these at every SIMD level, on any processor.
 *
 * When a change of the arithmetic is meant, raise NUMERICS (kernel/numerics.h)
 * and write the table anew, in the build folder:
 *
 *     CODARUN_GOLDEN=print tests/unit/test_golden >golden.def
 *
 * which belongs in tests/unit of the sources.
 */
#include "config.h"

#include "golden_cases.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernel/kernel.h"

#define CASES (int)(sizeof(cases) / sizeof(cases[0]))

struct digits {
    uint64_t params, answers;
};

static const struct pinned {
    const char *name;
    struct digits digits;
} pinned[CASES] = {
#include "golden.def"
};

static struct digits digits_of(const struct result *r,
                               const struct head_kind *head)
{
    struct hasher *h = hasher_new();

    for (int s = 0; s < SPLITS; s++) {
        const struct answer_sheet *a = &r->answers[s];

        if (a->n) {
            const struct column *c = golden_answers(head, a);

            hasher_add(h, c->value, column_at(c, c->n) * column_size(&c->is));
        }
    }
    for (int i = 0; i < r->history.n; i++)
        hasher_add(h, &r->history.row[i].train_loss, sizeof(double));
    const struct digits d = {r->params.lo, hasher_digest(h).lo};
    hasher_free(h);
    return d;
}

static struct golden_run run_of(int i, const char *products, int threads)
{
    const struct golden_case *c = &cases[i];

    return (struct golden_run){c->task, c->model, c->train, products, threads};
}

/* golden_train() or golden_train_by_steps() */
typedef void train(const struct golden_run *run, struct result *r);

static struct digits train_digits(int i, int threads, train *how)
{
    const struct golden_run run = run_of(i, NULL, threads);
    struct result r;

    how(&run, &r);
    const struct digits d = digits_of(&r, golden_tasks[cases[i].task].head);
    result_release(&r);
    return d;
}

/* A failed test leaves its limit behind: each comparison sets its own. */
static void compare(int i, enum simd most, int threads, train *how)
{
    kernel_limit_simd(most);
    const struct digits found = train_digits(i, threads, how);
    const struct digits *right = &pinned[i].digits;

    if (found.params != right->params || found.answers != right->answers)
        fail_msg("%s, %s, %d thread%s: found parameters %016" PRIx64
                 " and answers %016" PRIx64 ", expected %016" PRIx64
                 " and %016" PRIx64,
                 cases[i].name, kernel_simd_name(kernel_simd()), threads,
                 threads > 1 ? "s" : "", found.params, found.answers,
                 right->params, right->answers);
}

static void compare_all(enum simd level, int threads, train *how)
{
    for (int i = 0; i < CASES; i++)
        compare(i, level, threads, how);
}

/* Limited to a level that the processor lacks, it has another. */
static bool has(enum simd level)
{
    kernel_limit_simd(level);
    const bool there = kernel_simd() == level;
    kernel_limit_simd(SIMD_AVX512);
    return there;
}

static void every_case_is_pinned(void **state)
{
    (void)state;
    for (int i = 0; i < CASES; i++) {
        assert_non_null(pinned[i].name);
        assert_string_equal(pinned[i].name, cases[i].name);
    }
}

/* What cases have, as lines "model.attention.kind: coda". */
static void add_case(const struct golden_case *c, struct str *out)
{
    const struct golden_run run = {c->task, c->model, c->train, NULL, 1};
    struct golden_setup s = {0};

    golden_bind(&s, &run);
    chosen_text(&s.kind, "model", TEXT_WHOLE, out);
    fields_text(train_fields, &s.conf, "train", TEXT_WHOLE, out);
    chosen_release(&s.kind);
    fields_release(train_fields, &s.conf);
}

static void expect_line(const struct str *all, const char *field,
                        const char *value)
{
    char line[100];

    snprintf(line, sizeof(line), "%s: %s\n", field, value);
    if (!strstr(str_text(all), line))
        fail_msg("no case in golden_cases.h has %s: %s", field, value);
}

static void expect_kinds(const struct str *all, const char *field,
                         const struct kinds *kinds)
{
    for (int i = 0; kinds->list[i]; i++)
        expect_line(all, field, kinds->list[i]->name);
}

/* Plain C takes eight times as long as vectors: of each kind and each form of
 * its loops it trains the shortest case, and all by `make check-full`. */
static const char *const in_plain_c[] = {
    "decatt, coda as it comes",
    "decatt, ranking",
    "decatt, linear features",
    "decatt, coda algebraic",
    "decatt, coda of softmax",
    "decatt, coda positive, a constant gate, learned",
    "pairs, sparsemax, adamax",
    "pairs, entmax",
    "pairs, sigmoid",
    "pairs, linear",
    "bag of words, adadelta",
    "bag of words, pairs, sgd",
    "encoder, the state of a token",
    "encoder, differential learned",
    "decoder, many words",
    "decoder, coda centered by rows",
    "decoder, coda of identity without a gate",
    "universal, halting, pairs",
    "coattention, softmax",
    "reader, convolutions and self-attention",
    "reader, positions of a stack",
    "reader, recurrent layers",
    "reader, recurrent layers, coda",
    "reader, vectors trained, a mask a sequence",
    "reader, an LSTM of characters",
    "reader, phases, coda",
    "reader, iterative",
};

static bool is_in_plain_c(const struct golden_case *c)
{
    bool is = is_full();

    for (size_t i = 0; i < sizeof(in_plain_c) / sizeof(*in_plain_c); i++)
        is |= !strcmp(in_plain_c[i], c->name);
    return is;
}

/* Those of plain C have, hence all do. */
static void every_kind_and_gate_has_a_case(void **state)
{
    const struct field *gate = kinds_field_at(&attention_kinds, "gate");
    struct str all = {0};

    (void)state;
    for (int i = 0; i < CASES; i++)
        if (is_in_plain_c(&cases[i]))
            add_case(&cases[i], &all);
    expect_kinds(&all, "model.kind", &model_kinds);
    expect_kinds(&all, "attention.kind", &attention_kinds);
    expect_kinds(&all, "train.optimizer.kind", &optimizer_kinds);
    for (int i = 0; gate->choices[i]; i++)
        expect_line(&all, "attention.gate", gate->choices[i]);
    str_release(&all);
}

static void plain_c_gives_the_pinned_digits(void **state)
{
    (void)state;
    for (int i = 0; i < CASES; i++)
        if (is_in_plain_c(&cases[i]))
            compare(i, SIMD_PLAIN, 1, golden_train);
}

static void neon_gives_the_pinned_digits(void **state)
{
    (void)state;
    compare_all(SIMD_NEON, 1, golden_train);
}

static void avx2_gives_the_pinned_digits(void **state)
{
    (void)state;
    compare_all(SIMD_AVX2, 1, golden_train);
}

static void avx512_gives_the_pinned_digits(void **state)
{
    (void)state;
    compare_all(SIMD_AVX512, 1, golden_train);
}

/* More than grains, and fewer. */
static void threads_give_the_pinned_digits(void **state)
{
    (void)state;
    assert_non_null(strstr(cases[1].train, "grains: 1"));
    assert_non_null(strstr(cases[2].train, "grains: 4"));
    compare_all(SIMD_AVX512, 3, golden_train);
}

static void stopped_and_resumed_gives_the_pinned_digits(void **state)
{
    (void)state;
    compare_all(SIMD_AVX512, 1, golden_train_by_steps);
}

/* --- OpenBLAS: other digits, the same numbers ---------------------------- */

#define NEAR 1e-2 /* of the mean loss of STEPS steps */

static double mean_loss(int i, const char *products)
{
    const struct golden_run run = run_of(i, products, 1);
    struct result r;

    golden_train(&run, &r);
    const double loss = r.history.row[0].train_loss;
    result_release(&r);
    return loss;
}

static void openblas_comes_near(void **state)
{
    (void)state;
    kernel_limit_simd(SIMD_AVX512);
    for (int i = 0; i < CASES; i++) {
        const double own = mean_loss(i, "own"),
                     other = mean_loss(i, "openblas");

        if (!(fabs(other - own) <= NEAR * own))
            fail_msg("%s: mean loss %.9g with our products, %.9g with "
                     "OpenBLAS's",
                     cases[i].name, own, other);
    }
}

/* ------------------------------------------------------------------------- */

static int print_table(void)
{
    for (int i = 0; i < CASES; i++) {
        const struct digits d = train_digits(i, 1, golden_train);

        printf("{\"%s\",\n {0x%016" PRIx64 ", 0x%016" PRIx64 "}},\n",
               cases[i].name, d.params, d.answers);
    }
    return 0;
}

#define LACKING "the processor lacks this level"
#define SLOW "CODARUN_GOLDEN=vectors leaves plain C out"

int main(void)
{
    const char *mode = getenv("CODARUN_GOLDEN");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_case_is_pinned),
        cmocka_unit_test(every_kind_and_gate_has_a_case),
        unit_test_if(has(SIMD_AVX512), avx512_gives_the_pinned_digits, LACKING),
        unit_test_if(has(SIMD_AVX2), avx2_gives_the_pinned_digits, LACKING),
        unit_test_if(has(SIMD_NEON), neon_gives_the_pinned_digits, LACKING),
        unit_test_if(!mode || strcmp(mode, "vectors") != 0,
                     plain_c_gives_the_pinned_digits, SLOW),
        cmocka_unit_test(threads_give_the_pinned_digits),
        cmocka_unit_test(stopped_and_resumed_gives_the_pinned_digits),
        cmocka_unit_test(openblas_comes_near),
    };

    if (mode && strcmp(mode, "print") == 0)
        return print_table();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
