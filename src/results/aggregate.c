/* aggregate.c - sweep.h5, made from the trial files. */
#include "config.h"

#include "results/aggregate.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "results/folder.h"
#include "results/results.h"
#include "store/hdf5.h"
#include "store/sweep_file.h"

/* A column and how a row fills it; `arg` is a metric or `field` a name. */
struct source {
    char name[COLUMN_NAME];
    enum cell_type type;
    void (*get)(const struct results_row *row, const struct source *s,
                union cell *out);
    int arg;
    const char *field;
};

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
    switch (s->type) {
    case CELL_INT:
        out->i = strtol(str_text(&text), NULL, 10);
        break;
    case CELL_REAL:
        out->r = text.len ? strtod(text.s, NULL) : (double)NAN;
        break;
    case CELL_TEXT:
        out->s = memory_string(str_text(&text));
        break;
    }
    str_release(&text);
}

/* The narrowest type that holds every value of a swept field; names are text,
 * whatever they look like. */
static enum cell_type field_type(const struct results *s, const char *field)
{
    enum cell_type type = strcmp(field, VARIANT) == 0 ? CELL_TEXT : CELL_INT;

    for (long i = 0; i < s->n; i++) {
        struct str text = {0};
        char *end;
        bool has = row_value(&s->row[i].config, field, &text);
        strtol(str_text(&text), &end, 10);
        if (type == CELL_INT && (!has || *end))
            type = CELL_REAL;
        strtod(str_text(&text), &end);
        if (*end || (has && !text.len))
            type = CELL_TEXT;
        str_release(&text);
    }
    return s->n ? type : CELL_TEXT;
}

struct sources {
    int n, room;
    struct source *source; /* owned */
};

static void add(struct sources *all, struct source s, const char *fmt, ...)
    PRINTF_LIKE(3, 4);
static void add(struct sources *all, struct source s, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    vsnprintf(s.name, sizeof(s.name), fmt, args);
    va_end(args);
    GROW(all->source, all->n, all->room);
    all->source[all->n++] = s;
}

static void add_metrics(struct sources *all, const struct results *s)
{
    const struct result *r = NULL;

    for (long i = 0; i < s->n && !r; i++)
        if (s->row[i].present && s->row[i].result.metrics)
            r = &s->row[i].result;
    for (int m = 0; r && m < r->metrics; m++) {
        add(all,
            (struct source){.type = CELL_REAL, .get = get_metric, .arg = m},
            "valid.%s", r->metric[m]);
        add(all,
            (struct source){
                .type = CELL_REAL, .get = get_metric, .arg = m + MAX_METRICS},
            "test.%s", r->metric[m]);
    }
}

#define TEXT_OF(get_) ((struct source){.type = CELL_TEXT, .get = (get_)})
#define LONG_OF(member)                \
    ((struct source){.type = CELL_INT, \
                     .get = get_long,  \
                     .arg = offsetof(struct result, member)})
#define REAL_OF(member)                 \
    ((struct source){.type = CELL_REAL, \
                     .get = get_real,   \
                     .arg = offsetof(struct result, member)})

static void choose_columns(struct sources *all, const struct results *s,
                           const struct experiment *x)
{
    add(all, (struct source){.type = CELL_INT, .get = get_number}, "number");
    add(all, TEXT_OF(get_trial), "trial");
    add(all, TEXT_OF(get_status), "status");
    add(all, TEXT_OF(get_reason), "reason");
    for (int p = 0; p < x->search.space.n; p++) {
        const char *name = x->search.space.parameter[p].name;
        add(all,
            (struct source){
                .type = field_type(s, name), .get = get_field, .field = name},
            "%s", name);
    }
    add(all, LONG_OF(steps), "steps");
    add(all, REAL_OF(epochs), "epochs");
    add(all, LONG_OF(best_step), "best_step");
    add(all, REAL_OF(train_loss), "train_loss");
    add_metrics(all, s);
    add(all, TEXT_OF(get_params), "params");
    add(all,
        (struct source){
            .type = CELL_TEXT, .get = get_fact, .field = "identity"},
        "identity");
    add(all, REAL_OF(seconds), "seconds");
    add(all, (struct source){.type = CELL_INT, .get = get_attempt}, "attempt");
    add(all,
        (struct source){.type = CELL_TEXT, .get = get_fact, .field = "hosts"},
        "hosts");
}

