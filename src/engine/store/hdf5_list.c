/* hdf5_list.c - lists the datasets of a file in memory, and their columns. */
#include "config.h"

#include "engine/store/hdf5.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/core/memory.h"

struct dataset_listing {
    struct hdf5 *h;
    void (*tell)(void *, const struct hdf5_dataset *);
    void *context;
};

static const char *number_name(hid_t type, const char *of, char name[16])
{
    snprintf(name, 16, "%s%zu", of, 8 * H5Tget_size(type));
    return name;
}

static const char *type_name(hid_t type, char name[16])
{
    switch (H5Tget_class(type)) {
    case H5T_INTEGER:
        return number_name(
            type, H5Tget_sign(type) == H5T_SGN_NONE ? "uint" : "int", name);
    case H5T_FLOAT:
        return number_name(type, "float", name);
    case H5T_STRING:
        return "text";
    case H5T_COMPOUND:
        return "table";
    default:
        return "other";
    }
}

static void tell_dataset(const struct dataset_listing *l, const char *path,
                         hid_t set)
{
    hid_t space = H5Dget_space(set), type = H5Dget_type(set);
    struct hdf5_dataset d = {.path = path};
    hsize_t extent[H5S_MAX_RANK];
    char name[16];

    d.type = type_name(type, name);
    d.rank = H5Sget_simple_extent_dims(space, extent, NULL);
    for (int i = 0; i < d.rank; i++)
        d.extent[i] = (long)extent[i];
    if (d.rank >= 0)
        l->tell(l->context, &d);
    else
        hdf5_fail(l->h, "no shape of '%s'", path);
    H5Tclose(type);
    H5Sclose(space);
}

static herr_t visit(hid_t group, const char *name, const H5L_info_t *info,
                    void *listing)
{
    const struct dataset_listing *l = listing;
    hid_t object = H5Oopen(group, name, H5P_DEFAULT);
    char *path = memory_format("/%s", name);

    (void)info;
    if (object < 0)
        hdf5_fail(l->h, "cannot open '%s'", path);
    else if (H5Iget_type(object) == H5I_DATASET)
        tell_dataset(l, path, object);
    if (object >= 0)
        H5Oclose(object);
    free(path);
    return l->h->failed ? -1 : 0;
}

void hdf5_datasets(struct hdf5 *h,
                   void (*tell)(void *, const struct hdf5_dataset *),
                   void *context)
{
    struct dataset_listing l = {h, tell, context};

    if (!h->failed &&
        H5Lvisit(h->file, H5_INDEX_NAME, H5_ITER_INC, visit, &l) < 0)
        hdf5_fail(h, "cannot list datasets");
}

void hdf5_columns(struct hdf5 *h, const char *path,
                  void (*tell)(void *, const char *name), void *context)
{
    const hid_t d =
        h->failed ? H5I_INVALID_HID : H5Dopen2(h->file, path, H5P_DEFAULT);

    if (d < 0) {
        hdf5_fail(h, "no dataset '%s'", path);
        return;
    }
    const hid_t type = H5Dget_type(d);
    const bool table = H5Tget_class(type) == H5T_COMPOUND;

    H5Dclose(d);
    for (int c = 0; table && c < H5Tget_nmembers(type); c++) {
        char *name = H5Tget_member_name(type, (unsigned)c);

        tell(context, name);
        H5free_memory(name);
    }
    H5Tclose(type);
}
