/* provenance.c - the provenance of results: build, machine, data. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/html/report_internal.h"

enum { VALUES = 5 }; /* the most values of a fact that are listed */

/* The values that trials have for a fact. */
struct fact_values {
    const char *name; /* borrowed */
    int n;
    const char *value[VALUES]; /* borrowed */
    long trials[VALUES];
    long others; /* trials with further values */
};

struct fact_table {
    int n, room;
    struct fact_values *known; /* owned */
};

/* --- collecting the facts ------------------------------------------------- */

/* False for facts that are elsewhere on the page, or differ in every trial. */
static bool is_told(const char *name)
{
    static const char *const elsewhere[] = {
        "configuration", "seed", "notes", "started", "ended", "memory_peak_mib",
    };

    for (size_t i = 0; i < sizeof(elsewhere) / sizeof(*elsewhere); i++)
        if (!strcmp(name, elsewhere[i]))
            return false;
    return true;
}

static struct fact_values *find(struct fact_table *k, const char *name)
{
    for (int i = 0; i < k->n; i++)
        if (!strcmp(k->known[i].name, name))
            return &k->known[i];
    GROW(k->known, k->n, k->room);
    k->known[k->n] = (struct fact_values){.name = name};
    return &k->known[k->n++];
}

static void take(struct fact_values *k, const char *value)
{
    int i = 0;

    while (i < k->n && strcmp(k->value[i], value) != 0)
        i++;
    if (i == VALUES) {
        k->others++;
        return;
    }
    if (i == k->n)
        k->value[k->n++] = value;
    k->trials[i]++;
}

static void take_facts(struct fact_table *k, const struct facts *f)
{
    for (; f; f = f->shared)
        for (int i = 0; i < f->n; i++)
            if (is_told(f->fact[i].name))
                take(find(k, f->fact[i].name), f->fact[i].value);
}

/* --- writing them --------------------------------------------------------- */

static void add_known(const struct fact_values *k, struct grid *g)
{
    for (int i = 0; i < k->n; i++) {
        const int row = grid_row(g);

        grid_set(g, row, 0, "%s", k->name);
        grid_set(g, row, 1, "%s", k->value[i]);
        grid_set(g, row, 2, "%ld", k->trials[i]);
    }
    if (!k->others)
        return;
    const int row = grid_row(g);

    grid_set(g, row, 0, "%s", k->name);
    grid_set(g, row, 1, "others");
    grid_set(g, row, 2, "%ld", k->others);
}

static void write_folder(struct html_report *r, const struct folder *f)
{
    struct fact_table k = {0};
    struct grid g = {.keys = 1};

    grid_column(&g, false, "fact");
    grid_column(&g, false, "value");
    grid_column(&g, true, "trials");
    for (long i = 0; i < f->s->n; i++)
        if (f->s->row[i].present)
            take_facts(&k, &f->s->row[i].result.facts);
    for (int i = 0; i < k.n; i++)
        add_known(&k.known[i], &g);
    if (g.rows) {
        html_note(r,
                  "codarun verify --rerun N %s trains trial N again, wherever "
                  "its data are, and compares.",
                  f->s->dir);
        html_table(r, &g, NULL);
    } else
        html_absent(r, "No trial has a result yet.");
    free(k.known);
    grid_release(&g);
}

const struct html_section html_provenance = {
    .id = "provenance",
    .title = "Provenance",
    .write_folder = write_folder,
};
