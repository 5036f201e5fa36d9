/* sweep.h5: the table as any HDF5 reader finds it. */
#include "config.h"

#include "../test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "store/envelope.h"
#include "store/hdf5.h"
#include "store/sweep_file.h"

static char path[] = "test_sweep_file.XXXXXX";

struct row {
    long number;
    double score;
    char kind[7]; /* "softmax": no room for a NUL */
};

static void make_table(struct table_data *t, int rows)
{
    static const struct table_column column[] = {
        {"number", CELL_INT, 0},
        {"test.map", CELL_REAL, 0},
        {"model.attention.kind", CELL_TEXT, 7},
    };

    *t = (struct table_data){.columns = 3, .rows = rows};
    t->column = memory_new(sizeof(column));
    memcpy(t->column, column, sizeof(column));
    t->cell = memory_zeroed((size_t)rows * 3 + 1, sizeof(*t->cell));
    for (int r = 0; r < rows; r++) {
        t->cell[3 * r].i = r;
        t->cell[3 * r + 1].r = 0.5 * r;
        t->cell[3 * r + 2].s = memory_string(r % 2 ? "coda" : "softmax");
    }
}

static void write_table(int rows)
{
    struct table_data t;
    struct facts facts = {0};
    struct error e = {""};

    make_table(&t, rows);
    facts_add(&facts, "commit", "0123abc");
    assert_int_equal(sweep_file_write(path, &t, &facts, &e), 0);
    facts_release(&facts);
    table_data_release(&t);
}

/* Read with a compound type of our own making: only names have to agree. */
static struct row *read_rows(hsize_t *n)
{
    struct error e = {""};
    struct str bytes = {0};
    struct hdf5 h;

    assert_int_equal(file_read(path, &bytes, &e), 0);
    hdf5_open(&h, bytes.s, bytes.len, &e);
    str_release(&bytes);
    hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(struct row));
    hid_t text = hdf5_text_type(sizeof(((struct row *)0)->kind));
    H5Tinsert(type, "number", offsetof(struct row, number), H5T_NATIVE_LONG);
    H5Tinsert(type, "test_map", offsetof(struct row, score), H5T_NATIVE_DOUBLE);
    H5Tinsert(type, "model_attention_kind", offsetof(struct row, kind), text);
    struct row *row = hdf5_get_array(&h, "/trials", type, sizeof(*row), 1, n);
    char *commit = hdf5_get_text(&h, "/", "commit");
    assert_string_equal(commit, "0123abc");
    free(commit);
    H5Tclose(text);
    H5Tclose(type);
    assert_int_equal(hdf5_close(&h), 0);
    return row;
}

static void every_cell_arrives(void **state)
{
    hsize_t n;

    (void)state;
    write_table(5);
    struct row *row = read_rows(&n);
    assert_int_equal(n, 5);
    for (int r = 0; r < 5; r++) {
        assert_int_equal(row[r].number, r);
        assert_true(row[r].score == 0.5 * r);
        assert_memory_equal(row[r].kind, r % 2 ? "coda\0\0" : "softmax", 7);
    }
    free(row);
}

static void a_sweep_without_trials_is_an_empty_table(void **state)
{
    hsize_t n = 99;

    (void)state;
    write_table(0);
    assert_null(read_rows(&n));
    assert_int_equal(n, 0);
}

static void the_file_is_in_its_envelope(void **state)
{
    struct str image = {0};
    struct error e = {""};

    (void)state;
    write_table(2);
    assert_int_equal(envelope_read(path, "sweep", &image, &e), 0);
    assert_int_equal(envelope_read(path, "result", &image, &e), -1);
    str_release(&image);
}

static int make_file(void **state)
{
    (void)state;
    int fd = mkstemp(path);
    return fd < 0 ? -1 : close(fd);
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cell_arrives),
        cmocka_unit_test(a_sweep_without_trials_is_an_empty_table),
        cmocka_unit_test(the_file_is_in_its_envelope),
    };

    return cmocka_run_group_tests(tests, make_file, remove_file);
}
