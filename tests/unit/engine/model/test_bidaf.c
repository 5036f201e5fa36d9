/*
 * BiDAF in its published form compared with a second implementation in plain
 * loops: scores, loss and gradient.
 */
#include "tests/unit/model_fixture.h"

#include <stdio.h>

#include "config/yaml/document.h"
#include "tests/unit/engine/model/bidaf_reference.h"

static void bind(struct fixture *f, int hidden, const char *more)
{
    char text[400];
    struct error e = {0};

    memset(f, 0, sizeof(*f));
    snprintf(text, sizeof(text),
             "model: {kind: bidaf, characters: 0, embedding: 5, project: 0, "
             "hidden: %d, second: max, end: pointer, dropped: inputs, %s}\n",
             hidden, more);
    struct document *d = document_parse(text, "test", &e);
    if (!d || document_bind_kind(d, "model", &model_kinds, &f->kind, &e))
        fail_msg("%s", e.text);
    document_free(d);
}

/* The second implementation for a grain of one example, with the same
 * parameters. */
static void reference_of(struct reference *w, const struct fixture *f,
                         const struct grain *g)
{
    const int32_t *span = grain_column(g, f->model->head.at[SPAN_RIGHT])->ints;

    for (int k = 0; k < 2; k++) {
        w->len[k] = segment_len(&g->part[k].seg, 0);
        assert_true(w->len[k] <= ROWS);
        memcpy(w->token[k], g->part[k].token,
               sizeof(int32_t) * (size_t)w->len[k]);
        w->span[k] = span[k];
    }
    w->example = g->example[0];
    w->params = &f->model->params;
    for (size_t i = 0; i < f->model->params.len; i++)
        w->value[i] = f->params[i];
}

static void expect_scores(struct reference *w, struct fixture *f,
                          const struct grain *g)
{
    const struct node *y = f->model->kind->end_scores(&f->tape, f->model, g);
    const struct matrix right = scores(w);

    assert_int_equal(y->rows, right.n);
    for (int i = 0; i < right.n; i++)
        for (int k = 0; k < 2; k++)
            assert_float_equal(y->val[2 * i + k], right.v[i][k], 1e-5);
}

/* dloss / dvalue[i] */
static double slope(struct reference *w, size_t i)
{
    const double was = w->value[i], h = 1e-5;

    w->value[i] = was + h;
    const double up = loss(w);
    w->value[i] = was - h;
    const double down = loss(w);
    w->value[i] = was;
    return (up - down) / (2 * h);
}

static void expect_gradient(struct reference *w, const struct fixture *f)
{
    for (int k = 0; k < w->params->n; k++) {
        const struct param *p = &w->params->param[k];
        const size_t n = (size_t)p->rows * (size_t)p->cols;
        double norm = 0, off = 0;

        for (size_t i = p->offset; i < p->offset + n; i++) {
            const double right = slope(w, i);

            norm += right * right;
            off += pow(f->part[i] - right, 2);
        }
        if (!(sqrt(off) <= 1e-5 * sqrt(norm) + 1e-6))
            fail_msg("%s: off by %g of %g", p->name, sqrt(off), sqrt(norm));
    }
}

static void expect_reference(struct reference *w, struct fixture *f,
                             int example)
{
    const struct run one = {example, example + 1};
    struct grain g = fixture_grain(f, one, 1);

    f->tape.grads = NULL;
    reference_of(w, f, &g);
    expect_scores(w, f, &g);
    f->tape.grads = f->part;
    g = fixture_grain(f, one, 1);
    struct node *y = model_loss(&f->tape, f->model, &g, 0.0f);
    assert_float_equal(y->val[0], loss(w), 1e-5 * fabs(loss(w)));
    tape_backward(&f->tape, y);
    params_clear_rest(&f->tape, &f->model->params);
    expect_gradient(w, f);
}

static void compare(const char *fields, struct reference w)
{
    struct fixture f;
    struct arena masks = {0};

    bind(&f, HIDDEN, fields);
    fixture_build(&f, &fixture_reads, ROWS);
    random_normal(random_key(3, "twin"), (struct address){0},
                  f.model->params.len, 0.4f, f.params);
    w.value = memory_zeroed(f.model->params.len, sizeof(*w.value));
    w.masks = f.tape;
    w.masks.arena = &masks;
    w.masks.grads = NULL;
    for (int i = 0; i < 3; i++)
        expect_reference(&w, &f, i);
    free(w.value);
    arena_release(&masks);
    fixture_release(&f);
}

static void the_published_form_is_what_plain_loops_compute(void **state)
{
    (void)state;
    compare("start: tensorflow, dropout: 0, attention: softmax",
            (struct reference){.scale = 1});
}

static void dropout_is_where_it_was_published(void **state)
{
    (void)state;
    compare("start: tensorflow, dropout: 0.3, attention_dropout: 0.2, "
            "attention: softmax",
            (struct reference){
                .scale = 1, .dropout = 0.3f, .attention_dropout = 0.2f});
}

static void the_second_view_has_the_scale_of_the_first(void **state)
{
    (void)state;
    compare("start: tensorflow, dropout: 0, attention: {kind: softmax, scale: "
            "true}",
            (struct reference){.scale = 1 / sqrt(2 * HIDDEN)});
}

static void under_coda_the_second_view_is_a_softmax_of_alpha_s(void **state)
{
    (void)state;
    compare("start: tensorflow, dropout: 0, attention_dropout: 0.2, "
            "attention: {kind: coda, gate: scaled, alpha: 0.6}",
            (struct reference){
                .scale = 0.6, .coda = true, .attention_dropout = 0.2f});
}

/* Check that every value is inside Glorot's bound, and one is near it. */
static void expect_glorot(const struct fixture *f, const char *name)
{
    for (int k = 0; k < f->model->params.n; k++) {
        const struct param *p = &f->model->params.param[k];
        const double most = sqrt(6.0 / (p->rows + p->cols));
        double found = 0;

        if (strcmp(p->name, name) != 0)
            continue;
        for (int i = 0; i < p->rows * p->cols; i++) {
            const double size = fabs((double)f->params[p->offset + (size_t)i]);

            if (size > found) /* not fmax(): GCC 12 for ARM fails on it */
                found = size;
        }
        assert_true(found <= most && found > 0.9 * most);
        return;
    }
    fail_msg("no parameter %s", name);
}

static void the_affinity_begins_as_glorot_s_and_unbiased(void **state)
{
    static const char *const starts[] = {"start: torch", "start: tensorflow"};

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct fixture f;
        struct reference w = {0};

        bind(&f, 64, starts[i]);
        fixture_build(&f, &fixture_reads, ROWS);
        expect_glorot(&f, "flow.document.weight");
        expect_glorot(&f, "flow.query.weight");
        expect_glorot(&f, "flow.product");
        w.params = &f.model->params;
        w.value = memory_zeroed(w.params->len, sizeof(*w.value));
        for (size_t k = 0; k < w.params->len; k++)
            w.value[k] = f.params[k];
        assert_true(*find(&w, "flow.document", "bias") == 0);
        free(w.value);
        fixture_release(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_form_is_what_plain_loops_compute),
        cmocka_unit_test(dropout_is_where_it_was_published),
        cmocka_unit_test(the_second_view_has_the_scale_of_the_first),
        cmocka_unit_test(under_coda_the_second_view_is_a_softmax_of_alpha_s),
        cmocka_unit_test(the_affinity_begins_as_glorot_s_and_unbiased),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
