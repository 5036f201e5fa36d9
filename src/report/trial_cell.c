/* trial_cell.c - one cell of a table of trials, by its column. */
#include "config.h"

#include "report/trial_cell.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void put_trial(const struct results_row *row, bool whole,
                      struct str *out)
{
    (void)whole;
    str_addf(out, "%ld", row->number);
}

static void put_status(const struct results_row *row, bool whole,
                       struct str *out)
{
    (void)whole;
    str_adds(out, row->present    ? trial_status_names[row->result.status]
                  : row->left_out ? "left out"
                                  : "missing");
}

static void put_steps(const struct results_row *row, bool whole,
                      struct str *out)
{
    (void)whole;
    if (row->present)
        str_addf(out, "%ld", row->result.steps);
}

static void put_best_step(const struct results_row *row, bool whole,
                          struct str *out)
{
    (void)whole;
    if (row->present && row->result.best_step >= 0)
        str_addf(out, "%ld", row->result.best_step);
}

/* A trial that failed before it was scored has none. */
static void put_params(const struct results_row *row, bool whole,
                       struct str *out)
{
    const struct digest none = {0};
    char hex[DIGEST_HEX];

    digest_hex(row->result.params, hex);
    if (row->present && !digest_equal(row->result.params, none))
        str_addf(out, whole ? "%s" : "%.12s", hex);
}

/* Also those that a part of the training was done under. */
static void put_identity(const struct results_row *row, bool whole,
                         struct str *out)
{
    const char *is = facts_get(&row->result.facts, "identity");
    const char *was = facts_get(&row->result.facts, "earlier_identities");

    (void)whole;
    if (is)
        str_adds(out, is);
    if (is && was)
        str_addf(out, "; after %s", was);
}

static void put_reason(const struct results_row *row, bool whole,
                       struct str *out)
{
    (void)whole;
    if (row->present && row->result.reason)
        str_adds(out, row->result.reason);
}

static const struct {
    const char *name;
    void (*put)(const struct results_row *row, bool whole, struct str *out);
} columns[] = {
    {"trial", put_trial},   {"status", put_status},
    {"steps", put_steps},   {"best_step", put_best_step},
    {"params", put_params}, {"identity", put_identity},
    {"reason", put_reason},
};
#define COLUMNS (sizeof(columns) / sizeof(columns[0]))

static bool put_metric(const struct results_row *row, const char *column,
                       bool whole, struct str *out)
{
    const struct result *r = &row->result;
    const bool test = strncmp(column, "test.", 5) == 0;

    if (!test && strncmp(column, "valid.", 6) != 0)
        return false;
    for (int m = 0; m < r->metrics; m++)
        if (!strcmp(strchr(column, '.') + 1, r->metric[m])) {
            const double value = test ? r->test[m] : r->valid[m];

            if (!isnan(value))
                str_addf(out, whole ? "%.10g" : "%.2f", value);
            return true;
        }
    return !row->present;
}

static bool put_field(const struct results_row *row, const char *column,
                      bool whole, struct str *out)
{
    struct str value = {0};
    const bool has = row_value(&row->config, column, &value);

    shown_value(column, str_text(&value), whole, out);
    str_release(&value);
    return has;
}

bool trial_cell(const struct results_row *row, const char *column, bool whole,
                struct str *out)
{
    for (size_t i = 0; i < COLUMNS; i++)
        if (!strcmp(column, columns[i].name)) {
            columns[i].put(row, whole, out);
            return true;
        }
    return put_metric(row, column, whole, out) ||
           put_field(row, column, whole, out);
}
