/* result_equal.c - compares what must be equal if a trial is run again
 * anywhere. */
#include "config.h"

#include "engine/store/result.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

/* A named part of a result. */
struct aspect {
    char name[48];
    struct digest digest;
};

struct aspects {
    int n, room;
    struct aspect *aspect; /* owned */
};

static void add(struct aspects *a, const char *name, const void *bytes,
                size_t n)
{
    GROW(a->aspect, a->n, a->room);
    struct aspect *new = &a->aspect[a->n++];
    *new = (struct aspect){.digest = digest_of(bytes, n)};
    snprintf(new->name, sizeof(new->name), "%s", name);
}

static void add_text(struct aspects *a, const char *name, const char *text)
{
    add(a, name, text ? text : "", text ? strlen(text) : 0);
}

static void add_int(struct aspects *a, const char *name, int64_t value)
{
    add(a, name, &value, sizeof(value));
}

/* A NaN's sign and payload depend on the machine: all NaNs are equal here. */
static void add_real(struct aspects *a, const char *name, double value)
{
    uint64_t bits = 0x7ff8000000000000u;

    if (!isnan(value))
        memcpy(&bits, &value, sizeof(bits));
    add(a, name, &bits, sizeof(bits));
}

static void add_inspected(struct aspects *a, const char *name,
                          const struct history *h, int i)
{
    for (int q = 0; q < STATS_PARTS; q++) {
        const struct part_stats_summary *s = &h->row[i].inspected[q];

        add_real(a, name, s->mean);
        add_real(a, name, s->spread);
        add_real(a, name, s->negative);
        if (h->histogram[q])
            add(a, name, &h->histogram[q][i], sizeof(h->histogram[q][i]));
    }
}

static void add_history(struct aspects *a, const struct result *r)
{
    char name[48];

    add_int(a, "history (its length)", r->history.n);
    for (int i = 0; i < r->history.n; i++) {
        const struct history_row *row = &r->history.row[i];
        snprintf(name, sizeof(name), "history (evaluation %d)", i);
        add_int(a, name, row->step);
        add_real(a, name, row->epoch);
        add_real(a, name, row->train_loss);
        add_real(a, name, row->learning_rate);
        for (int m = 0; m < r->metrics; m++)
            add_real(a, name, row->valid[m]);
        if (r->history.inspected)
            add_inspected(a, name, &r->history, i);
    }
}

static void add_answers(struct aspects *a, const struct answer_sheet *s,
                        const char *split)
{
    char name[48];

    snprintf(name, sizeof(name), "answers (%s)", split);
    add_int(a, name, s->n);
    for (int c = 0; c < s->columns; c++) {
        const struct column *x = &s->column[c];

        add_int(a, name, x->start ? 0 : x->is.width);
        if (x->start)
            add(a, name, x->start, ((size_t)s->n + 1) * sizeof(*x->start));
        add(a, name, x->value, column_at(x, x->n) * column_size(&x->is));
    }
}

/* Ordered so that the first difference is the most useful to report. */
static struct aspects aspects_of(const struct result *r)
{
    struct aspects a = {0};
    char name[48];

    add_text(&a, "config", r->config);
    add_text(&a, "status", trial_status_names[r->status]);
    add_int(&a, "steps", r->steps);
    add_real(&a, "epochs", r->epochs);
    add_int(&a, "best_step", r->best_step);
    add_int(&a, "metrics (their number)", r->metrics);
    for (int m = 0; m < r->metrics; m++) {
        add_text(&a, "metrics (their names)", r->metric[m]);
        snprintf(name, sizeof(name), "valid.%s", r->metric[m]);
        add_real(&a, name, r->valid[m]);
        snprintf(name, sizeof(name), "test.%s", r->metric[m]);
        add_real(&a, name, r->test[m]);
    }
    add_real(&a, "train_loss", r->train_loss);
    add(&a, "parameters", &r->params, sizeof(r->params));
    add_history(&a, r);
    for (int s = 0; s < SPLITS; s++)
        add_answers(&a, &r->answers[s], split_names[s]);
    return a;
}

struct digest result_digest(const struct result *r)
{
    struct aspects a = aspects_of(r);
    struct hasher *h = hasher_new();

    for (int i = 0; i < a.n; i++) {
        hasher_add(h, a.aspect[i].name, strlen(a.aspect[i].name));
        hasher_add(h, &a.aspect[i].digest, sizeof(a.aspect[i].digest));
    }
    struct digest d = hasher_digest(h);
    hasher_free(h);
    free(a.aspect);
    return d;
}

bool result_differs(const struct result *one, const struct result *other,
                    char what[48])
{
    struct aspects a = aspects_of(one), b = aspects_of(other);
    bool differs = false;

    for (int i = 0; i < a.n && i < b.n && !differs; i++)
        if (strcmp(a.aspect[i].name, b.aspect[i].name) != 0 ||
            !digest_equal(a.aspect[i].digest, b.aspect[i].digest)) {
            memcpy(what, a.aspect[i].name, sizeof(a.aspect[i].name));
            differs = true;
        }
    if (!differs && a.n != b.n) {
        snprintf(what, 48, "%s", "answers (their columns)");
        differs = true;
    }
    free(a.aspect);
    free(b.aspect);
    return differs;
}
