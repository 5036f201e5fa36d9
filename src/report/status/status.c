#include "config.h"

#include "report/status/status.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "base/core/show.h"
#include "base/core/utf8.h"
#include "config/field/short_names.h"

#define ROWS_SHOWN 20   /* trials; more do not fit on a screen */
#define VALUES_SHOWN 30 /* bytes of a trial's values */
#define FIELDS_SHOWN 16 /* values; more than fit in those bytes */
#define OLD_SECONDS 10  /* an older status shows its age */

void status_time(double day, struct str *out)
{
    char text[32];

    clock_text(day, text);
    str_addf(out, "%.10s %.8s UTC", text, text + strlen("2026-01-31T"));
}

static void add_ago(double day, struct str *out)
{
    char words[32];

    clock_words(fmax(0, clock_day() - day), words);
    status_time(day, out);
    str_addf(out, " (%s ago)", words);
}

/* Append a text from the status file, which is not trusted. */
static void add_named(const char *what, const char *text, struct str *out)
{
    str_adds(out, what);
    show_text(text, out);
}

static void add_process(const char *host, long process, struct str *out)
{
    add_named(" on ", host, out);
    str_addf(out, ", process %ld", process);
}

static bool is_holder(const struct liveness *p)
{
    return p->held && p->last.process == p->holder.pid &&
           !strcmp(p->last.host, p->holder.host);
}

/* Append when it was last alive, and its process unless that was named
 * before. */
static void add_last(const struct liveness *p, struct str *out)
{
    if (!p->said || !p->last.host)
        return;
    str_adds(out, "; was last alive at ");
    add_ago(p->last.written, out);
    if (!is_holder(p))
        add_process(p->last.host, p->last.process, out);
}

/* Append the Slurm job that runs it, or ran it last. */
static void add_slurm(const struct sweep_status *s, struct str *out)
{
    if (!s->slurm_job)
        return;
    add_named("job        ",
              s->slurm_array_task ? s->slurm_array_task : s->slurm_job, out);
    str_adds(out, " of Slurm");
    if (s->slurm_partition)
        add_named(", partition ", s->slurm_partition, out);
    if (s->slurm_cluster)
        add_named(", cluster ", s->slurm_cluster, out);
    if (s->slurm_restarts > 0)
        str_addf(out, ", requeued %ld time%s", s->slurm_restarts,
                 s->slurm_restarts == 1 ? "" : "s");
    str_adds(out, "\n");
}

static void add_line(const char *what, const char *text, struct str *out)
{
    add_named(what, text, out);
    str_adds(out, "\n");
}

/* Append the age of an old status.  Rank 0 writes less often if its core is
 * busy. */
static void add_age(const struct liveness *p, struct str *out)
{
    char words[32];

    if (!(p->age > OLD_SECONDS))
        return;
    clock_words(p->age, words);
    str_addf(out, "; this is %s old", words);
}

static void add_state(const struct liveness *p, struct str *out)
{
    str_adds(out, "state      ");
    switch (p->state) {
    case LIVENESS_RUNNING:
        str_adds(out, "running since ");
        add_ago(p->last.since, out);
        add_process(p->holder.host, p->holder.pid, out);
        add_age(p, out);
        break;
    case LIVENESS_STARTING:
        str_adds(out, "starting");
        add_process(p->holder.host, p->holder.pid, out);
        break;
    case LIVENESS_SILENT:
        str_adds(out, p->lives ? "silent, but alive" : "silent: held");
        add_process(p->holder.host, p->holder.pid, out);
        add_last(p, out);
        break;
    case LIVENESS_ENDED:
        add_named("not running; ended (", p->last.ended, out);
        str_adds(out, ") at ");
        add_ago(p->last.written, out);
        break;
    case LIVENESS_ABSENT:
        str_adds(out, "not running");
        add_last(p, out);
        break;
    case LIVENESS_UNKNOWN:
        str_adds(out, "unknown: not running, and status.json cannot be read");
        break;
    }
    str_adds(out, "\n");
    if (p->state == LIVENESS_ENDED && p->last.why)
        add_line("why        ", p->last.why, out);
    if (liveness_is_current(p) && p->last.storage)
        add_line("storage    does not answer: waits to ", p->last.storage, out);
}

