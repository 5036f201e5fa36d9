#include "config.h"

#include "fetch/sink.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"

static bool ends_in(const char *path, const char *ending)
{
    const size_t n = strlen(path), m = strlen(ending);

    return n >= m && !strcmp(path + n - m, ending);
}

/* gzip writes no time of day, so that equal texts are equal files. */
static void choose_packing(struct archive *a, const char *path)
{
    archive_write_set_format_raw(a);
    if (ends_in(path, ".gz")) {
        archive_write_add_filter_gzip(a);
        archive_write_set_filter_option(a, "gzip", "timestamp", NULL);
    } else if (ends_in(path, ".xz")) {
        archive_write_add_filter_xz(a);
    }
    archive_write_set_bytes_in_last_block(a, 1);
}

static int refuse(struct sink *s, struct error *e)
{
    const char *why = archive_error_string(s->archive);

    return error_set(e, "cannot write '%s': %s", s->is.tmp,
                     why ? why : "no reason given");
}

static int begin(struct sink *s)
{
    struct archive_entry *entry = archive_entry_new();

    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_pathname(entry, "data");
    const int status = archive_write_header(s->archive, entry);

    archive_entry_free(entry);
    return status;
}

int sink_open(struct sink *s, const char *path, struct error *e)
{
    *s = (struct sink){0};
    if (folder_make_for(path, e))
        return -1;
    if (temporary_open(&s->is, path, e))
        return -1;
    s->file = fdopen(s->is.fd, "wb");
    if (!s->file)
        return error_errno(e, "cannot write '%s'", s->is.tmp);
    s->is.fd = -1;
    s->archive = archive_write_new();
    if (!s->archive)
        die("out of memory");
    choose_packing(s->archive, path);
    if (archive_write_open_FILE(s->archive, s->file) != ARCHIVE_OK || begin(s))
        return refuse(s, e);
    return 0;
}

int sink_put(struct sink *s, const void *bytes, size_t n, struct error *e)
{
    if (n && archive_write_data(s->archive, bytes, n) != (la_ssize_t)n)
        return refuse(s, e);
    return 0;
}

int sink_finish(struct sink *s, struct error *e)
{
    FILE *file = s->file;

    if (archive_write_close(s->archive) != ARCHIVE_OK)
        return refuse(s, e);
    archive_write_free(s->archive);
    s->archive = NULL;
    if (fflush(file) || fsync(fileno(file)))
        return error_errno(e, "cannot write '%s'", s->is.tmp);
    s->file = NULL;
    return fclose(file) ? error_errno(e, "cannot write '%s'", s->is.tmp) : 0;
}

int sink_install(struct sink *s, struct error *e)
{
    return temporary_put(&s->is, e) ? -1 : temporary_sync(&s->is, e);
}

void sink_release(struct sink *s)
{
    if (s->archive)
        archive_write_free(s->archive);
    if (s->file)
        fclose(s->file);
    temporary_release(&s->is);
    *s = (struct sink){0};
}
