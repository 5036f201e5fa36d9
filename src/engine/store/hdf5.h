/*
 * hdf5.h - HDF5 files that live in memory; this folder owns the library.
 *
 * A file is built whole in memory (core driver, no backing store) and returned
 * as bytes; a file to read is first brought into memory, checked, and then
 * opened there.  So HDF5 itself does not touch the file system, and neither its
 * file locks, which hang on some network file systems, nor files half-written
 * after a kill can occur.  The exceptions are sweep.h5 and the histories of a
 * sweep, which are too large: HDF5 writes them under a temporary name, without
 * locks.  Objects carry no times: equal content is equal bytes.
 *
 * Failure is sticky: once a call on a struct hdf5 has failed, the error is set,
 * `failed` is true and further calls do nothing (a read gives 0 or NULL).  So a
 * sequence of calls is checked once, at its end:
 *
 *     struct hdf5 h;
 *     struct str image = {0};
 *     hdf5_create(&h, 0, e);
 *     hdf5_put_int(&h, "/", "step", 7);
 *     if (hdf5_finish(&h, &image))
 *         return -1;
 *
 * Threads: HDF5 is behind one lock, which hdf5_create() and hdf5_open() take
 * and hdf5_finish() and hdf5_close() release; a thread opens one file at a
 * time.  Errors:  HDF5 prints nothing; its innermost reason ends up in the
 * error.
 */
#ifndef ENGINE_STORE_HDF5_H
#define ENGINE_STORE_HDF5_H

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/core/error.h"
#include "base/core/str.h"
#include "base/numbers/digest.h"

struct hdf5 {
    hid_t file;
    bool failed;
    struct error *e; /* borrowed */
};

/* Begin a file in memory; `expected` is about how many bytes it will have, or
 * 0. */
void hdf5_create(struct hdf5 *h, size_t expected, struct error *e);

/* End it: `image` becomes its bytes.  Returns -1 if anything failed. */
int hdf5_finish(struct hdf5 *h, struct str *image);

/* Open a file from its bytes, which are copied; a block of text may precede
 * them.  Files that lead to another file, by a link or by where data lie, are
 * refused. */
void hdf5_open(struct hdf5 *h, const void *bytes, size_t n, struct error *e);

/* End reading.  Returns -1 if anything failed. */
int hdf5_close(struct hdf5 *h);

/* Check that hdf5_open() can open these bytes. */
int hdf5_check(const void *bytes, size_t n, struct error *e);

/*
 * The same for a file that is too large for memory.  hdf5_create_in() writes to
 * an open file, from byte `before` on, which is 0, 512 or a larger power of
 * two.  The file is written as it is made, so nobody may use it yet; it is
 * ended by hdf5_close().  hdf5_open_in() reads a file that was written so.
 */
void hdf5_create_in(struct hdf5 *h, int fd, size_t before, struct error *e);
void hdf5_open_in(struct hdf5 *h, int fd, struct error *e);

/* Release the lock for a while, in which h is not used; and take it again. */
void hdf5_leave(struct hdf5 *h);
void hdf5_enter(struct hdf5 *h);

/* Set the error "what: HDF5's innermost reason" unless something failed
 * before. */
