/*
 * Tables whose rows are only looked up: skipping rows in a step changes no bit,
 * and rows that lazy_rows skips do not change.
 */
#include "tests/unit/model_fixture.h"

#include <stdlib.h>
#include <string.h>

#include "base/numbers/digest.h"
#include "engine/train/nonzero.h"
#include "engine/train/stepper.h"
#include "tests/unit/heads.h"

/* --- two tables in a vector, against all of its elements ------------------ */

enum { LEN = 400, FROM = 90, ROWS = 30, WIDTH = 7, LATER = 310 };
enum { MORE_ROWS = 6, MORE_WIDTH = 3 };

static const struct random_key key = {{3, 4}};

/* One table in the middle, and a second one after it. */
static struct param_tables two_tables(void)
{
    struct param_tables t = {0};

    param_tables_add(&t, 5, FROM, ROWS, WIDTH);
    param_tables_add(&t, 7, LATER, MORE_ROWS, MORE_WIDTH);
    return t;
}

/* Add to some rows of both tables, as an op does, and to `whole`. */
static void add_to_rows(struct table_grads *g, uint32_t draw, float whole[LEN])
{
    const struct address at = {.example = draw};
    const int n = (int)(draw % 13);

    table_grads_begin(g);
    for (int k = 0; k < 2; k++) {
        struct table_grad *x = &g->table[k];
        const int width = x->of->width;
        int32_t id[12], place[12];

        for (uint32_t i = 0; i < 12; i++)
            id[i] = (int32_t)random_below(key, at, i + 20 * (uint32_t)k,
                                          (uint32_t)x->of->rows);
        table_grad_rows(x, id, n / 2, place); /* in two calls */
        table_grad_rows(x, id + n / 2, n - n / 2, place + n / 2);
        for (int i = 0; i < n; i++)
            for (int c = 0; c < width; c++) {
                const float d = (float)(i + 1) * 0.37f + (float)c;

                x->grad[place[i] * width + c] += d;
                whole[x->of->offset + (size_t)(id[i] * width + c)] += d;
            }
    }
}

/* Expand packed rows to elements of the vector, all others 0. */
static void expand(const struct packed_rows *r, const struct param_tables *t,
                   const float *x, float whole[LEN])
{
    const struct param_table *of = t->table;

    memset(whole, 0, LEN * sizeof(*whole));
    for (int i = 0; i < r->n; i++) {
        assert_true(!i || r->id[i - 1] < r->id[i]);
        of += of == t->table && r->id[i] >= of[1].first;
        assert_true(r->id[i] - of->first < of->rows);
        memcpy(whole + of->offset +
                   (size_t)(r->id[i] - of->first) * (size_t)of->width,
               x, (size_t)of->width * sizeof(*x));
        x += of->width;
    }
}

static void expect_rows(const struct packed_rows *r,
                        const struct param_tables *t, const float *x,
                        const float expected[LEN])
{
    float whole[LEN];

    expand(r, t, x, whole);
    assert_memory_equal(whole, expected, sizeof(whole));
}

static void packed_rows_are_what_whole_tables_would_be(void **state)
{
    struct param_tables t = two_tables();
    struct table_grads g;
    struct packed_rows a = {0}, b = {0}, all = {0};

    (void)state;
    table_grads_init(&g, &t);
    for (uint32_t draw = 0; draw < 200; draw++) {
        float x[LEN] = {0}, y[LEN] = {0};

        add_to_rows(&g, draw, x);
        packed_rows_take(&a, &g);
        expect_rows(&a, &t, a.x, x);
        add_to_rows(&g, 3 * draw + 1, y);
        packed_rows_take(&b, &g);
        all.n = 0;
        packed_rows_join(&all, a.id, a.n);
        packed_rows_join(&all, b.id, b.n);
        packed_rows_add(&a, &t, &b);
        for (int i = 0; i < LEN; i++)
            x[i] += y[i];
        expect_rows(&a, &t, a.x, x);
        assert_int_equal(a.n, all.n);

        float *to = memory_floats(a.len + 1);

        packed_rows_spread(&b, &t, &all, to);
        expect_rows(&all, &t, to, y);
        packed_rows_cover(&b, &t, &all);
        expect_rows(&b, &t, b.x, y);
        assert_int_equal(b.n, all.n);
        assert_true(b.len == a.len && !memcmp(b.x, to, b.len * sizeof(*to)));
        free(to);
    }
    packed_rows_release(&a);
    packed_rows_release(&b);
    packed_rows_release(&all);
    table_grads_release(&g);
    param_tables_release(&t);
}

