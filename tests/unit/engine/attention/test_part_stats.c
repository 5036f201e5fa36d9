/*
 * part_stats of an attention: the statistics of f_e(E), the gate and M equal
 * those that are computed here in double precision, and observing changes
 * nothing.
 */
#include "tests/test.h"

#include <stdlib.h>

#include "engine/attention/part_stats.h"
#include "tests/unit/engine/attention/attention_fixture.h"

enum { HEADS = 2, DK = 5, DV = 3 };

static const int rows_at[] = {0, 3, 3, 7}, cols_at[] = {0, 4, 5, 10};
static const int examples[] = {3, 1, 2};

struct trial {
    const char *kind;
    bool causal, centers;
};

static struct chosen chosen_for(const struct trial *x)
{
    struct chosen c = {0};

    assert_int_equal(chosen_preset(&c, &attention_kinds, x->kind), 0);
    for (const struct field *f = c.kind->fields; f->type; f++) {
        void *at = (char *)c.conf + f->offset;

        if (!strcmp(f->name, "center_e"))
            *(bool *)at = x->centers;
        else if (!strcmp(f->name, "beta"))
            *(double *)at = 0.3;
        else if (!strcmp(f->name, "alpha"))
            *(double *)at = 0.7;
    }
    return c;
}

static struct attend attend_for(struct tape *t, const struct trial *x)
{
    const struct segments rows = {3, rows_at}, cols = {3, cols_at};

    return (struct attend){
        .q = random_rows(t, 0, 10, HEADS * DK, 1),
        .k = random_rows(t, 0, 10, HEADS * DK, 2),
        .b = random_rows(t, 0, 10, HEADS * DV, 3),
        .rows = rows,
        .cols = x->causal ? rows : cols,
        .heads = HEADS,
        .mask.causal = x->causal,
        .example = examples,
        .dropout = 0.5f,
    };
}

/* The values of a direct computation. */
struct listed {
    int n;
    double x[200];
};

struct direct {
    struct listed of[STATS_PARTS];
};

static double product(const float *q, const float *k)
{
    double sum = 0;

    for (int i = 0; i < DK; i++)
        sum += (double)q[i] * k[i];
    return sum;
}

static double distance(const float *q, const float *k)
{
    double sum = 0;

    for (int i = 0; i < DK; i++)
        sum += fabs((double)q[i] - k[i]);
    return sum;
}

static void push(struct listed *v, double x)
{
    assert_in_range(v->n, 0, 199);
    v->x[v->n++] = x;
}

static const float *features(const struct node *x, int row, int h)
{
    return x->val + (size_t)row * HEADS * DK + (size_t)h * DK;
}

/* Products and distances of the allowed pairs of one head of one segment. */
static int pairs_of(const struct attend *in, int s, int h, double *e, double *d)
{
    int n = 0;

    for (int i = in->rows.at[s]; i < in->rows.at[s + 1]; i++)
        for (int j = in->cols.at[s]; j < in->cols.at[s + 1]; j++) {
            if (in->mask.causal && j > i)
                continue;
            e[n] = product(features(in->q, i, h), features(in->k, j, h));
            d[n++] = distance(features(in->q, i, h), features(in->k, j, h));
        }
    return n;
}

/* M = tanh(0.7 E) 2 sigmoid(-0.3 D), with E less its mean if wanted. */
static struct direct coda_directly(const struct attend *in, bool centers)
{
    struct direct all = {0};

    for (int s = 0; s < in->rows.n; s++)
        for (int h = 0; h < HEADS; h++) {
            double e[64], d[64], mean = 0;
            const int n = pairs_of(in, s, h, e, d);

            for (int i = 0; i < n && centers; i++)
                mean += e[i] / n;
            for (int i = 0; i < n; i++) {
                const double f = tanh(0.7 * (e[i] - mean));
                const double gate = 2 / (1 + exp(0.3 * d[i]));

                push(&all.of[STATS_F_E], f);
                push(&all.of[STATS_GATE], gate);
                push(&all.of[STATS_M], f * gate);
            }
        }
    return all;
}

static struct part_stats_summary summary_of(const struct listed *v)
{
    struct part_stats_summary s = {0, 0, 0};

