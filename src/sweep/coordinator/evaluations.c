#include "config.h"

#include "sweep/coordinator/evaluations.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/formats/json_write.h"

#define MANY 100           /* of an attempt */
#define MANY_OF_ALL 100000 /* of a sweep */

/* Room for lines after a report without a text. */
#define ROOM (sizeof(struct result_message) - offsetof(struct report, text) - 1)

void evaluations_begin(struct evaluations *v, const struct experiment *x,
                       const struct trial_config *trial)
{
    const long trials = experiment_trials(x);
    const long share = trials > 0 ? MANY_OF_ALL / trials : MANY;

    str_clear(&v->lines);
    v->task = (const struct task_kind *)trial->task.kind;
    v->many = share < 1 ? 1 : share < MANY ? share : MANY;
    v->every = 1;
    v->seen = v->told = 0;
}

void evaluations_release(struct evaluations *v)
{
    str_release(&v->lines);
}

/* Length of the line at `at`, without its line end. */
static size_t line_length(const char *at, const char *end)
{
    const char *stop = memchr(at, '\n', (size_t)(end - at));

    assert(stop);
    return (size_t)(stop - at);
}

/* Remove every second line; the first one stays. */
static void thin(struct str *lines)
{
    const char *end = str_text(lines) + lines->len;
    struct str kept = {0};
    bool stays = true;

    for (const char *at = str_text(lines); at < end; stays = !stays) {
        const size_t n = line_length(at, end) + 1;

        if (stays)
            str_add(&kept, at, n);
        at += n;
    }
    str_release(lines);
    *lines = kept;
}

/* Append a member with seven digits, which are enough for a plot. */
static void put(struct str *out, const char *name, double x)
{
    char digits[32];

    snprintf(digits, sizeof(digits), "%.7g", x);
    json_put_real(out, name, strtod(digits, NULL));
}

static void add_line(const struct task_kind *task,
                     const struct history_row *row, struct str *out)
{
    json_put_long(out, "step", row->step);
    put(out, "epoch", row->epoch);
    put(out, "train_loss", row->train_loss);
    put(out, "learning_rate", row->learning_rate);
    json_begin(out, "valid", '{');
    for (int i = 0; i < task_metrics(task); i++)
        put(out, task->metrics[i].name, row->valid[i]);
    json_finish(out, '}');
    str_adds(out, "\n");
}

/* True if the next evaluation is one of those that are sent. */
static bool is_told(struct evaluations *v)
{
    const long number = v->seen++;

    if (number % v->every)
        return false;
    if (v->told == v->many) {
        v->told = 0;
        v->every *= 2;
    }
    if (number % v->every)
        return false;
    v->told++;
    return true;
}

void evaluations_add(struct evaluations *v, const struct history_row *row)
{
    struct str line = {0};

    if (!is_told(v))
        return;
    add_line(v->task, row, &line);
    while (v->lines.len && v->lines.len + line.len > ROOM) {
        thin(&v->lines);
        v->every *= 2;
    }
    str_adds(&v->lines, str_text(&line));
    str_release(&line);
}

void evaluations_put(struct evaluations *v, struct result_message *l)
{
    struct report *r = &l->report;

    r->evaluations = 0;
    if (report_bytes(r) + v->lines.len <= sizeof(*l)) {
        memcpy(report_evaluations(r), str_text(&v->lines), v->lines.len);
        r->evaluations = (int)v->lines.len;
    }
    str_clear(&v->lines);
}

const char *evaluations_next(const struct report *r, size_t *at, size_t *n)
{
    const char *all = report_evaluations(r), *line = all + *at;

    if (*at >= (size_t)r->evaluations)
        return NULL;
    *n = line_length(line, all + r->evaluations);
    *at += *n + 1;
    return line;
}
