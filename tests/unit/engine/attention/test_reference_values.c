/*
 * Attention against reference values from double precision and automatic
 * differentiation: every case of an HDF5 file, in which each case is a group.
 *
 * The file is coda_attention.h5 in the folder $CODARUN_ORACLE.  The test is
 * skipped if that is not set, and fails if the file or one of its cases is
 * missing.  A case holds one example: attributes f_e, f_n, gate, center_e,
 * alpha, beta, causal, heads; matrices q, k, a, b, da, db; e, n, m, a_out,
 * b_out and grad_q, grad_k, grad_a, grad_b.
 */
#include "config.h"

#include "tests/test.h"

#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/attention/attention.h"
#include "engine/kernel/kernel.h"
#include "tests/unit/tape_fixture.h"

#define TOLERANCE 2e-5
#define CASES 91

static double worst; /* of all differences */

static double number(hid_t group, const char *name)
{
    hid_t a = H5Aopen(group, name, H5P_DEFAULT);
    double x;

    assert_true(a >= 0);
    assert_true(H5Aread(a, H5T_NATIVE_DOUBLE, &x) >= 0);
    H5Aclose(a);
    return x;
}

/* A string of any length; out has room for 32 bytes. */
static void word(hid_t group, const char *name, char *out)
{
    hid_t a = H5Aopen(group, name, H5P_DEFAULT), type = H5Aget_type(a);

    memset(out, 0, 32);
    if (H5Tis_variable_str(type)) {
        char *text;
        assert_true(H5Aread(a, type, &text) >= 0);
        snprintf(out, 32, "%s", text);
        H5free_memory(text);
    } else {
        assert_true(H5Tget_size(type) < 32);
        assert_true(H5Aread(a, type, out) >= 0);
    }
    H5Tclose(type);
    H5Aclose(a);
}

/* A matrix of the case; the last dimension is the columns.  The caller frees
 * it. */
static double *matrix(hid_t group, const char *name, int *rows, int *cols)
{
    hid_t d = H5Dopen2(group, name, H5P_DEFAULT), space = H5Dget_space(d);
    hsize_t dims[3] = {1, 1, 1};
    int rank = H5Sget_simple_extent_dims(space, dims, NULL);
    double *x;

    assert_in_range(rank, 2, 3);
    *cols = (int)dims[rank - 1];
    *rows = (int)(rank == 3 ? dims[0] * dims[1] : dims[0]);
    x = memory_new(sizeof(double) * (size_t)*rows * (size_t)*cols + 1);
    assert_true(
        H5Dread(d, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) >= 0);
    H5Sclose(space);
    H5Dclose(d);
    return x;
}

static struct node *load(struct tape *t, hid_t group, const char *name)
{
    int rows, cols;
    double *x = matrix(group, name, &rows, &cols);
    struct node *y = tape_leaf(t, rows, cols);

    for (size_t i = 0; i < node_len(y); i++)
        y->val[i] = (float)x[i];
    free(x);
    return y;
}

static void compare(hid_t group, const char *name, const char *what,
                    const float *x, size_t n)
{
    int rows, cols;
    double *y = matrix(group, name, &rows, &cols), apart = 0.0, size = 0.0, d;

    assert_int_equal(n, (size_t)rows * (size_t)cols);
    for (size_t i = 0; i < n; i++) {
        apart += (x[i] - y[i]) * (x[i] - y[i]);
        size += y[i] * y[i];
    }
    /* A gradient of zeros must be 0 within rounding. */
    d = size > 0.0 ? sqrt(apart / size) : sqrt(apart);
    worst = d > worst ? d : worst;
    if (!(d <= TOLERANCE)) {
        char path[64] = "";
        H5Iget_name(group, path, sizeof(path));
        fail_msg("%s, %s, %s: differs by %g", path, what, name, d);
    }
    free(y);
}

static void set(const struct chosen *c, const char *name, double number_,
                const char *choice)
{
    for (const struct field *f = c->kind->fields; f->type; f++) {
        char *at = (char *)c->conf + f->offset;
        if (strcmp(f->name, name))
            continue;
        for (int v = 0; f->type == FIELD_TYPE_CHOICE && f->choices[v]; v++)
            if (!strcmp(f->choices[v], choice)) {
                memcpy(at, &v, sizeof(v));
                return;
            }
        if (f->type == FIELD_TYPE_REAL)
            memcpy(at, &number_, sizeof(number_));
        if (f->type == FIELD_TYPE_BOOL)
            memcpy(at, &(bool){number_ != 0.0}, sizeof(bool));
        if (f->type != FIELD_TYPE_CHOICE)
            return;
    }
    fail_msg("no field '%s' with value %g or '%s'", name, number_, choice);
}

