/* aggregate.c - writes sweep.h5 from the results one after the other, in two
 * passes: the first finds the columns. */
#include "config.h"

#include "sweep/results/aggregate.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/store/hdf5.h"
#include "engine/store/sweep_file.h"
#include "sweep/folder/folder.h"
#include "sweep/results/aggregate_columns.h"
#include "sweep/results/results.h"

/* --- a first pass over all rows ------------------------------------------- */

/* The distinct words of a fact over all trials: each host, each job. */
struct word_set {
    struct str all; /* owned */
    char *last;     /* fact of the last row; owned */
};

/* Columns and facts, which depend on all rows. */
struct aggregate_scan {
    const struct experiment *x;
    long rows;
    struct sources before, behind; /* those before and after the metrics'
                                      columns; owned */
    struct sources metrics;        /* of the first row that has some; owned */
    struct facts facts;            /* of the first row with a result; owned */
    bool present;                  /* there was such a row */
    struct word_set hosts, jobs;
};

static void word_set_release(struct word_set *w)
{
    str_release(&w->all);
    free(w->last);
}

static void end_scan(struct aggregate_scan *v)
{
    sources_release(&v->before);
    sources_release(&v->metrics);
    sources_release(&v->behind);
    facts_release(&v->facts);
    word_set_release(&v->hosts);
    word_set_release(&v->jobs);
}

/* The facts of a trial's provenance that hold for the whole sweep. */
static const char *const shared_facts[] = {
    "version",     "commit",      "compiler", "identity", "cpu",   "simd",
    "blas_kernel", "blas_config", "libc",     "mpi",      "notes",
};

static void scan_facts(struct aggregate_scan *v, const struct result *r)
{
    for (size_t i = 0; i < sizeof(shared_facts) / sizeof(*shared_facts); i++) {
        const char *value = facts_get(&r->facts, shared_facts[i]);

        if (value)
            facts_add(&v->facts, shared_facts[i], "%s", value);
    }
}

static void scan_words(struct word_set *w, const char *fact)
{
    if (!fact || (w->last && !strcmp(fact, w->last)))
        return;
    free(w->last);
    w->last = memory_string(fact);
    for (size_t n; *fact; fact += n + (fact[n] == ' ')) {
        n = strcspn(fact, " ");
        if (!str_lists(&w->all, fact, n))
            str_addf(&w->all, "%s%.*s", w->all.len ? " " : "", (int)n, fact);
    }
}

static void add_words(struct facts *f, const char *name,
                      const struct word_set *w)
{
    if (w->all.len)
        facts_add(f, name, "%s", str_text(&w->all));
}

static int scan_row(void *scan, const struct results_row *row, struct error *e)
{
    struct aggregate_scan *v = scan;

    (void)e;
    v->rows++;
    sources_scan(&v->before, row);
    sources_scan(&v->behind, row);
    if (!row->present)
        return 0;
    if (!v->present)
        scan_facts(v, &row->result);
    v->present = true;
    if (!v->metrics.n)
        sources_add_metrics(&v->metrics, &row->result);
    scan_words(&v->hosts, facts_get(&row->result.facts, "hosts"));
    scan_words(&v->jobs, facts_get(&row->result.facts, "slurm_job"));
    return 0;
}

/* --- the file ------------------------------------------------------------- */

static void collect_facts(struct facts *f, const struct aggregate_scan *v,
                          long ends)
{
    char hdf5[32];

    facts_add(f, "name", "%s", v->x->name);
    facts_add(f, "experiment", "%s", v->x->text);
    facts_add(f, "seed", "%ld", v->x->search.seed);
    facts_add(f, "ends", "%ld", ends);
    for (int i = 0; i < v->facts.n; i++)
        facts_add(f, v->facts.fact[i].name, "%s", v->facts.fact[i].value);
    hdf5_version(hdf5);
    facts_add(f, "hdf5", "%s", hdf5);
    add_words(f, "hosts", &v->hosts);
    add_words(f, "slurm_jobs", &v->jobs);
}

/* A file that is being written, and the source of each of its columns [n]. */
struct filling {
    struct sweep_file *file;
    int n;
    const struct source **source; /* owned */
    struct table_column *column;  /* owned */
    union table_cell *cell;       /* owned */
};

static void take_columns(struct filling *f, const struct sources *all)
{
    for (int i = 0; i < all->n; i++) {
        f->source[f->n] = &all->source[i];
        f->column[f->n++] = all->source[i].column;
    }
}

static void begin_filling(struct filling *f, struct aggregate_scan *v)
{
    const size_t n = (size_t)(v->before.n + v->metrics.n + v->behind.n);

    *f = (struct filling){.source = memory_new(n * sizeof(*f->source)),
                          .column = memory_new(n * sizeof(*f->column)),
                          .cell = memory_new(n * sizeof(*f->cell))};
    sources_end_scan(&v->before);
    take_columns(f, &v->before);
    take_columns(f, &v->metrics);
    take_columns(f, &v->behind);
}

static int fill(void *filling, const struct results_row *row, struct error *e)
{
    const struct filling *f = filling;

    (void)e;
    for (int i = 0; i < f->n; i++)
        source_get(f->source[i], row, &f->cell[i]);
    sweep_file_row(f->file, f->cell);
    for (int i = 0; i < f->n; i++)
        if (f->column[i].type == CELL_TEXT)
            free(f->cell[i].s);
    return 0;
}

static int write_file(struct results *s, struct aggregate_scan *v,
                      const char *path, struct lease *lease, struct error *e)
{
    struct filling f;
    struct facts facts = {0};
    int failed = -1;

    begin_filling(&f, v);
    collect_facts(&facts, v, s->ledger.index.ends);
    f.file = sweep_file_begin(path, f.column, f.n, v->rows, &facts, e);
    if (f.file) {
        failed = results_each(s, v->x, fill, &f, e) || lease_lost(lease, e);
        if (sweep_file_end(f.file, !failed))
            failed = -1;
    }
    facts_release(&facts);
    free(f.source);
    free(f.column);
    free(f.cell);
    return failed;
}

int aggregate_write(const char *dir, const struct experiment *x,
                    struct lease *lease, struct error *e)
{
    struct results s;
    struct aggregate_scan v = {.x = x};

    if (results_begin(&s, dir, x, e))
        return -1;
    sources_begin(&v.before, &v.behind, x);
    char *path = folder_path(dir, FOLDER_SWEEP);
    const int failed = results_each(&s, x, scan_row, &v, e) ||
                       write_file(&s, &v, path, lease, e);

    free(path);
    end_scan(&v);
    results_release(&s);
    return failed ? -1 : 0;
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