/* --- nonzero spans -------------------------------------------------------- */

static void mask_of(const struct nonzero *l, bool mask[LEN])
{
    memset(mask, 0, LEN * sizeof(*mask));
    for (int i = 0; i < l->n; i++) {
        const struct element_range s = l->span[i].of;

        assert_true(s.from < s.to);
        assert_true(!i || l->span[i - 1].of.to <= s.from);
        for (size_t k = s.from; k < s.to; k++)
            mask[k] = true;
    }
}

static bool is_in(const struct param_table *t, size_t k)
{
    return k >= t->offset && k < t->offset + param_table_len(t);
}

static bool is_row(const struct packed_rows *r, const struct param_table *t,
                   size_t k)
{
    const int32_t row =
        t->first + (int32_t)((k - t->offset) / (size_t)t->width);

    for (int i = 0; i < r->n; i++)
        if (r->id[i] == row)
            return true;
    return false;
}

static void spans_cover_what_is_live(void **state)
{
    struct param_tables t = two_tables();
    struct packed_rows r = {0};
    struct nonzero l = {0};

    (void)state;
    for (uint32_t draw = 0; draw < 40; draw++) {
        struct nonzero_place before = {0};
        bool mask[LEN];

        r.n = 0;
        for (uint32_t i = 0; i < draw % 13; i++)
            packed_rows_join(&r,
                             &(int32_t){(int32_t)random_below(
                                 key, (struct address){.example = draw}, i,
                                 ROWS + MORE_ROWS)},
                             1);
        nonzero_find(&l, LEN, &t, &r);
        mask_of(&l, mask);
        for (size_t k = 0; k < LEN; k++) {
            const struct param_table *of = is_in(&t.table[0], k)   ? &t.table[0]
                                           : is_in(&t.table[1], k) ? &t.table[1]
                                                                   : NULL;
            const struct nonzero_place at = nonzero_before(&l, k);

            assert_int_equal(at.dense, before.dense);
            assert_int_equal(at.rows, before.rows);
            assert_int_equal(param_tables_dense(&t, k), before.dense);
            assert_int_equal(mask[k], !of || is_row(&r, of, k));
            before.dense += !of;
            before.rows += of && mask[k];
        }
        assert_int_equal(nonzero_before(&l, LEN).rows, before.rows);
        assert_int_equal(l.end.dense, before.dense);
    }
    nonzero_release(&l);
    packed_rows_release(&r);
    param_tables_release(&t);
}

static void parts_are_cut_at_the_range(void **state)
{
    struct param_tables t = two_tables();
    struct packed_rows r = {0};
    struct nonzero l = {0};
    bool mask[LEN];

    (void)state;
    packed_rows_join(&r, (int32_t[]){0, 3, 4, 9, 29, 30, 33}, 7);
    nonzero_find(&l, LEN, &t, &r);
    mask_of(&l, mask);
    for (size_t from = 0; from < LEN; from += 3)
        for (size_t to = from; to < LEN; to += 5) {
            bool seen[LEN] = {false};

            EACH_NONZERO(&l, i, part, ((struct element_range){from, to}))
            for (size_t k = part.from; k < part.to; k++)
                seen[k] = true;
            for (size_t k = 0; k < LEN; k++)
                assert_int_equal(seen[k], mask[k] && from <= k && k < to);
        }
    nonzero_release(&l);
    packed_rows_release(&r);
    param_tables_release(&t);
}

/* --- training ------------------------------------------------------------ */

#define STEPS 6

static void build_of(struct fixture *f, const struct words *words, bool tables)
{
    const struct model_spec s = {.shape = SHAPE_PAIR,
                                 .head = CLASS_HEAD(3),
                                 .task = "test",
                                 .words = {words, words}};

    fixture_kind(f, "bow");
    set_long(f, "hidden", 411); /* so that blocks and slices cut rows */
    fixture_build(f, &s, 12);
    for (int i = 0; i < f->model->params.n; i++)
        f->model->params.param[i].table &= tables;
}

static void build(struct fixture *f, bool tables)
{
    build_of(f, &fixture_words, tables);
}

