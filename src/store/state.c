/* state.c - the state file of a trial; its schema is in state.h. */
#include "config.h"

#include "store/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/envelope.h"
#include "store/hdf5.h"
#include "store/history_table.h"

#define STATE_VERSION 1

/* A state does not know the metrics' names: their places stand for them. */
static const char place[RESULT_METRICS][32] = {"0", "1", "2", "3",
                                               "4", "5", "6", "7"};

void state_release(struct state *s)
{
    free(s->params);
    free(s->first);
    free(s->second);
    history_release(&s->history);
    *s = (struct state){0};
}

static const struct {
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
},
  reals[] = {
      {"loss_sum", offsetof(struct state, loss_sum)},
      {"best_value", offsetof(struct state, best_value)},
      {"seconds", offsetof(struct state, seconds)},
};
#define LENGTH(a) (sizeof(a) / sizeof(*(a)))

static void put_root(struct hdf5 *h, const struct state *s)
{
    const char *base = (const char *)s;
    char hex[DIGEST_HEX];

    hdf5_put_text(h, "/", "format", "codarun state");
    hdf5_put_int(h, "/", "version", STATE_VERSION);
    digest_hex(s->trial, hex);
    hdf5_put_text(h, "/", "trial", hex);
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

int state_write(const char *path, const struct state *s, struct error *e)
{
    struct str image = {0};
    struct hdf5 h;

    hdf5_create(&h, (s->first ? 3 : 1) * s->len * sizeof(float) + 65536, e);
    put_root(&h, s);
    put_floats(&h, "/params", s->params, s->len);
    put_floats(&h, "/first", s->first, s->len);
    put_floats(&h, "/second", s->second, s->len);
    history_put(&h, "/history", &s->history, place, RESULT_METRICS);
    int failed = hdf5_finish(&h, &image);
    if (failed)
        error_in(e, "state file '%s'", path);
    else
        failed = envelope_write(path, "state", &image, e);
    str_release(&image);
    return failed;
}

static void get_root(struct hdf5 *h, struct state *s)
{
    char *base = (char *)s;
    int64_t version = hdf5_get_int(h, "/", "version");
    char *hex = hdf5_get_text(h, "/", "trial");
    char *identity = hdf5_get_text(h, "/", "identity");
    char *earlier = hdf5_get_text(h, "/", "earlier");

    if (version != STATE_VERSION)
        hdf5_fail(h, "found version %lld, expected %d", (long long)version,
                  STATE_VERSION);
    if (hex && digest_parse(hex, &s->trial))
        hdf5_fail(h, "attribute 'trial': found '%s', expected 32 hex digits",
                  hex);
    if (identity)
        snprintf(s->identity, sizeof(s->identity), "%s", identity);
    if (earlier)
        snprintf(s->earlier, sizeof(s->earlier), "%s", earlier);
    s->attempt = (int)hdf5_get_int(h, "/", "attempt");
    for (size_t i = 0; i < LENGTH(longs); i++)
        *(long *)(base + longs[i].offset) = hdf5_get_int(h, "/", longs[i].name);
    for (size_t i = 0; i < LENGTH(reals); i++)
        *(double *)(base + reals[i].offset) =
            hdf5_get_real(h, "/", reals[i].name);
    free(hex);
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

static void get_arrays(struct hdf5 *h, struct state *s)
{
    hsize_t n;

    hdf5_extent(h, "/params", 1, &n);
    s->len = (size_t)n;
    s->params = get_floats(h, "/params", s->len);
    if (hdf5_has(h, "/first")) {
        s->first = get_floats(h, "/first", s->len);
        s->second = get_floats(h, "/second", s->len);
    }
}

int state_read(const char *path, struct state *s, struct error *e)
{
    struct str image = {0};
    struct hdf5 h;

    *s = (struct state){0};
    if (envelope_read(path, "state", &image, e))
        return -1;
    hdf5_open(&h, image.s, image.len, e);
    get_root(&h, s);
    get_arrays(&h, s);
    history_get(&h, "/history", &s->history, place, RESULT_METRICS);
    str_release(&image);
    if (hdf5_close(&h) == 0)
        return 0;
    state_release(s);
    return error_in(e, "state file '%s'", path);
}