    for (int i = 0; i < v->n; i++) {
        s.mean += v->x[i] / v->n;
        s.negative += (v->x[i] < 0) / (double)v->n;
    }
    for (int i = 0; i < v->n; i++)
        s.spread += pow(v->x[i] - s.mean, 2) / v->n;
    s.spread = sqrt(s.spread);
    return s;
}

static void expect_bins(const struct value_stats *v, const struct listed *all)
{
    int64_t bin[STATS_BINS] = {0}, apart = 0, n = 0;

    for (int i = 0; i < all->n; i++)
        bin[(int)floor((all->x[i] + 1) * 32)]++;
    for (int i = 0; i < STATS_BINS; i++) {
        apart += llabs(bin[i] - v->bin[i]);
        n += v->bin[i];
    }
    assert_int_equal(n, all->n);
    assert_true(apart <= 2); /* one may lie on an edge */
}

static void expect_values(const struct value_stats *v, const struct listed *all)
{
    const struct part_stats_summary found = part_stats_summary(v);
    const struct part_stats_summary right = summary_of(all);

    assert_true(v->n == all->n);
    assert_float_equal(found.mean, right.mean, 1e-6);
    assert_float_equal(found.spread, right.spread, 1e-6);
    assert_float_equal(found.negative, right.negative, 1e-9);
    expect_bins(v, all);
}

static void codas_numbers_are_those_of_its_matrices(void **state)
{
    static const struct trial trials[] = {{"coda", false, false},
                                          {"coda", true, false},
                                          {"coda", false, true},
                                          {"coda", true, true}};

    (void)state;
    for (int i = 0; i < 4; i++) {
        struct chosen c = chosen_for(&trials[i]);
        struct arena arena = {0};
        struct part_stats seen = PART_STATS_INIT;
        struct tape t = {.arena = &arena, .observer = &seen.observer};
        const struct attend in = attend_for(&t, &trials[i]);
        const struct direct all = coda_directly(&in, trials[i].centers);

        attend(&t, &c, &in);
        for (int q = 0; q < STATS_PARTS; q++)
            expect_values(&seen.of[q], &all.of[q]);
        arena_release(&arena);
        chosen_release(&c);
    }
}

/* Weights of a row sum to 1, so their mean is rows / pairs. */
static void of_softmax_there_is_m_alone(void **state)
{
    struct chosen c = chosen_for(&(struct trial){.kind = "softmax"});
    struct arena arena = {0};
    struct part_stats seen = PART_STATS_INIT;
    struct tape t = {.arena = &arena, .observer = &seen.observer};
    const struct attend in = attend_for(&t, &(struct trial){.kind = "softmax"});

    (void)state;
    attend(&t, &c, &in);
    assert_true(seen.of[STATS_F_E].n == 0 && seen.of[STATS_GATE].n == 0);
    assert_true(isnan(part_stats_summary(&seen.of[STATS_F_E]).mean));
    assert_true(seen.of[STATS_M].n == HEADS * (3 * 4 + 4 * 5));
    assert_float_equal(part_stats_summary(&seen.of[STATS_M]).mean, 7.0 / 32,
                       1e-6);
    assert_true(seen.of[STATS_M].negative == 0);
    arena_release(&arena);
    chosen_release(&c);
}

static void observing_changes_no_output_and_takes_no_memory(void **state)
{
    const struct trial x = {"coda", false, false};
    struct chosen c = chosen_for(&x);
    struct arena arena = {0};
    struct part_stats seen = PART_STATS_INIT;
    struct tape t = {.arena = &arena};
    const struct attend in = attend_for(&t, &x);
    const size_t before = arena.total;
    const struct attended plain = attend(&t, &c, &in);
    const size_t taken = arena.total - before;
    const size_t pooled = (size_t)segments_rows(&in.rows) * HEADS * DV;

    (void)state;
    t.observer = &seen.observer;
    t.site = 0;
    const struct attended looked = attend(&t, &c, &in);

    assert_true(arena.total - before == 2 * taken);
    assert_memory_equal(plain.a_out->val, looked.a_out->val,
                        pooled * sizeof(float));
    arena_release(&arena);
    chosen_release(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codas_numbers_are_those_of_its_matrices),
        cmocka_unit_test(of_softmax_there_is_m_alone),
        cmocka_unit_test(observing_changes_no_output_and_takes_no_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
