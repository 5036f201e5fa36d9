/* hdf5_items.c - attributes, groups and datasets of a file in memory. */
#include "config.h"

#include "engine/store/hdf5.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

hid_t hdf5_text_type(size_t bytes)
{
    hid_t type = H5Tcopy(H5T_C_S1);

    H5Tset_size(type, bytes ? bytes : 1);
    H5Tset_strpad(type, H5T_STR_NULLPAD);
    H5Tset_cset(type, H5T_CSET_UTF8);
    return type;
}

static void put_attribute(struct hdf5 *h, const char *path, const char *name,
                          hid_t type, const void *value)
{
    if (h->failed)
        return;
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t a = H5Acreate_by_name(h->file, path, name, type, space, H5P_DEFAULT,
                                H5P_DEFAULT, H5P_DEFAULT);
    if (a < 0 || H5Awrite(a, type, value) < 0)
        hdf5_fail(h, "cannot write attribute '%s' of '%s'", name, path);
    if (a >= 0)
        H5Aclose(a);
    H5Sclose(space);
}

void hdf5_put_int(struct hdf5 *h, const char *path, const char *name,
                  int64_t value)
{
    put_attribute(h, path, name, H5T_NATIVE_INT64, &value);
}

void hdf5_put_real(struct hdf5 *h, const char *path, const char *name,
                   double value)
{
    put_attribute(h, path, name, H5T_NATIVE_DOUBLE, &value);
}

void hdf5_put_text(struct hdf5 *h, const char *path, const char *name,
                   const char *value)
{
    hid_t type = hdf5_text_type(strlen(value));

    put_attribute(h, path, name, type, value);
    H5Tclose(type);
}

void hdf5_put_digest(struct hdf5 *h, const char *path, const char *name,
                     struct digest d)
{
    char hex[DIGEST_HEX];

    digest_hex(d, hex);
    hdf5_put_text(h, path, name, hex);
}

static hid_t open_attribute(struct hdf5 *h, const char *path, const char *name)
{
    hid_t a = H5I_INVALID_HID;

    if (!h->failed)
        a = H5Aopen_by_name(h->file, path, name, H5P_DEFAULT, H5P_DEFAULT);
    if (a < 0)
        hdf5_fail(h, "no attribute '%s' of '%s'", name, path);
    return a;
}

static void get_number(struct hdf5 *h, const char *path, const char *name,
                       hid_t type, void *value)
{
    hid_t a = open_attribute(h, path, name);

    if (a < 0)
        return;
    hid_t space = H5Aget_space(a);
    if (H5Sget_simple_extent_npoints(space) != 1 || H5Aread(a, type, value) < 0)
        hdf5_fail(h, "attribute '%s' of '%s' is not one number", name, path);
    H5Sclose(space);
    H5Aclose(a);
}

int64_t hdf5_get_int(struct hdf5 *h, const char *path, const char *name)
{
    int64_t value = 0;

    get_number(h, path, name, H5T_NATIVE_INT64, &value);
    return value;
}

double hdf5_get_real(struct hdf5 *h, const char *path, const char *name)
{
    double value = 0;

    get_number(h, path, name, H5T_NATIVE_DOUBLE, &value);
    return value;
}

/* No attribute of ours is longer: a text of any length is a document. */
#define MOST_ATTRIBUTE ((size_t)16 << 20)

/* Allocate memory for the value of a space of `type`, one fixed-length string,
 * and a NUL; NULL if it is something else, or has more than `most` bytes. */
static char *text_room(hid_t space, hid_t type, size_t most)
{
    if (H5Sget_simple_extent_npoints(space) != 1 ||
        H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0 ||
        H5Tget_size(type) > most)
        return NULL;
    return memory_zeroed(H5Tget_size(type) + 1, 1);
}

void hdf5_get_digest(struct hdf5 *h, const char *path, const char *name,
                     struct digest *d)
{
    char *hex = hdf5_get_text(h, path, name);

    if (hex && digest_parse(hex, d))
        hdf5_fail(h, "attribute '%s': found '%s', expected 32 hex digits", name,
                  hex);
    free(hex);
}

