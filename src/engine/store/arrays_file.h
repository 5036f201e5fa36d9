/*
 * arrays_file.h - named arrays of floats, and a JSON document about them, in
 * file formats that other programs read:
 *
 *   hdf5         a dataset [rows, cols] of the name in /arrays, and the
 *                document, a string, in /about
 *   npz          NAME.npy in a zip archive, not compressed, and about.json:
 *                numpy.load() gives the arrays by name, about.json as bytes
 *   safetensors  a tensor a name; the document is `about` in __metadata__
 *
 * Numbers are float32, little-endian, row by row.  Equal content is equal
 * bytes.
 *
 * Threads: pure functions, except for HDF5's lock (store/hdf5.h).
 */
#ifndef ENGINE_STORE_ARRAYS_FILE_H
#define ENGINE_STORE_ARRAYS_FILE_H

#include "base/core/error.h"
#include "base/core/str.h"

enum arrays_format { ARRAYS_HDF5, ARRAYS_NPZ, ARRAYS_SAFETENSORS };
extern const char *const arrays_format_names[];  /* NULL-terminated */
extern const char *const arrays_format_ending[]; /* "h5", as above */

struct named_array {
    const char *name; /* no '/' in it */
    int rows, cols;
    const float *values; /* [rows x cols] */
};

struct arrays {
    int n;
    const struct named_array *array; /* [n] names differ; borrowed */
    const char *about;               /* the document; borrowed */
    const char *file;                /* for HDF5: the kind of file, as in
                                        store/schema.h */
};

/* Replace *image by the file. */
int arrays_file(const struct arrays *a, enum arrays_format format,
                struct str *image, struct error *e);

/* --- npz.c ---------------------------------------------------------------- */

int npz_file(const struct arrays *a, struct str *image, struct error *e);

#endif
