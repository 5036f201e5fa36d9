/*
 * trial_columns.h - what a trial has to say of itself: a column each, under one
 * name in every table.
 *
 * They are the fixed ones of the table in trial_columns.c, every field of a
 * configuration by its dotted name, and every metric as valid.METRIC and
 * test.METRIC.  A column's unit and what it is are those of sweep.h5
 * (store/schema_rows.h).
 *
 * To add a fixed one:
 *   1. add a line to the table in trial_columns.c: name, type, get();
 *   2. where sweep.h5 is to have it, name it in aggregate_columns.c and say
 *      what it is in store/schema_rows.h.
 * `codarun table` then takes it in --columns, --sort and --where.
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
    TRIAL_FIELD, /* of a configuration: a number or a text, as YAML has it */
};

/* What a trial has in a column. */
struct trial_value {
    long i;               /* TRIAL_INT */
    double r;             /* TRIAL_REAL */
    struct digest digest; /* TRIAL_DIGEST */
    struct str text;      /* TRIAL_TEXT, TRIAL_FIELD; owned */
};
void trial_value_release(struct trial_value *v);

struct trial_column {
    const char *name; /* borrowed */
    const char *file; /* how sweep.h5 calls it; NULL: likewise */
    enum trial_type type;
    bool metric;
    int decimals; /* TRIAL_REAL: so many for people */
    /* Fill the member of *v, zeroed, that is of the type; false: the trial has
     * none. */
    bool (*get)(const struct trial_column *c, const struct results_row *row,
                struct trial_value *v);
    size_t at; /* where struct result has it */
    const char *const *texts; /* all that it may be, NULL behind the last; NULL:
                                 anything */
};

/* The fixed ones, as results/trial_columns.c lists them. */
extern const struct trial_column trial_columns[];
extern const int trial_columns_n;

/* What it is, in a line, and its unit, "-" where it is no number: as sweep.h5
 * says it. */
const struct schema_row *trial_column_schema(const struct trial_column *c);

/* The column of any name: one of the fixed, a metric or a field, which is
 * borrowed. */
struct trial_column trial_column(const char *name);

/* Could it be the name of a metric: valid.METRIC or test.METRIC? */
bool name_is_metric(const char *name);

/* Is it one of numbers alone? */
static inline bool trial_column_is_number(const struct trial_column *c)
{
    return c->type == TRIAL_INT || c->type == TRIAL_REAL;
}

/* The number of a trial in such a column; NaN: none. */
double trial_number(const struct trial_column *c,
                    const struct results_row *row);

/*
 * Append what a trial has in a column; false, and nothing: it has none.
 * `whole`: digests and numbers at full length and texts without YAML's quotes,
 * as programs have them.
 */
bool trial_text(const struct trial_column *c, const struct results_row *row,
                bool whole, struct str *out);

#endif
