/*
 * fuzz_hdf5.h - a file of codarun with other content: as the bytes direct,
 * datasets and attributes are removed, created again with other types and
 * extents, or given other values, by HDF5 itself; then its envelope is
 * corrected.
 *
 * So these targets test how codarun handles a file that HDF5 can read.  How
 * HDF5 handles hostile bytes is not tested, since it gets no file without a
 * right digest: fuzz_checked_file.c.
 */
#ifndef FUZZ_HDF5_H
#define FUZZ_HDF5_H

#include "fuzz.h"

#include <hdf5.h>
#include <stdbool.h>

#include "base/core/str.h"
#include "base/numbers/digest.h"
#include "engine/store/checked_file.h"
#include "fuzz_hdf5_values.h"
#include "tests/lead_out.h"

enum { OBJECTS = 200 };

/* True if the last change made the file lead to another; then it is refused. */
static bool fuzz_leads_out;

/* An object, or an attribute of one. */
struct fuzz_object {
    char path[80], attribute[40];
};

struct fuzz_hdf5 {
    struct str image; /* the file as it was made */
    int n;
    struct fuzz_object object[OBJECTS];
};

static inline void fuzz_list(struct fuzz_hdf5 *f, const char *path,
                             const char *attribute)
{
    if (f->n == OBJECTS)
        return;
    struct fuzz_object *o = &f->object[f->n++];

    snprintf(o->path, sizeof(o->path), "%s", path);
    snprintf(o->attribute, sizeof(o->attribute), "%s", attribute);
}

static herr_t fuzz_list_attribute(hid_t at, const char *name,
                                  const H5A_info_t *info, void *context)
{
    struct fuzz_hdf5 *f = context;

    (void)at;
    (void)info;
    fuzz_list(f, f->object[f->n - 1].path, name);
    return 0;
}

static herr_t fuzz_list_object(hid_t at, const char *name,
                               const H5O_info_t *info, void *context)
{
    char path[80];

    (void)info;
    snprintf(path, sizeof(path), "/%s", strcmp(name, ".") ? name : "");
    fuzz_list(context, path, "");
    H5Aiterate_by_name(at, name, H5_INDEX_NAME, H5_ITER_INC, NULL,
                       fuzz_list_attribute, context, H5P_DEFAULT);
    return 0;
}

static inline hid_t fuzz_open(const struct fuzz_hdf5 *f)
{
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);

    H5Pset_fapl_core(access, 65536, 0);
    H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_LATEST);
    MUST(H5Pset_file_image(access, f->image.s, f->image.len) >= 0);
    const hid_t file = H5Fopen("fuzz", H5F_ACC_RDWR, access);

    MUST(file >= 0);
    H5Pclose(access);
    return file;
}

/* Read the file that seeds.sh has made, once. */
static inline const struct fuzz_hdf5 *fuzz_hdf5(const char *made,
                                                const char *kind)
{
    static struct fuzz_hdf5 f;
    struct error e = {""};

    if (f.n)
        return &f;
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    MUST(!checked_file_read(fuzz_made(made), kind, &f.image, &e));
    const hid_t file = fuzz_open(&f);

    H5Ovisit(file, H5_INDEX_NAME, H5_ITER_INC, fuzz_list_object, &f);
    MUST(f.n > 0 && H5Fclose(file) >= 0);
    return &f;
}

/* --- what is changed ------------------------------------------------------ */

static inline void fuzz_new_attribute(hid_t file, const struct fuzz_object *o,
                                      struct fuzz_bytes *b)
{
    const hid_t type = fuzz_scalar_type(b), space = fuzz_space(b);
    void *values = fuzz_values(b, type, space);

    H5Adelete_by_name(file, o->path, o->attribute, H5P_DEFAULT);
    const hid_t a =
        H5Sget_simple_extent_npoints(space) > LONGEST
            ? H5I_INVALID_HID
            : H5Acreate_by_name(file, o->path, o->attribute, type, space,
                                H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);

    if (a >= 0 && values)
        H5Awrite(a, type, values);
    if (a >= 0)
        H5Aclose(a);
    free(values);
    H5Sclose(space);
    H5Tclose(type);
}

static inline hid_t fuzz_old_type(hid_t file, const char *path)
{
    const hid_t d = H5Dopen2(file, path, H5P_DEFAULT);
    const hid_t type = d >= 0 ? H5Dget_type(d) : H5I_INVALID_HID;

    if (d >= 0)
        H5Dclose(d);
    return type;
}

static inline void fuzz_new_dataset(hid_t file, const char *path,
                                    struct fuzz_bytes *b)
{
    const unsigned what = fuzz_next(b) % 4;
    const hid_t old = fuzz_old_type(file, path);
    const hid_t type = what == 0              ? fuzz_scalar_type(b)
                       : what == 1 || old < 0 ? fuzz_table_type(b, old)
                                              : H5Tcopy(old);
    const hid_t space = fuzz_space(b);
    void *values = fuzz_values(b, type, space);

    H5Ldelete(file, path, H5P_DEFAULT);
    const hid_t d = H5Dcreate2(file, path, type, space, H5P_DEFAULT,
                               H5P_DEFAULT, H5P_DEFAULT);

    if (d >= 0 && values)
        H5Dwrite(d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    if (d >= 0)
        H5Dclose(d);
    free(values);
    H5Sclose(space);
    H5Tclose(type);
    if (old >= 0)
        H5Tclose(old);
}

/* Write other values of the same type and extents, unless there are too
 * many. */
static inline void fuzz_overwrite(hid_t file, const char *path,
                                  struct fuzz_bytes *b)
{
    const hid_t d = H5Dopen2(file, path, H5P_DEFAULT);

