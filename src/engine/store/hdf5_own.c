/* hdf5_own.c - checks that all data of a file are in the file. */
#include "config.h"

#include "engine/store/hdf5.h"

#include <stdlib.h>

#include "base/core/memory.h"

/* Another user's file may make HDF5 read any file of this user, whose bytes
 * would appear as the file's own. */
static void refuse(struct hdf5 *h, const char *path, const char *found)
{
    if (!h->failed)
        error_set(h->e, "'%s': found %s, expected data in the file itself",
                  path, found);
    h->failed = true;
}

static const char *sort_of_link(H5L_type_t type)
{
    return type == H5L_TYPE_SOFT       ? "a soft link"
           : type == H5L_TYPE_EXTERNAL ? "a link to another file"
                                       : "a link of a kind of its own";
}

static void check_dataset(struct hdf5 *h, const char *path, hid_t set)
{
    const hid_t how = H5Dget_create_plist(set);

    if (how < 0)
        hdf5_fail(h, "'%s': cannot tell how it is stored", path);
    else if (H5Pget_layout(how) == H5D_VIRTUAL)
        refuse(h, path, "a virtual dataset, whose data are in other files");
    else if (H5Pget_external_count(how) != 0)
        refuse(h, path, "data that are in another file");
    if (how >= 0)
        H5Pclose(how);
}

static void check_object(struct hdf5 *h, hid_t group, const char *name,
                         const char *path)
{
    const hid_t object = H5Oopen(group, name, H5P_DEFAULT);

    if (object < 0) {
        hdf5_fail(h, "cannot open '%s'", path);
        return;
    }
    if (H5Iget_type(object) == H5I_DATASET)
        check_dataset(h, path, object);
    H5Oclose(object);
}

static herr_t visit(hid_t group, const char *name, const H5L_info_t *info,
                    void *context)
{
    struct hdf5 *h = context;
    char *path = memory_format("/%s", name);

    if (info->type == H5L_TYPE_HARD)
        check_object(h, group, name, path);
    else
        refuse(h, path, sort_of_link(info->type));
    free(path);
    return h->failed ? -1 : 0;
}

void hdf5_check_own(struct hdf5 *h)
{
    if (!h->failed &&
        H5Lvisit(h->file, H5_INDEX_NAME, H5_ITER_NATIVE, visit, h) < 0)
        hdf5_fail(h, "cannot list what is in it");
}

void hdf5_follow_nothing(void)
{
    H5Lunregister(H5L_TYPE_EXTERNAL);
    H5PLset_loading_state(0);
}
