/*
 * export_fixture.h - a reader's export in double precision: one HDF5 file for a
 * model, attention and seed, with every parameter, two examples, the model's
 * outputs for them and all gradients.
 *
 * Matrices are [out, in] there and [in x out] here, convolutions [filters,
 * channels, 1, width] there and [width channels x filters] here.
 */
#ifndef EXPORT_FIXTURE_H
#define EXPORT_FIXTURE_H

#include "config.h"

#include "tests/test.h"

#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/str.h"

/* An array of an export. */
struct array {
    int rank;
    hsize_t dim[4];
    size_t n;
    double *at; /* owned */
};

/* Part i, from 0, of n parts that are one below the other: "NAME i/n"; the
 * whole is "NAME". */
struct part {
    int i, n, name; /* length of NAME */
};

static inline struct part part_of(const char *name)
{
    struct part p = {0, 1, (int)strcspn(name, " ")};

    if (name[p.name])
        assert_int_equal(sscanf(name + p.name, " %d/%d", &p.i, &p.n), 2);
    return p;
}

static inline void array_keep(struct array *a, struct part p)
{
    if (p.n == 1)
        return;
    assert_true(a->rank > 0 && a->dim[0] % (hsize_t)p.n == 0);
    a->dim[0] /= (hsize_t)p.n;
    a->n /= (size_t)p.n;
    memmove(a->at, a->at + (size_t)p.i * a->n, a->n * sizeof(*a->at));
}

static inline struct array array_read(hid_t file, const char *path)
{
    struct array a = {.n = 1};
    const struct part part = part_of(path);
    char *name = memory_format("%.*s", part.name, path);
    const hid_t d = H5Dopen2(file, name, H5P_DEFAULT);

    if (d < 0)
        fail_msg("no '%s'", name);
    free(name);
    const hid_t space = H5Dget_space(d);

    a.rank = H5Sget_simple_extent_dims(space, a.dim, NULL);
    assert_in_range(a.rank, 0, 4);
    for (int i = 0; i < a.rank; i++)
        a.n *= a.dim[i];
    a.at = memory_new((a.n + 1) * sizeof(*a.at));
    assert_true(H5Dread(d, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                        a.at) >= 0);
    H5Sclose(space);
    H5Dclose(d);
    array_keep(&a, part);
    return a;
}

static inline double number_read(hid_t file, const char *path)
{
    struct array a = array_read(file, path);
    const double x = a.at[0];

    assert_int_equal(a.n, 1);
    free(a.at);
    return x;
}

/* A text of any length; the caller frees it. */
static inline char *text_read(hid_t file, const char *name)
{
    const hid_t a = H5Aopen(file, name, H5P_DEFAULT), type = H5Aget_type(a);
    char *text, *copy;

    assert_true(H5Tis_variable_str(type) > 0);
    assert_true(H5Aread(a, type, &text) >= 0);
    copy = memory_string(text);
    H5free_memory(text);
    H5Tclose(type);
    H5Aclose(a);
    return copy;
}

/* A parameter, or its gradient, in our order.  Tables have the same order in
 * both. */
static inline void array_turn(const struct array *a, bool table, float *out)
{
    const size_t f = a->dim[0], c = a->rank > 1 ? a->dim[1] : 1;
    const size_t k = a->rank > 3 ? a->dim[3] : 1;

    assert_true(a->rank < 4 || a->dim[2] == 1);
    for (size_t i = 0; i < f; i++)
        for (size_t j = 0; j < c; j++)
            for (size_t w = 0; w < k; w++) {
                const size_t from = (i * c + j) * k + w;
                const size_t to =
                    table || a->rank < 2 ? from : (w * c + j) * f + i;

                out[to] = (float)a->at[from];
            }
}

/* |x - y| / |y|, or |x - y| if y is 0 except for rounding. */
static inline double apart(size_t n, const float *x, const float *y)
{
    double off = 0.0, size = 0.0;

    for (size_t i = 0; i < n; i++) {
        off += ((double)x[i] - y[i]) * ((double)x[i] - y[i]);
        size += (double)y[i] * y[i];
    }
    return size > 1e-24 ? sqrt(off / size) : sqrt(off);
}

/* Append `text`, with each $NAME replaced by the number that `sizes`, a flat
 * JSON object, has for it, and @ by `attention`. */
static inline void text_fill(const char *text, const char *sizes,
                             const char *attention, struct str *out)
{
    for (const char *at = text; *at; at++) {
        char key[32];
        const int n = *at == '$' ? (int)strspn(at + 1, "abcdefghijklmnop"
                                                       "qrstuvwxyz_")
                                 : 0;

        if (*at == '@') {
            str_adds(out, attention);
        } else if (n) {
            snprintf(key, sizeof(key), "\"%.*s\":", n, at + 1);
            const char *found = strstr(sizes, key);

            if (!found)
                fail_msg("no size %s in %s", key, sizes);
            str_addf(out, "%g", strtod(found + strlen(key), NULL));
            at += n;
        } else
            str_addf(out, "%c", *at);
    }
}

#endif
