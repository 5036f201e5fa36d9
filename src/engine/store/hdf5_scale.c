/* hdf5_scale.c - dimension scales, by writing the attributes that HDF5's own
 * library for them writes. */
#include "config.h"

#include <string.h>

#include "engine/store/hdf5.h"

/* Takes the space. */
static void put_attribute(struct hdf5 *h, hid_t object, const char *name,
                          hid_t type, hid_t space, const void *value)
{
    hid_t a = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);

    if (a < 0 || H5Awrite(a, type, value) < 0)
        hdf5_fail(h, "cannot put the attribute '%s'", name);
    H5Aclose(a);
    H5Sclose(space);
}

/* HDF5 recognises a scale by a text that ends in a NUL. */
static void put_word(struct hdf5 *h, hid_t object, const char *name,
                     const char *word)
{
    hid_t type = H5Tcopy(H5T_C_S1);

    H5Tset_size(type, strlen(word) + 1);
    put_attribute(h, object, name, type, H5Screate(H5S_SCALAR), word);
    H5Tclose(type);
}

/* A use of a scale: dataset and dimension. */
struct scale_use {
    hobj_ref_t of;
    int dimension;
};

/* Make a dataset of one extent a scale. */
static void put_scale(struct hdf5 *h, const char *path,
                      const struct scale_use *use, int n)
{
    hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(*use));
    hid_t object = H5Oopen(h->file, path, H5P_DEFAULT);

    put_word(h, object, "CLASS", "DIMENSION_SCALE");
    put_word(h, object, "NAME", strrchr(path, '/') + 1);
    H5Tinsert(type, "dataset", offsetof(struct scale_use, of), H5T_STD_REF_OBJ);
    H5Tinsert(type, "dimension", offsetof(struct scale_use, dimension),
              H5T_NATIVE_INT);
    put_attribute(h, object, "REFERENCE_LIST", type,
                  H5Screate_simple(1, &(hsize_t){(hsize_t)n}, NULL), use);
    H5Oclose(object);
    H5Tclose(type);
}

/* Write a list of one scale for each dimension. */
static void put_dimensions(struct hdf5 *h, const char *path,
                           const char *const *scale, int rank)
{
    hobj_ref_t to[H5S_MAX_RANK];
    hvl_t list[H5S_MAX_RANK];
    hid_t type = H5Tvlen_create(H5T_STD_REF_OBJ);
    hid_t object = H5Oopen(h->file, path, H5P_DEFAULT);

    for (int d = 0; d < rank; d++) {
        H5Rcreate(&to[d], h->file, scale[d], H5R_OBJECT, -1);
        list[d] = (hvl_t){1, &to[d]};
    }
    put_attribute(h, object, "DIMENSION_LIST", type,
                  H5Screate_simple(1, &(hsize_t){(hsize_t)rank}, NULL), list);
    H5Oclose(object);
    H5Tclose(type);
}

void hdf5_put_scales(struct hdf5 *h, const char *const *path, int n,
                     const char *const *scale, int rank)
{
    struct scale_use use[HDF5_SCALED];

    for (int i = 0; i < n && !h->failed; i++) {
        put_dimensions(h, path[i], scale, rank);
        H5Rcreate(&use[i].of, h->file, path[i], H5R_OBJECT, -1);
    }
    for (int d = 0; d < rank && !h->failed; d++) {
        for (int i = 0; i < n; i++)
            use[i].dimension = d;
        put_scale(h, scale[d], use, n);
    }
}
