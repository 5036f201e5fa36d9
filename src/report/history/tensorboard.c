/*
 * tensorboard.c - the long table as a folder for TensorBoard: a run for each
 * trial, a tag for each metric, valid/map for valid.map; and for the page
 * HPARAMS the values of the swept fields, and how the trial ended.
 *
 * The wall time of everything in a trial is the time when it began, or 0 if its
 * result does not contain that.  Results do not contain the times of
 * measurements, so equal results give equal bytes.  Values are stored as
 * floats.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/history/event_file.h"
#include "report/history/run_folders.h"
#include "report/history/writer.h"

struct board_writer {
    const struct swept_columns *swept;
    struct run_folders to;
    struct str events; /* of the current trial */
};

static void *begin(const struct history_view *v, const struct swept_columns *s,
                   const char *name, struct error *e)
{
    struct board_writer *w = memory_zeroed(1, sizeof(*w));

    (void)name;
    w->swept = s;
    if (!run_folders_open(&w->to, v->output, e))
        return w;
    free(w);
    return NULL;
}

static void put_params(struct board_writer *w, const struct trial_points *t)
{
    struct str params = {0};

    for (int i = 0; i < w->swept->n; i++) {
        const struct table_column *c = &w->swept->column[i];

        if (t->value[i] && c->type == CELL_TEXT)
            event_add_text(&params, c->name, t->value[i]);
        else if (t->value[i])
            event_add_number(&params, c->name, strtod(t->value[i], NULL));
    }
    event_params(&w->events, t->start_time, &params);
}

/* TensorBoard groups tags by the part before '/'. */
static void put_point(struct board_writer *w, const struct trial_points *t,
                      const struct history_point *p)
{
    char tag[METRIC_NAME];

    memcpy(tag, p->metric, sizeof(tag));
    for (char *dot = tag; (dot = strchr(dot, '.'));)
        *dot = '/';
    event_scalar(&w->events, t->start_time, p->step, tag, (float)p->value);
}

static int put_trial(void *writer, const struct trial_points *t,
                     struct error *e)
{
    struct board_writer *w = writer;

    str_clear(&w->events);
    event_begin(&w->events, t->start_time);
    put_params(w, t);
    for (int i = 0; i < t->n; i++)
        put_point(w, t, &t->point[i]);
    if (t->ended)
        event_end(&w->events, t->end_time, t->failed);
    return run_folders_put(&w->to, t->number, &w->events, e);
}

static int end(void *writer, bool wanted, const char *notes, struct error *e)
{
    struct board_writer *w = writer;
    const int failed = run_folders_close(&w->to, wanted, e);

    (void)notes;
    str_release(&w->events);
    free(w);
    return failed;
}

const struct writer writer_tensorboard = {
    .file = true,
    .begin = begin,
    .trial = put_trial,
    .end = end,
};
