/* Answers of several members combined: every head, and the errors. */
#include "config.h"

#include "engine/head/kinds/rank.h"
#include "tests/unit/engine/head/ensemble_fixture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/numbers/math_functions.h"
#include "base/numbers/random.h"

#define ENTRIES 50
#define TOKENS 7

/* --- every head ----------------------------------------------------------- */

static bool combines(const struct head_kind *h, enum ensemble_by by)
{
    return by == BY_TEXT ? h->by_text : h->by_probability;
}

/* Random answers of any head: numbers below 1, tokens below TOKENS, with sizes
 * that depend on i. */
static void add_random(struct answer_sheet *a, uint32_t i, const char *stream)
{
    const struct random_key key = random_key(3, stream);

    for (int c = 0; c < a->columns; c++) {
        const struct column_kind *is = &a->column[c].is;
        const int n = column_varies(is) ? 1 + (int)i % TOKENS : is->width;
        float floats[TOKENS];
        int32_t ints[TOKENS];

        for (int j = 0; j < n; j++) {
            const struct address at = {.example = i, .site = (uint32_t)c};
            const uint32_t x = random_below(key, at, (uint32_t)j, 1000);

            floats[j] = (float)x / 1000;
            ints[j] = (int32_t)x % TOKENS;
        }
        column_add(&a->column[c],
                   (struct values){is->type == COLUMN_INT ? (void *)ints
                                                          : (void *)floats,
                                   n});
    }
    a->n++;
}

static void same_columns(const struct answer_sheet *a,
                         const struct answer_sheet *b, int c)
{
    for (int i = 0; i < a->n; i++) {
        const struct values x = column_get(&a->column[c], i);
        const struct values y = column_get(&b->column[c], i);

        assert_int_equal(x.n, y.n);
        assert_memory_equal(x.at, y.at,
                            (size_t)x.n * column_size(&a->column[c].is));
    }
}

/* One or more equal members give the answer of one: averages to the bit, except
 * that spans are searched again; and the texts of their answers. */
static void check_equal(const struct head_kind *h, enum ensemble_by by,
                        int members)
{
    struct made m;

    made_init(&m, h, members);
    for (int k = 0; k < members; k++)
        for (uint32_t i = 0; i < ENTRIES; i++)
            add_random(&m.sheet[k], i, "equal");
    struct answer_sheet out = combined(&m, by), again;

    for (int c = 0; c < out.columns; c++)
        if (!(h == &head_class && by == BY_TEXT) &&
            !(h == &head_span && by == BY_PROBABILITY && c < SPAN_FIRST))
            same_columns(&m.sheet[0], &out, c);
    m.list[0] = &out;
    m.of.members = 1;
    again = combined(&m, by);
    for (int c = 0; c < out.columns; c++)
        same_columns(&out, &again, c);
    answer_sheet_release(&out);
    answer_sheet_release(&again);
    made_release(&m);
}

static void each_head(void (*check)(const struct head_kind *h,
                                    enum ensemble_by by))
{
    for (int h = 0; head_kinds.list[h]; h++)
        for (enum ensemble_by by = BY_PROBABILITY; by <= BY_TEXT; by++) {
            const struct head_kind *k =
                (const struct head_kind *)head_kinds.list[h];

            if (!combines(k, by))
                continue;
            print_message("# %s by %s\n", k->is.name, ensemble_by_names[by]);
            check(k, by);
        }
}

static void check_any_number(const struct head_kind *h, enum ensemble_by by)
{
    for (int n = 1; n <= MEMBERS; n++)
        check_equal(h, by, n);
}

static void equal_members_say_what_one_says(void **state)
{
    (void)state;
    each_head(check_any_number);
}

/* Different members do not, and every entry exists. */
static void check_others(const struct head_kind *h, enum ensemble_by by)
{
    struct made m;

    made_init(&m, h, MEMBERS);
    for (int k = 0; k < MEMBERS; k++)
        for (uint32_t i = 0; i < ENTRIES; i++)
            add_random(&m.sheet[k], i, member_names[k]);
    struct answer_sheet out = combined(&m, by);

    for (int c = 0; c < out.columns; c++)
        assert_int_equal(out.column[c].n, ENTRIES);
    for (int k = 0; k < MEMBERS; k++) {
        const struct column *c = &m.sheet[k].column[0];

        assert_memory_not_equal(c->value, out.column[0].value,
                                column_at(c, c->n) * column_size(&c->is));
    }
    answer_sheet_release(&out);
    made_release(&m);
}

