/*
 * Laws of recurrent ops' values and gradients: compared with plain loops in
 * double, a segment alone with the same one in a batch, at every SIMD level,
 * with helpers. test_gradients.c has the finite differences.
 */
#include "tests/test.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/core/clock.h"
#include "engine/kernel/gemm.h"
#include "engine/kernel/team.h"
#include "engine/tape/recurrence.h"
#include "tests/unit/engine/layer/recurrent_fixture.h"
#include "tests/unit/level.h"
#include "tests/unit/tape_fixture.h"

/* --- against plain loops -------------------------------------------------- */

static void values_are_those_of_plain_loops(void **state)
{
    struct tape t = new_tape(state);
    double want[ROWS * N];

    for (int kind = 0; kind < KINDS; kind++)
        for (int reversed = 0; reversed < 2; reversed++) {
            const struct layer l = layer(&t, kind);
            struct node *y = apply(&t, kind, l, &ragged, reversed);

            plain(kind, &l, reversed, want);
            for (int i = 0; i < ROWS * N; i++)
                assert_float_equal(y->val[i], want[i], 1e-6);
        }
}

/* The change of the plain loops' result if each element of x moves a small step
 * along its gradient; *expected is the change by the gradient. */
static double plain_change(int kind, const struct layer *l, bool reversed,
                           const struct node *dy, struct node *x,
                           double *expected)
{
    const size_t n = node_len(x);
    float *was = test_calloc(n, sizeof(float));
    double y[2][ROWS * N], change = 0.0;

    memcpy(was, x->val, n * sizeof(float));
    *expected = 0.0;
    for (int up = 0; up < 2; up++) {
        for (size_t i = 0; i < n; i++) {
            const float step =
                copysignf(1e-4f * (float)(1 + i % 3), x->grad[i]);

            x->val[i] = was[i] + (up ? step : -step);
            *expected += (up ? 1.0 : -1.0) * x->val[i] * x->grad[i];
        }
        plain(kind, l, reversed, y[up]);
    }
    for (size_t i = 0; i < ROWS * N; i++)
        change += dy->val[i] * (y[1][i] - y[0][i]);
    memcpy(x->val, was, n * sizeof(float));
    test_free(was);
    return change;
}

static void gradients_are_those_of_plain_loops(void **state)
{
    float sink[1];

    for (int kind = 0; kind < KINDS; kind++)
        for (int reversed = 0; reversed < 2; reversed++) {
            struct tape t = new_tape(state);

            t.grads = sink;
            const struct layer l = layer(&t, kind);
            const struct node *dy = filled(&t, ROWS, N, 9);

            tape_backward_from(&t, apply(&t, kind, l, &ragged, reversed),
                               dy->val);
            struct node *const of[] = {l.x, l.w, l.b, l.u, l.c};

            for (int i = 0; i < (kind == GRU ? 5 : 4); i++) {
                double want;
                const double change =
                    plain_change(kind, &l, reversed, dy, of[i], &want);

                assert_true(fabs(want) > 1e-3);
                assert_float_equal(change / want, 1.0, 1e-5);
            }
        }
}

/* --- the same bits -------------------------------------------------------- */

/* A layer's output and gradients, concatenated. */
#define MOST (ROWS * N + ROWS * IN + (IN + N + 2) * 4 * N)

static float *add(float *to, const float *x, size_t n)
{
    memcpy(to, x, n * sizeof(float));
    return to + n;
}

static void both_ways(struct arena *a, int kind, bool reversed, float *to)
{
    float sink[1];
    struct tape t = {.arena = a, .grads = sink};

    arena_reset(a);
    tape_begin(&t, 0);
    const struct layer l = layer(&t, kind);
    struct node *y = apply(&t, kind, l, &ragged, reversed);
    struct node *dy = filled(&t, ROWS, N, 9);

    to = add(to, y->val, node_len(y));
    tape_backward_from(&t, y, dy->val);
    to = add(to, l.x->grad, node_len(l.x));
    to = add(to, l.w->grad, node_len(l.w));
    to = add(to, l.b->grad, node_len(l.b));
    to = add(to, l.u->grad, node_len(l.u));
    add(to, l.c->grad, node_len(l.c));
}

static void every_simd_level_gives_the_same_bits(void **state)
{
    static const enum simd levels[] = {SIMD_AVX512, SIMD_AVX2, SIMD_PLAIN};
    static float first[MOST], y[MOST];

    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < 3; i++) {
            level_limit(levels[i]);
            both_ways(*state, kind, true, i ? y : first);
            level_limit(SIMD_AVX512);
            if (i)
                assert_memory_equal(first, y, sizeof(y));
        }
}

