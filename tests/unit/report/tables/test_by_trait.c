/* Sums of units by the values of a trait, and bins of values, from made-up
 * result files. */
#include "config.h"

#include "tests/test.h"

#include "engine/metric/formula.h"
#include "report/tables/by_trait.h"
#include "tests/unit/by_trait_fixture.h"

/* --- bins ----------------------------------------------------------------- */

static void reads(struct by_trait *b, const struct results *s, const char *name,
                  long width)
{
    const struct folder one = {.s = s};
    struct error e;

    if (by_trait_read(b, &one, 1, name, SPLIT_TEST, width, &e))
        fail_msg("%s", e.text);
}

static void same_sum(const struct trait_sum *one, const struct trait_sum *other)
{
    assert_int_equal(one->units, other->units);
    for (int m = 0; m < METRICS; m++) {
        assert_true(one->tally[m].sum == other->tally[m].sum);
        assert_true(one->tally[m].of == other->tally[m].of);
    }
}

/* Equal to the last bit, as all these numbers are binary fractions. */
static void bins_add_up_to_the_whole_metric(void **state)
{
    struct results s;
    struct by_trait b;

    (void)state;
    make_results(&s, NULL);
    for (long width = 1; width <= 40; width++) {
        reads(&b, &s, "length", width);
        for (long i = 0; i < TRIALS; i++) {
            const struct trait_sum all = by_trait_sum(&b, i, BIN_ALL);
            struct trait_sum sum = {0};

            for (struct bin bin = BIN_BEFORE; by_trait_next(&b, &bin);) {
                const struct trait_sum part = by_trait_sum(&b, i, bin);

                sum.units += part.units;
                for (int m = 0; m < METRICS; m++) {
                    sum.tally[m].sum += part.tally[m].sum;
                    sum.tally[m].of += part.tally[m].of;
                }
            }
            same_sum(&sum, &all);
            assert_int_equal(all.units, QUESTIONS - 1);
            for (int m = 0; m < METRICS; m++)
                assert_true(100 * all.tally[m].sum / all.tally[m].of ==
                            s.row[i].result.test[m]);
        }
        by_trait_release(&b);
    }
    results_release(&s);
}

/* Its second metric is BLEU; the answer to question SPOILT is not a number. */
enum { ORDERS = 4, SPOILT = 6 };
static void make_bleu(struct result *r, int trial)
{
    struct units *u = &r->units[SPLIT_TEST];

    strcpy(r->metric[MAP], "bleu");
    units_release(&r->units[SPLIT_VALID]);
    units_add_ngrams(u, (int[MAX_METRICS]){0, ORDERS});
    for (int q = 0; q < QUESTIONS; q++) {
        struct ngram_sums one[ORDERS];

        for (int k = 0; k < ORDERS; k++)
            one[k] = (struct ngram_sums){9 + q - k, 10 + trial - k, 5 + q - k};
        *units_at(u, q, MAP) = (struct tally){0};
        units_put_ngrams(u, q, MAP, one);
    }
    if (trial == 1)
        units_spoil(u, SPOILT);
    if (trial == 2) /* codarun never writes this */
        units_ngrams(u, MAP, NGRAM_NUMBERS * ORDERS - 1)[SPOILT] = -5;
}

static void is_formula(const struct by_trait *b, struct results *s, int trial,
                       struct bin bin)
{
    const struct trait_sum sum = by_trait_sum(b, trial, bin);
    const double x = by_trait_metric(b, &sum, MAP);
    uint32_t times[QUESTIONS];
    struct units u;
    struct error e;

    for (int q = 0; q < QUESTIONS; q++)
        times[q] = lengths[q] >= bin.from && lengths[q] <= bin.to;
    assert_int_equal(results_units(s, &s->row[trial], SPLIT_TEST, &u, &e), 0);
    if (trial == 1 || trial == 2)
        assert_int_equal(isnan(x), times[SPOILT]);
    else
        assert_true(x == formula_value(formula_find("bleu"), &u, MAP, times));
    units_release(&u);
}

