/* State files: read back to the bit, and whole after a kill. */
#include "config.h"

#include "tests/test.h"

#define FOLDER_FILE "a.last.h5"
#include "tests/unit/folder_fixture.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "base/files/file.h"
#include "base/files/temporary.h"
#include "engine/store/hdf5.h"
#include "engine/store/state.h"

enum { LEN = 5000 };

static float *values(float from)
{
    float *x = memory_floats(LEN);

    for (int i = 0; i < LEN; i++)
        x[i] = from + sinf((float)i) / 3;
    return x;
}

/* Inspect one attention: all numbers differ. */
static void inspect(struct history *h)
{
    struct part_stats seen;

    for (int q = 0; q < STATS_PARTS; q++) {
        seen.of[q] = (struct value_stats){10 + q, 1 + q, 6 - q, q, {0}};
        for (int i = 0; i < STATS_BINS; i++)
            seen.of[q].bin[i] = 100 * q + i;
    }
    history_inspect(h, &seen, true);
}

static void make_state(struct state *s)
{
    *s = (struct state){
        .trial = digest_of("t", 1),
        .attempt = 3,
        .step = 900,
        .epoch = 2,
        .position = 640,
        .loss_sum = 1.0 / 3,
        .loss_steps = 17,
        .best_step = -1,
        .best_value = NAN,
        .since_best = 1,
        .seconds = 3.25,
        .identity = "numerics=1",
        .earlier = "Haswell avx2 glibc 2.36",
        .len = LEN,
        .params = values(0),
        .worse = 5,
        .moments = 2,
        .moment = {values(1), values(2)},
        .average = values(3),
        .words = {memory_string("<null>\n<unk>\n"), NULL},
        .classes = memory_string("no\nyes\n"),
        .features = memory_string("match\npos <none> NN\n"),
        .config = memory_string("task.kind: mlu\n"),
    };
    params_add(&s->layout, 7, 30, INIT_ZERO, 0, "embedding");
    params_add(&s->layout, 30, 1, INIT_ZERO, 0, "out.%s", "weight");
    s->params[0] = -0.0f;
    s->params[1] = 1e-42f; /* a subnormal is kept */
    history_add(&s->history,
                &(struct history_row){.step = 450, .valid = {1, 2, 3, 4}});
    inspect(&s->history);
}

static void assert_same(const struct state *a, const struct state *b)
{
    assert_true(digest_equal(a->trial, b->trial));
    assert_int_equal(a->attempt, b->attempt);
    assert_int_equal(a->step, b->step);
    assert_int_equal(a->epoch, b->epoch);
    assert_int_equal(a->position, b->position);
    assert_memory_equal(&a->loss_sum, &b->loss_sum, sizeof(double));
    assert_int_equal(a->loss_steps, b->loss_steps);
    assert_int_equal(a->best_step, b->best_step);
    assert_memory_equal(&a->best_value, &b->best_value, sizeof(double));
    assert_int_equal(a->since_best, b->since_best);
    assert_int_equal(a->worse, b->worse);
    assert_string_equal(a->identity, b->identity);
    assert_string_equal(a->earlier, b->earlier);
    assert_int_equal(a->len, b->len);
    assert_memory_equal(a->params, b->params, LEN * sizeof(float));
    assert_int_equal(a->moments, b->moments);
    for (int i = 0; i < a->moments; i++)
        assert_memory_equal(a->moment[i], b->moment[i], LEN * sizeof(float));
    assert_memory_equal(a->average, b->average, LEN * sizeof(float));
    assert_int_equal(a->layout.n, b->layout.n);
    for (int i = 0; i < a->layout.n; i++) {
        const struct param *x = &a->layout.param[i], *y = &b->layout.param[i];

        assert_string_equal(x->name, y->name);
        assert_int_equal(x->rows, y->rows);
        assert_int_equal(x->cols, y->cols);
        assert_int_equal(x->offset, y->offset);
    }
    assert_string_equal(a->words[0], b->words[0]);
    assert_null(b->words[1]);
    assert_string_equal(a->classes, b->classes);
    assert_string_equal(a->features, b->features);
    assert_string_equal(a->config, b->config);
    assert_null(b->sources);
    assert_int_equal(a->history.n, b->history.n);
    assert_memory_equal(a->history.row, b->history.row,
                        sizeof(struct history_row));
    assert_true(a->history.row[0].inspected[STATS_M].negative > 0);
    for (int q = 0; q < STATS_PARTS; q++)
        assert_memory_equal(a->history.histogram[q], b->history.histogram[q],
                            sizeof(struct histogram));
}

static void a_state_reads_back_bit_for_bit(void **state)
{
    struct state s, t;
    struct error e = {""};

    (void)state;
    make_state(&s);
    assert_int_equal(state_write(path, &s, &e), 0);
    assert_int_equal(state_read(path, &t, &e), 0);
    assert_same(&s, &t);
    state_release(&s);
    state_release(&t);
}

static void a_best_state_has_no_moments(void **state)
{
    struct state s, t;
    struct error e = {""};

    (void)state;
    make_state(&s);
    for (int i = 0; i < s.moments; i++)
        free(s.moment[i]);
    s.moments = 0;
    assert_int_equal(state_write(path, &s, &e), 0);
    assert_int_equal(state_read(path, &t, &e), 0);
    assert_int_equal(t.moments, 0);
    assert_memory_equal(t.params, s.params, LEN * sizeof(float));
    state_release(&s);
    state_release(&t);
}

