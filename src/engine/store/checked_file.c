/* checked_file.c - files that contain their own length and digest. */
#include "config.h"

#include "engine/store/checked_file.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/files/file.h"
#include "base/numbers/digest.h"

#define ENVELOPE_VERSION 1

static void make_block(const char *kind, size_t n, struct digest d,
                       char block[CHECKED_FILE_HEADER + 1])
{
    char hex[DIGEST_HEX];

    digest_hex(d, hex);
    int used = snprintf(block, CHECKED_FILE_HEADER,
                        "codarun %s %d\nbytes %zu\nxxh3 %s\n"
                        "an HDF5 file follows at byte %d\n",
                        kind, ENVELOPE_VERSION, n, hex, CHECKED_FILE_HEADER);
    memset(block + used, ' ', CHECKED_FILE_HEADER - (size_t)used);
    block[CHECKED_FILE_HEADER - 1] = '\n';
    block[CHECKED_FILE_HEADER] = '\0';
}

static char *aside_of(const char *path)
{
    return memory_format("%s.damaged", path);
}

void checked_file_tidy(const char *path)
{
    char *aside = aside_of(path);

    unlink(aside);
    free(aside);
}

int checked_file_write(const char *path, const char *kind,
                       const struct str *image, struct error *e)
{
    char block[CHECKED_FILE_HEADER + 1];

    make_block(kind, image->len, digest_of(image->s, image->len), block);
    if (file_replace_pieces(path,
                            (struct file_piece[]){{block, CHECKED_FILE_HEADER},
                                                  {image->s, image->len}},
                            2, e))
        return -1;
    checked_file_tidy(path);
    return 0;
}

/* True if it begins like a file of another kind or version. */
static bool is_of_another(const char *bytes)
{
    char kind[16];
    int version;

    return sscanf(bytes, "codarun %15[a-z] %d\n", kind, &version) == 2;
}

enum content { WHOLE, OF_ANOTHER, DAMAGED = -1 };

/* Check bytes [CHECKED_FILE_HEADER, n) against the block before them. */
static enum content check(const char *bytes, size_t n, const char *kind,
                          struct error *e)
{
    char block[CHECKED_FILE_HEADER + 1], first[64], found[33];
    size_t expected = 0;

    if (n < CHECKED_FILE_HEADER)
        return error_set(e, "truncated: found %zu bytes, expected at least %d",
                         n, CHECKED_FILE_HEADER);
    int len = snprintf(first, sizeof(first), "codarun %s %d\n", kind,
                       ENVELOPE_VERSION);
    if (memcmp(bytes, first, (size_t)len) != 0) {
        snprintf(found, sizeof(found), "%.*s", (int)strcspn(bytes, "\n"),
                 bytes);
        error_set(e, "found '%s', expected 'codarun %s %d'", found, kind,
                  ENVELOPE_VERSION);
        return is_of_another(bytes) ? OF_ANOTHER : DAMAGED;
    }
    if (sscanf(bytes + len, "bytes %zu\n", &expected) != 1)
        return error_set(e, "damaged: the first block names no length");
    if (n - CHECKED_FILE_HEADER != expected)
        return error_set(e, "truncated: found %zu bytes, expected %zu", n,
                         expected + CHECKED_FILE_HEADER);
    make_block(kind, expected, digest_of(bytes + CHECKED_FILE_HEADER, expected),
               block);
    if (memcmp(bytes, block, CHECKED_FILE_HEADER) != 0)
        return error_set(e,
                         "damaged: found a content of %.37s, "
                         "expected what the first block says",
                         strstr(block, "xxh3"));
    return 0;
}

int checked_file_read(const char *path, const char *kind, struct str *image,
                      struct error *e)
{
    struct str bytes = {0};

    if (file_read(path, &bytes, e))
        return -1;
    const bool whole = check(str_text(&bytes), bytes.len, kind, e) == WHOLE;

    if (whole)
        str_add(image, bytes.s + CHECKED_FILE_HEADER,
                bytes.len - CHECKED_FILE_HEADER);
    else
        error_in(e, "%s file '%s'", kind, path);
    str_release(&bytes);
    return whole ? 0 : -1;
}

