/*
 * The limit of gradients inside a GRU's steps, compared with the same GRU
 * composed of ops step by step, with Lasagne's grad_clip() at the places where
 * its GRULayer has it.
 */
#include "tests/test.h"

#include <math.h>
#include <string.h>

#include "engine/tape/ops.h"
#include "tests/unit/tape_fixture.h"

#define IN 3
#define N 5
#define ROWS 6

/* --- composed ------------------------------------------------------------- */

static float limit; /* limit of grad_clip() */

static void clip_backward(struct tape *t, const struct node *y)
{
    (void)t;
    for (size_t i = 0; i < node_len(y); i++)
        y->in[0]->grad[i] += fminf(fmaxf(y->grad[i], -limit), limit);
}

static const struct op clip = {.name = "clip", .backward = clip_backward};

static struct node *grad_clip(struct tape *t, struct node *x)
{
    struct node *y = tape_node(t, &clip, x->rows, x->cols, &x, 1);

    memcpy(y->val, x->val, node_len(x) * sizeof(float));
    return y;
}

/* Gate by gate: r, z, n. */
struct weights {
    struct node *w[3], *b[3], *u[3];
};

static struct node *gate(struct tape *t, const struct weights *k, int g,
                         struct node *x, struct node *h)
{
    struct node *in = grad_clip(t, tape_linear(t, x, k->w[g], k->b[g]));
    struct node *own = grad_clip(t, tape_linear(t, h, k->u[g], NULL));

    return tape_sigmoid(t, tape_add(t, in, own));
}

static struct node *step(struct tape *t, const struct weights *k,
                         struct node *x, struct node *h, bool before)
{
    struct node *r = gate(t, k, 0, x, h), *z = gate(t, k, 1, x, h);
    struct node *in = grad_clip(t, tape_linear(t, x, k->w[2], k->b[2]));
    struct node *from = before ? tape_mul(t, r, h) : h;
    struct node *own = grad_clip(t, tape_linear(t, from, k->u[2], NULL));

    if (!before)
        own = tape_mul(t, r, own);
    struct node *n = tape_tanh(t, grad_clip(t, tape_add(t, in, own)));
    struct node *less = tape_add(t, h, tape_affine(t, n, -1.0f, 0.0f));

    return tape_add(t, n, tape_mul(t, z, less));
}

/* --- both ----------------------------------------------------------------- */

struct pair {
    struct weights k;
    struct node *x[ROWS], *w, *b, *u, *all;
};

/* The columns of gate g among those of all three. */
static struct node *third(struct tape *t, const struct node *x, int g)
{
    struct node *y = tape_leaf(t, x->rows, N);

    for (int i = 0; i < x->rows; i++)
        memcpy(y->val + i * N, x->val + (i * 3 + g) * N, N * sizeof(float));
    return y;
}

static struct node *leaf(struct tape *t, int rows, int cols, uint32_t seed)
{
    struct node *x = tape_leaf(t, rows, cols);

    random_normal(random_key(seed, "values"), (struct address){0}, node_len(x),
                  1.0f, x->val);
    return x;
}

static struct pair make(struct tape *t)
{
    struct pair p = {.w = leaf(t, IN, 3 * N, 2),
                     .b = leaf(t, 1, 3 * N, 3),
                     .u = leaf(t, N, 3 * N, 4),
                     .all = leaf(t, ROWS, IN, 1)};

    for (int g = 0; g < 3; g++) {
        p.k.w[g] = third(t, p.w, g);
        p.k.b[g] = third(t, p.b, g);
        p.k.u[g] = third(t, p.u, g);
    }
    for (int i = 0; i < ROWS; i++) {
        p.x[i] = tape_leaf(t, 1, IN);
        memcpy(p.x[i]->val, p.all->val + i * IN, IN * sizeof(float));
    }
    return p;
}

static void expect_thirds(const struct node *all, struct node *const of[3])
{
    for (int g = 0; g < 3; g++)
        for (int i = 0; i < all->rows; i++)
            for (int j = 0; j < N; j++)
                assert_float_equal(all->grad[(i * 3 + g) * N + j],
                                   of[g]->grad[i * N + j], 2e-5f);
}

/* Compare for a gradient of the last state only; return the sum of x's absolute
 * gradients. */
static float compare(struct tape *t, bool before)
{
    const struct segments seg = {1, (int[]){0, ROWS}};
    const struct pair p = make(t);
    struct node *h = tape_constant(t, 1, N);
    float dy[ROWS * N] = {0}, sum = 0.0f;

    for (int i = 0; i < N; i++)
        dy[(ROWS - 1) * N + i] = i % 2 ? 3.0f : -2.0f;
    for (int i = 0; i < ROWS; i++)
        h = step(t, &p.k, p.x[i], h, before);
    tape_backward_from(t, h, dy + (ROWS - 1) * N);
    tape_begin(t, t->step);
    struct node *y =
        before
            ? tape_gru_reset_before(t, p.all, p.w, p.b, p.u, &seg, false, limit)
            : tape_gru(t, p.all, p.w, p.b, p.u, NULL, &seg, false, limit);

    tape_backward_from(t, y, dy);
    expect_thirds(p.w, p.k.w);
    expect_thirds(p.b, p.k.b);
    expect_thirds(p.u, p.k.u);
    for (int i = 0; i < ROWS * IN; i++) {
        assert_float_equal(p.all->grad[i], p.x[i / IN]->grad[i % IN], 2e-5f);
        sum += fabsf(p.all->grad[i]);
    }
    return sum;
}

static void a_limit_is_where_lasagne_has_it(void **state)
{
    static const float limits[] = {1e6f, 0.3f, 0.05f};
    float sink[1];

    for (int before = 0; before < 2; before++) {
        float last = INFINITY;

        for (int i = 0; i < 3; i++) {
            struct tape t = new_tape(state);

            t.grads = sink;
            limit = limits[i];
            const float sum = compare(&t, before);

            assert_true(sum < last);
            last = sum;
        }
    }
}

static void a_limit_keeps_nan(void **state)
{
    float sink[1];
    const struct segments seg = {1, (int[]){0, ROWS}};

    for (int before = 0; before < 2; before++) {
        struct tape t = new_tape(state);
        float dy[ROWS * N] = {NAN};

        t.grads = sink;
        const struct pair p = make(&t);
        struct node *y = before ? tape_gru_reset_before(&t, p.all, p.w, p.b,
                                                        p.u, &seg, false, 1.0f)
                                : tape_gru(&t, p.all, p.w, p.b, p.u, NULL, &seg,
                                           false, 1.0f);

        tape_backward_from(&t, y, dy);
        assert_true(isnan(p.all->grad[0]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_limit_is_where_lasagne_has_it),
        TEST(a_limit_keeps_nan),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