static void a_changed_byte_is_noticed(void **state)
{
    struct state s, t;
    struct error e = {""};
    struct str whole = {0};

    (void)state;
    make_state(&s);
    assert_int_equal(state_write(path, &s, &e), 0);
    assert_int_equal(file_read(path, &whole, &e), 0);
    for (size_t i = 0; i < whole.len; i += 487) {
        whole.s[i] ^= 4;
        FILE *f = fopen(path, "wb");
        fwrite(whole.s, 1, whole.len, f);
        fclose(f);
        whole.s[i] ^= 4;
        assert_int_equal(state_read(path, &t, &e), -1);
        assert_non_null(strstr(e.text, path));
    }
    str_release(&whole);
    state_release(&s);
}

/* A dataset whose number of elements overflows to 0, and none is stored. */
static void claim_elements(struct hdf5 *h)
{
    const hsize_t extent[2] = {(hsize_t)1 << 40, (hsize_t)1 << 40};
    const hsize_t chunk[2] = {1, 1};
    hid_t space = H5Screate_simple(2, extent, NULL);
    hid_t create = H5Pcreate(H5P_DATASET_CREATE);

    H5Pset_chunk(create, 2, chunk);
    H5Dclose(H5Dcreate2(h->file, "/x", H5T_NATIVE_FLOAT, space, H5P_DEFAULT,
                        create, H5P_DEFAULT));
    H5Pclose(create);
    H5Sclose(space);
}

static void a_dataset_that_claims_too_much_is_refused(void **state)
{
    struct str image = {0};
    struct hdf5 h;
    struct error e = {""};
    hsize_t extent[2];

    (void)state;
    hdf5_create(&h, 0, &e);
    claim_elements(&h);
    assert_int_equal(hdf5_finish(&h, &image), 0);
    hdf5_open(&h, image.s, image.len, &e);
    assert_null(hdf5_get_array(&h, "/x", H5T_NATIVE_FLOAT, 4, 2, extent));
    assert_int_equal(hdf5_close(&h), -1);
    assert_non_null(strstr(e.text, "'/x' is larger than what is stored"));
    str_release(&image);
}

/* Replace each occurrence of a number of 8 bytes. */
static void replace(struct str *image, uint64_t old, uint64_t new)
{
    for (size_t i = 0; i + sizeof(old) <= image->len; i++)
        if (!memcmp(image->s + i, &old, sizeof(old)))
            memcpy(image->s + i, &new, sizeof(new));
}

enum { ELEMENTS = 1237 };

/* A dataset whose header has no checksum. */
static void put_plain(struct hdf5 *h)
{
    static const float x[ELEMENTS];
    const hsize_t n = ELEMENTS;
    hid_t space = H5Screate_simple(1, &n, NULL);
    hid_t set = H5Dcreate2(h->file, "/x", H5T_NATIVE_FLOAT, space, H5P_DEFAULT,
                           H5P_DEFAULT, H5P_DEFAULT);

    H5Dwrite(set, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, x);
    H5Dclose(set);
    H5Sclose(space);
}

/* Both the extent and the bytes that a dataset claims may be wrong. */
static void a_dataset_that_is_larger_than_the_file_is_refused(void **state)
{
    struct str image = {0};
    struct hdf5 h;
    struct error e = {""};
    hsize_t extent;

    (void)state;
    hdf5_create(&h, 0, &e);
    put_plain(&h);
    assert_int_equal(hdf5_finish(&h, &image), 0);
    replace(&image, ELEMENTS, (uint64_t)1 << 44);
    replace(&image, ELEMENTS * sizeof(float), (uint64_t)sizeof(float) << 44);
    hdf5_open(&h, image.s, image.len, &e);
    assert_null(hdf5_get_array(&h, "/x", H5T_NATIVE_FLOAT, 4, 1, &extent));
    assert_int_equal(hdf5_close(&h), -1);
    assert_non_null(strstr(e.text, "'/x' is larger than what is stored"));
    str_release(&image);
}

static void a_missing_file_is_an_error_with_its_name(void **state)
{
    struct state s;
    struct error e = {""};

    (void)state;
    assert_int_equal(state_read("nowhere/x.last.h5", &s, &e), -1);
    assert_non_null(strstr(e.text, "nowhere/x.last.h5"));
}

static void a_kill_while_replacing_leaves_old_or_new(void **state)
{
    struct state s, t;
    struct error e = {""};

    (void)state;
    make_state(&s);
    assert_int_equal(state_write(path, &s, &e), 0);
    for (int i = 0; i < 15; i++) {
        pid_t child = fork();
        if (child == 0)
            for (s.step = 1000;; s.step++) {
                s.params[LEN - 1] = (float)s.step;
                if (state_write(path, &s, &e))
                    _exit(1);
            }
        clock_sleep(0.002 + 0.0021 * i);
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        assert_int_equal(state_read(path, &t, &e), 0);
        assert_true(t.step == 900 || t.params[LEN - 1] == (float)t.step);
        state_release(&t);
    }
    folder_clean(dir);
    state_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_reads_back_bit_for_bit),
        cmocka_unit_test(a_best_state_has_no_moments),
        cmocka_unit_test(a_changed_byte_is_noticed),
        cmocka_unit_test(a_dataset_that_claims_too_much_is_refused),
        cmocka_unit_test(a_dataset_that_is_larger_than_the_file_is_refused),
        cmocka_unit_test(a_missing_file_is_an_error_with_its_name),
        cmocka_unit_test(a_kill_while_replacing_leaves_old_or_new),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
