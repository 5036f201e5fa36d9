/*
 * Maps of attentions: they have exactly the weights that a model pools with,
 * the parts that these are computed from, and the tokens of rows and columns.
 */
#include "tests/unit/model_uses.h"

#include "engine/attention/attention_maps.h"
#include "engine/head/kinds/cloze.h"
#include "tests/unit/engine/attention/attention_fixture.h"

enum { HEADS = 2, DK = 4, DV = 3, M = 5, N = 7 };

static const int m_at[] = {0, M}, n_at[] = {0, N};
static const int example[] = {4};

/* One example, in each form in which models attend. */
static struct attend attend_for(struct tape *t, const struct chosen *kind,
                                bool causal)
{
    const struct segments rows = {1, m_at}, cols = {1, causal ? m_at : n_at};
    const int n = causal ? M : N;
    struct attend in = {
        .q = random_rows(t, 0, M, HEADS * DK, 1),
        .k = random_rows(t, 0, n, HEADS * DK, 2),
        .b = random_rows(t, 0, n, HEADS * DV, 3),
        .a = causal ? NULL : random_rows(t, 0, M, HEADS * DV, 4),
        .rows = rows,
        .cols = cols,
        .heads = HEADS,
        .mask.causal = causal,
        .by_rows = causal,
        .example = example,
        .dropout = 0.5f,
        .site = "here",
    };

    if (attention_distance_features(kind)) {
        in.qn = random_rows(t, 0, M, HEADS * DK, 5);
        in.kn = random_rows(t, 0, n, HEADS * DK, 6);
    }
    return in;
}

/* M B, or with `turned` M^T B. */
static void expect_pooled(const struct attention_map *v,
                          enum attention_part part, bool turned,
                          const struct node *of, const struct node *found)
{
    const int rows = turned ? v->cols.n : v->rows.n;
    const int cols = turned ? v->rows.n : v->cols.n;
    const int width = HEADS * DV;

    for (int i = 0; i < rows * width; i++) {
        const int row = i / width, column = i % width;
        const float *m = attention_map_block(v, part, column / DV);
        double sum = 0;

        for (int j = 0; j < cols; j++) {
            const float w =
                turned ? m[j * v->cols.n + row] : m[row * v->cols.n + j];

            sum += isnan(w) ? 0 : (double)w * of->val[j * width + column];
        }
        assert_float_equal(sum, found->val[i], 1e-6);
    }
}

static void check_pooled(const struct chosen *kind, bool causal)
{
    struct arena arena = {0};
    struct attention_maps seen;
    struct tape t = {.arena = &arena};
    const struct attend in = attend_for(&t, kind, causal);

    attention_maps_init(&seen, NULL, NULL);
    t.observer = &seen.observer;
    const struct attended out = attend(&t, kind, &in);
    const struct attention_map *v = &seen.map[0];

    assert_int_equal(seen.n, 1);
    assert_string_equal(v->site, "here");
    assert_string_equal(v->kind, kind->kind->name);
    expect_pooled(v, PART_M, false, in.b, out.a_out);
    if (out.b_out)
        expect_pooled(v, v->part[PART_M_COLUMNS] ? PART_M_COLUMNS : PART_M,
                      true, in.a, out.b_out);
    attention_maps_release(&seen);
    arena_release(&arena);
}

static void check_kind(const struct chosen *kind, const char *what,
                       void *context)
{
    (void)what, (void)context;
    check_pooled(kind, false);
    check_pooled(kind, true);
}

/* Uses the fused form if there is one. */
static void every_kind_pools_with_the_weights_that_are_seen(void **state)
{
    (void)state;
    each_variant(&attention_kinds, check_kind, NULL);
}

/* M = tanh(E) 2 sigmoid(N), E a product and N a distance. */
static void check_coda(const struct attention_map *v, const struct attend *in,
                       int h, int i, int j)
{
    const size_t at =
        ((size_t)h * (size_t)v->rows.n + (size_t)i) * (size_t)v->cols.n +
        (size_t)j;
    const float *q = in->q->val + (i * HEADS + h) * DK;
    const float *k = in->k->val + (j * HEADS + h) * DK;
    double e = 0, n = 0;

    for (int d = 0; d < DK; d++) {
        e += (double)q[d] * k[d];
        n -= fabs((double)q[d] - k[d]);
    }
    assert_float_equal(v->part[PART_E][at], e, 1e-6);
    assert_float_equal(v->part[PART_F_E][at], tanh(e), 1e-6);
    assert_float_equal(v->part[PART_N][at], n, 1e-6);
    assert_float_equal(v->part[PART_GATE][at], 2 / (1 + exp(-n)), 1e-6);
    assert_float_equal(v->part[PART_M][at], tanh(e) * 2 / (1 + exp(-n)), 1e-6);
}

static void codas_parts_are_its_equations(void **state)
{
    struct chosen kind;

    (void)state;
    assert_int_equal(chosen_preset(&kind, &attention_kinds, "coda"), 0);
    for (int causal = 0; causal < 2; causal++) {
        struct arena arena = {0};
        struct attention_maps seen;
        struct tape t = {.arena = &arena};
        const struct attend in = attend_for(&t, &kind, causal);

        attention_maps_init(&seen, NULL, NULL);
        t.observer = &seen.observer;
        attend(&t, &kind, &in);
        const struct attention_map *v = &seen.map[0];

        for (int x = 0; x < HEADS * v->rows.n * v->cols.n; x++) {
            const int j = x % v->cols.n, i = x / v->cols.n % v->rows.n;

            for (int part = 0; part < PARTS && causal && j > i; part++)
                assert_true(!v->part[part] || isnan(v->part[part][x]));
            if (!causal || j <= i)
                check_coda(v, &in, x / v->cols.n / v->rows.n, i, j);
        }
        attention_maps_release(&seen);
        arena_release(&arena);
    }
    chosen_release(&kind);
}

