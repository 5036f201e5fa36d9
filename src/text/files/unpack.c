#include "config.h"

#include "text/files/unpack.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/str.h"
#include "text/files/decompress.h"
#include "text/files/members.h"

struct unpack {
    struct decompress *file; /* owned */
    struct members *members; /* owned; NULL: the file is no archive */
    bool done;               /* the end of the archive's file was reached */
};

/* --- the only file of an archive ------------------------------------------ */

/* True if the name is that of a tar.  NULL ends the list. */
static bool is_tar(const char *path)
{
    static const char *const endings[] = {
        ".tar",     ".tar.gz", ".tgz",     ".tar.xz", ".txz",
        ".tar.zst", ".tzst",   ".tar.bz2", ".tbz2",   NULL};

    for (int i = 0; endings[i]; i++)
        if (*path && str_ends_in(path + 1, endings[i]))
            return true;
    return false;
}

static bool is_zip(const struct decompress *d, const char *path)
{
    return decompress_begins(d, "PK\3\4") || decompress_begins(d, "PK\5\6") ||
           (*path && str_ends_in(path + 1, ".zip"));
}

bool unpack_is_archive(const struct decompress *file, const char *path)
{
    return is_tar(path) || is_zip(file, path);
}

/* Step to the next member that is no folder. */
static int next_file(struct members *m, const char **name, struct error *e)
{
    int more;

    do
        more = members_next(m, name, e);
    while (more > 0 && members_at_folder(m));
    if (more > 0 && members_lead_out(*name))
        return error_set(e, "member '%s' leads out of the archive", *name);
    return more;
}

static int open_archive(struct unpack *u, struct error *e)
{
    const char *name;

    u->members = members_of(u->file, LLONG_MAX, e);
    const int more = u->members ? next_file(u->members, &name, e) : -1;

    if (!more)
        return error_set(e, "found an archive with no file, expected one");
    return more < 0 ? -1 : 0;
}

/* Check at the end of its file that an archive has no other one, and read the
 * rest. */
static int end_archive(struct unpack *u, struct error *e)
{
    const char *name;
    const int more = next_file(u->members, &name, e);

    u->done = true;
    if (more > 0)
        return error_set(e,
                         "found a second file '%s' in the archive, expected "
                         "one",
                         name);
    return more < 0 || (decompress_can_seek(u->file) &&
                        decompress_digest_all(u->file, e))
               ? -1
               : 0;
}

static long some_of_archive(struct unpack *u, void *out, size_t n,
                            struct error *e)
{
    const long got = u->done ? 0 : members_read(u->members, out, n, e);

    return !got && !u->done && end_archive(u, e) ? -1 : got;
}

/* --- any file ------------------------------------------------------------- */

struct unpack *unpack_open(const char *path, struct error *e)
{
    struct unpack *u = memory_zeroed(1, sizeof(*u));

    u->file = decompress_open(path, e);
    if (u->file && (!unpack_is_archive(u->file, path) || !open_archive(u, e)))
        return u;
    unpack_close(u);
    return NULL;
}

void unpack_close(struct unpack *u)
{
    if (!u)
        return;
    members_close(u->members);
    decompress_close(u->file);
    free(u);
}

long unpack_some(struct unpack *u, void *out, size_t n, struct error *e)
{
    return u->members ? some_of_archive(u, out, n, e)
                      : decompress_some(u->file, out, n, e);
}

long unpack_read(struct unpack *u, void *out, size_t n, struct error *e)
{
    size_t at = 0;
    long got = 1;

    while (at < n && got > 0) {
        got = unpack_some(u, (char *)out + at, n - at, e);
        at += got > 0 ? (size_t)got : 0;
    }
    return got < 0 ? -1 : (long)at;
}

struct digest unpack_digest(const struct unpack *u)
{
    return decompress_digest(u->file);
}
