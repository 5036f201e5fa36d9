#include "config.h"

#include "base/files/image.h"

#include <assert.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/memory.h"

#define LINE ((size_t)64)

/* The beginning of a file, LINE bytes long. */
struct header {
    char is[8];
    uint64_t order; /* reads as another number if the byte order differs */
    uint64_t bytes; /* of the file */
    struct digest key;
    struct digest digest; /* of the fields before it, and of the rest */
    uint64_t zero;
};
_Static_assert(sizeof(struct header) == LINE, "arrays begin on a boundary");

static const char is[8] = "crimage1";
#define ORDER UINT64_C(0x0102030405060708)

static size_t rounded(size_t bytes)
{
    return (bytes + LINE - 1) / LINE * LINE;
}

/* --- both directions ------------------------------------------------------ */

static void note(struct image *m, const void *bytes, size_t n)
{
    GROW(m->piece, m->pieces, m->room);
    m->piece[m->pieces++] = (struct file_piece){bytes, n};
    m->bytes += n;
}

static void note_array(struct image *m, const void *array, size_t bytes)
{
    static const char zeros[LINE];

    if (!m->bytes)
        m->bytes = sizeof(struct header);
    if (bytes)
        note(m, array, bytes);
    note(m, zeros, rounded(bytes) - bytes);
}

static void *next(struct image *m, size_t bytes)
{
    char *at = (char *)m->map + m->at; /* const arrays are filled through their
                                          struct's fields */

    assert(bytes <= m->bytes - m->at);
    m->at += rounded(bytes);
    return bytes ? at : NULL;
}

void *image_array(struct image *m, void *array, size_t bytes)
{
    if (m->map)
        return next(m, bytes);
    note_array(m, array, bytes);
    return array;
}

void image_value(struct image *m, void *value, size_t bytes)
{
    if (m->map)
        memcpy(value, next(m, bytes), bytes);
    else /* a copy, since it may be gone before it is written */
        note_array(m, memcpy(arena_alloc(&m->own, bytes), value, bytes), bytes);
}

void *image_room(struct image *m, void *room, size_t bytes)
{
    return m->map ? memset(arena_alloc(&m->own, bytes), 0, bytes) : room;
}

/* A copy of the texts, concatenated, each with its NUL. */
static char *joined(struct image *m, char *const *text, int n, size_t *bytes)
{
    char *all, *at;

    *bytes = 0;
    for (int i = 0; i < n; i++)
        *bytes += strlen(text[i]) + 1;
    all = at = arena_alloc(&m->own, *bytes);
    for (int i = 0; i < n; i++)
        at = stpcpy(at, text[i]) + 1;
    return all;
}

char **image_texts(struct image *m, char **text, int n)
{
    size_t bytes = 0;
    char *all = m->map ? NULL : joined(m, text, n, &bytes);

    IMAGE_VALUE(m, bytes);
    all = image_array(m, all, bytes);
    IMAGE_ROOM(m, text, n);
    for (int i = 0; m->map && i < n; i++) {
        text[i] = all;
        all += strlen(all) + 1;
    }
    return text;
}

char *image_text(struct image *m, char *text)
{
    bool is_there = text != NULL;

    IMAGE_VALUE(m, is_there);
    return is_there ? *image_texts(m, &text, 1) : NULL;
}

void image_str(struct image *m, struct str *s)
{
    IMAGE_VALUE(m, s->len);
    IMAGE_ARRAY(m, s->s, s->len ? s->len + 1 : 0);
}

/* --- files ---------------------------------------------------------------- */

static struct digest digest_pieces(const struct header *h,
                                   const struct file_piece *piece, int n)
{
    struct hasher *hasher = hasher_new();

    hasher_add(hasher, h, offsetof(struct header, digest));
    for (int i = 0; i < n; i++)
        hasher_add(hasher, piece[i].bytes, piece[i].n);
    const struct digest d = hasher_digest(hasher);
    hasher_free(hasher);
    return d;
}

int image_write(const struct image *m, const char *path, struct digest key,
                struct error *e)
{
    struct header h = {.order = ORDER, .bytes = m->bytes, .key = key};
    struct file_piece *all = memory_new(((size_t)m->pieces + 1) * sizeof(*all));

    memcpy(h.is, is, sizeof(is));
    h.digest = digest_pieces(&h, m->piece, m->pieces);
    all[0] = (struct file_piece){&h, sizeof(h)};
    if (m->pieces)
        memcpy(all + 1, m->piece, (size_t)m->pieces * sizeof(*all));
    const int failed = file_replace_pieces(path, all, m->pieces + 1, e);
    free(all);
    return failed;
}

/* Takes over the descriptor. */
static int map_file(struct image *m, int fd, const char *path, struct error *e)
{
    struct stat st;

    if (fstat(fd, &st))
        error_errno(e, "cannot look at it");
    else if (!S_ISREG(st.st_mode) || st.st_uid != geteuid())
        error_set(e, "found no file of this user's");
    else if (!mapping_open(&m->file, fd, path, e)) {
        m->map = m->file.bytes;
        m->bytes = m->file.n;
        return 0;
    } else
        return -1;
    close(fd);
    return -1;
}

static int check_map(const struct image *m, struct digest key, struct error *e)
{
    const struct header *h = (const struct header *)m->map;

    if (m->bytes < sizeof(*h))
        return error_set(e, "cut short: found %zu bytes", m->bytes);
    if (memcmp(h->is, is, sizeof(is)) || h->order != ORDER || h->zero)
        return error_set(e, "found no image of this program's");
    if (h->bytes != m->bytes)
        return error_set(e, "cut short: found %zu bytes, expected %zu",
                         m->bytes, (size_t)h->bytes);
    const struct file_piece rest = {m->map + sizeof(*h), m->bytes - sizeof(*h)};

    if (!digest_equal(h->digest, digest_pieces(h, &rest, 1)))
        return error_set(e,
                         "damaged: found another digest than is stored in it");
    if (!digest_equal(h->key, key))
        return error_set(e, "found an image of something else");
    return 0;
}

int image_open(struct image *m, const char *path, struct digest key,
               struct error *e)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);

    *m = (struct image){.at = sizeof(struct header)};
    if (fd < 0)
        return error_errno(e, "cannot open '%s'", path);
    if (!map_file(m, fd, path, e) && !check_map(m, key, e))
        return 0;
    image_release(m);
    return error_in(e, "file '%s'", path);
}

void image_release(struct image *m)
{
    mapping_close(&m->file);
    free(m->piece);
    arena_release(&m->own);
    *m = (struct image){0};
}