static void formulas_are_of_the_bins_n_grams(void **state)
{
    struct results s;
    struct by_trait b;

    (void)state;
    make_results(&s, make_bleu);
    reads(&b, &s, "length", 10);
    for (int i = 0; i < TRIALS; i++) {
        for (struct bin bin = BIN_BEFORE; by_trait_next(&b, &bin);)
            is_formula(&b, &s, i, bin);
        is_formula(&b, &s, i, BIN_ALL);
    }
    by_trait_release(&b);
    results_release(&s);
}

/* All lengths from 0 to this one. */
static int32_t longest;
static void spread_lengths(struct result *r, int trial)
{
    struct units *u = &r->units[SPLIT_TEST];

    (void)trial;
    units_release(u);
    units_init(u, "question", longest + 1, METRICS);
    int32_t *length = units_add_trait(u, "length", NULL);

    for (int i = 0; i < u->n; i++) {
        length[i] = i;
        units_at(u, i, EM)->of = 1;
    }
}

static void bins_are_as_wide_as_leaves_a_dozen(void **state)
{
    static const int32_t cases[][2] = {
        {0, 1},  {11, 1},  {12, 2},   {22, 2},   {23, 5},
        {55, 5}, {56, 10}, {110, 10}, {111, 20}, {700, 100}};

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct bin bin = BIN_BEFORE;
        struct results s;
        struct by_trait b;

        longest = cases[i][0];
        make_results(&s, spread_lengths);
        reads(&b, &s, "length", 0);
        assert_int_equal(b.width, cases[i][1]);
        assert_true(by_trait_next(&b, &bin)); /* 0 has a bin of its own */
        assert_true(bin.from == 0 && bin.to == 0);
        if (longest) {
            assert_true(by_trait_next(&b, &bin));
            assert_true(bin.from == 1 && bin.to == b.width);
        }
        by_trait_release(&b);
        results_release(&s);
    }
}

/* --- errors --------------------------------------------------------------- */

static void change_words(struct result *r, int trial)
{
    struct trait *t = &r->units[SPLIT_TEST].trait[1];

    if (trial != 2)
        return;
    free(t->words);
    t->words = memory_string("why who when");
}

static void change_value(struct result *r, int trial)
{
    if (trial == 1)
        r->units[SPLIT_TEST].trait[1].value[5] = 3;
    if (trial == 2)
        r->units[SPLIT_TEST].trait[0].value[5] = -1;
}

static void fail_all(struct result *r, int trial)
{
    (void)trial;
    r->status = TRIAL_FAILED;
}

static void refuses(changer *change, const char *name, enum split split,
                    long width, const char *says)
{
    struct results s;
    const struct folder one = {.s = &s};
    struct by_trait b;
    struct error e = {""};

    make_results(&s, change);
    assert_int_equal(by_trait_read(&b, &one, 1, name, split, width, &e), -1);
    assert_string_equal(e.text, says);
    results_release(&s);
}

static void what_cannot_be_looked_at_is_one_line(void **state)
{
    (void)state;
    refuses(NULL, "lenght", SPLIT_TEST, 0,
            "found trait 'lenght', expected length or type; did you mean "
            "'length'?");
    refuses(NULL, "type", SPLIT_TEST, 3,
            "found width 3 of trait 'type', expected none, as it has words");
    refuses(NULL, "type", SPLIT_TRAIN, 0,
            "trial 0 has nothing of train to look at by 'type'");
    refuses(change_words, "type", SPLIT_TEST, 0,
            "trial 2, 'type': found other words or metrics than those of the "
            "trials before it");
    refuses(change_value, "type", SPLIT_TEST, 0,
            "trial 1, 'type': found value 3, expected one of what who when");
    refuses(change_value, "length", SPLIT_TEST, 0,
            "trial 2, 'length': found value -1, expected 0 or more");
    refuses(fail_all, "length", SPLIT_TEST, 0,
            "found no finished trial to look at by 'length'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bins_add_up_to_the_whole_metric),
        cmocka_unit_test(formulas_are_of_the_bins_n_grams),
        cmocka_unit_test(bins_are_as_wide_as_leaves_a_dozen),
        cmocka_unit_test(what_cannot_be_looked_at_is_one_line),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
