/* sweep.h5: the table as other HDF5 readers see it. */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/files/file.h"
#include "engine/store/checked_file.h"
#include "engine/store/hdf5.h"
#include "engine/store/sweep_file.h"

static char path[] = "test_sweep_file.XXXXXX";

struct row {
    long number;
    double score;
    char kind[7]; /* "softmax", without a NUL */
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
    struct sweep_file *f =
        sweep_file_begin(path, t.column, t.columns, rows, &facts, &e);
    assert_non_null(f);
    for (int r = 0; r < rows; r++)
        sweep_file_row(f, &t.cell[3 * r]);
    assert_int_equal(sweep_file_end(f, true), 0);
    facts_release(&facts);
    table_data_release(&t);
}

/* Read with a compound type made here: only names have to agree. */
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
    write_table(3000); /* more rows than are written at one time */
    struct row *row = read_rows(&n);
    assert_int_equal(n, 3000);
    for (int r = 0; r < 3000; r++) {
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
    assert_int_equal(checked_file_read(path, "sweep", &image, &e), 0);
    assert_int_equal(checked_file_read(path, "result", &image, &e), -1);
    str_release(&image);
}

static void a_fact_is_read_of_a_whole_file_alone(void **state)
{
    struct str bytes = {0};
    struct error e = {""};
    char *fact;

    (void)state;
    write_table(50);
    fact = sweep_file_fact(path, "commit");
    assert_string_equal(fact, "0123abc");
    free(fact);
    assert_null(sweep_file_fact(path, "none"));
    assert_int_equal(file_read(path, &bytes, &e), 0);
    bytes.s[bytes.len / 2] ^= 1;
    assert_int_equal(file_replace(path, bytes.s, bytes.len, &e), 0);
    assert_null(sweep_file_fact(path, "commit"));
    str_release(&bytes);
}

/* No temporary file is left either. */
static void one_that_is_not_wanted_leaves_the_old(void **state)
{
    struct error e = {""};
    struct table_data t;

    (void)state;
    write_table(2);
    const long bytes = file_bytes(path);

    make_table(&t, 1);
    struct sweep_file *f =
        sweep_file_begin(path, t.column, t.columns, 9, &(struct facts){0}, &e);

    sweep_file_row(f, t.cell);
    assert_int_equal(sweep_file_end(f, false), -1);
    assert_int_equal(file_bytes(path), bytes);
    table_data_release(&t);
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
        cmocka_unit_test(a_fact_is_read_of_a_whole_file_alone),
        cmocka_unit_test(one_that_is_not_wanted_leaves_the_old),
    };

    return cmocka_run_group_tests(tests, make_file, remove_file);
}
