/*
 * lead_out FILE KIND PLACE MANNER TO - have a dataset of a file, whose envelope
 * is made whole again, lead to another file; or "lead_out TO" makes an HDF5
 * file with a text, "their secret".
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "base/core/str.h"
#include "engine/store/checked_file.h"
#include "tests/lead_out.h"

static int fail(const char *what)
{
    fprintf(stderr, "lead_out: %s\n", what);
    return 1;
}

static hid_t open_image(const struct str *image)
{
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);

    H5Pset_fapl_core(access, 65536, 0);
    H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_LATEST);
    H5Pset_file_image(access, image->s, image->len);
    const hid_t file = H5Fopen("image", H5F_ACC_RDWR, access);

    H5Pclose(access);
    return file;
}

static void take_image(hid_t file, struct str *image)
{
    H5Fflush(file, H5F_SCOPE_GLOBAL);
    const ssize_t n = H5Fget_file_image(file, NULL, 0);
    char *bytes = memory_zeroed((size_t)n, 1);

    H5Fget_file_image(file, bytes, (size_t)n);
    str_clear(image);
    str_add(image, bytes, (size_t)n);
    free(bytes);
}

static int make_victim(const char *to)
{
    const hid_t file = H5Fcreate(to, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);

    H5Tset_size(type, 20);
    const hid_t d = H5Dcreate2(file, "/text", type, space, H5P_DEFAULT,
                               H5P_DEFAULT, H5P_DEFAULT);
    const herr_t status = H5Dwrite(d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                                   (char[20]){"their secret"});

    H5Dclose(d);
    H5Fclose(file);
    return status < 0 ? fail("cannot make the file") : 0;
}

int main(int argc, char **argv)
{
    struct str image = {0};
    struct error e;

    if (argc == 2)
        return make_victim(argv[1]);
    if (argc != 6)
        return fail("expected FILE KIND PLACE MANNER TO");
    if (checked_file_read(argv[1], argv[2], &image, &e))
        return fail(e.text);
    const hid_t file = open_image(&image);

    if (file < 0 || lead_out(file, argv[3], argv[4], argv[5]) < 0)
        return fail("HDF5 cannot make that");
    take_image(file, &image);
    const int failed = checked_file_write(argv[1], argv[2], &image, &e);

    str_release(&image);
    return failed ? fail(e.text) : 0;
}
