#include "config.h"

#include "sweep/results/aggregate_columns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

/* --- the columns ---------------------------------------------------------- */

static enum cell_type type_of(const struct trial_column *c)
{
    switch (c->type) {
    case TRIAL_INT:
        return CELL_INT;
    case TRIAL_REAL:
        return CELL_REAL;
    case TRIAL_FIELD: /* the narrowest at first */
        return strcmp(c->name, VARIANT) == 0 ? CELL_TEXT : CELL_INT;
    default:
        return CELL_TEXT;
    }
}

/* `name` is borrowed. */
static struct source *add(struct sources *all, const char *name)
{
    struct source s = {.is = trial_column(name)};

    snprintf(s.column.name, sizeof(s.column.name), "%s",
             s.is.file ? s.is.file : name);
    s.column.type = type_of(&s.is);
    GROW(all->source, all->n, all->room);
    all->source[all->n] = s;
    return &all->source[all->n++];
}

void sources_begin(struct sources *before, struct sources *behind,
                   const struct experiment *x)
{
    struct sources *to = before;

    for (int i = 0; i < trial_columns_n; i++) {
        const struct trial_column *c = &trial_columns[i];

        add(to, c->name);
        for (int p = 0; c->next == NEXT_FIELDS && p < x->search.space.n; p++)
            add(to, x->search.space.parameter[p].name);
        if (c->next == NEXT_METRICS)
            to = behind;
    }
}

static void add_metric(struct sources *all, const char *split,
                       const char *metric)
{
    char *name = memory_format("%s.%s", split, metric);

    add(all, name)->name = name;
}

void sources_add_metrics(struct sources *all, const struct result *r)
{
    for (int m = 0; m < r->metrics; m++) {
        add_metric(all, "valid", r->metric[m]);
        add_metric(all, "test", r->metric[m]);
    }
}

void sources_release(struct sources *all)
{
    for (int i = 0; i < all->n; i++)
        free(all->source[i].name);
    free(all->source);
    *all = (struct sources){0};
}

/* --- the values of a row -------------------------------------------------- */

/* Missing parameters are zeros. */
static void get_digest(const struct results_row *row, struct digest digest,
                       bool has, union table_cell *out)
{
    char hex[DIGEST_HEX] = "";

    if (has || row->present)
        digest_hex(digest, hex);
    out->s = memory_string(hex);
}

void source_get(const struct source *s, const struct results_row *row,
                union table_cell *out)
{
    struct trial_value v = {0};
    const bool has = s->is.get(&s->is, row, &v);

    switch (s->is.type) {
    case TRIAL_INT:
        out->i = has ? v.i : -1;
        break;
    case TRIAL_REAL:
        out->r = has ? v.r : (double)NAN;
        break;
    case TRIAL_TEXT:
        out->s = memory_string(str_text(&v.text));
        break;
    case TRIAL_DIGEST:
        get_digest(row, v.digest, has, out);
        break;
    case TRIAL_FIELD:
        *out = table_cell(&s->column, str_text(&v.text));
        break;
    }
    trial_value_release(&v);
}

/* --- a first pass over rows ----------------------------------------------- */

static void widen(struct table_column *c, size_t len)
{
    if ((int)len > c->width)
        c->width = (int)len;
}

/* Names are text, even if they look like numbers. */
static void scan_field(struct source *s, const struct results_row *row)
{
    struct str text = {0};
    const bool has = row_value(&row->config, s->is.name, &text);

    table_column_fit(&s->column, has ? str_text(&text) : NULL);
    str_release(&text);
}

void sources_scan(struct sources *all, const struct results_row *row)
{
    all->rows++;
    for (int i = 0; i < all->n; i++) {
        struct source *s = &all->source[i];
        union table_cell cell;

        if (s->is.type == TRIAL_FIELD) {
            scan_field(s, row);
        } else if (s->column.type == CELL_TEXT) {
            source_get(s, row, &cell);
            widen(&s->column, strlen(cell.s));
            free(cell.s);
        }
    }
}

void sources_end_scan(struct sources *all)
{
    for (int i = 0; i < all->n; i++)
        if (all->source[i].is.type == TRIAL_FIELD && !all->rows)
            all->source[i].column.type = CELL_TEXT;
}
