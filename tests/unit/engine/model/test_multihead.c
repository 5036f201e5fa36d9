/*
 * Multi-head attention with its projections, compared with the simplest form in
 * double precision: self-attention, causal self-attention, and attention to
 * another sequence.
 */
#include "tests/unit/layer_fixture.h"

#include "engine/model/multihead.h"

enum { D = 12, HEADS = 3, DK = D / HEADS, ROWS = 5, COLS = 4 };

static const int example[] = {7};

/* The sequences that attend and are attended to, whether it is causal, and coda
 * or softmax. */
struct plain {
    const struct layer_fixture *s;
    const struct multihead *m;
    const struct node *x, *to;
    bool causal, coda;
};

/* Element j of a projected row. */
static double projected(const struct plain *p, struct linear l,
                        const struct node *x, int row, int j)
{
    double in[D];

    for (int k = 0; k < D; k++)
        in[k] = x->val[row * D + k];
    return linear_of(p->s, l, false, in, j);
}

/* The affinity of row i of x and row j of `to` in a head, and their distance.
 */
static double product(const struct plain *p, int head, int i, int j)
{
    double sum = 0;

    for (int k = head * DK; k < (head + 1) * DK; k++)
        sum += projected(p, p->m->query, p->x, i, k) *
               projected(p, p->m->key, p->to, j, k);
    return sum / sqrt(DK);
}

static double distance(const struct plain *p, int head, int i, int j)
{
    double sum = 0;

    for (int k = head * DK; k < (head + 1) * DK; k++)
        sum += fabs(projected(p, p->m->part->query_n, p->x, i, k) -
                    projected(p, p->m->part->key_n, p->to, j, k));
    return sum / sqrt(DK);
}

static bool allowed(const struct plain *p, int i, int j)
{
    return !p->causal || j <= i;
}

/* For softmax not yet divided by the sum. */
static double weight(const struct plain *p, int head, int i, int j)
{
    const double e = product(p, head, i, j);

    if (!allowed(p, i, j))
        return 0;
    return p->coda ? tanh(e) * 2 / (1 + exp(distance(p, head, i, j))) : exp(e);
}

/* Row i before the projection after the heads. */
static void pooled(const struct plain *p, int i, double out[D])
{
    for (int c = 0; c < D; c++) {
        double sum = 0, all = 0;

        for (int j = 0; j < p->to->rows; j++) {
            const double w = weight(p, c / DK, i, j);

            sum += w * projected(p, p->m->value, p->to, j, c);
            all += w;
        }
        out[c] = p->coda ? sum : sum / all;
    }
}

static void expect_plain(const struct plain *p, const struct node *y)
{
    for (int i = 0; i < y->rows; i++) {
        double in[D];

        pooled(p, i, in);
        for (int j = 0; j < D; j++)
            assert_float_equal(y->val[i * D + j],
                               linear_of(p->s, p->m->out, false, in, j), 1e-4);
    }
}

/* For a kind with these fields: coda has separate features for N. */
static void check(void **state, const char *name, bool causal, bool itself)
{
    struct layer_fixture s = {0};
    struct chosen kind = {0};

    assert_int_equal(chosen_preset(&kind, &attention_kinds, name), 0);
    const struct field *share = field_find(kind.kind->fields, "share");

    if (share)
        *(bool *)((char *)kind.conf + share->offset) = false;
    const struct multihead m = multihead_add(&s.p, D, HEADS, &kind, "it");

    begin(&s, state);
    const struct segments rows = {1, (int[]){0, ROWS}},
                          cols = {1, (int[]){0, itself ? ROWS : COLS}};
    struct node *x = filled(&s.t, ROWS, D, 1),
                *to = itself ? x : filled(&s.t, COLS, D, 2);
    const struct memory memory = multihead_memory(&s.t, &s.p, &m, to, &cols);
    struct node *y = multihead_apply(&s.t, &s.p, &m, x, &rows, &memory,
                                     &(struct attending){.mask.causal = causal,
                                                         .example = example});

    expect_plain(&(struct plain){&s, &m, x, to, causal, share != NULL}, y);
    end(&s, y);
    chosen_release(&kind);
}

static void heads_attend_to_their_own_sequence(void **state)
{
    check(state, "softmax", false, true);
    check(state, "coda", false, true);
}

static void they_attend_to_what_came_before(void **state)
{
    check(state, "softmax", true, true);
    check(state, "coda", true, true);
}

static void they_attend_to_another_sequence(void **state)
{
    check(state, "softmax", false, false);
    check(state, "coda", false, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(heads_attend_to_their_own_sequence),
        TEST(they_attend_to_what_came_before),
        TEST(they_attend_to_another_sequence),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
