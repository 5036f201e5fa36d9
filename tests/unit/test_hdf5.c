/* HDF5 objects of another shape than codarun gives them are refused, and
 * attributes are where they cost least. */
#include "config.h"

#include "../test.h"

#include <stdio.h>
#include <stdlib.h>
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

/* N attributes of the root. */
static void put_facts(struct hdf5 *h, int n)
{
    char name[16];

    for (int i = 0; i < n; i++) {
        snprintf(name, sizeof(name), "fact%d", i);
        hdf5_put_text(h, "/", name, name);
    }
}

/* A heap and its indexes would be larger than what they hold. */
static void as_many_attributes_as_files_have_stay_in_the_header(void **state)
{
    struct str image = {0};
    struct error e = {""};
    struct hdf5 h;
    H5O_info_t info = {0};

    (void)state;
    hdf5_create(&h, 0, &e);
    put_facts(&h, 100);
    const herr_t told = H5Oget_info2(h.file, &info, H5O_INFO_META_SIZE);

    assert_int_equal(hdf5_finish(&h, &image), 0);
    str_release(&image);
    assert_true(told >= 0);
    assert_int_equal(info.meta_size.attr.index_size, 0);
    assert_int_equal(info.meta_size.attr.heap_size, 0);
}

static void any_number_of_attributes_of_any_length_come_back(void **state)
{
    struct str image = {0}, text = {0};
    struct error e = {""};
    struct hdf5 h;

    (void)state;
    while (text.len < 100000)
        str_adds(&text, "a long configuration; ");
    hdf5_create(&h, 0, &e);
    put_facts(&h, 300);
    hdf5_put_text(&h, "/", "long", str_text(&text));
    assert_int_equal(hdf5_finish(&h, &image), 0);
    hdf5_open(&h, image.s, image.len, &e);
    char *last = hdf5_get_text(&h, "/", "fact299");
    char *said = hdf5_get_text(&h, "/", "long");

    assert_int_equal(hdf5_close(&h), 0);
    assert_string_equal(last, "fact299");
    assert_string_equal(said, str_text(&text));
    free(last);
    free(said);
    str_release(&text);
    str_release(&image);
}

static void add_type(void *types, const struct hdf5_dataset *d)
{
    str_addf(types, "%s %s\n", d->path, d->type);
}

static void whole_numbers_without_a_sign_are_listed_as_such(void **state)
{
    struct str image = {0}, types = {0};
    struct error e = {""};
    struct hdf5 h;

    (void)state;
    hdf5_create(&h, 0, &e);
    hdf5_put_array(&h, "/a", H5T_NATIVE_INT64, 1, (hsize_t[]){1},
                   (int64_t[]){1});
    hdf5_put_array(&h, "/b", H5T_NATIVE_UINT64, 1, (hsize_t[]){1},
                   (uint64_t[]){1});
    hdf5_put_array(&h, "/c", H5T_NATIVE_UINT8, 1, (hsize_t[]){1},
                   (uint8_t[]){1});
    assert_int_equal(hdf5_finish(&h, &image), 0);
    hdf5_open(&h, image.s, image.len, &e);
    hdf5_datasets(&h, add_type, &types);
    assert_int_equal(hdf5_close(&h), 0);
    assert_string_equal(str_text(&types), "/a int64\n/b uint64\n/c uint8\n");
    str_release(&types);
    str_release(&image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_texts_in_place_of_one_are_refused),
        cmocka_unit_test(as_many_attributes_as_files_have_stay_in_the_header),
        cmocka_unit_test(any_number_of_attributes_of_any_length_come_back),
        cmocka_unit_test(whole_numbers_without_a_sign_are_listed_as_such),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
