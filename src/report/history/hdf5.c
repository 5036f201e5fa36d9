/*
 * hdf5.c - the long table as HDF5: the compressed compound dataset /history
 * (store/table_data.h).  It can be read by
 *
 *     pandas.read_hdf("history.h5", "/history")
 *
 * A missing value is NaN or "".  The root has the attributes format ("codarun
 * history 1"), title and notes, lines.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/files/file.h"
#include "base/files/temporary.h"
#include "engine/store/hdf5.h"
#include "engine/store/schema.h"
#include "engine/store/table_stream.h"
#include "report/history/writer.h"

struct hdf5_writer {
    const struct swept_columns *swept;
    const char *name;
    char *place; /* owned; path of the finished file */
    struct temporary to;
    struct hdf5 h; /* its lock is released between two calls */
    int columns;
    struct table_column *column; /* owned */
    union table_cell *cell;      /* owned; one row */
    struct table_stream table;
};

static void release(struct hdf5_writer *w)
{
    temporary_release(&w->to);
    free(w->place);
    free(w->column);
    free(w->cell);
    free(w);
}

/* HDF5 needs a file that can be written out of order, unlike a pipe. */
static int open_file(struct hdf5_writer *w, const char *output, struct error *e)
{
    w->place = file_place(output);
    if (!w->place)
        return error_set(e,
                         "--output: found '%s', which is no file that can be "
                         "replaced, expected one for HDF5",
                         output);
    return temporary_open(&w->to, w->place, e);
}

static void *begin(const struct history_view *v, const struct swept_columns *s,
                   const char *name, struct error *e)
{
    struct hdf5_writer *w = memory_zeroed(1, sizeof(*w));

    w->swept = s;
    w->name = name;
    if (open_file(w, v->output, e)) {
        release(w);
        return NULL;
    }
    w->column = long_columns(s, &w->columns);
    w->cell = memory_zeroed((size_t)w->columns, sizeof(*w->cell));
    hdf5_create_in(&w->h, w->to.fd, 0, e);
    table_stream_begin(&w->table, &w->h, "/history", w->column, w->columns,
                       HDF5_GROWS);
    hdf5_leave(&w->h);
    return w;
}

static int put_trial(void *writer, const struct trial_points *t,
                     struct error *e)
{
    struct hdf5_writer *w = writer;
    union table_cell *at = w->cell + BEFORE_SWEPT + w->swept->n;

    (void)e; /* the failure is kept in w->h and reported at the end */
    w->cell[0].i = t->number;
    w->cell[1].s = memory_string(t->status);
    for (int i = 0; i < w->swept->n; i++)
        w->cell[BEFORE_SWEPT + i] =
            table_cell(&w->column[BEFORE_SWEPT + i], t->value[i]);
    for (int i = 0; i < t->n && !w->h.failed; i++) {
        char metric[METRIC_NAME];

        memcpy(metric, t->point[i].metric, sizeof(metric));
        at[0].i = t->point[i].step;
        at[1].r = t->point[i].epoch;
        at[2].s = metric;
        at[3].r = t->point[i].value;
        table_stream_row(&w->table, w->cell);
    }
    for (int i = 0; i < BEFORE_SWEPT + w->swept->n; i++)
        if (w->column[i].type == CELL_TEXT)
            free(w->cell[i].s);
    return w->h.failed ? -1 : 0;
}

static int finish(struct hdf5_writer *w, const char *notes)
{
    struct hdf5 *h = &w->h;

    hdf5_enter(h);
    table_stream_end(&w->table);
    hdf5_put_text(h, "/", "format", "codarun history 1");
    hdf5_put_text(h, "/", "title", w->name);
    hdf5_put_text(h, "/", "notes", notes);
    schema_describe(h, "history", SCHEMA_COLUMNS);
    return hdf5_close(h);
}

static int end(void *writer, bool wanted, const char *notes, struct error *e)
{
    struct hdf5_writer *w = writer;
    int failed = finish(w, notes) || !wanted;

    if (!failed)
        failed = temporary_close(&w->to, true, e) || temporary_put(&w->to, e) ||
                 temporary_sync(&w->to, e);
    else if (wanted)
        error_in(e, "'%s'", w->place);
    release(w);
    return failed ? -1 : 0;
}

const struct writer writer_hdf5 = {
    .file = true,
    .begin = begin,
    .trial = put_trial,
    .end = end,
};
