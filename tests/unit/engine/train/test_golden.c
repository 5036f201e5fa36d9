/*
 * Pinned results of training: for every model, attention kind, gate and
 * optimiser a digest of the parameters after STEPS steps and one of the answers
 * that they give.  They must be the same at every SIMD level, on any processor.
 *
 * For a new case, or after an intended change of the arithmetic (then raise
 * NUMERICS, kernel/numerics.h), write the new digests into the files of cases
 * with sed, in the build folder:
 *
 *     CODARUN_GOLDEN=print tests/unit/engine/train/test_golden >digits.sed
 *     cd ../tests/unit/engine/train/golden
 *     sed -i -f ~-/digits.sed $(find . -name '*.def')
 */
#include "config.h"

#include "tests/unit/engine/train/golden_cases.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/level.h"

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

/* A failed test does not restore the limit: each comparison sets its own. */
static void compare(int i, enum simd most, int threads, train *how)
{
    level_limit(most);
    const struct digits found = train_digits(i, threads, how);
    const struct digits *right = &cases[i].digits;

    if (found.params != right->params || found.answers != right->answers)
        fail_msg("%s, %s, %d thread%s: found parameters %016" PRIx64
                 " and answers %016" PRIx64 ", expected %016" PRIx64
                 " and %016" PRIx64,
                 cases[i].name, kernel_simd_name(kernel_simd()), threads,
                 threads > 1 ? "s" : "", found.params, found.answers,
                 right->params, right->answers);
}

static void compare_all(enum simd level)
{
    for (int i = 0; i < CASES; i++)
        compare(i, level, 1, golden_train);
}

/* If limited to a level that the processor lacks, it uses another. */
static bool has(enum simd level)
{
    level_limit(level);
    const bool there = kernel_simd() == level;
    level_limit(SIMD_AVX512);
    return there;
}

/* Digests are written by these names. */
static void every_case_has_a_name_of_its_own(void **state)
{
    (void)state;
    for (int i = 0; i < CASES; i++)
        for (int j = 0; j < i; j++)
            assert_string_not_equal(cases[i].name, cases[j].name);
}

/* Append the fields of a case, as lines "model.attention.kind: coda". */
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
        fail_msg("no GOLDEN_EACH_WAY() in golden/ has %s: %s", field, value);
}

static void expect_kinds(const struct str *all, const char *field,
                         const struct kinds *kinds)
{
    for (int i = 0; kinds->list[i]; i++)
        expect_line(all, field, kinds->list[i]->name);
}

/* True if a case represents its kind where that saves time: below the highest
 * level, with several threads, in runs that are stopped and with OpenBLAS. */
static bool stands_for_all(const struct golden_case *c)
{
    return c->each_way || is_full();
}

/* Checked for the representing cases, hence true of all. */
static void every_kind_and_gate_has_a_case(void **state)
{
    const struct field *gate = kinds_field_at(&attention_kinds, "gate");
    struct str all = {0};

    (void)state;
    for (int i = 0; i < CASES; i++)
        if (stands_for_all(&cases[i]))
            add_case(&cases[i], &all);
    expect_kinds(&all, "model.kind", &model_kinds);
    expect_kinds(&all, "attention.kind", &attention_kinds);
    expect_kinds(&all, "train.optimizer.kind", &optimizer_kinds);
    for (int i = 0; gate->choices[i]; i++)
        expect_line(&all, "attention.gate", gate->choices[i]);
    str_release(&all);
}

static void compare_some(enum simd level, int threads, train *how)
{
    for (int i = 0; i < CASES; i++)
        if (stands_for_all(&cases[i]))
            compare(i, level, threads, how);
}

static void plain_c_gives_the_pinned_digits(void **state)
{
    (void)state;
    compare_some(SIMD_PLAIN, 1, golden_train);
}

static void neon_gives_the_pinned_digits(void **state)
{
    (void)state;
    compare_all(SIMD_NEON);
}

static void avx2_gives_the_pinned_digits(void **state)
{
    (void)state;
    if (has(SIMD_AVX512))
        compare_some(SIMD_AVX2, 1, golden_train);
    else
        compare_all(SIMD_AVX2);
}

static void avx512_gives_the_pinned_digits(void **state)
{
    (void)state;
    compare_all(SIMD_AVX512);
}

static void expect_case(const char *has)
{
    bool there = false;

    for (int i = 0; i < CASES; i++)
        there |= stands_for_all(&cases[i]) && strstr(cases[i].train, has);
    assert_true(there);
}

/* With more threads than grains, and with fewer. */
static void threads_give_the_pinned_digits(void **state)
{
    (void)state;
    expect_case("grains: 1");
    expect_case("grains: 4");
    compare_some(SIMD_AVX512, 3, golden_train);
}

static void stopped_and_resumed_gives_the_pinned_digits(void **state)
{
    (void)state;
    compare_some(SIMD_AVX512, 1, golden_train_by_steps);
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
    level_limit(SIMD_AVX512);
    for (int i = 0; i < CASES; i++) {
        if (!stands_for_all(&cases[i]))
            continue;
        const double own = mean_loss(i, "own"),
                     other = mean_loss(i, "openblas");

        if (!(fabs(other - own) <= NEAR * own))
            fail_msg("%s: mean loss %.9g with our products, %.9g with "
                     "OpenBLAS's",
                     cases[i].name, own, other);
    }
}

/* ------------------------------------------------------------------------- */

/* Digests are on the line after the name. */
static int print_digits(void)
{
    for (int i = 0; i < CASES; i++) {
        const struct digits d = train_digits(i, 1, golden_train);

        printf("/(\"%s\",$/{n;s/{.*}/{0x%016" PRIx64 ", 0x%016" PRIx64 "}/}\n",
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
        cmocka_unit_test(every_case_has_a_name_of_its_own),
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
        return print_digits();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
