/* verify_row.c - compares a trial trained again with its row in a CSV file. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/show.h"
#include "cmd/command.h"
#include "cmd/verify/csv.h"
#include "cmd/verify/train_again.h"
#include "cmd/verify/verify.h"
#include "engine/comm/comm.h"
#include "report/tables/folders.h"
#include "sweep/results/trial_columns.h"
#include "sweep/run/ranks.h"
#include "text/formats/json_write.h"

/* Find the configuration of a trial, which the experiment must have. */
static int find_trial(const struct experiment *x, long number,
                      struct trial_config *c, struct error *e)
{
    const long n = experiment_known(x);

    if (strcmp(x->scheduler.kind->name, "none") != 0)
        return error_set(e, "a row does not say where its trial was cut by the "
                            "sweep's scheduler, expected --rerun TRIAL DIR");
    if (number >= n)
        return error_set(e, "found trial %ld, expected one below %ld", number,
                         n);
    if (!experiment_has(x, number))
        return error_set(e, "trial %ld is left out by the sweep's rules",
                         number);
    return experiment_trial(x, number, c, e);
}

/* A row of a table of trials. */
struct table_row {
    struct csv csv;
    int at;
};

/* Return the row's cell in a column; NULL if there is no such column. */
static const char *cell_of(const struct table_row *r, const char *head)
{
    const int column = csv_column(&r->csv, head);

    return column < 0 ? NULL : csv_cell(&r->csv, r->at, column);
}

static int find_row(struct table_row *r, long number, struct error *e)
{
    static const char *const needed[] = {"trial", "status", "steps",
                                         "best_step", "params"};
    static const char *const without_result[] = {"missing", "left out", NULL};
    char *name = memory_format("%ld", number);

    for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++)
        if (csv_column(&r->csv, needed[i]) < 0) {
            free(name);
            return error_set(e,
                             "no column '%s': expected what codarun table "
                             "--trials --format csv writes",
                             needed[i]);
        }
    while (r->at < r->csv.rows && strcmp(cell_of(r, "trial"), name) != 0)
        r->at++;
    free(name);
    if (r->at == r->csv.rows)
        return error_set(e, "no row of trial %ld", number);
    const char *status = cell_of(r, "status");

    return str_among(without_result, status, strlen(status))
               ? error_set(e, "trial %ld was %s when it was written", number,
                           status)
               : 0;
}

/* Return the row of a trial without results; the caller frees its text. */
static struct results_row blank_row(const struct trial_config *c, long number)
{
    const struct task_kind *task = (const struct task_kind *)c->task.kind;
    struct results_row row = {.number = number,
                              .config.own = trial_config_row(c)};

    row.present = true;
    row.result.metrics = task_metric_names(task, row.result.metric);
    return row;
}

/* True for a column about the whole table. */
static bool of_table(const char *head)
{
    return str_among(folders_marks, head, strlen(head));
}

/* True if a field's cell is a trial's value.  Older rows have texts in YAML's
 * quotes. */
static bool same_value(const char *head, const char *cell, const char *is)
{
    struct str plain = {0};

    plain_value(head, cell, &plain);
    const bool same = !strcmp(cell, is) || !strcmp(str_text(&plain), is);

    str_release(&plain);
    return same;
}

/* Append a trial's cell; false if trials have no such column. */
static bool put_cell(const struct results_row *row, const char *head,
                     struct str *out)
{
    const struct trial_column c = trial_column(head);
    const bool fixed = !c.metric && c.type != TRIAL_FIELD;

    return trial_text(&c, row, true, out) || fixed;
}

/* Check that the row has the values of this experiment's trial, and only
 * columns that trials have. */
static int check_row(const struct table_row *r, const struct experiment *x,
                     const struct trial_config *c, long number, struct error *e)
{
    struct results_row blank = blank_row(c, number);
    int failed = 0;

    for (int p = 0; p < x->search.space.n && !failed; p++)
        if (!cell_of(r, x->search.space.parameter[p].name))
            failed = error_set(e, "no column '%s', which the experiment sweeps",
                               x->search.space.parameter[p].name);
    for (int i = 0; i < r->csv.columns && !failed; i++) {
        const char *head = csv_head(&r->csv, i), *cell = cell_of(r, head);
        struct str value = {0};
        const bool swept = experiment_sweeps(x, head, strlen(head));

        if (!put_cell(&blank, head, &value) && !swept && !of_table(head))
            failed =
                error_set(e, "column '%s' is none of trial %ld", head, number);
        else if (swept && !same_value(head, cell, str_text(&value)))
            failed = error_set(e,
                               "trial %ld has %s %s, and the experiment's has "
                               "%s",
                               number, head, cell, str_text(&value));
        str_release(&value);
    }
    row_text_release(&blank.config);
    return failed;
}

static int read_row(struct table_row *r, const char *csv,
                    const struct experiment *x, const struct trial_config *c,
                    long number, struct error *e)
{
    if (csv_read(&r->csv, csv, e))
        return -1;
    if (find_row(r, number, e) || check_row(r, x, c, number, e))
        return error_in(e, "'%s'", csv);
    return 0;
}

/* True for columns that must be equal.  Not compared: host and duration, the
 * reason of a failure, which can name the machine, and columns about the whole
 * table. */
static bool compared(const char *head)
{
    static const char *const others[] = {"identity", "reason", "seconds",
                                         "attempt",  "hosts",  NULL};

    return !str_among(others, head, strlen(head)) && !of_table(head);
}

