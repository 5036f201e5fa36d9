/*
 * fuzz_hdf5_values.h - HDF5's types, extents and values, made from bytes.
 */
#ifndef FUZZ_HDF5_VALUES_H
#define FUZZ_HDF5_VALUES_H

#include "fuzz.h"

#include <hdf5.h>

enum { LONGEST = 4096 };

struct fuzz_bytes {
    const uint8_t *at;
    size_t left;
};

/* The next byte; 0 at the end. */
static inline unsigned fuzz_next(struct fuzz_bytes *b)
{
    if (!b->left)
        return 0;
    b->left--;
    return *b->at++;
}

static inline hid_t fuzz_scalar_type(struct fuzz_bytes *b)
{
    static const int lengths[] = {1, 2, 8, 24, 31, 32, 33, 200};
    const unsigned which = fuzz_next(b) % 8;
    hid_t type;

    switch (which) {
    case 0:
        return H5Tcopy(H5T_NATIVE_INT8);
    case 1:
        return H5Tcopy(H5T_NATIVE_UINT64);
    case 2:
        return H5Tcopy(H5T_NATIVE_FLOAT);
    case 3:
        return H5Tcopy(H5T_IEEE_F64BE);
    case 4:
        return H5Tcopy(H5T_STD_I32LE);
    default:
        type = H5Tcopy(H5T_C_S1);
        H5Tset_size(type, which == 7 ? H5T_VARIABLE
                                     : (size_t)lengths[fuzz_next(b) % 8]);
        return type;
    }
}

/* A table type of some columns, with names of the old one. */
static inline hid_t fuzz_table_type(struct fuzz_bytes *b, hid_t old)
{
    const int n = old >= 0 && H5Tget_class(old) == H5T_COMPOUND
                      ? H5Tget_nmembers(old)
                      : 0;
    const hid_t type = H5Tcreate(H5T_COMPOUND, 4096);
    size_t at = 0;

    for (int i = 0; i < n && at < 3000; i++) {
        const unsigned what = fuzz_next(b);
        char *name = H5Tget_member_name(old, (unsigned)i);
        const hid_t member = what % 4 ? H5Tget_member_type(old, (unsigned)i)
                                      : fuzz_scalar_type(b);

        if (what % 16 != 15 && H5Tinsert(type, name, at, member) >= 0)
            at += H5Tget_size(member);
        H5Tclose(member);
        H5free_memory(name);
    }
    if (!at && H5Tinsert(type, "x", 0, H5T_NATIVE_INT8) >= 0)
        at = 1;
    H5Tset_size(type, at);
    return type;
}

static inline hid_t fuzz_space(struct fuzz_bytes *b)
{
    const unsigned rank = fuzz_next(b) % 4;
    hsize_t extent[4];

    for (unsigned i = 0; i < rank; i++) {
        const unsigned n = fuzz_next(b);

        extent[i] = n < 224 ? n % 32 : (hsize_t)1 << (n % 62);
    }
    return rank ? H5Screate_simple((int)rank, extent, NULL)
                : H5Screate(H5S_SCALAR);
}

/* Allocate values, filled from the bytes; NULL if they need much memory, or are
 * pointers. */
static inline void *fuzz_values(struct fuzz_bytes *b, hid_t type, hid_t space)
{
    const hssize_t n = H5Sget_simple_extent_npoints(space);
    const size_t size = H5Tget_size(type);

    if (n <= 0 || n > LONGEST || size * (size_t)n > LONGEST ||
        H5Tdetect_class(type, H5T_VLEN) > 0 || H5Tis_variable_str(type) > 0 ||
        H5Tget_class(type) == H5T_COMPOUND)
        return NULL;
    uint8_t *values = malloc(size * (size_t)n);

    MUST(values != NULL);
    for (size_t i = 0; i < size * (size_t)n; i++)
        values[i] = (uint8_t)fuzz_next(b);
    return values;
}

#endif
