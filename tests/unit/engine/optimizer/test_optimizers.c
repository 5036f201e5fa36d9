/*
 * Every registered optimiser, compared with its paper's form in double, which
 * is papers/NAME.h, and the laws that all of them obey.
 */
#include "tests/test.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "config/yaml/document.h"
#include "engine/optimizer/optimizer.h"

#define N 1003
#define STEPS 50

static float gradient(int i, int step)
{
    return (float)sin(0.1 * i + 0.7 * step) * (i % 17 == 0 ? 0.0f : 1.0f);
}

/* --- as the papers have them ---------------------------------------------- */

/* One step of one element: p, with its moments m. */
typedef void reference(double g, double rate, int t, double *m, double *p);

/* A setting of the kind, and the reference for it. */
struct paper {
    const char *yaml;
    reference *step;
};

/* Generated in the build folder. */
#include "tests/unit/engine/optimizer/optimizer_papers.h"

/* In the order of the kinds; each list ends with an entry whose yaml is
 * NULL. */
static const struct paper *const papers[] = {
#define KIND(name) name##_papers,
#include "engine/optimizer/kinds.def"
#undef KIND
    NULL,
};

static void bind(const char *yaml, struct chosen *c)
{
    struct error e = {0};
    struct document *d = document_parse(yaml, "test", &e);

    if (!d || document_bind_kind(d, "", &optimizer_kinds, c, &e))
        fail_msg("%s", e.text);
    document_free(d);
}

/* The vectors of an optimiser in use. */
struct vectors {
    float grad[N], param[N], room[MAX_MOMENTS][N], *moment[MAX_MOMENTS];
};

static struct vectors *vectors_of(int which)
{
    static struct vectors v[2];

    memset(&v[which], 0, sizeof(v[which]));
    for (int k = 0; k < MAX_MOMENTS; k++)
        v[which].moment[k] = v[which].room[k];
    for (int i = 0; i < N; i++)
        v[which].param[i] = (float)cos(i);
    return &v[which];
}

static void each_paper(void (*check)(const struct paper *a,
                                     const struct chosen *c))
{
    for (int k = 0; papers[k]; k++)
        for (const struct paper *a = papers[k]; a->yaml; a++) {
            struct chosen c = {0};

            bind(a->yaml, &c);
            check(a, &c);
            chosen_release(&c);
        }
}

static void every_kind_has_its_papers_form(void **state)
{
    (void)state;
    for (int k = 0; optimizer_kinds.list[k]; k++) {
        struct chosen c = {0};

        assert_non_null(papers[k]->yaml);
        bind(papers[k]->yaml, &c);
        assert_ptr_equal(c.kind, optimizer_kinds.list[k]);
        chosen_release(&c);
    }
}

static void check_paper(const struct paper *a, const struct chosen *c)
{
    static double p[N], m[N][MAX_MOMENTS];
    struct descent d = {.rate = 3e-3, .scale = 0.5, .l2 = 0.01};
    struct vectors *v = vectors_of(0);

    memset(m, 0, sizeof(m));
    for (int i = 0; i < N; i++)
        p[i] = v->param[i];
    for (int t = 1; t <= STEPS; t++) {
        d.step = t;
        for (int i = 0; i < N; i++) {
            const double g = d.scale * (v->grad[i] = gradient(i, t));

            a->step(g + d.l2 * p[i], d.rate, t, m[i], &p[i]);
        }
        optimizer_update(c, &d, N, v->grad, v->moment, v->param);
    }
    for (int i = 0; i < N; i++)
        if (!(fabs(v->param[i] - p[i]) <
              2e-6 * (STEPS * d.rate + fabs(cos(i)))))
            fail_msg("%s, element %d: found %.9g, expected %.9g", a->yaml, i,
                     (double)v->param[i], p[i]);
}

static void steps_agree_with_the_papers(void **state)
{
    (void)state;
    each_paper(check_paper);
}

/* Adam's first step is one rate long, whatever the gradient's size. */
static void the_first_step_of_adam_is_one_rate_long(void **state)
{
    const struct descent d = {.rate = 0.01, .scale = 1, .step = 1};
    struct chosen c = {0};
    struct vectors *v = vectors_of(0);

    (void)state;
    bind("{kind: adam, epsilon: 1e-12}", &c);
    v->grad[0] = 1e-3f;
    v->grad[1] = -1e3f;
    optimizer_update(&c, &d, 2, v->grad, v->moment, v->param);
    assert_true(fabs(v->param[0] - cos(0) + 0.01) < 1e-6);
    assert_true(fabs(v->param[1] - cos(1) - 0.01) < 1e-6);
    chosen_release(&c);
}

