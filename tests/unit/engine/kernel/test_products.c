/*
 * Own products and OpenBLAS's: models trained with either end close to each
 * other, and what a trial stores names the one that was used.
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "config.h"

#include "tests/unit/model_fixture.h"

#include <cblas.h>
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "engine/kernel/gemm.h"
#include "engine/store/state.h"
#include "engine/train/stepper.h"
#include "tests/unit/heads.h"
#include "tests/unit/toy_tests.h"

#define STEPS 30

/* --- a library that counts ---------------------------------------------  */

static atomic_int asked; /* number of products that OpenBLAS made */

/* Replaces the library's function, which it calls. */
void cblas_sgemm(const enum CBLAS_ORDER order, const enum CBLAS_TRANSPOSE ta,
                 const enum CBLAS_TRANSPOSE tb, const blasint m,
                 const blasint n, const blasint k, const float alpha,
                 const float *a, const blasint lda, const float *b,
                 const blasint ldb, const float beta, float *c,
                 const blasint ldc)
{
    __typeof__(cblas_sgemm) *real;

    *(void **)&real = dlsym(RTLD_NEXT, "cblas_sgemm");
    atomic_fetch_add(&asked, 1);
    real(order, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

/* --- models ------------------------------------------------------------- */

static void decatt(struct fixture *f)
{
    const struct model_spec s = {.shape = SHAPE_PAIR,
                                 .head = CLASS_HEAD(3),
                                 .task = "test",
                                 .words = {&fixture_words, &fixture_words}};

    fixture_kind(f, "decatt");
    set_long(f, "hidden", 48);
    set_attention(f, "coda");
    fixture_build(f, &s, 20);
}

static void transformer(struct fixture *f)
{
    const struct model_spec s = {.shape = SHAPE_SOURCE_TARGET,
                                 .head = GREEDY_HEAD,
                                 .task = "test",
                                 .words = {&fixture_words, &fixture_words}};

    fixture_kind(f, "transformer");
    set_long(f, "hidden", 32);
    set_long(f, "filter", 48);
    set_attention(f, "coda");
    fixture_build(f, &s, 20);
}

/* A model in training; its configuration selects the products. */
struct trained {
    struct fixture f;
    struct train_config c;
    struct stepper *stepper;
};

static void trained_init(struct trained *t, void (*build)(struct fixture *),
                         enum products who)
{
    build(&t->f);
    fields_preset(train_fields, &t->c);
    t->c.batch = EXAMPLES;
    t->c.grains = 4;
    t->c.learning_rate = 1e-3; /* higher rates amplify differences in the last
                                  bits */
    t->c.products = (int)who;
    t->stepper = stepper_new(t->f.model, &t->c, &t->f.x, 2);
}

static void trained_release(struct trained *t)
{
    stepper_free(t->stepper);
    fields_release(train_fields, &t->c);
    fixture_release(&t->f);
}

/* Get the loss of each step; return how many products OpenBLAS made. */
static int train(void (*build)(struct fixture *), enum products who,
                 double loss[STEPS])
{
    struct trained t = {0};

    trained_init(&t, build, who);
    atomic_store(&asked, 0);
    for (int i = 0; i < STEPS; i++)
        loss[i] = stepper_step(t.stepper);
    trained_release(&t);
    return atomic_load(&asked);
}

static void expect_near(void (*build)(struct fixture *))
{
    double own[STEPS], openblas[STEPS], worst = 0;

    train(build, PRODUCTS_OWN, own);
    assert_true(train(build, PRODUCTS_OPENBLAS, openblas) > STEPS);
    for (int i = 0; i < STEPS; i++) {
        const double off = fabs(own[i] - openblas[i]) / own[i];
        worst = off > worst ? off : worst;
        assert_true(isfinite(off) && off < 1e-5);
    }
    assert_true(own[STEPS - 1] < 0.95 * own[0]); /* it learns */
    print_message("# losses differ by %.2g at most\n", worst);
}

static void decatt_trains_alike_by_either(void **state)
{
    (void)state;
    expect_near(decatt);
}

static void the_transformer_trains_alike_by_either(void **state)
{
    (void)state;
    expect_near(transformer);
}

/* Two trainings take steps in turn. */
static void trainings_beside_each_other_have_each_its_own(void **state)
{
    double alone[2][STEPS];
    struct trained t[2] = {0};

    (void)state;
    for (int who = 0; who < 2; who++)
        train(decatt, (enum products)who, alone[who]);
    for (int who = 0; who < 2; who++)
        trained_init(&t[who], decatt, (enum products)who);
    for (int i = 0; i < STEPS; i++)
        for (int who = 0; who < 2; who++) {
            atomic_store(&asked, 0);
            assert_true(stepper_step(t[who].stepper) == alone[who][i]);
            assert_int_equal(atomic_load(&asked) > 0, who == PRODUCTS_OPENBLAS);
        }
    for (int who = 0; who < 2; who++)
        trained_release(&t[who]);
}

static void own_products_ask_nobody(void **state)
{
    double loss[STEPS];

    (void)state;
    assert_int_equal(train(decatt, PRODUCTS_OWN, loss), 0);
    assert_int_equal(train(transformer, PRODUCTS_OWN, loss), 0);
}

/* --- what results record ------------------------------------------------ */

static void an_identity_names_the_library_only_where_it_counts(void **state)
{
    const char *own = kernel_identity(PRODUCTS_OWN);
    const char *openblas = kernel_identity(PRODUCTS_OPENBLAS);
    int numerics, at;

    (void)state;
    assert_int_equal(sscanf(own, "numerics=%d%n", &numerics, &at), 1);
    assert_string_equal(own + at, "");
    assert_int_equal(strncmp(openblas, own, (size_t)at), 0);
    assert_non_null(strstr(openblas, " products=openblas version="));
    assert_non_null(strstr(openblas, kernel_blas_name()));
}

/* Stop after some steps; get the state's identity. */
static void stop_early(struct training *t, const char *file, char identity[160])
{
    struct result r = {0};
    struct error e;
    struct state s;

    assert_int_equal(train_run(t, &r, &e), TRAIN_STOPPED);
    result_release(&r);
    assert_int_equal(state_read(file, &s, &e), 0);
    snprintf(identity, 160, "%s", s.identity);
    state_release(&s);
}

static bool countdown(void *context)
{
    int *left = context;

    return --*left == 0;
}

/* Usually the other trial also has another digest; in this test it is equal. */
static void a_state_by_one_is_not_gone_on_with_by_the_other(void **state)
{
    char folder[] = "/tmp/codarun-products-XXXXXX", made[160];
    struct train_config c = toy_config();
    struct group g = group_alone();
    struct training t = toy_training(&toy, &c, &g, 1);
    struct result r = {0};
    struct error e;
    int left = 12;

    (void)state;
    assert_non_null(mkdtemp(folder));
    char *path = memory_format("%s/a", folder);
    char *file = memory_format("%s/a.last.h5", folder);
    t.state = path;
    t.stop = countdown;
    t.context = &left;
    c.products = PRODUCTS_OPENBLAS;
    stop_early(&t, file, made);
    assert_string_equal(made, kernel_identity(PRODUCTS_OPENBLAS));
    c.products = PRODUCTS_OWN;
    t.stop = NULL;
    assert_int_equal(train_run(&t, &r, &e), TRAIN_BROKEN);
    assert_non_null(strstr(e.text, made));
    assert_non_null(strstr(e.text, kernel_identity(PRODUCTS_OWN)));
    result_release(&r);
    train_tidy(t.state, t.keep);
    assert_int_equal(rmdir(folder), 0);
    free(path);
    free(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decatt_trains_alike_by_either),
        cmocka_unit_test(the_transformer_trains_alike_by_either),
        cmocka_unit_test(trainings_beside_each_other_have_each_its_own),
        cmocka_unit_test(own_products_ask_nobody),
        cmocka_unit_test(an_identity_names_the_library_only_where_it_counts),
        cmocka_unit_test(a_state_by_one_is_not_gone_on_with_by_the_other),
    };

    return cmocka_run_group_tests(tests, begin_toy, end_toy);
}
