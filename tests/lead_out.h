/*
 * lead_out.h - a dataset of an HDF5 file that leads to another file in its
 * place, in each of the manners that HDF5 has.
 */
#ifndef TESTS_LEAD_OUT_H
#define TESTS_LEAD_OUT_H

#include <hdf5.h>
#include <string.h>

/* A text of so many bytes, made by `create`. */
static inline herr_t lead_out_text(hid_t file, const char *place, hid_t create,
                                   size_t bytes)
{
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);

    H5Tset_size(type, bytes);
    const hid_t d =
        H5Dcreate2(file, place, type, space, H5P_DEFAULT, create, H5P_DEFAULT);

    H5Sclose(space);
    H5Tclose(type);
    return d < 0 ? -1 : H5Dclose(d);
}

static inline herr_t lead_out_virtual(hid_t create, const char *to)
{
    const hid_t space = H5Screate(H5S_SCALAR);
    const herr_t status = H5Pset_virtual(create, space, to, "/text", space);

    H5Sclose(space);
    return status;
}

static inline hid_t lead_out_nowhere(const char *name, hid_t group,
                                     const void *to, size_t bytes, hid_t access,
                                     hid_t transfer)
{
    (void)name;
    (void)group;
    (void)to;
    (void)bytes;
    (void)access;
    (void)transfer;
    return H5I_INVALID_HID;
}

static inline herr_t lead_out_link(hid_t file, const char *place,
                                   const char *to)
{
    static const H5L_class_t own = {.version = H5L_LINK_CLASS_T_VERS,
                                    .id = (H5L_type_t)100,
                                    .comment = "own",
                                    .trav_func = lead_out_nowhere};

    return H5Lregister(&own) < 0
               ? -1
               : H5Lcreate_ud(file, place, (H5L_type_t)100, to, strlen(to),
                              H5P_DEFAULT, H5P_DEFAULT);
}

static const char *const lead_out_manners[] = {"external", "soft", "own", "raw",
                                               "virtual"};

/* The first 20 bytes, or "/text", of file `to`. */
static inline herr_t lead_out(hid_t file, const char *place, const char *manner,
                              const char *to)
{
    const hid_t create = H5Pcreate(H5P_DATASET_CREATE);
    herr_t status = -1;

    if (H5Lexists(file, place, H5P_DEFAULT) > 0)
        H5Ldelete(file, place, H5P_DEFAULT);
    if (!strcmp(manner, "external"))
        status = H5Lcreate_external(to, "/text", file, place, H5P_DEFAULT,
                                    H5P_DEFAULT);
    else if (!strcmp(manner, "soft"))
        status =
            H5Lcreate_soft("/other", file, place, H5P_DEFAULT, H5P_DEFAULT);
    else if (!strcmp(manner, "own"))
        status = lead_out_link(file, place, to);
    else if (!strcmp(manner, "raw"))
        status = H5Pset_external(create, to, 0, 20);
    else if (!strcmp(manner, "virtual"))
        status = lead_out_virtual(create, to);
    if (status >= 0 && (!strcmp(manner, "raw") || !strcmp(manner, "virtual")))
        status = lead_out_text(file, place, create, 20);
    H5Pclose(create);
    return status;
}

#endif
