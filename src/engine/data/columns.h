/*
 * columns.h - typed columns: tokens, what stands beside them, answers.
 *
 * A column holds for each entry - an example, mostly - the same number of
 * values, or as many as it happens to have.
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

#define MAX_COLUMNS 20 /* side by side: seven features of two parts, and more */
#define COLUMN_RAGGED 0
#define OF_EXAMPLE (-1)
#define OF_VISIT (-2)

/* What a column is.  Who reads or fills one in has it as a constant, and finds
 * its place among those of examples once. */
struct column_kind {
    char name[24];
    enum column_type type;
    int width; /* values an example or a token has; COLUMN_RAGGED: any number
                  an example has */
    int of;    /* OF_EXAMPLE, or the part whose tokens each have `width`, or
                  OF_VISIT: an example has `width` once or more often, and each
                  time it is trained on one of them is taken */
};

/* The values of one entry: n of them, of the column's type. */
struct values {
    const void *at; /* borrowed */
    int n;
};

struct column {
    struct column_kind is;
    int n;         /* entries */
    size_t *start; /* owned [n + 1] an entry's first value; NULL where every
                      entry has is.width */
    union {
        int32_t *ints; /* owned, as the others are */
        float *floats;
        char *bytes;
        void *value;
    };
    size_t room;       /* values there is space for */
    size_t start_room; /* starts likewise */
};

void column_init(struct column *c, const struct column_kind *is);
void column_clear(struct column *c); /* no entries; the room stays */
void column_release(struct column *c);
void column_image(struct column *c, struct image *m);

/* Do entries differ in how many values they have? */
static inline bool column_varies(const struct column_kind *is)
{
    return is->width == COLUMN_RAGGED || is->of != OF_EXAMPLE;
}

/* May a column of a file be what `k` says?  A file does not say whose tokens
 * the values of one that varies belong to. */
bool column_fits(const struct column *c, const struct column_kind *k);

/* Are they of one name, and of one form in a grain? */
bool column_is(const struct column_kind *one, const struct column_kind *other);

/* Bytes of a value. */
static inline size_t column_size(const struct column_kind *is)
{
    static const size_t size[] = {[COLUMN_INT] = sizeof(int32_t),
                                  [COLUMN_FLOAT] = sizeof(float),
                                  [COLUMN_BYTE] = 1};

    return size[is->type];
}

/* Where entry i begins; i may be n. */
static inline size_t column_at(const struct column *c, int i)
{
    return c->start ? c->start[i] : (size_t)i * (size_t)c->is.width;
}

/* Append an entry; its values are copied. */
void column_add(struct column *c, struct values v);

/* Append all entries of another column of the kind. */
void column_append(struct column *c, const struct column *more);

/* Borrow entry i's values. */
struct values column_get(const struct column *c, int i);

/* The place of a column among n, by name and form in a grain; -1: there is
 * none. */
int columns_find(const struct column *c, int n, const struct column_kind *is);

/* The one of n columns that has a name, or NULL. */
const struct column *column_named(const struct column *c, int n,
                                  const char *name);

/* All answers to a split, in index order: a head's columns. */
struct answer_sheet {
    int n, columns;        /* n = 0: none */
    struct column *column; /* owned; room for MAX_COLUMNS, or NULL */
};

/* One more column, of as yet no entries; borrowed.  There may be MAX_COLUMNS.
 */
struct column *answer_sheet_add(struct answer_sheet *a,
                                const struct column_kind *is);
void answer_sheet_release(struct answer_sheet *a);

#endif