static struct digest train(bool tables, int grains, int threads, bool lazy,
                           float *params)
{
    struct train_config c = {0};
    struct fixture f;

    build(&f, tables);
    fields_preset(train_fields, &c);
    c.batch = EXAMPLES / 2;
    c.grains = grains;
    c.clip_norm = 0.1;
    c.l2 = 0.001;
    c.l2_in_loss = grains > 1;
    c.lazy_rows = lazy;
    struct stepper *s = stepper_new(f.model, &c, &f.x, threads);

    for (int i = 0; i < STEPS; i++)
        stepper_step(s);
    const size_t bytes = f.model->params.len * sizeof(float);
    const struct digest d = digest_of(stepper_params(s), bytes);

    if (params)
        memcpy(params, stepper_params(s), bytes);
    stepper_free(s);
    fields_release(train_fields, &c);
    fixture_release(&f);
    return d;
}

static void rows_left_out_change_no_bit(void **state)
{
    (void)state;
    for (int grains = 1; grains <= 8; grains *= 2) {
        const struct digest whole = train(false, grains, 1, false, NULL);

        for (int threads = 1; threads <= 3; threads++)
            assert_true(
                digest_equal(train(true, grains, threads, false, NULL), whole));
        assert_false(digest_equal(train(true, grains, 2, true, NULL), whole));
        assert_true(digest_equal(train(true, grains, 2, true, NULL),
                                 train(true, grains, 1, true, NULL)));
    }
}

/* True if any example has the word. */
static bool is_looked_up(const struct examples *x, int word)
{
    for (int p = 0; p < x->parts; p++)
        for (int i = 0; i < x->n; i++)
            for (int k = 0; k < example_len(x, p, i); k++)
                if (example_tokens(x, p, i)[k] == word)
                    return true;
    return false;
}

static void lazy_rows_stay_as_they_were(void **state)
{
    struct fixture f;
    int untouched = 0;

    (void)state;
    build(&f, true);
    const struct param *table = &f.model->params.param[0];
    const size_t row = (size_t)table->cols;
    float *now = memory_floats(f.model->params.len);
    float *was = memory_floats(f.model->params.len);

    assert_true(table->table);
    params_init(&f.model->params, 1, was);
    train(true, 2, 2, true, now);
    for (int w = 0; w < table->rows; w++) {
        const size_t at = table->offset + (size_t)w * row;
        const bool same = !memcmp(now + at, was + at, row * sizeof(*now));

        assert_int_equal(same, !is_looked_up(&f.x, w));
        untouched += same;
    }
    assert_true(untouched > 0 && untouched < table->rows);
    free(now);
    free(was);
    fixture_release(&f);
}

/* --- memory --------------------------------------------------------------- */

enum { MANY = 50000 };

/* Bytes that training takes, without the model and its data. */
static double bytes_of(int grains, int threads, size_t *table)
{
    static const struct words many = {.n = MANY};
    struct train_config c = {0};
    struct fixture f;

    build_of(&f, &many, true);
    *table = sizeof(float) * MANY * (size_t)f.model->params.param[0].cols;
    fields_preset(train_fields, &c);
    c.batch = EXAMPLES;
    c.grains = grains;
    const double before = memory_allocated();
    struct stepper *s = stepper_new(f.model, &c, &f.x, threads);

    stepper_step(s);
    const double bytes = memory_allocated() - before;

    assert_true(bytes > 3 * (double)*table);
    stepper_free(s);
    fields_release(train_fields, &c);
    fixture_release(&f);
    return bytes;
}

/* Parameters and moments are held once, and no gradient has all of a table. */
static void sums_take_no_room_for_rows_that_nobody_looks_up(void **state)
{
    size_t table;

    (void)state;
    for (int grains = 1; grains <= 8; grains *= 8)
        for (int threads = 1; threads <= grains; threads += 3)
            assert_true(bytes_of(grains, threads, &table) <
                        3.5 * (double)table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packed_rows_are_what_whole_tables_would_be),
        cmocka_unit_test(spans_cover_what_is_live),
        cmocka_unit_test(parts_are_cut_at_the_range),
        cmocka_unit_test(rows_left_out_change_no_bit),
        cmocka_unit_test(lazy_rows_stay_as_they_were),
        unit_test_if(!SANITIZED,
                     sums_take_no_room_for_rows_that_nobody_looks_up,
                     "a sanitizer's malloc()"),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
