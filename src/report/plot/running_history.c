#include "config.h"

#include "report/plot/running_history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/utf8.h"
#include "base/files/file.h"
#include "sweep/folder/folder.h"
#include "sweep/results/events.h"
#include "text/formats/json.h"

/* An event while it is read. */
struct event_fields {
    const char *metric;
    double trial;
    struct history_row row;
};

static int read_real(struct json *j, double *to, struct error *e)
{
    struct str text = {0};

    *to = (double)NAN;
    if (json_null(j, e))
        return 0;
    const int failed = json_number(j, &text, e);

    if (!failed)
        *to = strtod(str_text(&text), NULL);
    str_release(&text);
    return failed;
}

static int read_valid(struct json *j, const char *name, void *into,
                      struct error *e)
{
    struct event_fields *t = into;

    return strcmp(name, t->metric) != 0 ? json_skip(j, e)
                                        : read_real(j, &t->row.valid[0], e);
}

static int read_member(struct json *j, const char *name, void *into,
                       struct error *e)
{
    struct event_fields *t = into;
    double step = 0;
    int failed;

    if (!strcmp(name, "trial"))
        return read_real(j, &t->trial, e);
    if (!strcmp(name, "epoch"))
        return read_real(j, &t->row.epoch, e);
    if (!strcmp(name, "train_loss"))
        return read_real(j, &t->row.train_loss, e);
    if (!strcmp(name, "learning_rate"))
        return read_real(j, &t->row.learning_rate, e);
    if (!strcmp(name, "valid"))
        return json_each_member(j, read_valid, t, e);
    if (strcmp(name, "step") != 0)
        return json_skip(j, e);
    failed = read_real(j, &step, e);
    t->row.step = step > 0 && step < 1e15 ? (long)step : 0;
    return failed;
}

static bool has(const char *line, size_t n, const char *text)
{
    return memmem(line, n, text, strlen(text)) != NULL;
}

/* Parse a line.  Lines of other events are skipped without parsing, as most
 * lines are of these, or of trials that have ended. */
static bool read_line(const char *line, size_t n, struct event_fields *t)
{
    struct error ignored;

    if (!has(line, n, "\"evaluation\"") || utf8_valid(line, n) != n)
        return false;
    struct json *j = json_line(line, n);
    const int failed =
        json_each_member(j, read_member, t, &ignored) || json_end(j, &ignored);

    json_close(j);
    return !failed && t->row.step > 0;
}

/* Add a row.  Rows of the same or later steps are dropped: from this step on
 * the trial was trained again. */
static void add_row(struct history *h, const struct history_row *row)
{
    while (h->n && h->row[h->n - 1].step >= row->step)
        h->n--;
    history_add(h, row);
}

static void read_lines(const struct str *text, const char *metric,
                       struct running_history *of, int n)
{
    const char *line;
    size_t at = 0, len;

    while (events_next(text, &at, &line, &len)) {
        struct event_fields t = {.metric = metric, .trial = -1};

        t.row.valid[0] = (double)NAN;
        if (!read_line(line, len, &t))
            continue;
        for (int i = 0; i < n; i++)
            if ((double)of[i].trial == t.trial)
                add_row(&of[i].history, &t.row);
    }
}

int running_history_read(const char *dir, const char *metric,
                         struct running_history *of, int n, struct error *e)
{
    char *path = folder_path(dir, FOLDER_EVENTS);
    struct str text = {0};
    const int failed = file_exists(path) ? file_read(path, &text, e) : 0;

    if (!failed)
        read_lines(&text, metric, of, n);
    str_release(&text);
    free(path);
    return failed ? -1 : 0;
}

void running_history_release(struct running_history *of, int n)
{
    for (int i = 0; i < n; i++)
        history_release(&of[i].history);
}
