/*
 * trial_columns.h - the columns that describe a trial, each under one name in
 * every table.
 *
 * They are the fixed columns of the table in trial_columns.c, every field of a
 * configuration by its dotted name, and every metric as valid.METRIC and
 * test.METRIC.  A column's unit and description are those of sweep.h5
 * (store/schema_rows.h).
 *
 * To add a fixed one:
 *   1. add a line to the table in trial_columns.c: name, type, get();
 *   2. describe it in store/schema_rows.h.
 * sweep.h5 then has it, and `codarun table` accepts it in --columns, --sort and
 * --where.
 *
 * Threads: any.
 */
#ifndef SWEEP_RESULTS_TRIAL_COLUMNS_H
#define SWEEP_RESULTS_TRIAL_COLUMNS_H

#include "engine/store/schema.h"
#include "sweep/results/results.h"

enum trial_type {
    TRIAL_INT,
    TRIAL_REAL,
    TRIAL_TEXT,
    TRIAL_DIGEST,
    TRIAL_FIELD, /* of a configuration: a number or a text, as in YAML */
};

/* What stands in sweep.h5 between a fixed column and the next one. */
enum trial_next { NEXT_NOTHING, NEXT_FIELDS, NEXT_METRICS };

/* The value of a trial in a column. */
struct trial_value {
    long i;               /* TRIAL_INT */
    double r;             /* TRIAL_REAL */
    struct digest digest; /* TRIAL_DIGEST */
    struct str text;      /* TRIAL_TEXT, TRIAL_FIELD; owned */
};
void trial_value_release(struct trial_value *v);

struct trial_column {
    const char *name; /* borrowed */
    const char *file; /* its name in sweep.h5; NULL: the same */
    enum trial_type type;
    bool metric;
    int decimals; /* TRIAL_REAL: how many are shown to people */
    /* Set the member of *v, which is zeroed, for the type; false if the trial
     * has no value. */
    bool (*get)(const struct trial_column *c, const struct results_row *row,
                struct trial_value *v);
    size_t at; /* offset in struct result */
    enum trial_next next;
    const char *const *texts; /* all possible values, NULL-terminated; NULL: any
                               */
};

/* The fixed columns, as results/trial_columns.c lists them. */
extern const struct trial_column trial_columns[];
extern const int trial_columns_n;

/* The description, in a line, and unit of a column, "-" if it is not a number,
 * as in sweep.h5. */
const struct schema_row *trial_column_schema(const struct trial_column *c);

/* The column of any name: a fixed one, a metric or a field; it borrows the
 * name. */
struct trial_column trial_column(const char *name);

/* True if it can be the name of a metric: valid.METRIC or test.METRIC. */
bool name_is_metric(const char *name);

/* True if a column has numbers only. */
static inline bool trial_column_is_number(const struct trial_column *c)
{
    return c->type == TRIAL_INT || c->type == TRIAL_REAL;
}

/* A trial's number in such a column; NaN if it has none. */
double trial_number(const struct trial_column *c,
                    const struct results_row *row);

/*
 * Append a trial's value in a column; if it has none, append nothing and return
 * false.  `whole`: digests and numbers at full length and texts without YAML's
 * quotes, for programs.
 */
bool trial_text(const struct trial_column *c, const struct results_row *row,
                bool whole, struct str *out);

#endif