/* The block that an open file should have. */
static int block_of(int fd, const char *kind,
                    char block[CHECKED_FILE_HEADER + 1])
{
    enum { PIECE = 1 << 18 };
    struct hasher *h = hasher_new();
    char *piece = memory_new(PIECE);
    size_t total = 0;
    ssize_t n;

    while ((n = pread(fd, piece, PIECE, (off_t)total + CHECKED_FILE_HEADER)) >
           0) {
        hasher_add(h, piece, (size_t)n);
        total += (size_t)n;
    }
    make_block(kind, total, hasher_digest(h), block);
    hasher_free(h);
    free(piece);
    return n < 0 ? -1 : 0;
}

int checked_file_write_header(int fd, const char *kind, struct error *e)
{
    char block[CHECKED_FILE_HEADER + 1];

    if (block_of(fd, kind, block))
        return error_errno(e, "cannot read it again");
    if (pwrite(fd, block, CHECKED_FILE_HEADER, 0) != CHECKED_FILE_HEADER)
        return error_errno(e, "cannot write its first block");
    return 0;
}

bool checked_file_is_whole(int fd, const char *kind)
{
    char block[CHECKED_FILE_HEADER + 1], found[CHECKED_FILE_HEADER];

    return !block_of(fd, kind, block) &&
           pread(fd, found, CHECKED_FILE_HEADER, 0) == CHECKED_FILE_HEADER &&
           !memcmp(found, block, CHECKED_FILE_HEADER);
}

/* Read the first block, and return the file's length; -1 if it is shorter than
 * a block. */
static long read_block(const char *path, char block[CHECKED_FILE_HEADER])
{
    struct error ignored;
    const int fd = file_open(path, &ignored);
    struct stat st;
    const bool read =
        fd >= 0 && !fstat(fd, &st) &&
        pread(fd, block, CHECKED_FILE_HEADER, 0) == CHECKED_FILE_HEADER;

    if (fd >= 0)
        close(fd);
    return read ? (long)st.st_size : -1;
}

bool checked_file_is(const char *path, const char *kind)
{
    char block[CHECKED_FILE_HEADER], first[32];
    const int n = snprintf(first, sizeof(first), "codarun %s ", kind);

    return read_block(path, block) >= 0 && !memcmp(block, first, (size_t)n);
}

struct digest checked_file_content(const char *path, const char *kind)
{
    const struct digest none = {0};
    struct digest content;
    char block[CHECKED_FILE_HEADER + 1] = "", right[CHECKED_FILE_HEADER + 1];
    char hex[DIGEST_HEX] = "";
    const long bytes = read_block(path, block);

    if (bytes < CHECKED_FILE_HEADER ||
        sscanf(block, "%*[^\n]\nbytes %*u\nxxh3 %32s", hex) != 1 ||
        digest_parse(hex, &content))
        return none;
    make_block(kind, (size_t)bytes - CHECKED_FILE_HEADER, content, right);
    return memcmp(block, right, CHECKED_FILE_HEADER) ? none : content;
}

static int set_aside(const char *path, const char *kind,
                     const struct error *damage, struct error *e)
{
    char *aside = aside_of(path);
    const int failed = rename(path, aside);

    if (failed)
        error_errno(e, "%s file '%s': %s: cannot set it aside", kind, path,
                    damage->text);
    else
        log_warning("%s file '%s': %s: set aside as '%s'", kind, path,
                    damage->text, aside);
    free(aside);
    return failed;
}

int checked_file_set_aside(const char *path, const char *kind, struct error *e)
{
    struct str bytes = {0};
    struct error damage;

    if (!file_exists(path))
        return 0;
    if (file_read(path, &bytes, e))
        return -1;
    const bool damaged =
        check(str_text(&bytes), bytes.len, kind, &damage) == DAMAGED;

    str_release(&bytes);
    return damaged ? set_aside(path, kind, &damage, e) : 0;
}