/* --- in models ------------------------------------------------------------ */

/* The tokens of an example's parts from `part` on, without special ones. */
static int words_of(const struct fixture *f, int i, int part, int32_t *out)
{
    int n = 0;

    for (; part < f->x.parts; part++)
        for (int k = 0; k < example_len(&f->x, part, i); k++)
            if (example_tokens(&f->x, part, i)[k] >= TOKEN_FIRST)
                out[n++] = example_tokens(&f->x, part, i)[k];
    return n;
}

/* They are the part's first tokens, in order. */
static void expect_side(const struct fixture *f, int i,
                        const struct map_side *s)
{
    int32_t right[128];
    int n = 0;

    assert_non_null(s->token);
    const int most = words_of(f, i, s->part, right);

    for (int k = 0; k < s->n; k++)
        if (s->token[k] >= TOKEN_FIRST) {
            assert_true(n < most);
            assert_int_equal(s->token[k], right[n++]);
        }
    assert_true(n >= s->n - 2);
}

static void expect_distinguished(const struct attention_maps *seen)
{
    for (int i = 0; i < seen->n; i++)
        for (int k = 0; k < i; k++)
            assert_true(seen->map[i].pass != seen->map[k].pass ||
                        strcmp(seen->map[i].site, seen->map[k].site) != 0);
}

/* Not with the name of an attention without a site. */
static void expect_named(const struct attention_map *v)
{
    assert_string_not_equal(v->site, "attention");
    assert_non_null(v->part[PART_M]);
}

/* A gated-attention reader with one layer, or whose gates need no attention,
 * has a field for attention but no site. */
static bool is_without(const struct use *u)
{
    static const char *const forms[] = {
        "ga hops=1:", "ga gate=none:", "ga query=last:"};

    for (int i = 0; i < 3; i++)
        if (!strncmp(u->what, forms[i], strlen(forms[i])))
            return true;
    return false;
}

/* Weights over the whole document, for the token that is asked for. */
static void expect_pointer(const struct fixture *f, const struct grain *g,
                           const struct attention_map *v)
{
    const int place = spec_place(&f->model->spec, &cloze_place);
    const struct packed *query = &g->part[1];
    double sum = 0;

    assert_true(attention_map_is_pointer(v) && v->cols.n == 1);
    assert_int_equal(v->rows.n, segments_rows(&g->part[0].seg));
    assert_int_equal(v->cols.token[0],
                     query->token[grain_column(g, place)->ints[0]]);
    for (int i = 0; i < v->rows.n; i++)
        sum += (double)v->part[PART_M][i];
    assert_float_equal(sum, 1, 1e-5);
}

/* Only candidates stay, in order, in each attention whose rows have some. */
static void expect_candidates_alone(struct attention_maps *seen)
{
    assert_true(attention_maps_keep_candidates(seen));
    for (int i = 0; i < seen->n; i++) {
        const struct map_side *rows = &seen->map[i].rows;

        assert_non_null(rows->place);
        for (int k = 0; k < rows->n; k++) {
            assert_int_not_equal(rows->candidate[k], CANDIDATE_NONE);
            assert_true(k == 0 || rows->place[k] > rows->place[k - 1]);
        }
    }
}

static void check_model(const struct use *u)
{
    const bool attends =
        field_find(u->kind->kind->fields, "attention") && !is_without(u);
    struct fixture f;
    struct attention_maps seen;

    build(&f, u);
    answer_only(&f);
    attention_maps_init(&seen, NULL, NULL);
    struct grain g = fixture_grain(&f, (struct run){3, 4}, 1);
    const float plain = model_outcome(&f.tape, f.model, &g)->val[0];

    g = fixture_grain(&f, (struct run){3, 4}, 1);
    f.tape.observer = &seen.observer;
    assert_true(model_outcome(&f.tape, f.model, &g)->val[0] == plain);
    const bool points = f.model->spec.head.kind->point;
    const int sites = seen.n - points;

    assert_true((sites > 0) == attends);
    expect_distinguished(&seen);
    for (int i = 0; i < seen.n; i++) {
        expect_named(&seen.map[i]);
        expect_side(&f, 3, &seen.map[i].rows);
        if (i < sites)
            expect_side(&f, 3, &seen.map[i].cols);
    }
    if (points) {
        expect_pointer(&f, &g, &seen.map[sites]);
        expect_candidates_alone(&seen);
    }
    attention_maps_release(&seen);
    release(&f);
}

static void every_models_attentions_have_names_and_tokens(void **state)
{
    use_test *test = check_model;

    (void)state;
    each_variant(&model_kinds, each_use_of, &test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_pools_with_the_weights_that_are_seen),
        cmocka_unit_test(codas_parts_are_its_equations),
        cmocka_unit_test(every_models_attentions_have_names_and_tokens),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
