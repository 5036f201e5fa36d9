/* HDF5 objects that do not have codarun's shape are refused, and attributes are
 * stored where they take least space. */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/files/file.h"
#include "engine/store/hdf5.h"
#include "tests/lead_out.h"

/* An attribute of three strings, where one is expected. */
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

/* A heap and its indexes would be larger than the attributes. */
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

/* --- texts that claim to be huge ------------------------------------------ */

#define CLAIMED ((size_t)256 << 20)

static void a_text_longer_than_what_is_stored_is_refused(void **state)
{
    struct str image = {0};
    struct error e = {""};
    struct hdf5 h;

    (void)state;
    hdf5_create(&h, 0, &e);
    assert_true(lead_out_text(h.file, "/config", H5P_DEFAULT, CLAIMED) >= 0);
    assert_int_equal(hdf5_finish(&h, &image), 0);
    assert_true(image.len < CLAIMED / 1000);
    hdf5_open(&h, image.s, image.len, &e);
    char *config = hdf5_get_document(&h, "/config");

    assert_int_equal(hdf5_close(&h), -1);
    assert_null(config);
    assert_non_null(strstr(e.text, "'/config' is not a text, or not whole"));
    str_release(&image);
}

static void an_attribute_of_many_megabytes_is_refused(void **state)
{
    struct str image = {0}, text = {0};
    struct error e = {""};
    struct hdf5 h;

    (void)state;
    while (text.len < (size_t)17 << 20)
        str_adds(&text, "megabytes of a configuration that is an attribute ");
    hdf5_create(&h, 0, &e);
    hdf5_put_text(&h, "/", "trial", str_text(&text));
    assert_int_equal(hdf5_finish(&h, &image), 0);
    hdf5_open(&h, image.s, image.len, &e);
    char *trial = hdf5_get_text(&h, "/", "trial");

    assert_int_equal(hdf5_close(&h), -1);
    assert_null(trial);
    assert_non_null(strstr(e.text, "'trial' of '/' is not a text, or a huge"));
    str_release(&text);
    str_release(&image);
}

/* --- what leads to other files -------------------------------------------- */

static const char victim[] = "test_hdf5.victim";
static struct str leading_out[5];

static void take_image(hid_t file, struct str *image)
{
    const size_t n = (size_t)H5Fget_file_image(file, NULL, 0);
    char *bytes = calloc(1, n);

    H5Fget_file_image(file, bytes, n);
    str_add(image, bytes, n);
    free(bytes);
}

/* Runs before our first call, after which HDF5 makes no link out of a file. */
static int make_leading_out(void **state)
{
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);

    (void)state;
    H5Pset_fapl_core(access, 65536, 0);
    for (int i = 0; i < 5; i++) {
        const hid_t f = H5Fcreate("made", H5F_ACC_TRUNC, H5P_DEFAULT, access);

        H5Gclose(H5Gcreate2(f, "/a", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
        if (lead_out_text(f, "/other", H5P_DEFAULT, 20) < 0 ||
            lead_out(f, "/a/text", lead_out_manners[i], victim) < 0 ||
            H5Fflush(f, H5F_SCOPE_GLOBAL) < 0)
            return -1;
        take_image(f, &leading_out[i]);
        H5Fclose(f);
    }
    H5Pclose(access);
    return 0;
}

static int remove_leading_out(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++)
        str_release(&leading_out[i]);
    return 0;
}

/* Refused whatever is read. */
static void what_leads_out_of_a_file_is_refused(void **state)
{
    static const char *const found[] = {
        "found a link to another file", "found a soft link",
        "found a link of a kind of its own", "found data that are in another",
        "found a virtual dataset"};
    struct error e = {""};

    (void)state;
    for (int i = 0; i < 5; i++) {
        struct hdf5 h;

        hdf5_open(&h, leading_out[i].s, leading_out[i].len, &e);
        assert_null(hdf5_get_document(&h, "/other"));
        assert_null(hdf5_get_document(&h, "/a/text"));
        assert_int_equal(hdf5_close(&h), -1);
        assert_non_null(strstr(e.text, "'/a/text': found "));
        assert_non_null(strstr(e.text, found[i]));
        assert_non_null(strstr(e.text, "expected data in the file itself"));
    }
}

/* Shows that the check is needed: what HDF5 reads without it. */
static void hdf5_by_itself_reads_other_files(void **state)
{
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS), type = H5Tcopy(H5T_C_S1);
    struct error e = {""};
    char text[20] = "";

    (void)state;
    assert_int_equal(file_replace(victim, "their secret........", 20, &e), 0);
    H5Tset_size(type, 20);
    H5Pset_fapl_core(access, 65536, 0);
    H5Pset_file_image(access, leading_out[3].s, leading_out[3].len);
    const hid_t file = H5Fopen("image", H5F_ACC_RDONLY, access);
    const hid_t d = H5Dopen2(file, "/a/text", H5P_DEFAULT);

    assert_true(H5Dread(d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0);
    assert_memory_equal(text, "their secret........", 20);
    H5Dclose(d);
    H5Fclose(file);
    H5Pclose(access);
    H5Tclose(type);
    remove(victim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_texts_in_place_of_one_are_refused),
        cmocka_unit_test(as_many_attributes_as_files_have_stay_in_the_header),
        cmocka_unit_test(any_number_of_attributes_of_any_length_come_back),
        cmocka_unit_test(whole_numbers_without_a_sign_are_listed_as_such),
        cmocka_unit_test(a_text_longer_than_what_is_stored_is_refused),
        cmocka_unit_test(an_attribute_of_many_megabytes_is_refused),
        cmocka_unit_test(what_leads_out_of_a_file_is_refused),
        cmocka_unit_test(hdf5_by_itself_reads_other_files),
    };

    return cmocka_run_group_tests(tests, make_leading_out, remove_leading_out);
}