static void others_say_something_else(void **state)
{
    (void)state;
    each_head(check_others);
}

static void check_nan(const struct head_kind *h, enum ensemble_by by)
{
    char says[100] = "";
    struct made m;

    made_init(&m, h, 2);
    for (int k = 0; k < 2; k++)
        add_random(&m.sheet[k], 0, "nan");
    for (int c = 0; !*says; c++) {
        struct column *x = &m.sheet[1].column[c];

        if (x->is.type != COLUMN_FLOAT)
            continue;
        x->floats[0] = NAN;
        snprintf(says, sizeof(says), "two: found NaN among its answers' '%s'",
                 x->is.name);
    }
    refuses(&m, by, says);
    made_release(&m);
}

static void nan_is_refused(void **state)
{
    (void)state;
    each_head(check_nan);
}

static void check_missing(const struct head_kind *h, enum ensemble_by by)
{
    char says[100];
    struct made m;

    made_init(&m, h, 2);
    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; i < 2; i++)
            add_random(&m.sheet[k], i, "missing");
    m.sheet[1].n = 1;
    refuses(&m, by, "two: found answers to 1 examples, expected 2");
    m.sheet[1].n = 2;
    const int columns = m.sheet[1].columns;

    m.sheet[1].columns = 0;
    snprintf(says, sizeof(says), "two: its answers were stored without '%s'",
             m.sheet[1].column[0].is.name);
    refuses(&m, by, says);
    m.sheet[1].columns = columns;
    strcpy(m.sheet[1].column[0].is.name, "other");
    snprintf(says, sizeof(says),
             "two: found a column 'other' of answers, expected '%s'",
             m.sheet[0].column[0].is.name);
    refuses(&m, by, says);
    made_release(&m);
}

static void what_a_member_lacks_is_named(void **state)
{
    (void)state;
    each_head(check_missing);
}

static void a_head_may_not_do_both(void **state)
{
    struct made m;

    (void)state;
    made_init(&m, &head_decode, 1);
    refuses(&m, BY_PROBABILITY,
            "answers of the kind 'decode' combine by text alone");
    made_release(&m);
    made_init(&m, &head_rank, 1);
    refuses(&m, BY_TEXT,
            "answers of the kind 'rank' combine by probability alone");
    made_release(&m);
}

/* --- classes, candidates, sequences --------------------------------------- */

static void scores(const struct answer_sheet *a, int n, const float *expected)
{
    for (int i = 0; i < n; i++)
        assert_float_equal(a->column[0].floats[i], expected[i], 1e-6);
}

static void add_floats(struct answer_sheet *a, int n, const float *x)
{
    column_add(&a->column[0], (struct values){x, n});
    a->n++;
}

/* Two votes for the last class beat one certain vote for the first, although
 * the first has the best average. */
static void classes_are_averaged_or_voted_for(void **state)
{
    struct answer_sheet out;
    struct made m;

    (void)state;
    made_init(&m, &head_class, 3);
    add_floats(&m.sheet[0], 3, (float[]){0.9f, 0.0f, 0.1f});
    add_floats(&m.sheet[1], 3, (float[]){0.4f, 0.1f, 0.5f});
    add_floats(&m.sheet[2], 3, (float[]){0.4f, 0.1f, 0.5f});
    out = combined(&m, BY_PROBABILITY);
    scores(&out, 3, (float[]){1.7f / 3, 0.2f / 3, 1.1f / 3});
    answer_sheet_release(&out);
    out = combined(&m, BY_TEXT);
    scores(&out, 3, (float[]){0.3f, 0.0f, 1.0f / 3});
    answer_sheet_release(&out);
    made_release(&m);
}