bool hdf5_has_attribute(struct hdf5 *h, const char *path, const char *name)
{
    return !h->failed &&
           H5Aexists_by_name(h->file, path, name, H5P_DEFAULT) > 0;
}

char *hdf5_get_text(struct hdf5 *h, const char *path, const char *name)
{
    hid_t a = open_attribute(h, path, name);

    if (a < 0)
        return NULL;
    hid_t type = H5Aget_type(a), space = H5Aget_space(a);
    char *text = text_room(space, type, MOST_ATTRIBUTE);
    if (!text || H5Aread(a, type, text) < 0) {
        hdf5_fail(h, "attribute '%s' of '%s' is not a text, or a huge one",
                  name, path);
        free(text);
        text = NULL;
    }
    H5Sclose(space);
    H5Tclose(type);
    H5Aclose(a);
    return text;
}

struct item_listing {
    void (*tell)(void *, const char *name);
    void *context;
};

static herr_t list_one(hid_t at, const char *name, const H5A_info_t *info,
                       void *context)
{
    const struct item_listing *l = context;

    (void)at;
    (void)info;
    l->tell(l->context, name);
    return 0;
}

void hdf5_attributes(struct hdf5 *h, const char *path,
                     void (*tell)(void *, const char *name), void *context)
{
    struct item_listing l = {tell, context};
    hsize_t from = 0;

    if (h->failed)
        return;
    if (H5Aiterate_by_name(h->file, path, H5_INDEX_CRT_ORDER, H5_ITER_INC,
                           &from, list_one, &l, H5P_DEFAULT) < 0)
        hdf5_fail(h, "cannot list the attributes of '%s'", path);
}

void hdf5_put_group(struct hdf5 *h, const char *path)
{
    if (h->failed)
        return;
    hid_t create = H5Pcreate(H5P_GROUP_CREATE);
    hdf5_plain_object(create);
    hid_t g = H5Gcreate2(h->file, path, H5P_DEFAULT, create, H5P_DEFAULT);
    if (g < 0)
        hdf5_fail(h, "cannot make the group '%s'", path);
    else
        H5Gclose(g);
    H5Pclose(create);
}

bool hdf5_has(struct hdf5 *h, const char *path)
{
    return !h->failed && H5Lexists(h->file, path, H5P_DEFAULT) > 0;
}

static hid_t make_dataset(struct hdf5 *h, const char *path, hid_t type,
                          hid_t space)
{
    hid_t create = H5Pcreate(H5P_DATASET_CREATE);

    hdf5_plain_object(create);
    hid_t d = H5Dcreate2(h->file, path, type, space, H5P_DEFAULT, create,
                         H5P_DEFAULT);
    H5Pclose(create);
    return d;
}

