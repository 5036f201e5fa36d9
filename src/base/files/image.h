/*
 * image.h - structs and the arrays they point to as the bytes of a file, which
 * is mapped read-only, so that processes which map it hold the arrays once.
 *
 * One function a struct says what is kept of it, for both directions:
 *
 *     void words_image(struct words *w, struct image *m)
 *     {
 *         IMAGE_VALUE(m, w->n);
 *         IMAGE_ARRAY(m, w->vectors, w->n * w->width);
 *     }
 *
 * With a zeroed struct image, to be released, that notes what there is, and
 * image_write() writes it.  With one from image_open() it fills a zeroed struct
 * from the file: values and what image_room() gives are private, arrays lie in
 * the mapping.  Both are borrowed from the image, and nothing of them is freed
 * singly.  Structs that are kept whole have no padding, whose bytes nobody
 * sets: so images of the same data are the same bytes.
 *
 * A file says how long it is, what it is of (`key`) and what its digest is: one
 * that is cut short, damaged, of another key or byte order is not opened.  What
 * another process does to it afterwards changes nothing: files/mapping.h, which
 * says where it does.  A struct image that is open does not move.
 *
 * Threads: an image that is filled is read-only.
 * Errors:  those of the file; that a function takes other things than it noted
 *          is a mistake of ours, so a key tells programs apart.
 */
#ifndef BASE_FILES_IMAGE_H
#define BASE_FILES_IMAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/core/arena.h"
#include "base/core/error.h"
#include "base/core/str.h"
#include "base/files/file.h"
#include "base/files/mapping.h"
#include "base/numbers/digest.h"

struct image {
    struct mapping file;      /* owned; closed: it is being noted */
    const char *map;          /* its bytes, or NULL */
    size_t bytes;             /* of the file, so far or in all */
    size_t at;                /* of the map: what comes next */
    struct file_piece *piece; /* owned; what is noted, borrowed until written */
    int pieces, room;
    struct arena own; /* what is private */
};

/* A value, copied. */
void image_value(struct image *m, void *value, size_t bytes);
#define IMAGE_VALUE(m, x) image_value((m), &(x), sizeof(x))

/* An array in the mapping, on a 64-byte boundary; NULL for one of 0 bytes.
 * Noted, it is what was given. */
void *image_array(struct image *m, void *array, size_t bytes);
#define IMAGE_ARRAY(m, p, n) \
    ((p) = image_array((m), (p), (size_t)(n) * sizeof(*(p))))

/* Zeroed private room, to be filled; noted, it is what was given. */
void *image_room(struct image *m, void *room, size_t bytes);
#define IMAGE_ROOM(m, p, n) \
    ((p) = image_room((m), (p), (size_t)(n) * sizeof(*(p))))

/* n texts: pointers are private, bytes in the mapping. */
char **image_texts(struct image *m, char **text, int n);

/* One; it may be NULL. */
char *image_text(struct image *m, char *text);
void image_str(struct image *m, struct str *s);

/* Write what was noted so that a kill leaves the old file or the new one. */
int image_write(const struct image *m, const char *path, struct digest key,
                struct error *e);

/* Map a file of this user's. */
int image_open(struct image *m, const char *path, struct digest key,
               struct error *e);
void image_release(struct image *m);

#endif
