/* HDF5 objects of another shape than codarun gives them are refused. */
#include "config.h"

#include "../test.h"

#include <string.h>

#include "store/hdf5.h"

/* Three strings, of which there is room for one. */
static void put_texts(struct hdf5 *h, const char *name)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    const hid_t space = H5Screate_simple(1, (hsize_t[]){3}, NULL);

    H5Tset_size(type, 20);
    const hid_t a = H5Acreate_by_name(h->file, "/", name, type, space,
                                      H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Awrite(a, type, (char[60]){"many"}) >= 0);
    H5Aclose(a);
    H5Sclose(space);
    H5Tclose(type);
}

static void several_texts_in_place_of_one_are_refused(void **state)
{
    struct str image = {0};
    struct error e = {""};
    struct hdf5 h;

    (void)state;
    hdf5_create(&h, 0, &e);
    put_texts(&h, "trial");
    assert_int_equal(hdf5_finish(&h, &image), 0);
    hdf5_open(&h, image.s, image.len, &e);
    assert_null(hdf5_get_text(&h, "/", "trial"));
    assert_int_equal(hdf5_close(&h), -1);
    assert_non_null(strstr(e.text, "attribute 'trial' of '/' is not a text"));
    str_release(&image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_texts_in_place_of_one_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
