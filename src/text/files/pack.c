#include "config.h"

#include "text/files/pack.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/str.h"

struct pack {
    struct archive *archive; /* owned */
};

static int refuse(const struct pack *p, struct error *e)
{
    const char *why = archive_error_string(p->archive);

    return error_set(e, "%s", why ? why : "no reason given");
}

void pack_free(struct pack *p)
{
    if (!p)
        return;
    archive_write_free(p->archive);
    free(p);
}

int pack_put(struct pack *p, const void *bytes, size_t n, struct error *e)
{
    if (n && archive_write_data(p->archive, bytes, n) != (la_ssize_t)n)
        return refuse(p, e);
    return 0;
}

int pack_finish(struct pack *p, struct error *e)
{
    return archive_write_close(p->archive) == ARCHIVE_OK ? 0 : refuse(p, e);
}

/* gzip does not store the time of day, so that equal texts give equal files. */
static void choose_filter(struct archive *a, const char *path)
{
    archive_write_set_format_raw(a);
    if (str_ends_in(path, ".gz")) {
        archive_write_add_filter_gzip(a);
        archive_write_set_filter_option(a, "gzip", "timestamp", NULL);
    } else if (str_ends_in(path, ".xz")) {
        archive_write_add_filter_xz(a);
    }
    archive_write_set_bytes_in_last_block(a, 1);
}

/* The only member of raw data. */
static int begin(struct archive *a)
{
    struct archive_entry *entry = archive_entry_new();

    if (!entry)
        die("out of memory for a member of an archive");
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_pathname(entry, "data");
    const int status = archive_write_header(a, entry);

    archive_entry_free(entry);
    return status;
}

struct pack *pack_file(FILE *file, const char *path, struct error *e)
{
    struct pack *p = memory_zeroed(1, sizeof(*p));

    p->archive = archive_write_new();
    if (!p->archive)
        die("out of memory for an archive");
    choose_filter(p->archive, path);
    if (archive_write_open_FILE(p->archive, file) == ARCHIVE_OK &&
        begin(p->archive) == ARCHIVE_OK)
        return p;
    refuse(p, e);
    pack_free(p);
    return NULL;
}
