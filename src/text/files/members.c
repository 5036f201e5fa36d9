#include "config.h"

#include "text/files/members.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "text/files/decompress.h"

struct members {
    struct decompress *file; /* owned, if it was opened here */
    bool owns;
    struct archive *archive;     /* owned; NULL: the file is the only member */
    struct archive_entry *entry; /* borrowed from it */
    long long most, seen;
    struct error why; /* of reading, when libarchive called */
    char raw[1 << 16];
    size_t raw_at, raw_len; /* of the only member: read, and not yet returned */
};

/* --- libarchive's callbacks ----------------------------------------------- */

static la_ssize_t read_file(struct archive *a, void *of, const void **bytes)
{
    struct members *m = of;
    const long n = decompress_some(m->file, m->raw, sizeof(m->raw), &m->why);

    if (n < 0)
        archive_set_error(a, EIO, "cannot read");
    *bytes = m->raw;
    return n;
}

static la_int64_t seek_file(struct archive *a, void *of, la_int64_t offset,
                            int whence)
{
    struct members *m = of;
    const int64_t at = decompress_seek(m->file, offset, whence, &m->why);

    if (at < 0)
        archive_set_error(a, EIO, "cannot seek");
    return at < 0 ? ARCHIVE_FATAL : at;
}

/* libarchive's message, which may quote the file, or the error of reading its
 * input. */
static int refuse(struct members *m, const char *what, struct error *e)
{
    const char *said = archive_error_string(m->archive);

    if (m->why.text[0]) {
        *e = m->why;
        return -1;
    }
    if (!said)
        said = "no reason given";
    return error_set(e, "%s: %.*s", what, (int)strcspn(said, "\n"), said);
}

/* The directory of a zip is at its end; a zip without one is cut short. */
static int open_archive(struct members *m, struct error *e)
{
    struct archive *a = m->archive = archive_read_new();

    if (!a)
        die("out of memory for an archive");
    archive_read_support_format_tar(a);
    archive_read_set_format_option(a, "tar", "read_concatenated_archives", "1");
    if (decompress_can_seek(m->file)) {
        archive_read_support_format_zip_seekable(a);
        archive_read_set_seek_callback(a, seek_file);
    } else {
        archive_read_support_format_zip_streamable(a);
    }
    if (archive_read_open2(a, m, NULL, read_file, NULL, NULL) == ARCHIVE_OK)
        return 0;
    return refuse(m, "cannot be read as zip or tar", e);
}

/* --- opening -------------------------------------------------------------- */

struct members *members_of(struct decompress *file, long long most,
                           struct error *e)
{
    struct members *m = memory_zeroed(1, sizeof(*m));

    m->file = file;
    m->most = most;
    if (!open_archive(m, e))
        return m;
    members_close(m);
    return NULL;
}

struct members *members_open(const char *path, bool archive, long long most,
                             struct error *e)
{
    struct members *m = memory_zeroed(1, sizeof(*m));

    m->owns = true;
    m->most = most;
    m->file = decompress_open(path, e);
    if (m->file && (!archive || !open_archive(m, e)))
        return m;
    error_in(e, "file '%s'", path);
    members_close(m);
    return NULL;
}

void members_close(struct members *m)
{
    if (!m)
        return;
    archive_read_free(m->archive);
    if (m->owns)
        decompress_close(m->file);
    free(m);
}

/* --- stepping ------------------------------------------------------------- */

/* A tar ends with blocks of zeros, which some programs omit.  A plain tar
 * without them may be cut short between two members; a compressed one is known
 * to be complete. */
static int check_zeros(struct members *m, struct error *e)
{
    const int format = archive_format(m->archive);

    if ((format & ARCHIVE_FORMAT_BASE_MASK) != ARCHIVE_FORMAT_TAR ||
        !decompress_is_plain(m->file) ||
        archive_filter_bytes(m->archive, -1) >
            archive_read_header_position(m->archive))
        return 0;
    return error_set(e, "damaged: found the end of the file, expected the "
                        "zeros that a tar ends in");
}

/* Read what follows the last member, so that the checksum of the compression is
 * checked. */
static int finish(struct members *m, struct error *e)
{
    long n = decompress_can_seek(m->file) ? 0 : 1;

    while (n > 0)
        n = decompress_some(m->file, m->raw, sizeof(m->raw), e);
    return n < 0 ? -1 : check_zeros(m, e);
}

/* A warning is about a name or an attribute, which are not used here. */
static int next_entry(struct members *m, const char **name, struct error *e)
{
    const int status = archive_read_next_header(m->archive, &m->entry);

    if (status == ARCHIVE_EOF)
        return finish(m, e);
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
        return refuse(m, "damaged", e);
    *name = archive_entry_pathname(m->entry);
    if (!*name)
        *name = "";
    return 1;
}

