/*
 * The attention sum reader against a twin by plain loops in double, written
 * from its paper (Kadlec et al. 2016, Eq. 1 to 4): scores, loss and gradient.
 */
#include "model_fixture.h"

#include <stdio.h>

#include "config/document.h"
#include "head/cloze.h"

#define WIDTH 4 /* of words */
#define HIDDEN 3
#define ROWS 7 /* tokens of a part, at most */

static const struct model_spec reads = {
    .task = "test",
    .shape = SHAPE_DOCUMENT_QUERY,
    .head = CLOZE_HEAD,
    .words = {&fixture_words, &fixture_words},
};

/* --- the twin ------------------------------------------------------------- */

struct twin {
    const struct params *params;
    double *value; /* [params->len] */
    bool before;   /* the reset before the product */
    const struct grain *g;
};

static const double *find(const struct twin *w, const char *scope,
                          const char *name)
{
    char whole[64];

    snprintf(whole, sizeof(whole), "%s%s", scope, name);
    const int i = params_find(w->params, whole);
    assert_true(i >= 0);
    return w->value + w->params->param[i].offset;
}

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

/* b_j + sum_i x_i m_ij of gate `gate` and unit u. */
static double product(const double *x, int n, const double *m, int gate, int u)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += x[i] * m[(i * 3 + gate) * HIDDEN + u];
    return sum;
}

/* One step: h to the state behind a word. */
static void step(const struct twin *w, const char *scope, const double *x,
                 double h[HIDDEN])
{
    const double *in = find(w, scope, ".weight"),
                 *of = find(w, scope, ".state");
    const double *b = find(w, scope, ".bias");
    double r[HIDDEN], z[HIDDEN], reset[HIDDEN], next[HIDDEN];

    for (int u = 0; u < HIDDEN; u++) {
        r[u] = sigmoid(product(x, WIDTH, in, 0, u) + b[u] +
                       product(h, HIDDEN, of, 0, u));
        z[u] = sigmoid(product(x, WIDTH, in, 1, u) + b[HIDDEN + u] +
                       product(h, HIDDEN, of, 1, u));
        reset[u] = r[u] * h[u];
    }
    for (int u = 0; u < HIDDEN; u++) {
        const double own = w->before ? product(reset, HIDDEN, of, 2, u)
                                     : r[u] * product(h, HIDDEN, of, 2, u);

        next[u] = tanh(product(x, WIDTH, in, 2, u) + b[2 * HIDDEN + u] + own);
    }
    for (int u = 0; u < HIDDEN; u++)
        h[u] = (1 - z[u]) * next[u] + z[u] * h[u];
}

/* States of a part, [forward; backward] a row; returns how many rows. */
static int encode(const struct twin *w, int part, double y[ROWS][2 * HIDDEN])
{
    static const char *const scopes[2][2] = {
        {"document.0.forward", "document.0.backward"},
        {"query.0.forward", "query.0.backward"}};
    const double *table = find(w, "embedding", "");
    const struct packed *in = &w->g->part[part];
    const int n = segment_len(&in->seg, 0);

    assert_true(n <= ROWS);
    for (int back = 0; back < 2; back++) {
        double h[HIDDEN] = {0};

        for (int k = 0; k < n; k++) {
            const int i = back ? n - 1 - k : k;

            step(w, scopes[part][back], table + in->token[i] * WIDTH, h);
            memcpy(&y[i][back * HIDDEN], h, sizeof(h));
        }
    }
    return n;
}

/* A score a token; returns how many. */
static int score(const struct twin *w, double s[ROWS])
{
    double d[ROWS][2 * HIDDEN], q[ROWS][2 * HIDDEN];
    const int n = encode(w, 0, d), m = encode(w, 1, q);

    for (int i = 0; i < n; i++) {
        s[i] = 0;
        for (int u = 0; u < HIDDEN; u++)
            s[i] += d[i][u] * q[m - 1][u] + d[i][HIDDEN + u] * q[0][HIDDEN + u];
    }
    return n;
}

