/* Work done by a team: every item once, on any thread, with the same bits. */
#include "tests/test.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <string.h>

#include "engine/kernel/gemm.h"
#include "engine/kernel/kernel.h"
#include "engine/kernel/team.h"
#include "engine/kernel/team_vector.h"
#include "tests/unit/team_fixture.h"

#define ITEMS 1000
#define STEP 8
#define LONG 1e5 /* nanoseconds of an item that is large enough for a piece */

/* --- every item once ------------------------------------------------------ */

struct tally {
    int times[ITEMS];
    atomic_int pieces, askew, strangers;
    pthread_t owner;
};

static void count(const void *of, size_t from, size_t to, struct arena *scratch)
{
    struct tally *t = *(struct tally *const *)of;

    (void)scratch;
    sched_yield(); /* a team that does not wait for this piece returns before it
                      ends */
    for (size_t i = from; i < to; i++)
        t->times[i]++;
    atomic_fetch_add(&t->pieces, 1);
    atomic_fetch_add(&t->askew, from % STEP != 0 || from >= to);
    atomic_fetch_add(&t->strangers, !pthread_equal(pthread_self(), t->owner));
}

static void tally(struct tally *t, size_t n, double cost)
{
    *t = (struct tally){.owner = pthread_self()};
    team_run(&(struct team_work){.n = n,
                                 .step = STEP,
                                 .total = cost * (double)n,
                                 .piece = count,
                                 .of = &t});
}

static int wrong_times(const struct tally *t, size_t n)
{
    int wrong = t->askew != 0;

    for (size_t i = 0; i < ITEMS; i++)
        wrong += t->times[i] != (i < n);
    return wrong;
}

static atomic_int wrong, strangers;

/* Sizes that are multiples of the step, and others. */
static void tally_often(int number)
{
    struct tally t;

    for (size_t k = 0; k < 150; k++) {
        const size_t n = (size_t)number % 2 ? ITEMS : ITEMS - k;
        tally(&t, n, LONG);
        atomic_fetch_add(&wrong, wrong_times(&t, n));
        atomic_fetch_add(&strangers, t.strangers);
    }
}

static void expect_all_once(int n, int helpers)
{
    const long before = team_helped();

    wrong = strangers = 0;
    with_help(n, helpers, tally_often);
    assert_int_equal(wrong, 0);
    assert_int_equal(team_helped() - before, strangers);
}

static void one_thread_and_a_helper_do_each_item_once(void **state)
{
    (void)state;
    expect_all_once(1, 1);
}

static void several_offer_at_once(void **state)
{
    (void)state;
    expect_all_once(3, 2);
}

static void far_more_threads_than_cores_come_to_an_end(void **state)
{
    (void)state;
    expect_all_once(8, TEAM_MOST - 8);
}

/* --- sharing of the work -------------------------------------------------- */

static void without_helpers_work_stays_whole(void **state)
{
    struct tally t;

    (void)state;
    tally(&t, ITEMS, LONG);
    assert_int_equal(t.pieces, 1);
    assert_int_equal(wrong_times(&t, ITEMS), 0);
}

static void nothing_is_no_piece(void **state)
{
    struct tally t;

    (void)state;
    tally(&t, 0, LONG);
    assert_int_equal(t.pieces, 0);
}

static void wait_for_cut_work(void)
{
    struct tally t;

    do {
        tally(&t, ITEMS, LONG);
        sched_yield();
    } while (t.pieces < 2); /* until the helper takes part */
}

static void tally_small(int number)
{
    struct tally t;

    (void)number;
    wait_for_cut_work();
    for (int k = 0; k < 100; k++) {
        tally(&t, ITEMS, 1.0); /* a microsecond in total */
        wrong += t.pieces != 1 || wrong_times(&t, ITEMS);
    }
}

static void small_work_stays_whole(void **state)
{
    (void)state;
    wrong = 0;
    with_helpers(1, 1, tally_small);
    assert_int_equal(wrong, 0);
}

static void tally_inside(const void *of, size_t from, size_t to,
                         struct arena *scratch)
{
    struct tally t;

    (void)of;
    (void)scratch;
    for (size_t i = from; i < to; i++) {
        tally(&t, ITEMS, LONG);
        atomic_fetch_add(&wrong, t.pieces != 1 || wrong_times(&t, ITEMS));
    }
}

static void nest(int number)
{
    (void)number;
    wait_for_cut_work();
    for (int k = 0; k < 20; k++)
        team_run(&(struct team_work){
            .n = 8, .total = 8 * LONG, .piece = tally_inside});
}

static void a_piece_does_its_own_work_alone(void **state)
{
    (void)state;
    wrong = 0;
    with_helpers(1, 1, nest);
    assert_int_equal(wrong, 0);
}