/* Compare segment s alone: its outputs, and its inputs' gradients. */
static void expect_alone(struct tape *t, int kind, const struct layer *l,
                         const struct node *y, const struct node *dy, int s,
                         bool reversed)
{
    const int from = at[s], len = at[s + 1] - at[s];
    const struct segments one = {1, (int[]){0, len}};
    struct layer alone = *l;

    alone.x = tape_leaf(t, len, IN);
    memcpy(alone.x->val, l->x->val + from * IN,
           node_len(alone.x) * sizeof(float));
    struct node *z = apply(t, kind, alone, &one, reversed);

    tape_backward_from(t, z, dy->val + from * N);
    assert_memory_equal(z->val, y->val + from * N, node_len(z) * sizeof(float));
    assert_memory_equal(alone.x->grad, l->x->grad + from * IN,
                        node_len(alone.x) * sizeof(float));
}

static void a_segment_is_the_same_alone_as_in_a_batch(void **state)
{
    float sink[1];

    for (int kind = 0; kind < KINDS; kind++)
        for (int reversed = 0; reversed < 2; reversed++) {
            struct tape t = new_tape(state);

            t.grads = sink;
            const struct layer l = layer(&t, kind);
            const struct node *dy = filled(&t, ROWS, N, 9);
            struct node *y = apply(&t, kind, l, &ragged, reversed);

            tape_backward_from(&t, y, dy->val);
            for (int s = 0; s < ragged.n; s++) {
                tape_begin(&t, t.step);
                expect_alone(&t, kind, &l, y, dy, s, reversed);
            }
        }
}

/* A long segment's gate sums are computed when it is its turn; if there are
 * short ones, all sums are computed at once. */
static void sums_made_early_or_late_are_the_same(void **state)
{
    static const int mixed_at[] = {0, 33, 34, 35, 36, 37, 38, 39, 40};
    const struct segments mixed = {8, mixed_at}, one = {1, mixed_at};
    struct tape t = new_tape(state);

    for (int kind = 0; kind < KINDS; kind++)
        for (int reversed = 0; reversed < 2; reversed++) {
            struct layer l = layer(&t, kind);
            struct node *y = apply(&t, kind, l, &mixed, reversed);

            l.x = tape_borrow(&t, l.x->val, 33, IN);
            assert_memory_equal(apply(&t, kind, l, &one, reversed)->val, y->val,
                                33 * N * sizeof(float));
        }
}

static atomic_int finished;

static void *help(void *of)
{
    struct arena scratch = {0};

    (void)of;
    team_help(&finished, 1, &scratch);
    arena_release(&scratch);
    return NULL;
}

/* A thread that helps until end_help(). */
static pthread_t begin_help(void)
{
    pthread_t helper;

    atomic_store(&finished, 0);
    assert_int_equal(pthread_create(&helper, NULL, help, NULL), 0);
    return helper;
}

static void end_help(pthread_t helper)
{
    atomic_store(&finished, 1);
    pthread_join(helper, NULL);
}

/* Wide enough and run often enough that a helper takes part. */
#define LANES 12
#define LONG 60
#define WIDE 100

static void wide_lstm(struct arena *a, float *y, float *du)
{
    float sink[1];
    struct tape t = {.arena = a, .grads = sink};
    const struct segments seg = segments_even(a, LANES, LONG);

    tape_begin(&t, 0);
    struct node *x = leaf(&t, LANES * LONG, IN, 1, 1.0f);
    struct node *w = leaf(&t, IN, 4 * WIDE, 2, 0.3f);
    struct node *u = leaf(&t, WIDE, 4 * WIDE, 3, 0.1f);
    struct node *h = tape_lstm(&t, x, w, NULL, u, &seg, false);

    memcpy(y, h->val, node_len(h) * sizeof(float));
    tape_backward_from(&t, h, h->val);
    memcpy(du, u->grad, node_len(u) * sizeof(float));
}

static void helpers_change_no_bit(void **state)
{
    static float alone[2][LANES * LONG * WIDE], y[2][LANES * LONG * WIDE];
    const long before = team_helped();

    wide_lstm(*state, alone[0], alone[1]);
    const pthread_t helper = begin_help();

    for (int i = 0; i < 200 && (i < 5 || team_helped() < before + 20); i++) {
        arena_reset(*state);
        wide_lstm(*state, y[0], y[1]);
        assert_memory_equal(y, alone, sizeof(y));
    }
    end_help(helper);
    assert_true(team_helped() > before);
}

static atomic_int cut; /* groups that begin where none does without helpers */

static void note_lanes(const struct recurrence *r, int from, int to,
                       struct arena *scratch)
{
    (void)r;
    (void)to;
    (void)scratch;
    if (from % RECURRENCE_LANES)
        atomic_fetch_add(&cut, 1);
}