/* Append when it will stop, before its time limit. */
static void add_stops(const struct liveness *p, struct str *out)
{
    char words[32];

    if (p->state != LIVENESS_RUNNING || !isfinite(p->last.stops))
        return;
    clock_words(fmax(0, p->last.stops - clock_day()), words);
    str_adds(out, "stops      at ");
    status_time(p->last.stops, out);
    str_addf(out, " (in %s), to be gone on with\n", words);
}

/* Append values separated by blanks. */
static void add_values(const char *values, struct str *out)
{
    for (size_t n; values && *values; values += n + (values[n] == '\t')) {
        n = strcspn(values, "\t");
        show_bytes(values, n, out);
        str_adds(out, values[n] ? " " : "");
    }
}

/* Split a text into names and values; each value continues with the rest of the
 * text.  The names are owned by the caller. */
static int part_values(const char *values, char **name, const char **value)
{
    int n = 0;

    for (size_t all; values && *values && n < FIELDS_SHOWN; n++) {
        const size_t to = strcspn(values, "=\t");

        all = strcspn(values, "\t");
        name[n] = memory_format("%.*s", (int)to, values);
        value[n] = values + to;
        values += all + (values[all] == '\t');
    }
    return n;
}

void status_values(const char *values, struct str *out)
{
    char *name[FIELDS_SHOWN] = {0}, *shorter[FIELDS_SHOWN];
    const char *value[FIELDS_SHOWN];
    const int n = part_values(values, name, value);

    names_shorten((const char *const *)name, n, shorter);
    for (int i = 0; i < n; i++) {
        str_addf(out, "%s%s", i ? " " : "", shorter[i]);
        str_add(out, value[i], strcspn(value[i], "\t"));
        free(name[i]);
        free(shorter[i]);
    }
    const size_t kept = utf8_cut(str_text(out), out->len, VALUES_SHOWN);

    if (kept == out->len)
        return;
    out->len = kept;
    out->s[kept] = '\0';
    str_adds(out, "...");
}

/* Append "5: 4 finished, 0 failed, 1 running, ...". */
static void add_tally(const struct sweep_status *s, struct str *out)
{
    str_addf(out, "%ld: %ld finished, %ld failed, ", s->trials, s->finished,
             s->failed);
    str_addf(out, "%ld running, %ld waiting, %ld paused", s->running,
             s->waiting, s->paused);
    if (s->equal > 0)
        str_addf(out, " (%ld equal%s an earlier one)", s->equal,
                 s->equal == 1 ? "s" : "");
}

static void add_time_left(const struct sweep_status *s, struct str *out)
{
    char words[32];

    clock_words(s->seconds_left, words);
    str_addf(out, "about %s", words);
}

static void add_best(const struct sweep_status *s, struct str *out)
{
    str_addf(out, "trial %ld, ", s->best);
    show_text(s->goal, out);
    str_addf(out, " %.2f", s->best_goal);
}

static void add_numbers(const struct sweep_status *s, struct str *out)
{
    str_adds(out, "trials     ");
    add_tally(s, out);
    str_adds(out, "\n");
    if (isfinite(s->seconds_left)) {
        str_adds(out, "time left  ");
        add_time_left(s, out);
        str_adds(out, "\n");
    }
    if (s->best < 0)
        return;
    str_adds(out, "best       ");
    add_best(s, out);
    str_adds(out, s->best_values && *s->best_values ? ": " : "");
    add_values(s->best_values, out);
    str_adds(out, "\n");
}

void status_line(const struct sweep_status *s, struct str *out)
{
    str_adds(out, "trials ");
    add_tally(s, out);
    if (isfinite(s->seconds_left)) {
        str_adds(out, "; time left ");
        add_time_left(s, out);
    }
    if (s->best >= 0) {
        str_adds(out, "; best ");
        add_best(s, out);
    }
}

