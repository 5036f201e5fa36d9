/*
 * Every op's gradient compared with finite differences, element by element;
 * gradient_check.h explains how precise that is.  The cases of
 * src/engine/tape/ops/op_NAME.c are NAME_cases in gradients/NAME.h, made of the
 * definitions at the top of this file.
 */
#include "tests/unit/gradient_check.h"

static const int three_at[] = {0, 3, 3, 5}; /* lengths 3, 0, 2 */
static const int other_at[] = {0, 2, 3, 7}; /* lengths 2, 1, 4 */
static const struct segments three = {3, three_at}, other = {3, other_at};
static const int seg_at[] = {0, 3, 3, 4, 8}; /* lengths 3, 0, 1, 4 */
static const struct segments seg = {4, seg_at};
#define RAGGED 6
static const int ragged_at[] = {0, 2, 2, 3, RAGGED}; /* lengths 2, 0, 1, 3 */
static const struct segments ragged = {4, ragged_at};
static const int examples[] = {11, 5, 7, 2};
static const int32_t classes[] = {1, 0, 3, 3};

/* For ops that read sequences in either direction. */
#define REVERSED .context = &ragged
#define BACK (c->context != NULL)

/* Over pairs: 2 heads of 3x2 + 0x1 + 2x4 and, causal, of 3x3 + 2x2. */
#define CROSS_PAIRS 28
#define SELF_PAIRS 26
#define CAUSAL .context = &three

static struct pairs pairs_of(struct tape *t, const struct gradient_case *c)
{
    struct pairs p;
    bool causal = c->context != NULL;

    pairs_init(&p, t->arena, three, causal ? three : other, 2,
               (struct pair_mask){.causal = causal});
    return p;
}

#define PAIR(name, expression)                                        \
    static struct outputs name(struct tape *t, struct node *const *x, \
                               const struct gradient_case *c)         \
    {                                                                 \
        struct pairs p = pairs_of(t, c);                              \
                                                                      \
        return ONE(expression);                                       \
    }

/* Generated in the build folder. */
#include "tests/unit/engine/tape/op_gradients.h"

/* Several consumers of one node; the first one in the backward pass stores its
 * gradient. */
FORWARD(shared, tape_add(t, tape_linear(t, tape_tanh(t, x[0]), x[1], NULL),
                         tape_mul(t, tape_tanh(t, x[0]), tape_tanh(t, x[0]))))

static struct outputs reused(struct tape *t, struct node *const *x,
                             const struct gradient_case *c)
{
    struct node *h = tape_tanh(t, x[0]);
    struct node *y = tape_linear(t, h, x[1], NULL);

    (void)c;
    y = tape_add(t, tape_layer_norm(t, y, x[2], x[2], 1e-2f), h);
    y = tape_concat(t, tape_dropout(t, h, 0.3f, &three, examples), y);
    return (struct outputs){.y = {y, h}};
}

static const struct gradient_case several_ops_cases[] = {
    {"shared input", {3, 4}, {4, 4}, .forward = shared},
    {"reused node", {5, 4, 1}, {4, 4, 4}, .forward = reused},
    {0},
};

static void each_case(const struct gradient_case *c,
                      int (*check)(const struct gradient_case *,
                                   struct arena *))
{
    struct arena a = {0};
    int found = 0;

    assert_non_null(c->name);
    for (; c->name; c++)
        found += check(c, &a);
    arena_release(&a);
    assert_int_equal(found, 0);
}

static void equals_differences(void **cases)
{
    each_case(*cases, check_case);
}

static void is_noticed(void **cases)
{
    each_case(*cases, check_misses);
}

/* Bytes that a case's forward pass keeps borrowed, and its peak. */
static struct arena_mark borrowed(const struct gradient_case *c, bool dry,
                                  size_t *peak)
{
    struct arena a = {0};
    struct node *leaf[CHECK_INPUTS];
    float none[1];
    struct tape t = {.arena = &a, .grads = none, .training = true, .dry = dry};

    for (int i = 0; i < CHECK_INPUTS && c->rows[i]; i++)
        leaf[i] = tape_leaf(&t, c->rows[i], c->cols[i]);
    c->forward(&t, leaf, c);
    const struct arena_mark m = arena_mark(&a);

    *peak = a.peak;
    arena_release(&a);
    return m;
}

static void borrows_as_much(void **cases)
{
    for (const struct gradient_case *c = *cases; c->name; c++) {
        size_t dry, wet;

        assert_int_equal(borrowed(c, true, &dry).total,
                         borrowed(c, false, &wet).total);
        if (!c->scratch)
            assert_int_equal(dry, wet);
    }
}

#define TEST(what, check, op) {what, check, NULL, NULL, (void *)op##_cases},
#define EQUAL(op)                                                              \
    TEST("every element of " #op " equals its difference", equals_differences, \
         op)
#define SHARP(op) \
    TEST("one part in a thousand of " #op " is noticed", is_noticed, op)
#define DRY(op)                                                               \
    TEST("a dry tape borrows for " #op " what another does", borrows_as_much, \
         op)

int main(void)
{
    /* clang-format off */
    const struct CMUnitTest tests[] = {
        EACH_OP(EQUAL) EQUAL(several_ops)
        EACH_OP(SHARP) SHARP(several_ops)
        EACH_OP(DRY) DRY(several_ops)
    };
    /* clang-format on */

    return cmocka_run_group_tests(tests, NULL, NULL);
}
