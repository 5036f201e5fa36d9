/* result_file.c - the result file of a trial; its schema is in result.h. */
#include "config.h"

#include "store/result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "store/envelope.h"
#include "store/hdf5.h"
#include "store/history_table.h"

#define RESULT_VERSION 1

struct metric_row {
    char name[32];
    double valid, test;
};

static hid_t metric_type(void)
{
    hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(struct metric_row));
    hid_t name = hdf5_text_type(sizeof(((struct metric_row *)0)->name));

    H5Tinsert(type, "name", offsetof(struct metric_row, name), name);
    H5Tinsert(type, "valid", offsetof(struct metric_row, valid),
              H5T_NATIVE_DOUBLE);
    H5Tinsert(type, "test", offsetof(struct metric_row, test),
              H5T_NATIVE_DOUBLE);
    H5Tclose(name);
    return type;
}

static void put_metrics(struct hdf5 *h, const struct result *r)
{
    struct metric_row row[RESULT_METRICS] = {0};
    const hsize_t n = (hsize_t)r->metrics;
    hid_t type = metric_type();

    for (int m = 0; m < r->metrics; m++) {
        memcpy(row[m].name, r->metric[m], strlen(r->metric[m]));
        row[m].valid = r->valid[m];
        row[m].test = r->test[m];
    }
    hdf5_put_array(h, "/metrics", type, 1, &n, row);
    H5Tclose(type);
}

static void get_metrics(struct hdf5 *h, struct result *r)
{
    hid_t type = metric_type();
    hsize_t n;
    struct metric_row *row =
        hdf5_get_array(h, "/metrics", type, sizeof(*row), 1, &n);

    if (n > RESULT_METRICS) {
        hdf5_fail(h, "'/metrics' has %llu rows, expected at most %d",
                  (unsigned long long)n, RESULT_METRICS);
        n = 0;
    }
    r->metrics = row ? (int)n : 0;
    for (int m = 0; m < r->metrics; m++) {
        snprintf(r->metric[m], sizeof(r->metric[m]), "%.31s", row[m].name);
        r->valid[m] = row[m].valid;
        r->test[m] = row[m].test;
    }
    free(row);
    H5Tclose(type);
}

static void put_answers(struct hdf5 *h, const char *split,
                        const struct stored_answers *a)
{
    char path[64];

    if (a->n == 0)
        return;
    snprintf(path, sizeof(path), "/answers/%s", split);
    hdf5_put_group(h, path);
    if (a->score) {
        const hsize_t extent[] = {(hsize_t)a->n, (hsize_t)a->width};
        snprintf(path, sizeof(path), "/answers/%s/score", split);
        hdf5_put_array(h, path, H5T_NATIVE_FLOAT, 2, extent, a->score);
    }
    if (a->start) {
        hsize_t n = (hsize_t)a->n + 1;
        snprintf(path, sizeof(path), "/answers/%s/start", split);
        hdf5_put_array(h, path, H5T_NATIVE_HSIZE, 1, &n, a->start);
        n = (hsize_t)a->start[a->n];
        snprintf(path, sizeof(path), "/answers/%s/token", split);
        hdf5_put_array(h, path, H5T_NATIVE_INT32, 1, &n, a->token);
    }
}

static void get_scores(struct hdf5 *h, const char *path,
                       struct stored_answers *a)
{
    hsize_t extent[2];

    a->score =
        hdf5_get_array(h, path, H5T_NATIVE_FLOAT, sizeof(float), 2, extent);
    a->n = (int)extent[0];
    a->width = (int)extent[1];
}

static void get_sequences(struct hdf5 *h, const char *start, const char *token,
                          struct stored_answers *a)
{
    hsize_t starts, tokens;

    a->start = hdf5_get_array(h, start, H5T_NATIVE_HSIZE, sizeof(*a->start), 1,
                              &starts);
    a->token = hdf5_get_array(h, token, H5T_NATIVE_INT32, sizeof(*a->token), 1,
                              &tokens);
    if (!a->start)
        return;
    a->n = (int)starts - 1;
    for (int i = 0; i < a->n; i++)
        if (a->start[i] > a->start[i + 1])
            hdf5_fail(h, "'%s' falls at %d", start, i);
    if (a->start[0] != 0 || a->start[a->n] != tokens)
        hdf5_fail(h, "'%s' does not cover '%s'", start, token);
}

static void get_answers(struct hdf5 *h, const char *split,
                        struct stored_answers *a)
{
    char path[64], token[64];

    snprintf(path, sizeof(path), "/answers/%s", split);
    if (!hdf5_has(h, path))
        return;
    snprintf(path, sizeof(path), "/answers/%s/score", split);
    if (hdf5_has(h, path))
        get_scores(h, path, a);
    snprintf(path, sizeof(path), "/answers/%s/start", split);
    snprintf(token, sizeof(token), "/answers/%s/token", split);
    if (hdf5_has(h, path))
        get_sequences(h, path, token, a);
}