static void add_aside(const struct sweep_status_aside *a, struct str *out)
{
    add_named("set aside  ", a->ranks, out);
    add_named(" on ", a->host, out);
    add_line(": ", a->reason, out);
}

static void add_ranks(const struct sweep_status *s, struct str *out)
{
    str_addf(out, "ranks      %ld: %ld group%s of %ld", s->ranks, s->groups,
             s->groups == 1 ? "" : "s", s->ranks_per_trial);
    if (s->idle_groups) {
        str_addf(out, ", %ld idle (rank%s ", s->idle_groups,
                 strpbrk(s->idle_ranks, "- ") ? "s" : "");
        add_named("", s->idle_ranks, out);
        str_adds(out, ")");
    }
    if (s->spare_ranks)
        str_addf(out, ", %ld left over", s->spare_ranks);
    str_adds(out, "\n");
    for (int i = 0; i < s->asides; i++)
        add_aside(&s->aside[i], out);
}

enum { TRIAL, RANKS, HOSTS, TRY, FOR, STEP, LOSS, SPEED, GOAL, VALUES };

static void set_number(struct grid *g, int row, int column, const char *fmt,
                       double value)
{
    if (isfinite(value))
        grid_set(g, row, column, fmt, value);
}

static void add_trial(struct grid *g, const struct sweep_status_trial *t)
{
    const int row = grid_row(g);
    struct str values = {0};
    char words[32];

    clock_words(fmax(0, clock_day() - t->since), words);
    status_values(t->values, &values);
    grid_set(g, row, TRIAL, "%ld", t->trial);
    grid_set(g, row, RANKS, "%s", t->ranks ? t->ranks : "");
    grid_set(g, row, HOSTS, "%s", t->hosts ? t->hosts : "");
    grid_set(g, row, TRY, "%ld", t->attempt);
    grid_set(g, row, FOR, "%s", words);
    if (t->steps)
        grid_set(g, row, STEP, "%ld/%ld", t->step, t->steps);
    set_number(g, row, LOSS, "%.4g", t->loss);
    set_number(g, row, SPEED, "%.3g", t->steps_per_second);
    set_number(g, row, GOAL, "%.2f", t->goal);
    grid_set(g, row, VALUES, "%s", str_text(&values));
    str_release(&values);
}

void status_trials(const struct sweep_status *s,
                   const struct format_kind *format, int line, struct str *out)
{
    struct grid g = {.keys = 1, .most = ROWS_SHOWN};

    if (!s->n)
        return;
    grid_column(&g, true, "trial");
    grid_column(&g, false, "ranks");
    grid_column(&g, false, "host");
    grid_column(&g, true, "try");
    grid_column(&g, true, "for");
    grid_column(&g, true, "step");
    grid_column(&g, true, "loss");
    grid_column(&g, true, "steps/s");
    grid_column(&g, true, "best");
    grid_column(&g, false, "values");
    for (int i = 0; i < s->n; i++)
        add_trial(&g, &s->on[i]);
    format_write(format,
                 &(struct sheet){.grid = &g,
                                 .all = "codarun status --format json",
                                 .line = line},
                 out, NULL);
    grid_release(&g);
}

void status_text(const struct liveness *p, const struct sweep_status *folder,
                 int line, struct str *out)
{
    const struct sweep_status *s = folder ? folder : &p->last;

    add_named("sweep      ", s->name, out);
    str_adds(out, s->maximize ? ", for the highest " : ", for the lowest ");
    add_line("", s->goal, out);
    add_state(p, out);
    add_stops(p, out);
    if (p->said)
        add_slurm(&p->last, out);
    add_numbers(s, out);
    if (folder) {
        str_adds(out, "           by its journal and results\n");
        if (s->left_out)
            str_addf(out, "left out   %ld damaged file%s\n", s->left_out,
                     s->left_out == 1 ? "" : "s");
        return;
    }
    add_ranks(s, out);
    str_adds(out, s->n ? "\n" : "");
    status_trials(s, &format_text, line, out);
}
