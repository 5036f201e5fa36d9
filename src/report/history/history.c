#include "config.h"

#include "report/history/history.h"

#include <math.h>
#include <string.h>

#include "base/core/clock.h"
#include "base/core/log.h"
#include "base/core/show.h"
#include "report/history/metric_names.h"
#include "report/history/points.h"
#include "report/history/swept_columns.h"
#include "report/history/unfinished.h"
#include "report/history/writer.h"

const char *const history_formats[] = {
    [HISTORY_CSV] = "csv",
    [HISTORY_JSON] = "json",
    [HISTORY_HDF5] = "hdf5",
    [HISTORY_TENSORBOARD] = "tensorboard",
    NULL,
};

static const struct writer *const writers[] = {
    [HISTORY_CSV] = &writer_csv,
    [HISTORY_JSON] = &writer_json,
    [HISTORY_HDF5] = &writer_hdf5,
    [HISTORY_TENSORBOARD] = &writer_tensorboard,
};

bool history_wants_output(enum history_format format)
{
    return writers[format]->file;
}

/* The state while a sweep is written. */
struct writing {
    const struct history_view *view;
    struct experiment x;
    struct results s;
    struct swept_columns swept;
    struct name_list known;       /* metrics of the trials' tasks, */
    const struct task_kind *task; /* and the task looked at last */
    bool strange;                 /* the task of a trial is unknown */
    struct history_points points; /* of the current trial */
    const struct writer *kind;
    void *writer;
    long damaged; /* damaged states, which are left out */
};

/* --- first pass over all trials ------------------------------------------- */

static int fit_row(void *writing, const struct results_row *row,
                   struct error *e)
{
    struct writing *w = writing;
    const struct task_kind *task = row_task(&row->config);
    char **value = swept_columns_values(&w->swept, row);

    (void)e;
    swept_columns_fit(&w->swept, value);
    swept_columns_values_free(&w->swept, value);
    if (task && task != w->task)
        metric_names_add(&w->known, task);
    w->task = task;
    w->strange |= !task;
    return 0;
}

static int check_metric(const struct writing *w, const char *metric,
                        struct error *e)
{
    const char *const *known = (const char *const *)w->known.name;
    struct str text = {0};

    for (int i = 0; i < w->known.n; i++)
        if (!strcmp(known[i], metric))
            return 0;
    names_list(known, w->known.n, &text);
    nearest_hint(metric, known, w->known.n, &text);
    error_set(e, "found metric '%s', expected %s", metric, str_text(&text));
    str_release(&text);
    return -1;
}

static int check(const struct writing *w, struct error *e)
{
    if (w->view->trial >= 0 && results_check_number(&w->s, w->view->trial, e))
        return -1;
    for (int i = 0; i < w->view->metrics && !w->strange; i++)
        if (check_metric(w, w->view->metric[i], e))
            return -1;
    return 0;
}

/* --- trials --------------------------------------------------------------- */

static double time_of(const struct result *r, const char *fact)
{
    const char *text = facts_get(&r->facts, fact);
    const double day = text ? clock_read(text) : (double)NAN;

    return isnan(day) ? 0 : day;
}

static int write_trial(struct writing *w, const struct results_row *row,
                       const struct result *r, struct error *e)
{
    char **value = swept_columns_values(&w->swept, row);

    w->points.n = 0;
    history_points_add(&w->points, r, w->view);
    const struct trial_points t = {
        .number = row->number,
        .status = row->present ? trial_status_names[r->status] : "unfinished",
        .ended = row->present,
        .failed = row->present && r->status == TRIAL_FAILED,
        .value = value,
        .start_time = time_of(r, "started"),
        .end_time = time_of(r, "ended"),
        .n = w->points.n,
        .point = w->points.point,
    };
    const int failed = w->kind->trial(w->writer, &t, e);

    swept_columns_values_free(&w->swept, value);
    return failed;
}

/* Write a trial without a result; a damaged state is left out, as damaged
 * results are. */
static int write_unfinished(struct writing *w, const struct results_row *row,
                            struct error *e)
{
    struct error damage;
    struct result r;
    const int found = unfinished_read(&w->s, row, &r, &damage);
    const int failed = found > 0 ? write_trial(w, row, &r, e) : 0;

    if (found < 0) {
        log_warning("%s: left out", damage.text);
        w->damaged++;
    }
    result_release(&r);
    return failed;
}

static int tell(void *writing, const struct results_row *row, struct error *e)
{
    return row->present    ? write_trial(writing, row, &row->result, e)
           : row->left_out ? 0
                           : write_unfinished(writing, row, e);
}

/* --- all of it ------------------------------------------------------------ */

/* Return how many files are left out, and append lines on them. */
static long left_out(const struct writing *w, struct str *notes)
{
    const long n = results_left_out(&w->s, notes);

    if (w->damaged)
        str_addf(notes,
                 "left out: %ld of '%s' without results, whose states are "
                 "damaged\n",
                 w->damaged, w->s.dir);
    return n + w->damaged;
}

static int write_table(struct writing *w, struct error *e)
{
    struct str notes = {0};

    w->kind = writers[w->view->format];
    w->writer = w->kind->begin(w->view, &w->swept, w->x.name, e);
    if (!w->writer)
        return -1;
    const bool failed =
        results_each_whole(&w->s, &w->x, w->view->trial, tell, w, e);
    const long lacks = left_out(w, &notes);
    const int ended = w->kind->end(w->writer, !failed, str_text(&notes), e);

    show_put(str_text(&notes), stderr);
    str_release(&notes);
    return failed || ended ? -1 : lacks > 0;
}

int history_write(const char *dir, const struct history_view *v,
                  struct error *e)
{
    struct writing w = {.view = v};

    if (results_begin_salvage(&w.s, &w.x, dir, e))
        return -1;
    swept_columns_begin(&w.swept, &w.x);
    const bool bad =
        results_each_without(&w.s, &w.x, v->trial, fit_row, &w, e) ||
        check(&w, e);
    const int written = bad ? -1 : write_table(&w, e);

    history_points_release(&w.points);
    name_list_release(&w.known);
    swept_columns_release(&w.swept);
    results_release(&w.s);
    experiment_release(&w.x);
    return written;
}
