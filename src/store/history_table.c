#include "config.h"

#include "store/history_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* The struct itself is the row in memory. */
static hid_t row_type(const char (*metric)[32], int metrics)
{
    static const struct {
        const char *name;
        size_t offset;
    } reals[] = {
        {"epoch", offsetof(struct history_row, epoch)},
        {"train_loss", offsetof(struct history_row, train_loss)},
        {"learning_rate", offsetof(struct history_row, learning_rate)},
    };
    hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(struct history_row));
    char name[48];

    H5Tinsert(type, "step", offsetof(struct history_row, step),
              H5T_NATIVE_LONG);
    for (size_t i = 0; i < sizeof(reals) / sizeof(*reals); i++)
        H5Tinsert(type, reals[i].name, reals[i].offset, H5T_NATIVE_DOUBLE);
    for (int m = 0; m < metrics; m++) {
        snprintf(name, sizeof(name), "valid_%s", metric[m]);
        H5Tinsert(type, name,
                  offsetof(struct history_row, valid) +
                      (size_t)m * sizeof(double),
                  H5T_NATIVE_DOUBLE);
    }
    return type;
}

void history_put(struct hdf5 *h, const char *path, const struct history *t,
                 const char (*metric)[32], int metrics)
{
    const hsize_t n = (hsize_t)t->n;
    struct history_row *clean = memory_zeroed((size_t)t->n + 1, sizeof(*clean));
    hid_t type = row_type(metric, metrics);

    /* What no column holds is written too, as padding: keep it zero. */
    for (int i = 0; i < t->n; i++) {
        clean[i] = t->row[i];
        for (int m = metrics; m < RESULT_METRICS; m++)
            clean[i].valid[m] = 0;
    }
    hdf5_put_array(h, path, type, 1, &n, clean);
    H5Tclose(type);
    free(clean);
}

void history_get(struct hdf5 *h, const char *path, struct history *t,
                 const char (*metric)[32], int metrics)
{
    hid_t type = row_type(metric, metrics);
    hsize_t n;

    t->row = hdf5_get_array(h, path, type, sizeof(*t->row), 1, &n);
    t->n = t->room = t->row ? (int)n : 0;
    H5Tclose(type);
}
