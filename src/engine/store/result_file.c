/* result_file.c - the result file of a trial; its schema is in result.h. */
#include "config.h"

#include "engine/store/result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/store/answers_table.h"
#include "engine/store/checked_file.h"
#include "engine/store/hdf5.h"
#include "engine/store/history_table.h"
#include "engine/store/schema.h"
#include "engine/store/units_table.h"

static const char *const answers_paths[SPLITS] = {
    "/answers/train", "/answers/valid", "/answers/test"};
static const char *const said_paths[SPLITS] = {"/said/train", "/said/valid",
                                               "/said/test"};
static const char *const units_paths[SPLITS] = {"/units/train", "/units/valid",
                                                "/units/test"};

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
    struct metric_row row[MAX_METRICS] = {0};
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

    if (n > MAX_METRICS) {
        hdf5_fail(h, "'/metrics' has %llu rows, expected at most %d",
                  (unsigned long long)n, MAX_METRICS);
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

static void put_root(struct hdf5 *h, const struct result *r)
{
    hdf5_put_text(h, "/", "format", "codarun result");
    hdf5_put_int(h, "/", "version", RESULT_VERSION);
    hdf5_put_digest(h, "/", "trial", r->trial);
    hdf5_put_int(h, "/", "number", r->number);
    hdf5_put_int(h, "/", "attempt", r->attempt);
    hdf5_put_text(h, "/", "status", trial_status_names[r->status]);
    hdf5_put_text(h, "/", "reason", r->reason ? r->reason : "");
    hdf5_put_int(h, "/", "steps", r->steps);
    hdf5_put_real(h, "/", "epochs", r->epochs);
    hdf5_put_int(h, "/", "best_step", r->best_step);
    hdf5_put_real(h, "/", "train_loss", r->train_loss);
    hdf5_put_digest(h, "/", "params", r->params);
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
    history_put(&h, &r->history, r->metric, r->metrics);
    hdf5_put_group(&h, "/answers");
    for (int s = 0; s < SPLITS; s++)
        answers_put(&h, answers_paths[s], &r->answers[s]);
    hdf5_put_group(&h, "/said");
    for (int s = 0; s < SPLITS; s++)
        answers_put(&h, said_paths[s], &r->said[s]);
    hdf5_put_group(&h, "/units");
    for (int s = 0; s < SPLITS; s++)
        units_put(&h, units_paths[s], &r->units[s], r->metric);
    hdf5_put_group(&h, "/provenance");
    for (int i = 0; i < r->facts.n; i++)
        hdf5_put_text(&h, "/provenance", r->facts.fact[i].name,
                      r->facts.fact[i].value);
    schema_describe(&h, "result", SCHEMA_UNITS);
    int failed = hdf5_finish(&h, &image);
    if (failed)
        error_in(e, "result file '%s'", path);
    else
        failed = checked_file_write(path, "result", &image, e);
    str_release(&image);
    return failed;
}

static void get_status(struct hdf5 *h, struct result *r)
{
    char *text = hdf5_get_text(h, "/", "status");

    if (text && !trial_status_named(text, &r->status))
        hdf5_fail(h,
                  "attribute 'status': found '%s', expected finished or "
                  "failed",
                  text);
    free(text);
}

static void get_root(struct hdf5 *h, struct result *r)
{
    int64_t version = hdf5_get_int(h, "/", "version");

    if (version < 1 || version > RESULT_VERSION)
        hdf5_fail(h, "found version %lld, expected 1 to %d", (long long)version,
                  RESULT_VERSION);
    else
        r->version = (int)version;
    hdf5_get_digest(h, "/", "trial", &r->trial);
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
    hdf5_get_digest(h, "/", "params", &r->params);
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
    if (checked_file_read(path, "result", &image, e))
        return -1;
    hdf5_open(&h, image.s, image.len, e);
    get_root(&h, r);
    r->config = hdf5_get_document(&h, "/config");
    get_metrics(&h, r);
    history_get(&h, &r->history, r->metric, r->metrics);
    for (int s = 0; s < SPLITS; s++)
        answers_get(&h, answers_paths[s], &r->answers[s]);
    for (int s = 0; s < SPLITS; s++)
        answers_get(&h, said_paths[s], &r->said[s]);
    for (int s = 0; s < SPLITS; s++)
        units_get(&h, units_paths[s], &r->units[s], r->metric, r->metrics);
    hdf5_attributes(&h, "/provenance", get_fact,
                    &(struct fact_reader){&h, &r->facts});
    str_release(&image);
    if (hdf5_close(&h) == 0)
        return 0;
    result_release(r);
    return error_in(e, "result file '%s'", path);
}
