#include "config.h"

#include "results/aggregate_columns.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* --- what a row fills a column with --------------------------------------- */

static void get_number(const struct results_row *row, const struct source *s,
                       union cell *out)
{
    (void)s;
    out->i = row->number;
}

static void get_trial(const struct results_row *row, const struct source *s,
                      union cell *out)
{
    char hex[DIGEST_HEX];

    (void)s;
    digest_hex(row->trial, hex);
    out->s = memory_string(hex);
}

static void get_status(const struct results_row *row, const struct source *s,
                       union cell *out)
{
    (void)s;
    out->s = memory_string(row->present ? trial_status_names[row->result.status]
                                        : "missing");
}

static void get_reason(const struct results_row *row, const struct source *s,
                       union cell *out)
{
    (void)s;
    out->s = memory_string(row->result.reason ? row->result.reason : "");
}

static void get_params(const struct results_row *row, const struct source *s,
                       union cell *out)
{
    char hex[DIGEST_HEX] = "";

    (void)s;
    if (row->present)
        digest_hex(row->result.params, hex);
    out->s = memory_string(hex);
}

static void get_fact(const struct results_row *row, const struct source *s,
                     union cell *out)
{
    const char *value = facts_get(&row->result.facts, s->field);

    out->s = memory_string(value ? value : "");
}

/* Whole numbers and reals of struct result, by their place in it. */
static void get_long(const struct results_row *row, const struct source *s,
                     union cell *out)
{
    out->i = row->present ? *(const long *)((const char *)&row->result + s->arg)
                          : -1;
}

static void get_attempt(const struct results_row *row, const struct source *s,
                        union cell *out)
{
    (void)s;
    out->i = row->present ? row->result.attempt : -1;
}

static void get_real(const struct results_row *row, const struct source *s,
                     union cell *out)
{
    out->r = row->present
                 ? *(const double *)((const char *)&row->result + s->arg)
                 : (double)NAN;
}

/* Failed trials have no metrics, others have them in one order. */
static void get_metric(const struct results_row *row, const struct source *s,
                       union cell *out)
{
    const struct result *r = &row->result;
    const int m = s->arg % MAX_METRICS;

    if (!row->present || m >= r->metrics)
        out->r = (double)NAN;
    else
        out->r = s->arg < MAX_METRICS ? r->valid[m] : r->test[m];
}

static void get_field(const struct results_row *row, const struct source *s,
                      union cell *out)
{
    struct str text = {0};

    row_value(&row->config, s->field, &text);
    *out = table_cell(&s->column, str_text(&text));
    str_release(&text);
}

static void add(struct sources *all, struct source s, const char *fmt, ...)
    PRINTF_LIKE(3, 4);
static void add(struct sources *all, struct source s, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    vsnprintf(s.column.name, sizeof(s.column.name), fmt, args);
    va_end(args);
    GROW(all->source, all->n, all->room);
    all->source[all->n++] = s;
}

#define TEXT_OF(get_) ((struct source){.column.type = CELL_TEXT, .get = (get_)})
#define INT_OF(get_) ((struct source){.column.type = CELL_INT, .get = (get_)})
#define LONG_OF(member)                       \
    ((struct source){.column.type = CELL_INT, \
                     .get = get_long,         \
                     .arg = offsetof(struct result, member)})
#define REAL_OF(member)                        \
    ((struct source){.column.type = CELL_REAL, \
                     .get = get_real,          \
                     .arg = offsetof(struct result, member)})
#define FACT_OF(name) \
    ((struct source){ \
        .column.type = CELL_TEXT, .get = get_fact, .field = (name)})
#define METRIC_OF(place) \
    ((struct source){    \
        .column.type = CELL_REAL, .get = get_metric, .arg = (place)})

/* --- the columns -----------------------------------------------------------
 */

void sources_begin(struct sources *before, struct sources *behind,
                   const struct experiment *x)
{
    add(before, INT_OF(get_number), "number");
    add(before, TEXT_OF(get_trial), "trial");
    add(before, TEXT_OF(get_status), "status");
    add(before, TEXT_OF(get_reason), "reason");
    for (int p = 0; p < x->search.space.n; p++) {
        const char *name = x->search.space.parameter[p].name;
        struct source field = INT_OF(get_field);

        if (strcmp(name, VARIANT) == 0)
            field.column.type = CELL_TEXT;
        field.field = name;
        add(before, field, "%s", name);
    }
    add(before, LONG_OF(steps), "steps");
    add(before, REAL_OF(epochs), "epochs");
    add(before, LONG_OF(best_step), "best_step");
    add(before, REAL_OF(train_loss), "train_loss");
    add(behind, TEXT_OF(get_params), "params");
    add(behind, FACT_OF("identity"), "identity");
    add(behind, REAL_OF(seconds), "seconds");
    add(behind, INT_OF(get_attempt), "attempt");
    add(behind, FACT_OF("hosts"), "hosts");
}

void sources_add_metrics(struct sources *all, const struct result *r)
{
    for (int m = 0; m < r->metrics; m++) {
        add(all, METRIC_OF(m), "valid.%s", r->metric[m]);
        add(all, METRIC_OF(m + MAX_METRICS), "test.%s", r->metric[m]);
    }
}

/* --- a look at rows --------------------------------------------------------
 */

static void widen(struct table_column *c, size_t len)
{
    if ((int)len > c->width)
        c->width = (int)len;
}

/* Names are text, whatever they look like. */
static void look_at_field(struct source *s, const struct results_row *row)
{
    struct str text = {0};
    const bool has = row_value(&row->config, s->field, &text);

    table_column_fit(&s->column, has ? str_text(&text) : NULL);
    str_release(&text);
}

void sources_look(struct sources *all, const struct results_row *row)
{
    all->rows++;
    for (int i = 0; i < all->n; i++) {
        struct source *s = &all->source[i];
        union cell cell;

        if (s->get == get_field) {
            look_at_field(s, row);
        } else if (s->column.type == CELL_TEXT) {
            s->get(row, s, &cell);
            widen(&s->column, strlen(cell.s));
            free(cell.s);
        }
    }
}

void sources_end_look(struct sources *all)
{
    for (int i = 0; i < all->n; i++)
        if (all->source[i].get == get_field && !all->rows)
            all->source[i].column.type = CELL_TEXT;
}