/* A file is its only member, unless it is empty. */
int members_next(struct members *m, const char **name, struct error *e)
{
    if (m->archive)
        return next_entry(m, name, e);
    *name = "";
    const long n = decompress_some(m->file, m->raw, sizeof(m->raw), e);

    m->raw_at = 0;
    m->raw_len = n > 0 ? (size_t)n : 0;
    return n > 0 ? 1 : (int)n;
}

bool members_at_folder(const struct members *m)
{
    return m->entry && archive_entry_filetype(m->entry) == AE_IFDIR;
}

/* --- reading -------------------------------------------------------------- */

/* The compression methods of members for which libarchive takes at most 256
 * MiB: for lzma and xz it takes as much as the member requests. */
static bool is_bounded(struct archive *a)
{
    static const char *const bounded[] = {"(uncompressed)",
                                          "(deflation)",
                                          "(deflation-64-bit)",
                                          "(bzip)",
                                          "(zstd)",
                                          "(ppmd-1)",
                                          NULL};
    const char *format = archive_format_name(a);
    const char *way = format ? strchr(format, '(') : NULL;

    if ((archive_format(a) & ARCHIVE_FORMAT_BASE_MASK) != ARCHIVE_FORMAT_ZIP)
        return true;
    for (int i = 0; way && bounded[i]; i++)
        if (!strcmp(way, bounded[i]))
            return true;
    return false;
}

static int check_entry(struct members *m, struct error *e)
{
    if (archive_entry_filetype(m->entry) != AE_IFREG ||
        archive_entry_hardlink(m->entry))
        return error_set(e, "found a link, a folder or a device, expected a "
                            "file");
    if (archive_entry_is_encrypted(m->entry))
        return error_set(e, "found an encrypted member, expected one that is "
                            "not");
    if (!is_bounded(m->archive))
        return error_set(e,
                         "found a member of %s, expected it to be stored, "
                         "deflated or packed by bzip2",
                         archive_format_name(m->archive));
    return 0;
}

static long read_entry(struct members *m, void *out, size_t n, struct error *e)
{
    if (check_entry(m, e))
        return -1;
    const la_ssize_t got = archive_read_data(m->archive, out, n);

    return got < 0 ? refuse(m, "damaged", e) : got;
}

static long read_only(struct members *m, void *out, size_t n, struct error *e)
{
    const size_t left = m->raw_len - m->raw_at, got = left < n ? left : n;

    if (!left)
        return decompress_some(m->file, out, n, e);
    memcpy(out, m->raw + m->raw_at, got);
    m->raw_at += got;
    return (long)got;
}

long members_read(struct members *m, void *out, size_t n, struct error *e)
{
    const long got =
        m->archive ? read_entry(m, out, n, e) : read_only(m, out, n, e);

    if (got < 0)
        return -1;
    m->seen += got;
    if (m->seen > m->most)
        return error_set(e, "unpacks to more than %lld bytes", m->most);
    return got;
}

int members_text(struct members *m, struct str *out, struct error *e)
{
    char buffer[1 << 14];
    long n;

    while ((n = members_read(m, buffer, sizeof(buffer), e)) > 0)
        str_add(out, buffer, (size_t)n);
    return n < 0 ? -1 : 0;
}

/* --- one member, and all -------------------------------------------------- */

struct members *members_find(const char *path, const char *name, long long most,
                             struct error *e)
{
    struct members *m = members_open(path, name, most, e);
    const char *found = NULL;
    int more;

    if (!m)
        return NULL;
    while ((more = members_next(m, &found, e)) > 0)
        if (!name || !strcmp(found, name))
            return m;
    if (!more && name)
        error_set(e, "found no member '%s'", name);
    else if (!more)
        error_set(e, "found an empty file");
    error_in(e, "file '%s'", path);
    members_close(m);
    return NULL;
}

bool members_lead_out(const char *name)
{
    if (*name == '/')
        return true;
    for (const char *p = name; p; p = strchr(p, '/')) {
        p += *p == '/';
        if (!strncmp(p, "..", 2) && (!p[2] || p[2] == '/'))
            return true;
    }
    return false;
}

static int check_member(struct members *m, const char *name, long long *bytes,
                        struct error *e)
{
    const long long size = archive_entry_size(m->entry);

    if (members_lead_out(name))
        return error_set(e, "member '%s' leads out of the archive", name);
    if (size < 0 || size > m->most - *bytes)
        return error_set(e, "unpacks to more than %lld bytes", m->most);
    *bytes += size;
    return 0;
}

int members_check(const char *path, long long most, struct error *e)
{
    struct members *m = members_open(path, true, most, e);
    const char *name = "";
    long long bytes = 0;
    int more = -1;

    while (m && (more = members_next(m, &name, e)) > 0)
        if (check_member(m, name, &bytes, e)) {
            more = -1;
            break;
        }
    if (m && more < 0)
        error_in(e, "file '%s'", path);
    members_close(m);
    return more;
}
