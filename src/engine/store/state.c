/* state.c - the state file of a trial; its schema is in state.h. */
#include "config.h"

#include "engine/store/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/store/checked_file.h"
#include "engine/store/hdf5.h"
#include "engine/store/history_table.h"
#include "engine/store/schema.h"

/* A state does not have the metrics' names: it uses their numbers. */
static const char place[MAX_METRICS][32] = {"0", "1", "2", "3",
                                            "4", "5", "6", "7"};

void state_release(struct state *s)
{
    free(s->params);
    for (int i = 0; i < s->moments; i++)
        free(s->moment[i]);
    free(s->average);
    params_release(&s->layout);
    for (int i = 0; i < MAX_PARTS; i++)
        free(s->words[i]);
    free(s->classes);
    free(s->features);
    free(s->config);
    free(s->sources);
    history_release(&s->history);
    *s = (struct state){0};
}

static const struct state_field {
    const char *name;
    size_t offset;
} longs[] =
    {
        {"step", offsetof(struct state, step)},
        {"epoch", offsetof(struct state, epoch)},
        {"position", offsetof(struct state, position)},
        {"loss_steps", offsetof(struct state, loss_steps)},
        {"best_step", offsetof(struct state, best_step)},
        {"since_best", offsetof(struct state, since_best)},
        {"worse", offsetof(struct state, worse)}, /* from version 2 on;
                                                    last, for get_root() */
},
  reals[] = {
      {"loss_sum", offsetof(struct state, loss_sum)},
      {"best_value", offsetof(struct state, best_value)},
      {"seconds", offsetof(struct state, seconds)},
};
#define LENGTH(a) (sizeof(a) / sizeof(*(a)))

/* The texts, by dataset. */
static const struct state_field texts[] = {
    {"/words_0", offsetof(struct state, words[0])},
    {"/words_1", offsetof(struct state, words[1])},
    {"/classes", offsetof(struct state, classes)},
    {"/features", offsetof(struct state, features)},
    {"/config", offsetof(struct state, config)},
    {"/sources", offsetof(struct state, sources)},
};
_Static_assert(MAX_PARTS == 2, "a dataset of words for each part");

static const char *const moments[] = {"/moment_0", "/moment_1", "/moment_2",
                                      "/moment_3"};
_Static_assert(LENGTH(moments) == MAX_MOMENTS, "a dataset for each moment");
static const char *const moments_of_1[MAX_MOMENTS] = {"/first", "/second",
                                                      "/moment_2", "/moment_3"};

static void put_root(struct hdf5 *h, const struct state *s)
{
    const char *base = (const char *)s;

    hdf5_put_text(h, "/", "format", "codarun state");
    hdf5_put_int(h, "/", "version", STATE_VERSION);
    hdf5_put_digest(h, "/", "trial", s->trial);
    hdf5_put_int(h, "/", "attempt", s->attempt);
    hdf5_put_text(h, "/", "identity", s->identity);
    hdf5_put_text(h, "/", "earlier", s->earlier);
    for (size_t i = 0; i < LENGTH(longs); i++)
        hdf5_put_int(h, "/", longs[i].name,
                     *(const long *)(base + longs[i].offset));
    for (size_t i = 0; i < LENGTH(reals); i++)
        hdf5_put_real(h, "/", reals[i].name,
                      *(const double *)(base + reals[i].offset));
}

static void put_floats(struct hdf5 *h, const char *path, const float *x,
                       size_t len)
{
    const hsize_t n = (hsize_t)len;

    if (x)
        hdf5_put_array(h, path, H5T_NATIVE_FLOAT, 1, &n, x);
}

static void put_vectors(struct hdf5 *h, const struct state *s)
{
    put_floats(h, "/params", s->params, s->len);
    for (int i = 0; i < s->moments; i++)
        put_floats(h, moments[i], s->moment[i], s->len);
    put_floats(h, "/average", s->average, s->len);
}

/* A row of /layout. */
struct place_row {
    char name[sizeof(((struct param *)0)->name)];
    int64_t rows, cols, offset;
};

static hid_t place_type(void)
{
    hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(struct place_row));
    hid_t text = hdf5_text_type(sizeof(((struct place_row *)0)->name));

    H5Tinsert(type, "name", offsetof(struct place_row, name), text);
    H5Tinsert(type, "rows", offsetof(struct place_row, rows), H5T_NATIVE_INT64);
    H5Tinsert(type, "cols", offsetof(struct place_row, cols), H5T_NATIVE_INT64);
    H5Tinsert(type, "offset", offsetof(struct place_row, offset),
              H5T_NATIVE_INT64);
    H5Tclose(text);
    return type;
}

static void put_layout(struct hdf5 *h, const struct params *p)
{
    const hsize_t n = (hsize_t)p->n;
    struct place_row *row = memory_zeroed((size_t)p->n + 1, sizeof(*row));
    hid_t type = place_type();

    for (int i = 0; i < p->n; i++) {
        const struct param *x = &p->param[i];

        row[i] = (struct place_row){
            .rows = x->rows, .cols = x->cols, .offset = (int64_t)x->offset};
        memcpy(row[i].name, x->name, strlen(x->name));
    }
    hdf5_put_array(h, "/layout", type, 1, &n, row);
    H5Tclose(type);
    free(row);
}