void hdf5_fail(struct hdf5 *h, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Refuse a file if any part of it lies elsewhere: external and soft links,
 * external raw storage, virtual datasets.  hdf5_open() calls it. */
void hdf5_check_own(struct hdf5 *h);

/* Make HDF5 follow no link out of a file, and load no filters that it names. */
void hdf5_follow_nothing(void);

/* "1.10.8" */
void hdf5_version(char out[32]);

/* --- attributes of the object at a path ("/", "/provenance") ------------ */

void hdf5_put_int(struct hdf5 *h, const char *path, const char *name,
                  int64_t value);
void hdf5_put_real(struct hdf5 *h, const char *path, const char *name,
                   double value);
void hdf5_put_text(struct hdf5 *h, const char *path, const char *name,
                   const char *value);
void hdf5_put_digest(struct hdf5 *h, const char *path, const char *name,
                     struct digest d); /* as 32 hex digits */
int64_t hdf5_get_int(struct hdf5 *h, const char *path, const char *name);
double hdf5_get_real(struct hdf5 *h, const char *path, const char *name);
/* A fixed-length string; the caller frees it. */
char *hdf5_get_text(struct hdf5 *h, const char *path, const char *name);
void hdf5_get_digest(struct hdf5 *h, const char *path, const char *name,
                     struct digest *d);

bool hdf5_has_attribute(struct hdf5 *h, const char *path, const char *name);

/* The names of an object's attributes in the order they were put. */
void hdf5_attributes(struct hdf5 *h, const char *path,
                     void (*tell)(void *, const char *name), void *context);

/* --- groups and datasets ------------------------------------------------- */

void hdf5_put_group(struct hdf5 *h, const char *path);
bool hdf5_has(struct hdf5 *h, const char *path);

/* A dataset of `rank` extents, element type `type` (in memory and file). */
void hdf5_put_array(struct hdf5 *h, const char *path, hid_t type, int rank,
                    const hsize_t *extent, const void *data);

/* hdf5_begin_array() creates a dataset of one extent, n elements, whose data
 * come piece by piece; HDF5_GROWS: any number of elements, in compressed
 * chunks.  The caller closes it with H5Dclose() if it is not negative.
 * hdf5_put_piece() writes its n elements from `at` on. */
#define HDF5_GROWS H5S_UNLIMITED
hid_t hdf5_begin_array(struct hdf5 *h, const char *path, hid_t type, hsize_t n);
void hdf5_put_piece(struct hdf5 *h, hid_t set, hid_t type, hsize_t at,
                    hsize_t n, const void *data);

/*
 * Attach dimension scales to n datasets of `rank` extents, HDF5_SCALED at most:
 * a scale is a dataset that labels the places along an extent.
 */
#define HDF5_SCALED 8
void hdf5_put_scales(struct hdf5 *h, const char *const *path, int n,
                     const char *const *scale, int rank);

/* A text as a scalar dataset. */
void hdf5_put_document(struct hdf5 *h, const char *path, const char *text);
char *hdf5_get_document(struct hdf5 *h, const char *path); /* free() it */

/* What a dataset is, for readers that do not know the file. */
struct hdf5_dataset {
    const char *path; /* "/answers/valid/score" */
    const char *type; /* "float32", "int64", "uint8", "text", "table" of
                         columns */
    int rank;         /* 0: one value */
    long extent[H5S_MAX_RANK];
};
/* Report all datasets, in order of their paths. */
void hdf5_datasets(struct hdf5 *h,
                   void (*tell)(void *, const struct hdf5_dataset *),
                   void *context);

/* Report the columns of a table, in their order; for any other dataset none. */
void hdf5_columns(struct hdf5 *h, const char *path,
                  void (*tell)(void *, const char *name), void *context);

/* The extents of a dataset, which must have `rank` of them. */
void hdf5_extent(struct hdf5 *h, const char *path, int rank, hsize_t *extent);
/*
 * Read a whole dataset, converted to `type` of `size` bytes an element, into
 * zeroed memory.  The caller frees it.  NULL if empty or failed.
 */
void *hdf5_get_array(struct hdf5 *h, const char *path, hid_t type, size_t size,
                     int rank, hsize_t *extent);

/* Require a table to have every column of a compound type: HDF5 would read a
 * missing one as 0. */
void hdf5_check_columns(struct hdf5 *h, const char *path, hid_t type);

/* True if a table has a column of this name. */
bool hdf5_has_column(struct hdf5 *h, const char *path, const char *name);

/* Set what makes equal content equal bytes in a creation property list. */
void hdf5_plain_object(hid_t create);

/* A fixed-length UTF-8 string type, padded with NULs; H5Tclose() it. */
hid_t hdf5_text_type(size_t bytes);

#endif