static void put_dataset(struct hdf5 *h, const char *path, hid_t type,
                        hid_t space, const void *data)
{
    hid_t d = make_dataset(h, path, type, space);

    if (d < 0 || (H5Sget_simple_extent_npoints(space) > 0 &&
                  H5Dwrite(d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0))
        hdf5_fail(h, "cannot write the dataset '%s'", path);
    if (d >= 0)
        H5Dclose(d);
}

void hdf5_put_array(struct hdf5 *h, const char *path, hid_t type, int rank,
                    const hsize_t *extent, const void *data)
{
    if (h->failed)
        return;
    hid_t space = H5Screate_simple(rank, extent, NULL);
    put_dataset(h, path, type, space, data);
    H5Sclose(space);
}

void hdf5_put_document(struct hdf5 *h, const char *path, const char *text)
{
    if (h->failed)
        return;
    hid_t type = hdf5_text_type(strlen(text)), space = H5Screate(H5S_SCALAR);
    put_dataset(h, path, type, space, text);
    H5Sclose(space);
    H5Tclose(type);
}

static hid_t open_dataset(struct hdf5 *h, const char *path)
{
    hid_t d = H5I_INVALID_HID;

    if (!h->failed)
        d = H5Dopen2(h->file, path, H5P_DEFAULT);
    if (d < 0)
        hdf5_fail(h, "no dataset '%s'", path);
    return d;
}

/* The size on disk that a dataset claims, at most the size of its file. */
static size_t stored_bytes(const struct hdf5 *h, hid_t d)
{
    const hsize_t said = H5Dget_storage_size(d);
    hsize_t file = 0;

    if (H5Fget_filesize(h->file, &file) < 0)
        return 0;
    return (size_t)(said < file ? said : file);
}

char *hdf5_get_document(struct hdf5 *h, const char *path)
{
    hid_t d = open_dataset(h, path);

    if (d < 0)
        return NULL;
    hid_t type = H5Dget_type(d), space = H5Dget_space(d);
    char *text = text_room(space, type, stored_bytes(h, d));
    if (!text || H5Dread(d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) < 0) {
        hdf5_fail(h, "dataset '%s' is not a text, or not whole", path);
        free(text);
        text = NULL;
    }
    H5Sclose(space);
    H5Tclose(type);
    H5Dclose(d);
    return text;
}

static void extent_of(struct hdf5 *h, hid_t d, const char *path, int rank,
                      hsize_t *extent)
{
    hid_t space = H5Dget_space(d);

    if (H5Sget_simple_extent_ndims(space) != rank ||
        H5Sget_simple_extent_dims(space, extent, NULL) < 0)
        hdf5_fail(h, "dataset '%s' does not have %d dimensions", path, rank);
    H5Sclose(space);
}

void hdf5_extent(struct hdf5 *h, const char *path, int rank, hsize_t *extent)
{
    hid_t d = open_dataset(h, path);

    memset(extent, 0, (size_t)rank * sizeof(*extent));
    if (d < 0)
        return;
    extent_of(h, d, path, rank, extent);
    H5Dclose(d);
}

/* The number of elements of a dataset, all of which must lie in the file: a
 * damaged one may claim any number.  0 if it has none, or on failure. */
static size_t elements(struct hdf5 *h, hid_t d, const char *path, int rank,
                       const hsize_t *extent)
{
    const hid_t type = H5Dget_type(d);
    const size_t size = type < 0 ? 0 : H5Tget_size(type);
    const size_t stored = size ? stored_bytes(h, d) / size : 0;
    size_t n = 1;

    if (type >= 0)
        H5Tclose(type);
    for (int i = 0; i < rank && n; i++) {
        if (extent[i] && n > stored / (size_t)extent[i]) {
            hdf5_fail(h, "the dataset '%s' is larger than what is stored",
                      path);
            return 0;
        }
        n *= (size_t)extent[i];
    }
    return h->failed ? 0 : n;
}

void *hdf5_get_array(struct hdf5 *h, const char *path, hid_t type, size_t size,
                     int rank, hsize_t *extent)
{
    hid_t d = open_dataset(h, path);
    void *data = NULL;

    memset(extent, 0, (size_t)rank * sizeof(*extent));
    if (d < 0)
        return NULL;
    extent_of(h, d, path, rank, extent);
    const size_t n = elements(h, d, path, rank, extent);

    if (n > 0) {
        data = memory_zeroed(n, size);
        if (H5Dread(d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0) {
            hdf5_fail(h, "cannot read the dataset '%s'", path);
            free(data);
            data = NULL;
        }
    }
    H5Dclose(d);
    return data;
}

bool hdf5_has_column(struct hdf5 *h, const char *path, const char *name)
{
    const hid_t d = open_dataset(h, path);

    if (d < 0)
        return false;
    const hid_t found = H5Dget_type(d);
    const bool has = H5Tget_class(found) == H5T_COMPOUND &&
                     H5Tget_member_index(found, name) >= 0;

    H5Tclose(found);
    H5Dclose(d);
    return has;
}

void hdf5_check_columns(struct hdf5 *h, const char *path, hid_t type)
{
    const hid_t d = open_dataset(h, path);

    if (d < 0)
        return;
    const hid_t found = H5Dget_type(d);
    const bool table = H5Tget_class(found) == H5T_COMPOUND;

    for (int i = 0; i < H5Tget_nmembers(type); i++) {
        char *name = H5Tget_member_name(type, (unsigned)i);

        if (!table || H5Tget_member_index(found, name) < 0)
            hdf5_fail(h, "table '%s' has no column '%s'", path, name);
        H5free_memory(name);
    }
    H5Tclose(found);
    H5Dclose(d);
}
