#include "config.h"

#include "store/units_table.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* A row in memory is the tallies of a unit. */
static hid_t row_type(const char (*metric)[32], int metrics)
{
    hid_t type =
        H5Tcreate(H5T_COMPOUND, (size_t)metrics * sizeof(struct tally));
    char name[48];

    for (int m = 0; m < metrics; m++) {
        const size_t at = (size_t)m * sizeof(struct tally);

        H5Tinsert(type, metric[m], at + offsetof(struct tally, sum),
                  H5T_NATIVE_DOUBLE);
        snprintf(name, sizeof(name), "%s_of", metric[m]);
        H5Tinsert(type, name, at + offsetof(struct tally, of),
                  H5T_NATIVE_DOUBLE);
    }
    return type;
}

void units_put(struct hdf5 *h, const char *path, const struct units *u,
               const char (*metric)[32])
{
    const hsize_t n = (hsize_t)u->n;

    if (u->n == 0)
        return;
    hid_t type = row_type(metric, u->metrics);

    hdf5_put_array(h, path, type, 1, &n, u->tally);
    hdf5_put_text(h, path, "unit", u->name);
    H5Tclose(type);
}

void units_get(struct hdf5 *h, const char *path, struct units *u,
               const char (*metric)[32], int metrics)
{
    hsize_t n;

    *u = (struct units){.metrics = metrics};
    if (!metrics || !hdf5_has(h, path))
        return;
    hid_t type = row_type(metric, metrics);
    char *name = hdf5_get_text(h, path, "unit");

    hdf5_check_columns(h, path, type);
    u->tally = hdf5_get_array(h, path, type,
                              (size_t)metrics * sizeof(struct tally), 1, &n);
    if (n > INT_MAX)
        hdf5_fail(h, "'%s' is too large", path);
    else
        u->n = u->tally ? (int)n : 0;
    snprintf(u->name, sizeof(u->name), "%s", name ? name : "");
    free(name);
    H5Tclose(type);
}
