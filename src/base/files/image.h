/*
 * image.h - structs and their arrays as the bytes of a file, mapped read-only
 * by all processes, which so hold the arrays in memory once.
 *
 * One function per struct lists what is kept of it, for writing and for
 * reading:
 *
 *     void words_image(struct words *w, struct image *m)
 *     {
 *         IMAGE_VALUE(m, w->n);
 *         IMAGE_ARRAY(m, w->vectors, w->n * w->width);
 *     }
 *
 * With a zeroed struct image, to be released, the function records what there
 * is, and image_write() writes it.  With one from image_open() it fills a
 * zeroed struct from the file: values and the room of image_room() are private
 * memory, arrays lie in the mapping.  Both are borrowed from the image, and
 * nothing of them is freed singly.  Structs that are kept whole must have no
 * padding, since nothing sets padding bytes: then images of the same data are
 * the same bytes.
 *
 * A file contains its length, the digest of its contents, and a `key` that
 * names the data.  A file that is cut short, damaged, of another key or of
 * another byte order is not opened.  What another process does to the file
 * afterwards changes nothing, with the exceptions listed in files/mapping.h.
 * An open struct image must not move.
 *
 * Threads: an image that is filled is read-only.
 * Errors:  those of the file.  If a function reads other things than it
 *          recorded, that is our mistake; so the key differs between programs.
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
    struct mapping file;      /* owned; closed while recording */
    const char *map;          /* its bytes, or NULL while recording */
    size_t bytes;             /* of the file: so far, or in all */
    size_t at;                /* offset in map of the next item */
    struct file_piece *piece; /* owned; recorded, borrowed until written */
    int pieces, room;
    struct arena own; /* private values and room */
};

/* A value, copied. */
void image_value(struct image *m, void *value, size_t bytes);
#define IMAGE_VALUE(m, x) image_value((m), &(x), sizeof(x))

/* An array in the mapping, on a 64-byte boundary; NULL if it has 0 bytes.
 * While recording, returns `array`. */
void *image_array(struct image *m, void *array, size_t bytes);
#define IMAGE_ARRAY(m, p, n) \
    ((p) = image_array((m), (p), (size_t)(n) * sizeof(*(p))))

/* Zeroed private room, to be filled; while recording, returns `room`. */
void *image_room(struct image *m, void *room, size_t bytes);
#define IMAGE_ROOM(m, p, n) \
    ((p) = image_room((m), (p), (size_t)(n) * sizeof(*(p))))

/* n texts: the pointers are private, the bytes lie in the mapping. */
char **image_texts(struct image *m, char **text, int n);

/* One text; it may be NULL. */
char *image_text(struct image *m, char *text);
void image_str(struct image *m, struct str *s);

/* Write what was recorded; a kill leaves the old file or the new one. */
int image_write(const struct image *m, const char *path, struct digest key,
                struct error *e);

/* Map a file, which must belong to this user. */
int image_open(struct image *m, const char *path, struct digest key,
               struct error *e);
void image_release(struct image *m);

#endif
