#include "config.h"

#include "fetch/members.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "text/lines.h"

struct members {
    struct archive *archive;
    struct archive_entry *entry; /* borrowed from it */
    long long most, seen;
};

/* What libarchive says, which may quote the file. */
static int refuse(struct members *m, const char *what, struct error *e)
{
    const char *why = archive_error_string(m->archive);

    return error_set(e, "%s: %s", what, why ? why : "no reason given");
}

struct members *members_open(const char *path, bool archive, long long most,
                             struct error *e)
{
    struct members *m = memory_zeroed(1, sizeof(*m));

    m->most = most;
    m->archive = archive_read_new();
    if (!m->archive)
        die("out of memory");
    archive_read_support_filter_gzip(m->archive);
    archive_read_support_filter_xz(m->archive);
    if (archive) {
        archive_read_support_format_tar(m->archive);
        archive_read_support_format_zip(m->archive);
    } else {
        archive_read_support_format_raw(m->archive);
        archive_read_support_format_empty(m->archive);
    }
    if (archive_read_open_filename(m->archive, path, 1 << 16) == ARCHIVE_OK)
        return m;
    refuse(m, archive ? "cannot be read as zip or tar" : "cannot be read", e);
    error_in(e, "file '%s'", path);
    members_close(m);
    return NULL;
}

void members_close(struct members *m)
{
    if (!m)
        return;
    archive_read_free(m->archive);
    free(m);
}

/* A warning is about a name or an attribute, which matter to nobody here. */
int members_next(struct members *m, const char **name, struct error *e)
{
    const int status = archive_read_next_header(m->archive, &m->entry);

    if (status == ARCHIVE_EOF)
        return 0;
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
        return refuse(m, "damaged", e);
    *name = archive_entry_pathname(m->entry);
    if (!*name)
        *name = "";
    return 1;
}

long members_read(struct members *m, void *out, size_t n, struct error *e)
{
    const bool link = archive_entry_filetype(m->entry) != AE_IFREG ||
                      archive_entry_hardlink(m->entry);
    la_ssize_t got;

    if (link)
        return error_set(e, "found a link, a folder or a device, expected a "
                            "file");
    got = archive_read_data(m->archive, out, n);
    if (got < 0)
        return refuse(m, "damaged", e);
    m->seen += got;
    if (m->seen > m->most)
        return error_set(e, "unpacks to more than %lld bytes", m->most);
    return (long)got;
}

int members_text(struct members *m, struct str *out, struct error *e)
{
    char buffer[1 << 14];
    long n;

    while ((n = members_read(m, buffer, sizeof(buffer), e)) > 0)
        str_add(out, buffer, (size_t)n);
    return n < 0 ? -1 : 0;
}

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

static bool leads_out(const char *name)
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
    if (leads_out(name))
        return error_set(e, "member '%s' leads out of the archive", name);
    *bytes += archive_entry_size(m->entry);
    return *bytes > m->most
               ? error_set(e, "unpacks to more than %lld bytes", m->most)
               : 0;
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