    if (d < 0)
        return;
    const hid_t type = H5Dget_type(d), space = H5Dget_space(d);
    const hssize_t n = H5Sget_simple_extent_npoints(space);
    const bool few = n > 0 && n < 1 << 20;
    const size_t bytes = few ? H5Tget_size(type) * (size_t)n : 0;
    uint8_t *values = bytes ? calloc(1, bytes) : NULL;

    if (values)
        H5Dread(d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    for (unsigned k = 1 + fuzz_next(b) % 16; k && values; k--) {
        const size_t at = fuzz_next(b) | (size_t)fuzz_next(b) << 8;

        values[at % bytes] = (uint8_t)fuzz_next(b);
    }
    if (values)
        H5Dwrite(d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    free(values);
    H5Sclose(space);
    H5Tclose(type);
    H5Dclose(d);
}

/* Replace a dataset by one in another file, or by a link to it. */
static inline void fuzz_lead_out(hid_t file, const char *path,
                                 struct fuzz_bytes *b)
{
    const char *manner = lead_out_manners[fuzz_next(b) % 5];
    const char *other = fuzz_file("other", "of another file, 20 bytes", 26);

    if (strcmp(path, "/"))
        fuzz_leads_out = lead_out(file, path, manner, other) >= 0;
}

/* Create a link to another object, to itself or to a file, or a group. */
static inline void fuzz_link(hid_t file, const struct fuzz_hdf5 *f,
                             const char *path, struct fuzz_bytes *b)
{
    const char *other = f->object[fuzz_next(b) % (unsigned)f->n].path;
    const unsigned what = fuzz_next(b) % 8;

    if (what > 3)
        fuzz_lead_out(file, path, b);
    if (what > 3 || !strcmp(path, "/"))
        return;
    H5Ldelete(file, path, H5P_DEFAULT);
    if (what == 0)
        H5Lcreate_soft(other, file, path, H5P_DEFAULT, H5P_DEFAULT);
    else if (what == 1)
        H5Lcreate_hard(file, other, file, path, H5P_DEFAULT, H5P_DEFAULT);
    else if (what == 2)
        H5Lcreate_external("/dev/null", other, file, path, H5P_DEFAULT,
                           H5P_DEFAULT);
    else
        H5Gclose(H5Gcreate2(file, path, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
}

static inline void fuzz_change(hid_t file, const struct fuzz_hdf5 *f,
                               struct fuzz_bytes *b)
{
    const struct fuzz_object *o = &f->object[fuzz_next(b) % (unsigned)f->n];
    const unsigned what = fuzz_next(b) % 8;

    fuzz_leads_out = false;
    if (o->attribute[0] && what < 2)
        H5Adelete_by_name(file, o->path, o->attribute, H5P_DEFAULT);
    else if (o->attribute[0])
        fuzz_new_attribute(file, o, b);
    else if (what == 0 && strcmp(o->path, "/"))
        H5Ldelete(file, o->path, H5P_DEFAULT);
    else if (what == 1)
        fuzz_link(file, f, o->path, b);
    else if (what < 5 && strcmp(o->path, "/"))
        fuzz_new_dataset(file, o->path, b);
    else
        fuzz_overwrite(file, o->path, b);
}

/* --- the file ------------------------------------------------------------- */

/* Write the file with its first block. */
static inline void fuzz_checked_file(const char *kind, const void *bytes,
                                     size_t n, char block[CHECKED_FILE_HEADER])
{
    char hex[DIGEST_HEX];

    digest_hex(digest_of(bytes, n), hex);
    memset(block, ' ', CHECKED_FILE_HEADER);
    const int used = snprintf(block, CHECKED_FILE_HEADER,
                              "codarun %s 1\nbytes %zu\nxxh3 %s\n"
                              "an HDF5 file follows at byte %d\n",
                              kind, n, hex, CHECKED_FILE_HEADER);

    block[used] = ' ';
    block[CHECKED_FILE_HEADER - 1] = '\n';
}

/* The path of a file with the changes that the bytes direct. */
static inline const char *fuzz_changed(const char *made, const char *kind,
                                       const uint8_t *data, size_t n)
{
    const struct fuzz_hdf5 *f = fuzz_hdf5(made, kind);
    struct fuzz_bytes b = {data, n};
    const hid_t file = fuzz_open(f);

    while (b.left)
        fuzz_change(file, f, &b);
    MUST(H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0);
    const ssize_t bytes = H5Fget_file_image(file, NULL, 0);

    MUST(bytes > 0);
    char *all = malloc(CHECKED_FILE_HEADER + (size_t)bytes);

    MUST(all != NULL);
    MUST(H5Fget_file_image(file, all + CHECKED_FILE_HEADER, (size_t)bytes) ==
         bytes);
    fuzz_checked_file(kind, all + CHECKED_FILE_HEADER, (size_t)bytes, all);
    const char *path =
        fuzz_file("changed.h5", all, CHECKED_FILE_HEADER + (size_t)bytes);

    free(all);
    H5Fclose(file);
    return path;
}

/* Check that files, datasets, groups and attributes are closed: see
 * lsan.supp. */
static inline void fuzz_all_closed(void)
{
    MUST(H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL) == 0);
}

#endif
