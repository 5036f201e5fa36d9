#include "config.h"

#include "store/units_table.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/str.h"

/* Bytes of a unit's tallies, behind which its traits stand in a row. */
static size_t tallies_size(int metrics)
{
    return (size_t)metrics * sizeof(struct tally);
}

static void insert_metrics(hid_t type, const char (*metric)[32], int metrics)
{
    char name[48];

    for (int m = 0; m < metrics; m++) {
        const size_t at = tallies_size(m);

        H5Tinsert(type, metric[m], at + offsetof(struct tally, sum),
                  H5T_NATIVE_DOUBLE);
        snprintf(name, sizeof(name), "%s_of", metric[m]);
        H5Tinsert(type, name, at + offsetof(struct tally, of),
                  H5T_NATIVE_DOUBLE);
    }
}

/* --- to a file ------------------------------------------------------------ */

static hid_t row_type(const struct units *u, const char (*metric)[32])
{
    const size_t tallies = tallies_size(u->metrics), one = sizeof(int32_t);
    const hid_t type =
        H5Tcreate(H5T_COMPOUND, tallies + one * (size_t)u->traits);

    insert_metrics(type, metric, u->metrics);
    for (int i = 0; i < u->traits; i++)
        H5Tinsert(type, u->trait[i].name, tallies + one * (size_t)i,
                  H5T_NATIVE_INT32);
    return type;
}

/* The rows, one behind the other; free() them. */
static char *rows_of(const struct units *u, size_t size)
{
    const size_t tallies = tallies_size(u->metrics);
    char *rows = memory_new((size_t)u->n * size);

    for (int i = 0; i < u->n; i++) {
        char *row = rows + (size_t)i * size;

        memcpy(row, units_at(u, i, 0), tallies);
        for (int k = 0; k < u->traits; k++)
            memcpy(row + tallies + (size_t)k * sizeof(int32_t),
                   &u->trait[k].value[i], sizeof(int32_t));
    }
    return rows;
}

static void put_traits(struct hdf5 *h, const char *path, const struct units *u)
{
    struct str names = {0};
    char attribute[48];

    for (int i = 0; i < u->traits; i++) {
        const struct trait *t = &u->trait[i];

        str_addf(&names, "%s%s", i ? " " : "", t->name);
        snprintf(attribute, sizeof(attribute), "%s_words", t->name);
        if (t->words)
            hdf5_put_text(h, path, attribute, t->words);
    }
    if (u->traits)
        hdf5_put_text(h, path, "traits", str_text(&names));
    str_release(&names);
}

void units_put(struct hdf5 *h, const char *path, const struct units *u,
               const char (*metric)[32])
{
    const hsize_t n = (hsize_t)u->n;

    if (u->n == 0)
        return;
    const hid_t type = row_type(u, metric);
    char *rows = rows_of(u, H5Tget_size(type));

    hdf5_put_array(h, path, type, 1, &n, rows);
    hdf5_put_text(h, path, "unit", u->name);
    put_traits(h, path, u);
    free(rows);
    H5Tclose(type);
}

/* --- from a file ---------------------------------------------------------- */

static void get_tallies(struct hdf5 *h, const char *path, struct units *u,
                        const char (*metric)[32])
{
    const hid_t type = H5Tcreate(H5T_COMPOUND, tallies_size(u->metrics));
    hsize_t n;

    insert_metrics(type, metric, u->metrics);
    hdf5_check_columns(h, path, type);
    u->tally =
        hdf5_get_array(h, path, type, tallies_size(u->metrics), 1, &n);
    if (n > INT_MAX)
        hdf5_fail(h, "'%s' is too large", path);
    else
        u->n = u->tally ? (int)n : 0;
    H5Tclose(type);
}

/* A column of its own, whose rows are as many as the tallies'. */
static void get_trait(struct hdf5 *h, const char *path, struct units *u,
                      const char *name)
{
    const hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(int32_t));
    struct trait *t = units_new_trait(u, name);
    char words[48];
    hsize_t n;

    H5Tinsert(type, name, 0, H5T_NATIVE_INT32);
    hdf5_check_columns(h, path, type);
    t->value = hdf5_get_array(h, path, type, sizeof(int32_t), 1, &n);
    snprintf(words, sizeof(words), "%s_words", name);
    if (hdf5_has_attribute(h, path, words))
        t->words = hdf5_get_text(h, path, words);
    H5Tclose(type);
}

static void get_traits(struct hdf5 *h, const char *path, struct units *u)
{
    if (!u->n || !hdf5_has_attribute(h, path, "traits"))
        return;
    char *names = hdf5_get_text(h, path, "traits"), *rest = NULL;

    for (char *name = names ? strtok_r(names, " ", &rest) : NULL; name;
         name = strtok_r(NULL, " ", &rest))
        if (u->traits < MAX_TRAITS)
            get_trait(h, path, u, name);
        else
            hdf5_fail(h, "'%s' has more than %d traits", path, MAX_TRAITS);
    free(names);
}

void units_get(struct hdf5 *h, const char *path, struct units *u,
               const char (*metric)[32], int metrics)
{
    *u = (struct units){.metrics = metrics};
    if (!metrics || !hdf5_has(h, path))
        return;
    char *name = hdf5_get_text(h, path, "unit");

    get_tallies(h, path, u, metric);
    get_traits(h, path, u);
    snprintf(u->name, sizeof(u->name), "%s", name ? name : "");
    free(name);
}
