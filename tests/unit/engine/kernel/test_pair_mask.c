/*
 * Which pairs take part: the functions of kernel/pair_mask.h for rows, columns,
 * runs and single pairs agree.
 */
#include "tests/test.h"

#include <stdio.h>

#include "engine/kernel/pair_mask.h"

#define MOST 9

typedef void block_case(const struct pair_block *b, const char *what);

/* Every shape up to MOST x MOST, for every position of the first row. */
static void each_block(block_case *holds)
{
    for (int m = 0; m <= MOST; m++)
        for (int n = 0; n <= MOST; n++)
            for (int at = 0; at <= MOST; at++)
                for (int causal = 0; causal < 2; causal++) {
                    const struct pair_block b = {m, n, {causal, at}};
                    char what[64];

                    snprintf(what, sizeof(what), "%d x %d from %d, causal %d",
                             m, n, at, causal);
                    holds(&b, what);
                }
}

static bool within(struct pair_span s, int i)
{
    return i >= s.from && i < s.to;
}

static void one_answer(const struct pair_block *b, const char *what)
{
    bool any = false;

    for (int i = 0; i < b->m; i++)
        for (int j = 0; j < b->n; j++) {
            const bool is = pair_mask_allows(b->mask, i, j);

            any |= !is;
            if (is != within(pair_mask_row(b->mask, b->n, i), j) ||
                is != within(pair_mask_column(b->mask, b->m, j), i))
                fail_msg("%s: %d, %d", what, i, j);
        }
    if (any && !pair_mask_forbids(b->mask))
        fail_msg("%s: forbids, and says that it does not", what);
}

static void rows_columns_and_pairs_agree(void **state)
{
    (void)state;
    each_block(one_answer);
}

static void forbidden_and_run(const struct pair_block *b, const char *what)
{
    const int ld = b->n + 2;
    float x[MOST * (MOST + 2)], seen[MOST * MOST] = {0};

    for (int i = 0; i < b->m * ld; i++)
        x[i] = 1.0f;
    pair_block_forbid(b, x, ld);
    EACH_RUN (r, b)
        for (size_t j = 0; j < r.n; j++)
            seen[r.at + j] = 1.0f;
    for (int i = 0; i < b->m; i++)
        for (int j = 0; j < ld; j++) {
            const bool out = j >= b->n;
            const float is = out ? 1 : seen[pair_block_row(b, i) + (size_t)j];

            if (x[i * ld + j] != is ||
                (!out && is != (float)pair_mask_allows(b->mask, i, j)))
                fail_msg("%s: %d, %d", what, i, j);
        }
}

static void runs_are_what_is_not_forbidden(void **state)
{
    (void)state;
    each_block(forbidden_and_run);
}

/* The rows from `from` on, as in a strip or in a step of a decoder. */
static void parts(const struct pair_block *b, const char *what)
{
    for (int from = 0; from < b->m; from++) {
        struct pair_block part = *b;

        part.m -= from;
        part.mask.at += from;
        for (int i = 0; i < part.m; i++)
            for (int j = 0; j < b->n; j++)
                if (pair_mask_allows(part.mask, i, j) !=
                    pair_mask_allows(b->mask, from + i, j))
                    fail_msg("%s: row %d from %d on", what, i, from);
    }
}

static void some_rows_see_what_they_see_among_all(void **state)
{
    (void)state;
    each_block(parts);
}

/* What strips and the distances' tiles rely on. */
static void no_earlier(const struct pair_block *b, const char *what)
{
    for (int i = 1; i < b->m; i++) {
        const struct pair_span of = pair_mask_row(b->mask, b->n, i);
        const struct pair_span before = pair_mask_row(b->mask, b->n, i - 1);

        if (of.from > of.to || of.from < before.from || of.to < before.to)
            fail_msg("%s: row %d", what, i);
    }
}

static void later_rows_see_no_earlier_columns(void **state)
{
    (void)state;
    each_block(no_earlier);
}

static void a_causal_row_sees_its_own_place_and_what_is_before(void **state)
{
    const struct pair_mask causal = {.causal = true, .at = 3}, all = {.at = 3};

    (void)state;
    for (int i = 0; i < MOST; i++)
        for (int j = 0; j < 2 * MOST; j++) {
            assert_int_equal(pair_mask_allows(causal, i, j), j <= 3 + i);
            assert_true(pair_mask_allows(all, i, j));
        }
}

static void a_row_is_no_pair_with_itself_where_it_stands(void **state)
{
    const struct pair_block b = {3, 4, {.at = 2}};
    float x[12];

    (void)state;
    for (int i = 0; i < 12; i++)
        x[i] = 1.0f;
    pair_block_forget_self(&b, x);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            assert_true(x[i * 4 + j] == (j == 2 + i ? 0.0f : 1.0f));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_columns_and_pairs_agree),
        cmocka_unit_test(runs_are_what_is_not_forbidden),
        cmocka_unit_test(some_rows_see_what_they_see_among_all),
        cmocka_unit_test(later_rows_see_no_earlier_columns),
        cmocka_unit_test(a_causal_row_sees_its_own_place_and_what_is_before),
        cmocka_unit_test(a_row_is_no_pair_with_itself_where_it_stands),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