#define ROOM 5000

static void borrow(const void *of, size_t from, size_t to,
                   struct arena *scratch)
{
    float *x = arena_floats_raw(scratch, ROOM);

    (void)of;
    for (size_t i = 0; i < ROOM; i++)
        x[i] = (float)from;
    sched_yield();
    for (size_t i = 0; i < ROOM; i++)
        atomic_fetch_add(&wrong, x[i] != (float)from || to <= from);
}

static void run_borrowers(int number)
{
    struct arena scratch = {0};
    const float *kept = arena_floats(&scratch, ROOM);

    (void)number;
    wait_for_cut_work();
    for (int k = 0; k < 100; k++)
        team_run(&(struct team_work){
            .n = 16, .total = 16 * LONG, .piece = borrow, .scratch = &scratch});
    for (size_t i = 0; i < ROOM; i++)
        wrong += kept[i] != 0.0f;
    wrong += scratch.total > 2 * ROOM * sizeof(float) + 128; /* all memory was
                                                                given back */
    arena_release(&scratch);
}

static void each_piece_has_scratch_of_its_own(void **state)
{
    (void)state;
    wrong = 0;
    with_help(2, 2, run_borrowers);
    assert_int_equal(wrong, 0);
}

/* --- the same bits -------------------------------------------------------- */

#define SIZE 192

static const char form[3][2] = {{'n', 'n'}, {'t', 'n'}, {'n', 't'}};
static float a[SIZE * SIZE], alone[3][SIZE * SIZE], c[3][SIZE * SIZE];

/* One product is cut by rows, because it is not wider than high; then one is
 * cut by columns. */
static void multiply_both(int f, float *to)
{
    gemm(PRODUCTS_OWN, form[f][0], form[f][1], SIZE, SIZE, SIZE, 0.7f, a, SIZE,
         a, SIZE, 0.0f, to, SIZE);
    gemm(PRODUCTS_OWN, form[f][0], form[f][1], SIZE / 2, SIZE, SIZE, 0.7f, a,
         SIZE, a, SIZE, 0.5f, to, SIZE);
}

static void multiply_often(int number)
{
    for (int k = 0; k < 200; k++) {
        multiply_both(number, c[number]);
        atomic_fetch_add(
            &wrong, memcmp(c[number], alone[number], sizeof(c[number])) != 0);
    }
}

static void shared_products_have_the_same_bits(void **state)
{
    (void)state;
    for (int i = 0; i < SIZE * SIZE; i++)
        a[i] = (float)(i % 101) - 50.3f;
    for (int f = 0; f < 3; f++)
        multiply_both(f, alone[f]);
    wrong = 0;
    with_help(3, 2, multiply_often);
    assert_int_equal(wrong, 0);
}

#define LEN 300001

static float x[LEN], z[LEN], y[2][LEN];

static void work_on_vectors(float *to)
{
    team_zero(LEN, to);
    team_add(LEN, x, to);
    team_mul(LEN - 3, to, z, to);
    team_muladd(LEN, x, z, to);
    team_mul_plus(LEN - 9, x, to, z, to);
    team_sum(LEN, x, to, to);
    team_copy(LEN / 2, z, to + 1);
}

static void work_on_vectors_often(int number)
{
    (void)number;
    for (int k = 0; k < 50; k++) {
        work_on_vectors(y[1]);
        wrong += memcmp(y[1], y[0], sizeof(y[0])) != 0;
    }
}

static void shared_vectors_have_the_same_bits(void **state)
{
    (void)state;
    for (int i = 0; i < LEN; i++) {
        x[i] = (float)(i % 1013) / 7.0f;
        z[i] = (float)(i % 911) / 3.0f - 50.0f;
    }
    work_on_vectors(y[0]);
    wrong = 0;
    with_help(1, 2, work_on_vectors_often);
    assert_int_equal(wrong, 0);
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
        cmocka_unit_test(one_thread_and_a_helper_do_each_item_once),
        cmocka_unit_test(several_offer_at_once),
        cmocka_unit_test(far_more_threads_than_cores_come_to_an_end),
        cmocka_unit_test(without_helpers_work_stays_whole),
        cmocka_unit_test(nothing_is_no_piece),
        cmocka_unit_test(small_work_stays_whole),
        cmocka_unit_test(a_piece_does_its_own_work_alone),
        cmocka_unit_test(each_piece_has_scratch_of_its_own),
        cmocka_unit_test(shared_products_have_the_same_bits),
        cmocka_unit_test(shared_vectors_have_the_same_bits),
    };

    return cmocka_run_group_tests(tests, start, NULL);
}