/* Older rows have -1, or a digest of zeros, for a missing value. */
static bool same_cell(const char *head, const char *was, const char *is)
{
    return same_value(head, was, is) ||
           (!*is &&
            (!strcmp(was, "-1") || (strlen(was) == DIGEST_HEX - 1 &&
                                    strspn(was, "0") == DIGEST_HEX - 1)));
}

/* A column with its value in the row, and in this run. */
struct difference {
    const char *head, *was; /* borrowed from the row */
    char *is;               /* owned */
};

/* A row's trial that was trained again, and the comparison. */
struct row_again {
    const struct table_row *row;
    const struct results_row *is;
    int n, room;
    struct difference *difference; /* [n] owned */
};

static void add_difference(struct row_again *a, const char *head,
                           const char *was, const char *is)
{
    GROW(a->difference, a->n, a->room);
    a->difference[a->n++] = (struct difference){head, was, memory_string(is)};
}

static void compare(struct row_again *a)
{
    const struct table_row *r = a->row;
    const char *was = cell_of(r, "status");
    const char *now = trial_status_names[a->is->result.status];

    if (strcmp(was, now) != 0) { /* then everything else differs, too */
        add_difference(a, "status", was, now);
        return;
    }
    for (int i = 0; i < r->csv.columns; i++) {
        const char *head = csv_head(&r->csv, i), *cell = cell_of(r, head);
        struct str ours = {0};

        put_cell(a->is, head, &ours);
        if (compared(head) && !same_cell(head, cell, str_text(&ours)))
            add_difference(a, head, cell, str_text(&ours));
        str_release(&ours);
    }
}

static void row_again_release(struct row_again *a)
{
    for (int i = 0; i < a->n; i++)
        free(a->difference[i].is);
    free(a->difference);
}

static void say_difference(const struct row_again *a,
                           const struct difference *d)
{
    const char *reason =
        strcmp(d->head, "status") ? NULL : a->is->result.reason;

    say("trial %ld  differs in %s: the row has '%s', this run '%s'%s%s\n",
        a->is->number, d->head, d->was, d->is, reason ? ": " : "",
        reason ? reason : "");
}

static void say_row(const struct row_again *a)
{
    const struct result *is = &a->is->result;
    const char *now = facts_get(&is->facts, "identity");
    const char *before = cell_of(a->row, "identity");
    const char *params = cell_of(a->row, "params");

    for (int i = 0; i < a->n; i++)
        say_difference(a, &a->difference[i]);
    if (!a->n)
        say("trial %ld  equal to its row: %s after %ld step%s%s%s\n",
            a->is->number, trial_status_names[is->status], is->steps,
            is->steps == 1 ? "" : "s", *params ? ", parameters " : "", params);
    if (before && now && strcmp(before, now) != 0)
        say("the row was made under '%s', this run under '%s'\n", before, now);
    else if (a->n && !before)
        say("the row does not say what it was made under, this run was "
            "under '%s'\n",
            now ? now : "nothing that says so");
}

static void put_row(const struct row_again *a, struct str *out)
{
    json_begin(out, NULL, '{');
    rerun_put(a->is->number, !a->n, &a->is->result, cell_of(a->row, "identity"),
              out);
    json_begin(out, "differences", '[');
    for (int i = 0; i < a->n; i++) {
        json_begin(out, NULL, '{');
        json_put_text(out, "column", a->difference[i].head);
        json_put_text(out, "row", a->difference[i].was);
        json_put_text(out, "run", a->difference[i].is);
        json_finish(out, '}');
    }
    json_finish(out, ']');
    json_finish(out, '}');
    str_adds(out, "\n");
}

static int report_row(const struct table_row *r, const struct results_row *is,
                      bool json)
{
    struct row_again a = {.row = r, .is = is};
    struct str out = {0};

    compare(&a);
    if (json) {
        put_row(&a, &out);
        show_put(str_text(&out), stdout);
    } else
        say_row(&a);
    const int status = a.n ? EXIT_ERROR : EXIT_DONE;

    str_release(&out);
    row_again_release(&a);
    return status;
}

/* For rank 0, which has the row. */
static bool is_failed(const struct table_row *r)
{
    return r->at < r->csv.rows &&
           !strcmp(cell_of(r, "status"), trial_status_names[TRIAL_FAILED]);
}

static bool train(const struct experiment *x, long number,
                  const struct table_row *r, struct result *is)
{
    struct assignment a = experiment_assignment(x, number);
    const bool trained = train_again(x, &a, 0, world_any(is_failed(r)), is);

    assignment_release(&x->search.space, &a);
    return trained;
}

int rerun_row(long number, const char *file, const char *csv, bool json)
{
    struct experiment x;
    struct trial_config c = {0};
    struct table_row r = {0};
    struct results_row is = {.number = number, .present = true};
    struct error e = {""};
    int status = EXIT_ERROR;
    const int failed =
        experiment_read(&x, file, NULL, 0, &e) ||
        find_trial(&x, number, &c, &e) ||
        (comm_world()->rank == 0 && read_row(&r, csv, &x, &c, number, &e));

    if (ranks_agreed(failed, &e) && train(&x, number, &r, &is.result)) {
        is.trial = c.digest;
        is.config.own = trial_config_row(&c);
        status = report_row(&r, &is, json);
        row_text_release(&is.config);
    }
    result_release(&is.result);
    csv_release(&r.csv);
    trial_config_release(&c);
    experiment_release(&x);
    return status;
}