/* The bits of OpenBLAS's rows depend on the number of rows. */
static void helpers_cut_no_group_of_openblas(void **state)
{
    struct tape t = new_tape(state);
    const struct segments seg = segments_even(t.arena, LANES, LONG);

    t.products = PRODUCTS_OPENBLAS;
    struct node *x = leaf(&t, LANES * LONG, IN, 1, 1.0f);
    struct node *w = leaf(&t, IN, 4 * WIDE, 2, 0.3f);
    struct node *u = leaf(&t, WIDE, 4 * WIDE, 3, 0.1f);
    const struct node *y = tape_lstm(&t, x, w, NULL, u, &seg, false);
    const struct recurrence r = {.y = y, .steps = y->args, .lanes = note_lanes};
    const long before = team_helped();
    const pthread_t helper = begin_help();
    const double latest = clock_now() + 60;

    while (team_helped() < before + 20 && clock_now() < latest)
        recurrence_run(&t, &r, 0);
    end_help(helper);
    assert_true(team_helped() > before);
    assert_int_equal(atomic_load(&cut), 0);
}

/* --- other laws ----------------------------------------------------------- */

static void a_cell_takes_the_steps_of_the_layer(void **state)
{
    struct tape t = new_tape(state);
    const struct segments one = {1, (int[]){0, ROWS}};
    const struct layer l = layer(&t, LSTM);
    struct node *y = apply(&t, LSTM, l, &one, false);
    struct lstm_state s = {tape_constant(&t, 1, N), tape_constant(&t, 1, N)};

    for (int i = 0; i < ROWS; i++) {
        struct node *x = tape_borrow(&t, l.x->val + i * IN, 1, IN);

        s = tape_lstm_cell(&t, tape_linear(&t, x, l.w, l.b), l.u, s);
        assert_memory_equal(s.h->val, y->val + i * N, N * sizeof(float));
    }
}

static void nan_stays_in_its_segment(void **state)
{
    for (int kind = 0; kind < KINDS; kind++) {
        struct tape t = new_tape(state);
        const struct layer l = layer(&t, kind);

        l.x->val[20 * IN] = NAN; /* the third row of segment 4 */
        struct node *y = apply(&t, kind, l, &ragged, false);

        for (int i = 0; i < ROWS; i++)
            assert_int_equal(isnan(y->val[i * N]) != 0, i >= 20 && i < at[5]);
    }
}

/* Inputs so large that gates are 0 or 1. */
static void shut_gates_pass_finite_gradients(void **state)
{
    float sink[1];

    for (int kind = 0; kind < KINDS; kind++) {
        struct tape t = new_tape(state);

        t.grads = sink;
        const struct layer l = layer(&t, kind);

        for (size_t i = 0; i < node_len(l.x); i++)
            l.x->val[i] *= 1e3f;
        struct node *y = apply(&t, kind, l, &ragged, false);

        tape_backward_from(&t, y, y->val);
        for (size_t i = 0; i < node_len(y); i++)
            assert_true(fabsf(y->val[i]) <= ROWS);
        for (size_t i = 0; i < node_len(l.x); i++)
            assert_true(isfinite(l.x->grad[i]));
        for (size_t i = 0; i < node_len(l.u); i++)
            assert_true(isfinite(l.u->grad[i]));
    }
}

static void a_dry_tape_borrows_what_the_real_one_does(void **state)
{
    struct arena *a = *state;
    float sink[1];

    for (int kind = 0; kind < KINDS; kind++) {
        size_t peak[2];

        for (int dry = 0; dry < 2; dry++) {
            struct tape t = {.arena = a, .grads = sink, .dry = dry};

            arena_release(a);
            *a = (struct arena){0};
            struct node *y = apply(&t, kind, layer(&t, kind), &ragged, true);

            tape_backward_from(&t, y, dry ? NULL : y->val);
            peak[dry] = a->peak;
        }
        assert_in_range(peak[1], peak[0] * 97 / 100, peak[0] * 103 / 100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(values_are_those_of_plain_loops),
        TEST(gradients_are_those_of_plain_loops),
        TEST(every_simd_level_gives_the_same_bits),
        TEST(a_segment_is_the_same_alone_as_in_a_batch),
        TEST(sums_made_early_or_late_are_the_same),
        TEST(helpers_change_no_bit),
        TEST(helpers_cut_no_group_of_openblas),
        TEST(a_cell_takes_the_steps_of_the_layer),
        TEST(nan_stays_in_its_segment),
        TEST(shut_gates_pass_finite_gradients),
        TEST(a_dry_tape_borrows_what_the_real_one_does),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
