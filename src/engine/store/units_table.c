#include "config.h"

#include "engine/store/units_table.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/str.h"

/* Bytes of a unit's tallies; its traits follow them in a row. */
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

/* Add the columns of n-grams from byte `at` of a row on. */
static void insert_ngrams(hid_t type, const struct units *u,
                          const char (*metric)[32], size_t at, hid_t number)
{
    static const char *const what[NGRAM_NUMBERS] = {"said", "right", "shared"};
    char name[48];

    for (int m = 0; m < u->metrics; m++)
        for (int i = 0; i < u->orders[m] * NGRAM_NUMBERS; i++) {
            snprintf(name, sizeof(name), "%s_%s_%d", metric[m],
                     what[i % NGRAM_NUMBERS], i / NGRAM_NUMBERS + 1);
            H5Tinsert(type, name, at, number);
            at += H5Tget_size(number);
        }
}

/* The number of values in a unit's n-grams. */
static size_t ngram_numbers(const struct units *u)
{
    return (size_t)units_orders(u->orders, u->metrics) * NGRAM_NUMBERS;
}

/* --- to a file ------------------------------------------------------------ */

/* The layout of a table's rows: tallies, traits, n-grams. */
struct row_layout {
    size_t traits, ngrams, size; /* offsets; bytes of a row */
    bool wide;                   /* n-grams have 32 bits */
};

static bool is_wide(const struct units *u)
{
    const size_t n = (size_t)u->n * ngram_numbers(u);
    bool wide = false;

    for (size_t i = 0; i < n; i++)
        wide |= u->ngrams[i] > INT16_MAX;
    return wide;
}

static struct row_layout layout(const struct units *u)
{
    struct row_layout r = {.traits = tallies_size(u->metrics),
                           .wide = is_wide(u)};

    r.ngrams = r.traits + (size_t)u->traits * sizeof(int32_t);
    r.size = r.ngrams +
             ngram_numbers(u) * (r.wide ? sizeof(int32_t) : sizeof(int16_t));
    return r;
}

static hid_t row_type(const struct units *u, const char (*metric)[32],
                      const struct row_layout *r)
{
    const hid_t type = H5Tcreate(H5T_COMPOUND, r->size);

    insert_metrics(type, metric, u->metrics);
    for (int i = 0; i < u->traits; i++)
        H5Tinsert(type, u->trait[i].name,
                  r->traits + (size_t)i * sizeof(int32_t), H5T_NATIVE_INT32);
    insert_ngrams(type, u, metric, r->ngrams,
                  r->wide ? H5T_NATIVE_INT32 : H5T_NATIVE_INT16);
    return type;
}

/* Write a number of 16 or 32 bits; returns the place after it. */
static char *put_number(char *to, int32_t x, bool wide)
{
    const int16_t half = (int16_t)x;
    const size_t size = wide ? sizeof(x) : sizeof(half);

    memcpy(to, wide ? (const void *)&x : &half, size);
    return to + size;
}

/* The rows, one after the other; the caller frees them. */
static char *rows_of(const struct units *u, const struct row_layout *r)
{
    char *rows = memory_new((size_t)u->n * r->size);

    for (int i = 0; i < u->n; i++) {
        char *row = rows + (size_t)i * r->size;

        memcpy(row, units_at(u, i, 0), r->traits);
        for (int k = 0; k < u->traits; k++)
            memcpy(row + r->traits + (size_t)k * sizeof(int32_t),
                   &u->trait[k].value[i], sizeof(int32_t));
        row += r->ngrams;
        for (size_t k = 0; k < ngram_numbers(u); k++)
            row = put_number(row, u->ngrams[k * (size_t)u->n + (size_t)i],
                             r->wide);
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

static void put_orders(struct hdf5 *h, const char *path, const struct units *u,
                       const char (*metric)[32])
{
    char attribute[48];

    for (int m = 0; m < u->metrics; m++) {
        snprintf(attribute, sizeof(attribute), "%s_orders", metric[m]);
        if (u->orders[m])
            hdf5_put_int(h, path, attribute, u->orders[m]);
    }
}

void units_put(struct hdf5 *h, const char *path, const struct units *u,
               const char (*metric)[32])
{
    const hsize_t n = (hsize_t)u->n;

    if (u->n == 0)
        return;
    const struct row_layout row = layout(u);
    const hid_t type = row_type(u, metric, &row);
    char *rows = rows_of(u, &row);

    hdf5_put_array(h, path, type, 1, &n, rows);
    hdf5_put_text(h, path, "unit", u->name);
    put_traits(h, path, u);
    put_orders(h, path, u, metric);
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

/* Read a column of its own; it has as many rows as the tallies. */
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

/* Read the number of lengths of each metric's n-grams; true if any metric has
 * n-grams. */
static bool get_orders(struct hdf5 *h, const char *path, struct units *u,
                       const char (*metric)[32])
{
    char attribute[48];

    for (int m = 0; m < u->metrics; m++) {
        snprintf(attribute, sizeof(attribute), "%s_orders", metric[m]);
        if (!hdf5_has_attribute(h, path, attribute))
            continue;
        const int64_t n = hdf5_get_int(h, path, attribute);

        if (n < 1 || n > MAX_ORDERS)
            hdf5_fail(h, "attribute '%s': found %lld, expected 1 to %d",
                      attribute, (long long)n, MAX_ORDERS);
        else
            u->orders[m] = (int)n;
    }
    return !h->failed && units_orders(u->orders, u->metrics);
}

/* Reorder the rows of a file, which are unit by unit, so that each number's
 * values of all units are adjacent. */
static void take_ngrams(struct units *u, const int32_t *x)
{
    const size_t n = (size_t)u->n, numbers = ngram_numbers(u);

    u->ngrams = memory_new(n * numbers * sizeof(*u->ngrams));
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < numbers; k++)
            u->ngrams[k * n + i] = *x++;
}

static void get_ngrams(struct hdf5 *h, const char *path, struct units *u,
                       const char (*metric)[32])
{
    if (!u->n || !get_orders(h, path, u, metric))
        return;
    const size_t size = ngram_numbers(u) * sizeof(int32_t);
    const hid_t type = H5Tcreate(H5T_COMPOUND, size);
    hsize_t n;

    insert_ngrams(type, u, metric, 0, H5T_NATIVE_INT32);
    hdf5_check_columns(h, path, type);
    int32_t *x = hdf5_get_array(h, path, type, size, 1, &n);

    if (x)
        take_ngrams(u, x);
    free(x);
    H5Tclose(type);
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
    get_ngrams(h, path, u, metric);
    snprintf(u->name, sizeof(u->name), "%s", name ? name : "");
    free(name);
}