/* The kind of a case, with its hyperparameters. */
static void choose(hid_t group, struct chosen *c)
{
    static const char *const reals[] = {"alpha", "beta", "center_e", NULL};
    static const char *const choices[] = {"f_e", "f_n", "gate", NULL};
    char text[32];
    bool softmax;

    word(group, "f_e", text);
    softmax = !strcmp(text, "softmax");
    assert_int_equal(
        chosen_preset(c, &attention_kinds, softmax ? "softmax" : "coda"), 0);
    for (int i = 0; !softmax && reals[i]; i++)
        set(c, reals[i], number(group, reals[i]), "");
    for (int i = 0; !softmax && choices[i]; i++) {
        word(group, choices[i], text);
        set(c, choices[i], 0.0, text);
    }
}

typedef struct attended apply(struct tape *t, const struct chosen *kind,
                              const struct attend *in);

/* Softmax has no alpha: the scale of affinities is applied to its queries. */
static void scale_queries(struct node *q, float alpha)
{
    for (size_t i = 0; i < node_len(q); i++)
        q->val[i] *= alpha;
}

static void check_outputs(hid_t group, struct tape *t,
                          const struct chosen *kind, const struct attend *in,
                          apply *how, const char *what)
{
    struct attended y = how(t, kind, in);
    struct node *loss = tape_add(t, dot_with(t, y.a_out, load(t, group, "da")),
                                 dot_with(t, y.b_out, load(t, group, "db")));

    tape_backward(t, loss);
    compare(group, "a_out", what, y.a_out->val, node_len(y.a_out));
    compare(group, "b_out", what, y.b_out->val, node_len(y.b_out));
    if (!strcmp(kind->kind->name, "softmax"))
        scale_queries(&(struct node){.val = in->q->grad,
                                     .rows = in->q->rows,
                                     .cols = in->q->cols},
                      (float)number(group, "alpha"));
    compare(group, "grad_q", what, in->q->grad, node_len(in->q));
    compare(group, "grad_k", what, in->k->grad, node_len(in->k));
    compare(group, "grad_a", what, in->a->grad, node_len(in->a));
    compare(group, "grad_b", what, in->b->grad, node_len(in->b));
}

static void check_affinities(hid_t group, struct tape *t,
                             const struct attend *in, struct node *q)
{
    struct pairs p;
    struct node *e, *n;

    pairs_init(&p, t->arena, in->rows, in->cols, in->heads,
               (struct pair_mask){0});
    e = tape_pair_dot(t, &p, q, in->k, (float)number(group, "alpha"));
    n = tape_pair_l1(t, &p, q, in->k, -(float)number(group, "beta"));
    compare(group, "e", "affinities", e->val, node_len(e));
    compare(group, "n", "affinities", n->val, node_len(n));
}

static void check_case(hid_t group, apply *how, const char *what)
{
    struct arena arena = {0};
    float none = 0.0f;
    struct tape t = {.arena = &arena, .grads = &none};
    struct chosen kind = {0};
    int rows[2] = {0, 0}, cols[2] = {0, 0}, example = 0;
    struct node *q = load(&t, group, "q"), *k = load(&t, group, "k");
    struct attend in = {.q = q,
                        .k = k,
                        .a = load(&t, group, "a"),
                        .b = load(&t, group, "b"),
                        .rows = {1, rows},
                        .cols = {1, cols},
                        .heads = (int)number(group, "heads"),
                        .mask.causal = number(group, "causal") != 0.0,
                        .example = &example};

    rows[1] = q->rows;
    cols[1] = k->rows;
    choose(group, &kind);
    check_affinities(group, &t, &in, q);
    if (!strcmp(kind.kind->name, "softmax"))
        scale_queries(q, (float)number(group, "alpha"));
    struct attention_parts parts = attention_inspect(&t, &kind, &in);
    compare(group, "m", what, parts.part[PART_M]->val,
            node_len(parts.part[PART_M]));
    check_outputs(group, &t, &kind, &in, how, what);
    chosen_release(&kind);
    arena_release(&arena);
}

static herr_t visit(hid_t file, const char *name, const H5L_info_t *info,
                    void *context)
{
    hid_t group = H5Gopen2(file, name, H5P_DEFAULT);
    int *count = context;

    (void)info;
    assert_true(group >= 0);
    check_case(group, attend, "fused");
    check_case(group, attend_composed, "composed");
    H5Gclose(group);
    (*count)++;
    return 0;
}

static void every_case_agrees_within_2e_5(void **state)
{
    char *path =
        memory_format("%s/coda_attention.h5", getenv("CODARUN_ORACLE"));
    int count = 0;
    hid_t file;

    (void)state;
    file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (file < 0)
        fail_msg("CODARUN_ORACLE: cannot open '%s'", path);
    free(path);
    worst = 0.0;
    H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, NULL, visit, &count);
    H5Fclose(file);
    assert_int_equal(count, CASES);
    print_message("# %d cases, worst difference %.2g (%s)\n", count, worst,
                  kernel_build());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        unit_test_if(getenv("CODARUN_ORACLE"), every_case_agrees_within_2e_5,
                     "CODARUN_ORACLE is not set"),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
