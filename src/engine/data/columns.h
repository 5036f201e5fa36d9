/*
 * columns.h - typed columns: tokens, values beside them, answers.
 *
 * A column holds for each entry, usually an example, the same number of values,
 * or a number that varies from entry to entry.
 *
 * Threads: read-only once filled.
 */
#ifndef ENGINE_DATA_COLUMNS_H
#define ENGINE_DATA_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/files/image.h"

enum column_type { COLUMN_INT, COLUMN_FLOAT, COLUMN_BYTE };

#define MAX_COLUMNS 20 /* per set: seven features of two parts, and more */
#define COLUMN_RAGGED 0
#define OF_EXAMPLE (-1)
#define OF_VISIT (-2)

/* Description of a column.  Code that reads or fills a column has it as a
 * constant, and looks up its place among the columns of examples once. */
struct column_kind {
    char name[24];
    enum column_type type;
    int width; /* values per example or token; COLUMN_RAGGED: any number per
                  example */
    int of;    /* OF_EXAMPLE; or the part whose tokens have `width` values each;
                  or OF_VISIT: an example has one or more groups of `width`
                  values, and each training visit uses one of them */
};

/* The values of one entry: n of them, of the column's type. */
struct values {
    const void *at; /* borrowed */
    int n;
};

struct column {
    struct column_kind is;
    int n;         /* entries */
    size_t *start; /* owned [n + 1] first value of each entry; NULL if every
                      entry has is.width values */
    union {
        int32_t *ints; /* owned, as all members of the union */
        float *floats;
        char *bytes;
        void *value;
    };
    size_t room;       /* capacity of values */
    size_t start_room; /* capacity of `start` */
};

void column_init(struct column *c, const struct column_kind *is);
void column_clear(struct column *c); /* remove all entries, keep the memory */
void column_release(struct column *c);
void column_image(struct column *c, struct image *m);

/* True if entries may differ in their number of values. */
static inline bool column_varies(const struct column_kind *is)
{
    return is->width == COLUMN_RAGGED || is->of != OF_EXAMPLE;
}

/* True if a column of a file can serve as `k`. A file does not record which
 * tokens the values of a varying column belong to. */
bool column_fits(const struct column *c, const struct column_kind *k);

/* True if both have one name and one form in a grain. */
bool column_is(const struct column_kind *one, const struct column_kind *other);

/* Bytes per value. */
static inline size_t column_size(const struct column_kind *is)
{
    static const size_t size[] = {[COLUMN_INT] = sizeof(int32_t),
                                  [COLUMN_FLOAT] = sizeof(float),
                                  [COLUMN_BYTE] = 1};

    return size[is->type];
}

/* First value of entry i; i may be n. */
static inline size_t column_at(const struct column *c, int i)
{
    return c->start ? c->start[i] : (size_t)i * (size_t)c->is.width;
}

/* Append an entry; its values are copied. */
void column_add(struct column *c, struct values v);

/* Append all entries of another column of the same kind. */
void column_append(struct column *c, const struct column *more);

/* Borrow entry i's values. */
struct values column_get(const struct column *c, int i);

/* The place of a column among n, found by name and form in a grain; -1 if there
 * is none. */
int columns_find(const struct column *c, int n, const struct column_kind *is);

/* The one of n columns with this name, or NULL. */
const struct column *column_named(const struct column *c, int n,
                                  const char *name);

/* All answers to a split, in index order: the columns of a head. */
struct answer_sheet {
    int n, columns;        /* n = 0: no answers */
    struct column *column; /* owned; room for MAX_COLUMNS, or NULL */
};

/* Add a column without entries and return it, borrowed.  At most
 * MAX_COLUMNS. */
struct column *answer_sheet_add(struct answer_sheet *a,
                                const struct column_kind *is);
void answer_sheet_release(struct answer_sheet *a);

#endif