static char *text_of(const struct state *s, const struct state_field *m)
{
    return *(char *const *)((const char *)s + m->offset);
}

int state_write(const char *path, const struct state *s, struct error *e)
{
    const size_t vectors = 1 + (size_t)s->moments + (s->average != NULL);
    struct str image = {0};
    struct hdf5 h;

    hdf5_create(&h, vectors * s->len * sizeof(float) + 65536, e);
    put_root(&h, s);
    put_vectors(&h, s);
    put_layout(&h, &s->layout);
    for (size_t i = 0; i < LENGTH(texts); i++)
        if (text_of(s, &texts[i]))
            hdf5_put_document(&h, texts[i].name, text_of(s, &texts[i]));
    history_put(&h, &s->history, place, MAX_METRICS);
    schema_describe(&h, "state", SCHEMA_COLUMNS);
    int failed = hdf5_finish(&h, &image);
    if (failed)
        error_in(e, "state file '%s'", path);
    else
        failed = checked_file_write(path, "state", &image, e);
    str_release(&image);
    return failed;
}

static void get_root(struct hdf5 *h, struct state *s)
{
    char *base = (char *)s;
    const int64_t version = hdf5_get_int(h, "/", "version");
    char *identity = hdf5_get_text(h, "/", "identity");
    char *earlier = hdf5_get_text(h, "/", "earlier");

    if (version < 1 || version > STATE_VERSION)
        hdf5_fail(h, "found version %lld, expected 1 to %d", (long long)version,
                  STATE_VERSION);
    s->version = (int)version;
    hdf5_get_digest(h, "/", "trial", &s->trial);
    if (identity)
        snprintf(s->identity, sizeof(s->identity), "%s", identity);
    if (earlier)
        snprintf(s->earlier, sizeof(s->earlier), "%s", earlier);
    s->attempt = (int)hdf5_get_int(h, "/", "attempt");
    for (size_t i = 0; i < LENGTH(longs) - (s->version == 1); i++)
        *(long *)(base + longs[i].offset) = hdf5_get_int(h, "/", longs[i].name);
    for (size_t i = 0; i < LENGTH(reals); i++)
        *(double *)(base + reals[i].offset) =
            hdf5_get_real(h, "/", reals[i].name);
    free(identity);
    free(earlier);
}

static float *get_floats(struct hdf5 *h, const char *path, size_t len)
{
    hsize_t n;
    float *x = hdf5_get_array(h, path, H5T_NATIVE_FLOAT, sizeof(*x), 1, &n);

    if (n != (hsize_t)len)
        hdf5_fail(h, "'%s' holds %llu numbers, expected %zu", path,
                  (unsigned long long)n, len);
    return x;
}

static void get_vectors(struct hdf5 *h, struct state *s)
{
    const char *const *moment = s->version == 1 ? moments_of_1 : moments;
    hsize_t n;

    hdf5_extent(h, "/params", 1, &n);
    s->len = (size_t)n;
    s->params = get_floats(h, "/params", s->len);
    for (int i = 0; i < MAX_MOMENTS && hdf5_has(h, moment[i]); i++)
        s->moment[s->moments++] = get_floats(h, moment[i], s->len);
    if (hdf5_has(h, "/average"))
        s->average = get_floats(h, "/average", s->len);
}

static void get_layout(struct hdf5 *h, struct params *p)
{
    hid_t type = place_type();
    hsize_t n = 0;
    struct place_row *row =
        hdf5_get_array(h, "/layout", type, sizeof(*row), 1, &n);

    for (hsize_t i = 0; row && i < n; i++) {
        GROW(p->param, p->n, p->room);
        struct param *x = &p->param[p->n++];

        *x = (struct param){.rows = (int)row[i].rows,
                            .cols = (int)row[i].cols,
                            .offset = (size_t)row[i].offset};
        memcpy(x->name, row[i].name, sizeof(x->name) - 1);
    }
    H5Tclose(type);
    free(row);
}

static void get_texts(struct hdf5 *h, struct state *s)
{
    for (size_t i = 0; i < LENGTH(texts); i++)
        if (hdf5_has(h, texts[i].name))
            *(char **)((char *)s + texts[i].offset) =
                hdf5_get_document(h, texts[i].name);
}

int state_read(const char *path, struct state *s, struct error *e)
{
    struct str image = {0};
    struct hdf5 h;

    *s = (struct state){0};
    if (checked_file_read(path, "state", &image, e))
        return -1;
    hdf5_open(&h, image.s, image.len, e);
    get_root(&h, s);
    get_vectors(&h, s);
    if (s->version > 1)
        get_layout(&h, &s->layout);
    get_texts(&h, s);
    history_get(&h, &s->history, place, MAX_METRICS);
    str_release(&image);
    if (hdf5_close(&h) == 0)
        return 0;
    state_release(s);
    return error_in(e, "state file '%s'", path);
}