/* --- what holds for all -------------------------------------------------- */

static void check_slices(const struct paper *a, const struct chosen *c)
{
    struct vectors *v[] = {vectors_of(0), vectors_of(1)};

    (void)a;
    for (int t = 1; t <= 3; t++) {
        const struct descent d = {.rate = 0.01, .scale = 1, .step = t};

        for (int i = 0; i < N; i++)
            v[0]->grad[i] = v[1]->grad[i] = gradient(i, t);
        optimizer_update(c, &d, N, v[0]->grad, v[0]->moment, v[0]->param);
        for (int at = 0, n; at < N; at += n) {
            float *moment[MAX_MOMENTS];

            n = at + 37 < N ? 37 : N - at;
            for (int k = 0; k < MAX_MOMENTS; k++)
                moment[k] = v[1]->moment[k] + at;
            optimizer_update(c, &d, (size_t)n, v[1]->grad + at, moment,
                             v[1]->param + at);
        }
    }
    assert_memory_equal(v[0]->param, v[1]->param, sizeof(v[0]->param));
    assert_memory_equal(v[0]->room, v[1]->room, sizeof(v[0]->room));
}

/* A vector cut into any slices is updated as it is whole. */
static void slices_give_the_same_bits(void **state)
{
    (void)state;
    each_paper(check_slices);
}

static void nothing_is_denormal(const struct vectors *v)
{
    for (int k = 0; k < MAX_MOMENTS; k++)
        for (int i = 0; i < N; i++)
            assert_true(v->room[k][i] == 0 || fabsf(v->room[k][i]) >= FLT_MIN);
}

/* As in the row of a word that occurs once and never again. */
static void check_left_alone(const struct paper *a, const struct chosen *c)
{
    static float last[N];
    struct vectors *v = vectors_of(0);

    (void)a;
    for (int i = 0; i < N; i++) /* of all magnitudes, also below the least that
                                   counts */
        v->grad[i] = ldexpf(gradient(i, 0), -i % 160);
    for (int t = 1; t <= 100000; t++) {
        const struct descent d = {.rate = 1e-3, .scale = 1, .step = t};

        optimizer_update(c, &d, N, v->grad, v->moment, v->param);
        if (t % 50 == 1)
            nothing_is_denormal(v);
        memset(v->grad, 0, sizeof(v->grad));
        if (t == 50000) /* steps may continue as long as a moment is not 0 */
            memcpy(last, v->param, sizeof(last));
    }
    for (int k = 0; k < MAX_MOMENTS; k++)
        for (int i = 0; i < N; i++)
            assert_true(v->room[k][i] == 0);
    assert_memory_equal(v->param, last, sizeof(last));
}

static void moments_without_gradients_end_at_0(void **state)
{
    (void)state;
    each_paper(check_left_alone);
}

/* Gradients close to 0, in every step. */
static void check_tiny(const struct paper *a, const struct chosen *c)
{
    struct vectors *v = vectors_of(0);

    (void)a;
    for (int i = 0; i < N; i++)
        v->grad[i] = ldexpf(i % 2 ? 1.3f : -1.3f, -i % 150);
    for (int t = 1; t <= 200; t++) {
        const struct descent d = {.rate = 1e-3, .scale = 1, .step = t};

        optimizer_update(c, &d, N, v->grad, v->moment, v->param);
        nothing_is_denormal(v);
    }
    assert_true(v->room[0][1] != 0); /* 2^-1 is above the least that counts */
}

static void tiny_gradients_leave_no_denormal_moments(void **state)
{
    (void)state;
    each_paper(check_tiny);
}

static void check_no_number(const struct paper *a, const struct chosen *c)
{
    const struct descent d = {.rate = 0.01, .scale = 1, .step = 1};
    struct vectors *v = vectors_of(0);

    (void)a;
    v->grad[0] = NAN;
    optimizer_update(c, &d, 2, v->grad, v->moment, v->param);
    assert_true(isnan(v->param[0]));
    assert_false(isnan(v->param[1]));
}

static void no_number_stays_visible(void **state)
{
    (void)state;
    each_paper(check_no_number);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_has_its_papers_form),
        cmocka_unit_test(steps_agree_with_the_papers),
        cmocka_unit_test(the_first_step_of_adam_is_one_rate_long),
        cmocka_unit_test(slices_give_the_same_bits),
        cmocka_unit_test(moments_without_gradients_end_at_0),
        cmocka_unit_test(tiny_gradients_leave_no_denormal_moments),
        cmocka_unit_test(no_number_stays_visible),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