static void put_root(struct hdf5 *h, const struct result *r)
{
    char hex[DIGEST_HEX];

    hdf5_put_text(h, "/", "format", "codarun result");
    hdf5_put_int(h, "/", "version", RESULT_VERSION);
    digest_hex(r->trial, hex);
    hdf5_put_text(h, "/", "trial", hex);
    hdf5_put_int(h, "/", "number", r->number);
    hdf5_put_int(h, "/", "attempt", r->attempt);
    hdf5_put_text(h, "/", "status", trial_status_names[r->status]);
    hdf5_put_text(h, "/", "reason", r->reason ? r->reason : "");
    hdf5_put_int(h, "/", "steps", r->steps);
    hdf5_put_real(h, "/", "epochs", r->epochs);
    hdf5_put_int(h, "/", "best_step", r->best_step);
    hdf5_put_real(h, "/", "train_loss", r->train_loss);
    digest_hex(r->params, hex);
    hdf5_put_text(h, "/", "params", hex);
    hdf5_put_real(h, "/", "seconds", r->seconds);
}

int result_write(const char *path, const struct result *r, struct error *e)
{
    struct str image = {0};
    struct hdf5 h;

    hdf5_create(&h, 0, e);
    put_root(&h, r);
    hdf5_put_document(&h, "/config", r->config ? r->config : "");
    put_metrics(&h, r);
    history_put(&h, "/history", &r->history, r->metric, r->metrics);
    hdf5_put_group(&h, "/answers");
    for (int s = 0; s < RESULT_SPLITS; s++)
        put_answers(&h, result_split_names[s], &r->answers[s]);
    hdf5_put_group(&h, "/provenance");
    for (int i = 0; i < r->facts.n; i++)
        hdf5_put_text(&h, "/provenance", r->facts.fact[i].name,
                      r->facts.fact[i].value);
    int failed = hdf5_finish(&h, &image);
    if (failed)
        error_in(e, "result file '%s'", path);
    else
        failed = envelope_write(path, "result", &image, e);
    str_release(&image);
    return failed;
}

static void get_digest(struct hdf5 *h, const char *name, struct digest *d)
{
    char *hex = hdf5_get_text(h, "/", name);

    if (hex && digest_parse(hex, d))
        hdf5_fail(h, "attribute '%s': found '%s', expected 32 hex digits", name,
                  hex);
    free(hex);
}

static void get_status(struct hdf5 *h, struct result *r)
{
    char *text = hdf5_get_text(h, "/", "status");
    int i = 0;

    if (!text)
        return;
    while (trial_status_names[i] && strcmp(trial_status_names[i], text) != 0)
        i++;
    if (trial_status_names[i])
        r->status = (enum trial_status)i;
    else
        hdf5_fail(h,
                  "attribute 'status': found '%s', expected finished or "
                  "failed",
                  text);
    free(text);
}

static void get_root(struct hdf5 *h, struct result *r)
{
    int64_t version = hdf5_get_int(h, "/", "version");

    if (version != RESULT_VERSION)
        hdf5_fail(h, "found version %lld, expected %d", (long long)version,
                  RESULT_VERSION);
    get_digest(h, "trial", &r->trial);
    r->number = (int)hdf5_get_int(h, "/", "number");
    r->attempt = (int)hdf5_get_int(h, "/", "attempt");
    get_status(h, r);
    r->reason = hdf5_get_text(h, "/", "reason");
    if (r->reason && !r->reason[0]) {
        free(r->reason);
        r->reason = NULL;
    }
    r->steps = hdf5_get_int(h, "/", "steps");
    r->epochs = hdf5_get_real(h, "/", "epochs");
    r->best_step = hdf5_get_int(h, "/", "best_step");
    r->train_loss = hdf5_get_real(h, "/", "train_loss");
    get_digest(h, "params", &r->params);
    r->seconds = hdf5_get_real(h, "/", "seconds");
}

struct fact_reader {
    struct hdf5 *h;
    struct facts *facts;
};

static void get_fact(void *context, const char *name)
{
    struct fact_reader *f = context;
    char *value = hdf5_get_text(f->h, "/provenance", name);

    if (value)
        facts_add(f->facts, name, "%s", value);
    free(value);
}

int result_read(const char *path, struct result *r, struct error *e)
{
    struct str image = {0};
    struct hdf5 h;

    *r = (struct result){0};
    if (envelope_read(path, "result", &image, e))
        return -1;
    hdf5_open(&h, image.s, image.len, e);
    get_root(&h, r);
    r->config = hdf5_get_document(&h, "/config");
    get_metrics(&h, r);
    history_get(&h, "/history", &r->history, r->metric, r->metrics);
    for (int s = 0; s < RESULT_SPLITS; s++)
        get_answers(&h, result_split_names[s], &r->answers[s]);
    hdf5_attributes(&h, "/provenance", get_fact,
                    &(struct fact_reader){&h, &r->facts});
    str_release(&image);
    if (hdf5_close(&h) == 0)
        return 0;
    result_release(r);
    return error_in(e, "result file '%s'", path);
}
