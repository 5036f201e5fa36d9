/* trial_columns.c - the columns that describe a trial. */
#include "config.h"

#include "sweep/results/trial_columns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

/* --- getting each value --------------------------------------------------- */

static bool get_number(const struct trial_column *c,
                       const struct results_row *row, struct trial_value *v)
{
    (void)c;
    v->i = row->number;
    return true;
}

static bool get_name(const struct trial_column *c,
                     const struct results_row *row, struct trial_value *v)
{
    (void)c;
    v->digest = row->trial;
    return true;
}

enum { MISSING = TRIAL_FAILED + 1, LEFT_OUT };
static const char *const statuses[] = {[TRIAL_FINISHED] = "finished",
                                       [TRIAL_FAILED] = "failed",
                                       [MISSING] = "missing",
                                       [LEFT_OUT] = "left out",
                                       NULL};

static bool get_status(const struct trial_column *c,
                       const struct results_row *row, struct trial_value *v)
{
    (void)c;
    str_adds(&v->text, statuses[row->present    ? (int)row->result.status
                                : row->left_out ? LEFT_OUT
                                                : MISSING]);
    return true;
}

static bool get_reason(const struct trial_column *c,
                       const struct results_row *row, struct trial_value *v)
{
    (void)c;
    str_adds(&v->text, row->result.reason ? row->result.reason : "");
    return row->result.reason != NULL;
}

static bool get_attempt(const struct trial_column *c,
                        const struct results_row *row, struct trial_value *v)
{
    (void)c;
    v->i = row->result.attempt;
    return row->present;
}

/* A missing step is below 0. */
static bool get_long(const struct trial_column *c,
                     const struct results_row *row, struct trial_value *v)
{
    v->i = *(const long *)((const char *)&row->result + c->at);
    return row->present && v->i >= 0;
}

static bool get_real(const struct trial_column *c,
                     const struct results_row *row, struct trial_value *v)
{
    v->r = *(const double *)((const char *)&row->result + c->at);
    return row->present && !isnan(v->r);
}

/* A trial that failed before it was scored has no parameters. */
static bool get_params(const struct trial_column *c,
                       const struct results_row *row, struct trial_value *v)
{
    (void)c;
    v->digest = row->result.params;
    return row->present && !digest_equal(v->digest, (struct digest){0});
}

static bool get_fact(const struct trial_column *c,
                     const struct results_row *row, struct trial_value *v)
{
    const char *value = facts_get(&row->result.facts, c->name);

    str_adds(&v->text, value ? value : "");
    return value != NULL;
}

/* Append the earlier identities under which part of the training was done. */
static bool get_identity(const struct trial_column *c,
                         const struct results_row *row, struct trial_value *v)
{
    const char *was = facts_get(&row->result.facts, "earlier_identities");
    const bool is = get_fact(c, row, v);

    if (is && was)
        str_addf(&v->text, "; after %s", was);
    return is;
}

static bool get_metric(const struct trial_column *c,
                       const struct results_row *row, struct trial_value *v)
{
    const struct result *r = &row->result;
    const char *metric = strchr(c->name, '.') + 1;
    const double *of = *c->name == 't' ? r->test : r->valid;

    for (int m = 0; m < r->metrics; m++)
        if (!strcmp(metric, r->metric[m])) {
            v->r = of[m];
            return row->present && !isnan(v->r);
        }
    return false;
}

static bool get_field(const struct trial_column *c,
                      const struct results_row *row, struct trial_value *v)
{
    return row_value(&row->config, c->name, &v->text);
}

/* --- the columns ---------------------------------------------------------- */

#define RESULT(member) .at = offsetof(struct result, member)

const struct trial_column trial_columns[] = {
    {"trial", "number", TRIAL_INT, .get = get_number},
    {"digest", "trial", TRIAL_DIGEST, .get = get_name},
    {"status", .type = TRIAL_TEXT, .get = get_status, .texts = statuses},
    {"reason", .type = TRIAL_TEXT, .get = get_reason, .next = NEXT_FIELDS},
    {"steps", .type = TRIAL_INT, .get = get_long, RESULT(steps)},
    {"epochs", .type = TRIAL_REAL, .decimals = 2, .get = get_real,
     RESULT(epochs)},
    {"best_step", .type = TRIAL_INT, .get = get_long, RESULT(best_step)},
    {"train_loss", .type = TRIAL_REAL, .decimals = 4, .get = get_real,
     RESULT(train_loss), .next = NEXT_METRICS},
    {"params", .type = TRIAL_DIGEST, .get = get_params},
    {"identity", .type = TRIAL_TEXT, .get = get_identity},
    {"seconds", .type = TRIAL_REAL, .decimals = 1, .get = get_real,
     RESULT(seconds)},
    {"attempt", .type = TRIAL_INT, .get = get_attempt},
    {"hosts", .type = TRIAL_TEXT, .get = get_fact},
};
const int trial_columns_n = sizeof(trial_columns) / sizeof(*trial_columns);

const struct schema_row *trial_column_schema(const struct trial_column *c)
{
    char *name = memory_format("/trials:%s", c->file ? c->file : c->name);
    const struct schema_row *row = schema_find("sweep", name);

    free(name);
    return row;
}

bool name_is_metric(const char *name)
{
    return !strncmp(name, "test.", 5) || !strncmp(name, "valid.", 6);
}

struct trial_column trial_column(const char *name)
{
    for (int i = 0; i < trial_columns_n; i++)
        if (!strcmp(name, trial_columns[i].name))
            return trial_columns[i];
    if (name_is_metric(name))
        return (struct trial_column){name, .type = TRIAL_REAL, .metric = true,
                                     .decimals = 2, .get = get_metric};
    return (struct trial_column){name, .type = TRIAL_FIELD, .get = get_field};
}

/* --- values of a trial ---------------------------------------------------- */

void trial_value_release(struct trial_value *v)
{
    str_release(&v->text);
}

double trial_number(const struct trial_column *c, const struct results_row *row)
{
    struct trial_value v = {0};
    const bool has = trial_column_is_number(c) && c->get(c, row, &v);

    return !has ? (double)NAN : c->type == TRIAL_INT ? (double)v.i : v.r;
}

static void put(const struct trial_column *c, const struct trial_value *v,
                bool whole, struct str *out)
{
    char hex[DIGEST_HEX];

    switch (c->type) {
    case TRIAL_INT:
        str_addf(out, "%ld", v->i);
        break;
    case TRIAL_REAL:
        if (whole)
            str_addf(out, "%.10g", v->r);
        else
            str_addf(out, "%.*f", c->decimals, v->r);
        break;
    case TRIAL_TEXT:
        str_adds(out, str_text(&v->text));
        break;
    case TRIAL_DIGEST:
        digest_hex(v->digest, hex);
        str_addf(out, whole ? "%s" : "%.12s", hex);
        break;
    case TRIAL_FIELD:
        shown_value(c->name, str_text(&v->text), whole, out);
        break;
    }
}

bool trial_text(const struct trial_column *c, const struct results_row *row,
                bool whole, struct str *out)
{
    struct trial_value v = {0};
    const bool has = c->get(c, row, &v);

    if (has)
        put(c, &v, whole, out);
    trial_value_release(&v);
    return has;
}
