/*
 * Tables of rows that are only looked up: what a step leaves out changes no
 * bit, and what lazy_rows leaves alone stays as it was.
 */
#include "model_fixture.h"

#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "heads.h"
#include "train/live.h"
#include "train/stepper.h"

/* --- live spans against a mask of elements -------------------------------- */

enum { LEN = 400, ROWS = 30, WIDTH = 7, FROM = 90 };

static void mask_of(const struct live *l, bool mask[LEN])
{
    memset(mask, 0, LEN * sizeof(*mask));
    for (int i = 0; i < l->n; i++) {
        assert_true(l->span[i].from < l->span[i].to);
        assert_true(!i || l->span[i - 1].to < l->span[i].from);
        for (size_t k = l->span[i].from; k < l->span[i].to; k++)
            mask[k] = true;
    }
}

/* Some rows of a table in the middle of the vector. */
static void find_some(struct touched *t, uint32_t draw, struct live *l)
{
    const struct random_key key = random_key(3, "rows");
    int32_t id[12];

    for (uint32_t i = 0; i < 12; i++)
        id[i] = (int32_t)random_below(key, (struct address){.example = draw}, i,
                                      ROWS);
    touched_begin(t);
    touched_note(t, FROM, id, (int)(draw % 13));
    live_find(l, LEN, t);
}

static void spans_cover_what_is_touched(void **state)
{
    struct touched t = {0};
    struct live l = {0};

    (void)state;
    touched_add_table(&t, FROM, ROWS, WIDTH);
    for (uint32_t draw = 0; draw < 40; draw++) {
        bool mask[LEN];
        size_t before = 0;

        find_some(&t, draw, &l);
        mask_of(&l, mask);
        for (size_t k = 0; k < LEN; k++) {
            bool live = k < FROM || k >= FROM + ROWS * WIDTH;

            for (int i = 0; i < t.table[0].n; i++)
                live |= !live && k >= FROM &&
                        (int)(k - FROM) / WIDTH == t.table[0].row[i];
            assert_int_equal(mask[k], live);
            assert_int_equal(live_before(&l, k), before);
            before += live;
        }
        assert_int_equal(live_before(&l, LEN), before);
    }
    live_release(&l);
    touched_release(&t);
}

static void parts_are_cut_at_the_range(void **state)
{
    struct touched t = {0};
    struct live l = {0};
    bool mask[LEN];

    (void)state;
    touched_add_table(&t, FROM, ROWS, WIDTH);
    find_some(&t, 7, &l);
    mask_of(&l, mask);
    for (size_t from = 0; from < LEN; from += 3)
        for (size_t to = from; to < LEN; to += 5) {
            bool seen[LEN] = {false};

            EACH_LIVE (&l, i, part, ((struct span){from, to}))
                for (size_t k = part.from; k < part.to; k++)
                    seen[k] = true;
            for (size_t k = 0; k < LEN; k++)
                assert_int_equal(seen[k], mask[k] && from <= k && k < to);
        }
    live_release(&l);
    touched_release(&t);
}

static void joined_spans_are_live_in_either(void **state)
{
    struct touched t = {0};
    struct live a = {0}, b = {0}, room = {0};

    (void)state;
    touched_add_table(&t, FROM, ROWS, WIDTH);
    for (uint32_t draw = 0; draw < 40; draw++) {
        bool x[LEN], y[LEN], both[LEN];

        find_some(&t, draw, &a);
        mask_of(&a, x);
        find_some(&t, draw * 5 + 1, &b);
        mask_of(&b, y);
        live_join(&a, b.span, b.n, &room);
        mask_of(&a, both);
        for (int k = 0; k < LEN; k++)
            assert_int_equal(both[k], x[k] || y[k]);
        for (int i = 1; i < a.n; i++)
            assert_int_equal(a.at[i] - a.at[i - 1],
                             a.span[i - 1].to - a.span[i - 1].from);
    }
    live_release(&a);
    live_release(&b);
    live_release(&room);
    touched_release(&t);
}

/* --- training ------------------------------------------------------------ */

#define STEPS 6

static void build(struct fixture *f, bool tables)
{
    const struct model_spec s = {.shape = SHAPE_PAIR,
                                 .head = CLASS_HEAD(3),
                                 .task = "test",
                                 .words = {&fixture_words, &fixture_words}};

    fixture_kind(f, "bow");
    set_long(f, "hidden", 411); /* blocks and slices cut rows */
    fixture_build(f, &s, 12);
    for (int i = 0; i < f->model->params.n; i++)
        f->model->params.param[i].table &= tables;
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

/* Does any example have the word? */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spans_cover_what_is_touched),
        cmocka_unit_test(parts_are_cut_at_the_range),
        cmocka_unit_test(joined_spans_are_live_in_either),
        cmocka_unit_test(rows_left_out_change_no_bit),
        cmocka_unit_test(lazy_rows_stay_as_they_were),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
