/* sweep_file.c - the whole sweep as one compound table. */
#include "config.h"

#include "engine/store/sweep_file.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/files/file.h"
#include "base/files/temporary.h"
#include "engine/store/checked_file.h"
#include "engine/store/hdf5.h"
#include "engine/store/schema.h"
#include "engine/store/table_stream.h"

#define TRIALS "/trials"

struct sweep_file {
    struct temporary to;
    struct hdf5 h; /* its lock is released between two calls */
    struct error *e;
    struct table_stream table;
};

static void begin_table(struct sweep_file *f,
                        const struct table_column *column, int columns,
                        long rows, const struct facts *facts, struct error *e)
{
    struct hdf5 *h = &f->h;

    hdf5_create_in(h, f->to.fd, CHECKED_FILE_HEADER, e);
    hdf5_put_text(h, "/", "format", "codarun sweep 1");
    for (int i = 0; i < facts->n; i++)
        hdf5_put_text(h, "/", facts->fact[i].name, facts->fact[i].value);
    table_stream_begin(&f->table, h, TRIALS, column, columns, (hsize_t)rows);
    hdf5_leave(h);
}

struct sweep_file *sweep_file_begin(const char *path,
                                    const struct table_column *column,
                                    int columns, long rows,
                                    const struct facts *facts, struct error *e)
{
    struct sweep_file *f = memory_zeroed(1, sizeof(*f));

    if (temporary_open(&f->to, path, e)) {
        free(f);
        error_in(e, "sweep file '%s'", path);
        return NULL;
    }
    f->e = e;
    begin_table(f, column, columns, rows, facts, e);
    return f;
}

void sweep_file_row(struct sweep_file *f, const union table_cell *cell)
{
    table_stream_row(&f->table, cell);
}

/* An error is set in f->e. */
static int end_table(struct sweep_file *f)
{
    struct hdf5 *h = &f->h;

    hdf5_enter(h);
    table_stream_end(&f->table);
    schema_put(h);
    schema_describe(h, "sweep", SCHEMA_COLUMNS);
    return hdf5_close(h);
}

static int put(struct sweep_file *f)
{
    if (checked_file_write_header(f->to.fd, "sweep", f->e) ||
        temporary_close(&f->to, true, f->e) || temporary_put(&f->to, f->e))
        return -1;
    checked_file_tidy(f->to.path);
    return temporary_sync(&f->to, f->e);
}

int sweep_file_end(struct sweep_file *f, bool wanted)
{
    int failed = end_table(f);

    if (wanted && !failed)
        failed = put(f);
    if (wanted && failed)
        error_in(f->e, "sweep file '%s'", f->to.path);
    temporary_release(&f->to);
    free(f);
    return failed || !wanted ? -1 : 0;
}

/* Read it from the file, not from memory: it may be large. */
static char *read_fact(int fd, const char *name)
{
    struct error ignored;
    struct hdf5 h;

    hdf5_open_in(&h, fd, &ignored);
    char *value =
        hdf5_has_attribute(&h, "/", name) ? hdf5_get_text(&h, "/", name) : NULL;

    hdf5_close(&h);
    return value;
}

char *sweep_file_fact(const char *path, const char *name)
{
    struct error ignored;
    const int fd = file_open(path, &ignored);

    if (fd < 0)
        return NULL;
    char *value =
        checked_file_is_whole(fd, "sweep") ? read_fact(fd, name) : NULL;

    close(fd);
    return value;
}