static void candidates_are_averaged(void **state)
{
    struct answer_sheet out;
    struct made m;

    (void)state;
    made_init(&m, &head_rank, 2);
    for (int i = 0; i < 2; i++) {
        add_floats(&m.sheet[0], 1, (float[]){i ? 0.9f : 0.1f});
        add_floats(&m.sheet[1], 1, (float[]){i ? 0.3f : 0.6f});
    }
    out = combined(&m, BY_PROBABILITY);
    scores(&out, 2, (float[]){0.35f, 0.6f});
    answer_sheet_release(&out);
    made_release(&m);
}

static void add_sequence(struct answer_sheet *a, double p, int n,
                         const int32_t *token)
{
    const float log = (float)natural_log(p);

    column_add(&a->column[DECODED_SCORE], (struct values){&log, 1});
    column_add(&a->column[DECODED_TOKEN], (struct values){token, n});
    a->n++;
}

/* Probabilities are summed, not their logarithms, whose sum would decrease with
 * each vote.  Very improbable sequences do not all count as 0. */
static void equal_sequences_add_up_their_probabilities(void **state)
{
    static const int32_t same[] = {5, 6}, other[] = {5, 6, 7};
    struct answer_sheet out;
    struct made m;

    (void)state;
    for (double scale = 1; scale > 1e-36; scale *= 1e-35) {
        made_init(&m, &head_decode, 3);
        add_sequence(&m.sheet[0], 0.4 * scale, 3, other);
        add_sequence(&m.sheet[1], 0.3 * scale, 2, same);
        add_sequence(&m.sheet[2], 0.2 * scale, 2, same);
        for (int k = 0; scale < 1 && k < 3; k++)
            m.sheet[k].column[DECODED_SCORE].floats[0] *= 20; /* e^-1600 */
        out = combined(&m, BY_TEXT);
        const struct values said = column_get(&out.column[DECODED_TOKEN], 0);

        assert_int_equal(said.n, scale < 1 ? 3 : 2);
        if (scale == 1)
            assert_float_equal(out.column[DECODED_SCORE].floats[0],
                               natural_log(0.5 / 3), 1e-6);
        answer_sheet_release(&out);
        made_release(&m);
    }
}

/* --- what a head must define ---------------------------------------------- */

static void a_head_that_lacks_something_is_named(void **state)
{
    struct head_kind bare = head_class;
    const struct column_kind *many[HEAD_COLUMNS + 2] = {0};

    (void)state;
    for (int i = 0; i < HEAD_COLUMNS + 1; i++)
        many[i] = &label_column;
    assert_null(head_kinds.lacks(&bare.is));
    bare.make = NULL; /* for examples whose columns it needs */
    assert_string_equal(head_kinds.lacks(&bare.is), "make()");
    bare.may_have = many;
    assert_string_equal(head_kinds.lacks(&bare.is), "room for its columns");
    bare.needs = bare.may_have = NULL;
    assert_null(head_kinds.lacks(&bare.is));
}

/* The columns of examples may have any order, with others between. */
static void a_head_finds_its_columns_in_any_order(void **state)
{
    static const struct column_kind other = {"other", COLUMN_INT, 1,
                                             OF_EXAMPLE};
    const struct column_kind *const have[] = {&group_column, &other,
                                              &label_column, NULL};
    struct model_spec s = {.head = {.kind = &head_rank}};
    struct examples x;
    struct grain g;

    (void)state;
    examples_init(&x, SHAPE_PAIR, have);
    spec_take_columns(&s, &x);
    const struct head_places p = head_find(&head_rank, &s);
    g.columns = x.columns;
    const struct head_grain read = head_pick(&p, &g);

    assert_ptr_equal(read.column[0], &g.column[2]);
    assert_ptr_equal(read.column[1], &g.column[0]);
    assert_null(read.column[2]);
    examples_release(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_members_say_what_one_says),
        cmocka_unit_test(others_say_something_else),
        cmocka_unit_test(nan_is_refused),
        cmocka_unit_test(what_a_member_lacks_is_named),
        cmocka_unit_test(a_head_may_not_do_both),
        cmocka_unit_test(classes_are_averaged_or_voted_for),
        cmocka_unit_test(candidates_are_averaged),
        cmocka_unit_test(equal_sequences_add_up_their_probabilities),
        cmocka_unit_test(a_head_that_lacks_something_is_named),
        cmocka_unit_test(a_head_finds_its_columns_in_any_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