/* -log of the right candidate's part of what all candidates have. */
static double loss(const struct twin *w)
{
    double s[ROWS], right = 0, all = 0;

    score(w, s);
    const struct packed_column *token = &w->g->column[CLOZE_TOKENS];
    const struct packed_column *count = &w->g->column[CLOZE_COUNTS];
    const int32_t *place = token->ints;

    for (int c = 0; c < segment_len(&count->seg, 0); c++)
        for (int k = 0; k < count->ints[c]; k++, place++) {
            all += exp(s[*place]);
            right +=
                c == w->g->column[CLOZE_RIGHT].ints[0] ? exp(s[*place]) : 0;
        }
    return log(all) - log(right);
}

/* --- against it ----------------------------------------------------------- */

static double slope(struct twin *w, size_t i)
{
    const double was = w->value[i], h = 1e-5;

    w->value[i] = was + h;
    const double up = loss(w);
    w->value[i] = was - h;
    const double down = loss(w);
    w->value[i] = was;
    return (up - down) / (2 * h);
}

static void expect_gradient(struct twin *w, const float *grad)
{
    for (int k = 0; k < w->params->n; k++) {
        const struct param *p = &w->params->param[k];
        double norm = 0, off = 0;

        for (size_t i = p->offset; i < p->offset + param_len(p); i++) {
            const double right = slope(w, i);

            norm += right * right;
            off += pow((double)grad[i] - right, 2);
        }
        assert_true(norm > 0);
        if (!(sqrt(off) <= 2e-5 * sqrt(norm)))
            fail_msg("%s: off by %g of %g", p->name, sqrt(off), sqrt(norm));
    }
}

static void expect_scores(const struct twin *w, struct fixture *f)
{
    const struct node *y =
        f->model->kind->token_scores(&f->tape, f->model, w->g);
    double s[ROWS], norm = 0, off = 0;

    assert_int_equal(y->rows, score(w, s));
    for (int i = 0; i < y->rows; i++) {
        norm += s[i] * s[i];
        off += pow((double)y->val[i] - s[i], 2);
    }
    assert_true(sqrt(off) <= 2e-5 * sqrt(norm));
}

static void expect_twin(struct twin *w, struct fixture *f, int example)
{
    const struct grain g =
        fixture_grain(f, (struct run){example, example + 1}, 1);

    w->g = &g;
    expect_scores(w, f);
    struct node *y = model_loss(&f->tape, f->model, &g, 0.0f);

    assert_float_equal(y->val[0], loss(w), 1e-5 * loss(w));
    tape_backward(&f->tape, y);
    params_clear_rest(&f->tape, &f->model->params);
    expect_gradient(w, f->part);
}

static void compare(bool before)
{
    struct fixture f;
    struct twin w = {.before = before};
    int looked = 0;

    fixture_kind(&f, "as");
    set_long(&f, "hidden", HIDDEN);
    set_long(&f, "embedding", WIDTH);
    set_choice(&f, "reset", before ? "before" : "after");
    fixture_build(&f, &reads, ROWS);
    random_normal(random_key(3, "twin"), (struct address){0},
                  f.model->params.len, 0.7f, f.params);
    w.params = &f.model->params;
    w.value = memory_zeroed(w.params->len, sizeof(*w.value));
    for (size_t i = 0; i < w.params->len; i++)
        w.value[i] = f.params[i];
    for (int i = 0; i < EXAMPLES && looked < 4; i++)
        if (example_len(&f.x, 0, i) > 3 && example_len(&f.x, 1, i) > 1) {
            expect_twin(&w, &f, i);
            looked++;
        }
    assert_int_equal(looked, 4);
    free(w.value);
    fixture_release(&f);
}

static void it_is_what_its_paper_s_formula_gives(void **state)
{
    (void)state;
    compare(true);
}

static void the_reset_may_come_after_the_product(void **state)
{
    (void)state;
    compare(false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_what_its_paper_s_formula_gives),
        cmocka_unit_test(the_reset_may_come_after_the_product),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