static void fill(struct table_data *t, const struct sources *all,
                 const struct results *s)
{
    *t = (struct table_data){.columns = all->n, .rows = (int)s->n};
    t->column = memory_zeroed((size_t)all->n, sizeof(*t->column));
    t->cell =
        memory_zeroed((size_t)all->n * (size_t)s->n + 1, sizeof(*t->cell));
    for (int c = 0; c < all->n; c++) {
        const struct source *source = &all->source[c];
        struct table_column *column = &t->column[c];
        memcpy(column->name, source->name, sizeof(column->name));
        column->type = source->type;
        for (long r = 0; r < s->n; r++) {
            union cell *cell = &t->cell[r * all->n + c];
            source->get(&s->row[r], source, cell);
            if (column->type == CELL_TEXT &&
                (int)strlen(cell->s) > column->width)
                column->width = (int)strlen(cell->s);
        }
    }
}

/* Every word of a fact that any trial has, once: each host, each job. */
static void add_all(struct facts *f, const char *name, const char *fact,
                    const struct results *s)
{
    struct str all = {0};

    for (long i = 0; i < s->n; i++) {
        const char *word = facts_get(&s->row[i].result.facts, fact);

        for (size_t n; word && *word; word += n + (word[n] == ' ')) {
            n = strcspn(word, " ");
            if (!str_lists(&all, word, n))
                str_addf(&all, "%s%.*s", all.len ? " " : "", (int)n, word);
        }
    }
    if (all.len)
        facts_add(f, name, "%s", str_text(&all));
    str_release(&all);
}

/* What a trial's provenance says of the whole sweep. */
static const char *const shared_facts[] = {
    "version",     "commit",      "compiler", "identity", "cpu",   "simd",
    "blas_kernel", "blas_config", "libc",     "mpi",      "notes",
};

static void collect_facts(struct facts *f, const struct results *s,
                          const struct experiment *x)
{
    const struct results_row *row = s->row;
    char hdf5[32];

    facts_add(f, "name", "%s", x->name);
    facts_add(f, "experiment", "%s", x->text);
    facts_add(f, "seed", "%ld", x->search.seed);
    facts_add(f, "ends", "%ld", s->index.ends);
    while (row < s->row + s->n && !row->present)
        row++;
    for (size_t i = 0; i < sizeof(shared_facts) / sizeof(*shared_facts); i++) {
        const char *value = facts_get(&row->result.facts, shared_facts[i]);
        if (value)
            facts_add(f, shared_facts[i], "%s", value);
    }
    hdf5_version(hdf5);
    facts_add(f, "hdf5", "%s", hdf5);
    add_all(f, "hosts", "hosts", s);
    add_all(f, "slurm_jobs", "slurm_job", s);
}

int aggregate_write(const char *dir, const struct experiment *x,
                    struct error *e)
{
    struct results s;
    struct sources all = {0};
    struct table_data t;
    struct facts facts = {0};

    if (results_read(&s, dir, x, e))
        return -1;
    choose_columns(&all, &s, x);
    fill(&t, &all, &s);
    collect_facts(&facts, &s, x);
    char *path = folder_path(dir, FOLDER_SWEEP);
    int failed = sweep_file_write(path, &t, &facts, e);
    free(path);
    facts_release(&facts);
    table_data_release(&t);
    free(all.source);
    results_release(&s);
    return failed;
}

bool aggregate_is_fresh(const char *dir, const struct experiment *x, long ends)
{
    char *path = folder_path(dir, FOLDER_SWEEP);
    char *was = sweep_file_fact(path, "ends");
    char *experiment = was ? sweep_file_fact(path, "experiment") : NULL;
    const bool fresh = was && experiment && strtol(was, NULL, 10) == ends &&
                       !strcmp(experiment, x->text);

    free(experiment);
    free(was);
    free(path);
    return fresh;
}
