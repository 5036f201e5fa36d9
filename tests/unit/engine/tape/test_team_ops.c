/* The ops of readers give the same bits with and without helper threads. */
#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "engine/kernel/kernel.h"
#include "engine/tape/ops.h"
#include "tests/unit/tape_fixture.h"
#include "tests/unit/team_fixture.h"

/* Large enough that all work is offered to helpers. */
enum { SEGMENTS = 8, LEN = 150, ROWS = SEGMENTS * LEN, D = 96, PIECES = 8 };
enum { FACTORS = 32 };

struct inputs {
    struct node *x, *z, *wide, *w, *taps, *filters, *known;
    struct factor_machine machine[FACTORED];
    struct segments seg;
};

static struct node *leaf(struct tape *t, int rows, int cols, uint32_t seed)
{
    struct node *x = tape_leaf(t, rows, cols);

    random_normal(random_key(seed, "values"), (struct address){0}, node_len(x),
                  1.0f, x->val);
    return x;
}

static struct node *gates(struct tape *t, const struct inputs *in)
{
    struct node *g = tape_gate(t, in->x, in->z, tape_subtract(t, in->x, in->z));

    return tape_concat_all(
        t, (struct node *[]){g, tape_mul_row(t, in->x, in->taps), in->z}, 3);
}

static struct node *segments(struct tape *t, const struct inputs *in)
{
    struct node *m = tape_segment_max(t, in->x, &in->seg);

    return tape_segment_repeat(t, m, &in->seg);
}

static struct node *maxouts(struct tape *t, const struct inputs *in)
{
    struct node *m =
        tape_segment_maxout(t, in->wide, in->known, &in->seg, PIECES);

    return tape_linear_maxout(t, m, in->w, NULL, PIECES);
}

static struct node *convolutions(struct tape *t, const struct inputs *in)
{
    struct node *y = tape_depthwise(t, in->x, in->filters, &in->seg);

    return tape_convolution(t, y, in->w, NULL, &in->seg);
}

static struct node *factorisations(struct tape *t, const struct inputs *in)
{
    return tape_factorisation(t, in->x, in->z, in->machine);
}

static struct node *(*const uses[])(struct tape *t, const struct inputs *in) = {
    gates, segments, maxouts, convolutions, factorisations};
enum { USES = sizeof(uses) / sizeof(*uses), ROOM = 12500000 };

static void machine_leaves(struct tape *t, struct factor_machine *of)
{
    for (int m = 0; m < FACTORED; m++) {
        const int columns = m == FACTORED_BOTH ? 2 * D : D;

        of[m] = (struct factor_machine){
            .factors = leaf(t, columns, FACTORS, 10 + (uint32_t)m),
            .weight = leaf(t, columns, 1, 20 + (uint32_t)m),
            .bias = leaf(t, 1, 1, 30 + (uint32_t)m)};
    }
}

/* Append the gradient of a leaf after n floats. */
static size_t put(const struct node *x, float *out, size_t n)
{
    memcpy(out + n, x->grad, node_len(x) * sizeof(float));
    return n + node_len(x);
}

/* The output of a use and all gradients, concatenated. */
static size_t run(int use, float *out)
{
    struct arena a = {0};
    struct tape t = {.arena = &a, .grads = out};
    struct inputs in = {
        .x = leaf(&t, ROWS, D, 1),
        .z = leaf(&t, ROWS, D, 2),
        .wide = leaf(&t, ROWS, PIECES * D, 3),
        .w = leaf(&t, PIECES * D, D, 4),
        .taps = leaf(&t, 1, D, 5),
        .filters = leaf(&t, 5, D, 6),
        .known = leaf(&t, SEGMENTS, PIECES * D, 7),
        .seg = segments_even(&a, SEGMENTS, LEN),
    };

    machine_leaves(&t, in.machine);
    struct node *y = uses[use](&t, &in);
    struct node *const all[] = {in.x,    in.z,       in.wide, in.w,
                                in.taps, in.filters, in.known};
    struct node *dy = leaf(&t, y->rows, y->cols, 8);
    size_t n = node_len(y);

    memcpy(out, y->val, n * sizeof(float));
    tape_backward_from(&t, y, dy->val);
    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
        n = put(all[i], out, n);
    for (int m = 0; m < FACTORED; m++) {
        n = put(in.machine[m].factors, out, n);
        n = put(in.machine[m].weight, out, n);
        n = put(in.machine[m].bias, out, n);
    }
    arena_release(&a);
    return n;
}

static float alone[USES][ROOM / USES], together[ROOM / USES];
static size_t len[USES];
static int use_now, wrong;

static void run_often(int number)
{
    (void)number;
    for (int k = 0; k < 5; k++) {
        run(use_now, together);
        wrong +=
            memcmp(together, alone[use_now], len[use_now] * sizeof(float)) != 0;
    }
}

static void shared_ops_have_the_same_bits(void **state)
{
    (void)state;
    for (use_now = 0; use_now < USES; use_now++) {
        len[use_now] = run(use_now, alone[use_now]);
        assert_true(len[use_now] <= ROOM / USES);
        wrong = 0;
        with_help(1, 2, run_often);
        assert_int_equal(wrong, 0);
    }
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
        cmocka_unit_test(shared_ops_have_the_same_bits),
    };

    return cmocka_run_group_tests(tests, start, NULL);
}
