/* hdf5_pieces.c - datasets that are written piece by piece. */
#include "config.h"

#include "engine/store/hdf5.h"

/* Elements of a chunk of a dataset that grows; and zlib's level, of 9. */
#define CHUNK 1024
#define EFFORT 4

/* A dataset that grows has chunks, which are compressed if HDF5 can. */
static void let_grow(hid_t create)
{
    const hsize_t chunk = CHUNK;

    H5Pset_chunk(create, 1, &chunk);
    if (H5Zfilter_avail(H5Z_FILTER_DEFLATE) <= 0)
        return;
    H5Pset_shuffle(create);
    H5Pset_deflate(create, EFFORT);
}

hid_t hdf5_begin_array(struct hdf5 *h, const char *path, hid_t type, hsize_t n)
{
    const bool grows = n == HDF5_GROWS;
    const hsize_t now = grows ? 0 : n, most = H5S_UNLIMITED;

    if (h->failed)
        return H5I_INVALID_HID;
    hid_t create = H5Pcreate(H5P_DATASET_CREATE);
    hid_t space = H5Screate_simple(1, &now, grows ? &most : NULL);

    hdf5_plain_object(create);
    if (grows)
        let_grow(create);
    hid_t d = H5Dcreate2(h->file, path, type, space, H5P_DEFAULT, create,
                         H5P_DEFAULT);

    if (d < 0)
        hdf5_fail(h, "cannot make the dataset '%s'", path);
    H5Sclose(space);
    H5Pclose(create);
    return d;
}

static int grow(hid_t set, hsize_t n)
{
    hid_t space = H5Dget_space(set);
    hsize_t now = 0;
    const int rank = H5Sget_simple_extent_dims(space, &now, NULL);

    H5Sclose(space);
    return rank == 1 && now < n ? H5Dset_extent(set, &n) : rank - 1;
}

void hdf5_put_piece(struct hdf5 *h, hid_t set, hid_t type, hsize_t at,
                    hsize_t n, const void *data)
{
    if (h->failed || !n)
        return;
    const bool room = grow(set, at + n) >= 0;
    hid_t here = H5Dget_space(set), piece = H5Screate_simple(1, &n, NULL);

    if (!room ||
        H5Sselect_hyperslab(here, H5S_SELECT_SET, &at, NULL, &n, NULL) < 0 ||
        H5Dwrite(set, type, piece, here, H5P_DEFAULT, data) < 0)
        hdf5_fail(h, "cannot write a piece of a dataset");
    H5Sclose(piece);
    H5Sclose(here);
}
