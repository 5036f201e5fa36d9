#include "config.h"

#include "engine/store/history_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

#define AT(member) offsetof(struct history_row, member)

static void add_real(hid_t type, size_t offset, const char *fmt,
                     const char *name)
{
    char column[48];

    snprintf(column, sizeof(column), fmt, name);
    H5Tinsert(type, column, offset, H5T_NATIVE_DOUBLE);
}

static void add_inspected(hid_t type)
{
    for (int q = 0; q < STATS_PARTS; q++) {
        const size_t at =
            AT(inspected) + (size_t)q * sizeof(struct part_stats_summary);
        const char *name = stats_part_names[q];

        add_real(type, at + offsetof(struct part_stats_summary, mean),
                 "%s_mean", name);
        add_real(type, at + offsetof(struct part_stats_summary, spread),
                 "%s_spread", name);
        add_real(type, at + offsetof(struct part_stats_summary, negative),
                 "%s_negative", name);
    }
}

/* The struct itself is the row in memory, up to the members without a
 * column. */
static size_t row_size(bool inspected)
{
    return inspected ? sizeof(struct history_row) : AT(inspected);
}

static hid_t row_type(const char (*metric)[32], int metrics, bool inspected)
{
    hid_t type = H5Tcreate(H5T_COMPOUND, row_size(inspected));

    H5Tinsert(type, "step", AT(step), H5T_NATIVE_LONG);
    add_real(type, AT(epoch), "%s", "epoch");
    add_real(type, AT(train_loss), "%s", "train_loss");
    add_real(type, AT(learning_rate), "%s", "learning_rate");
    for (int m = 0; m < metrics; m++)
        add_real(type, AT(valid) + (size_t)m * sizeof(double), "valid_%s",
                 metric[m]);
    if (inspected)
        add_inspected(type);
    return type;
}

/* Copy the rows to adjacent memory.  Members without a column are written too,
 * as padding, so they are zeroed. */
static void *clean_rows(const struct history *t, int metrics)
{
    const size_t size = row_size(t->inspected);
    char *clean = memory_zeroed((size_t)t->n + 1, size);

    for (int i = 0; i < t->n; i++) {
        struct history_row row = t->row[i];

        for (int m = metrics; m < MAX_METRICS; m++)
            row.valid[m] = 0;
        memcpy(clean + (size_t)i * size, &row, size);
    }
    return clean;
}

static const char *const histogram_paths[STATS_PARTS] = {
    [STATS_F_E] = "/histograms/e",
    [STATS_GATE] = "/histograms/gate",
    [STATS_M] = "/histograms/m",
};

static const char *const histogram_scales[] = {"/histograms/step",
                                               "/histograms/value"};

/* The step of each row, and the middle of each bin. */
static void put_scales(struct hdf5 *h, const struct history *t,
                       const hsize_t extent[2])
{
    int64_t *step = memory_zeroed((size_t)t->n + 1, sizeof(*step));
    double value[STATS_BINS];

    for (int i = 0; i < t->n; i++)
        step[i] = t->row[i].step;
    for (int b = 0; b < STATS_BINS; b++)
        value[b] =
            STATS_LOW + (b + 0.5) * (STATS_HIGH - STATS_LOW) / STATS_BINS;
    hdf5_put_array(h, histogram_scales[0], H5T_NATIVE_INT64, 1, &extent[0],
                   step);
    hdf5_put_array(h, histogram_scales[1], H5T_NATIVE_DOUBLE, 1, &extent[1],
                   value);
    hdf5_put_scales(h, histogram_paths, STATS_PARTS, histogram_scales, 2);
    free(step);
}

static void put_histograms(struct hdf5 *h, const struct history *t)
{
    const hsize_t extent[] = {(hsize_t)t->n, STATS_BINS};

    if (!t->histogram[0])
        return;
    hdf5_put_group(h, "/histograms");
    hdf5_put_real(h, "/histograms", "low", STATS_LOW);
    hdf5_put_real(h, "/histograms", "high", STATS_HIGH);
    for (int q = 0; q < STATS_PARTS; q++)
        hdf5_put_array(h, histogram_paths[q], H5T_NATIVE_INT64, 2, extent,
                       t->histogram[q]);
    put_scales(h, t, extent);
}

static void get_histograms(struct hdf5 *h, struct history *t)
{
    hsize_t extent[2];

    if (!hdf5_has(h, "/histograms"))
        return;
    for (int q = 0; q < STATS_PARTS; q++) {
        t->histogram[q] =
            hdf5_get_array(h, histogram_paths[q], H5T_NATIVE_INT64,
                           sizeof(int64_t), 2, extent);
        if (extent[0] != (hsize_t)t->n || extent[1] != STATS_BINS)
            hdf5_fail(h, "'%s' is %llu x %llu, expected %d x %d",
                      histogram_paths[q], (unsigned long long)extent[0],
                      (unsigned long long)extent[1], t->n, STATS_BINS);
    }
}

void history_put(struct hdf5 *h, const struct history *t,
                 const char (*metric)[32], int metrics)
{
    const hsize_t n = (hsize_t)t->n;
    void *clean = clean_rows(t, metrics);
    hid_t type = row_type(metric, metrics, t->inspected);

    hdf5_put_array(h, "/history", type, 1, &n, clean);
    put_histograms(h, t);
    H5Tclose(type);
    free(clean);
}

void history_get(struct hdf5 *h, struct history *t, const char (*metric)[32],
                 int metrics)
{
    hsize_t n;

    t->inspected = hdf5_has_column(h, "/history", "m_mean");
    hid_t type = row_type(metric, metrics, t->inspected);

    H5Tset_size(type, sizeof(*t->row));
    t->row = hdf5_get_array(h, "/history", type, sizeof(*t->row), 1, &n);
    t->n = t->room = t->row ? (int)n : 0;
    get_histograms(h, t);
    H5Tclose(type);
}
