/* chosen.c - choosing the trials that a report examines closely. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/html/report_internal.h"

/* The best trial among those with the same kinds of attention. */
struct best_of_kinds {
    char *kinds; /* owned */
    const struct results_row *row;
    double worth; /* larger is better; NaN if it has no goal */
};

struct bests {
    int n, room;
    struct best_of_kinds *best; /* owned */
};

#define OF_ALL "model.attention"

/* Append the value of a site's field, without YAML's quotes. */
static void add_value(const struct row_text *row, const char *site,
                      const char *field, struct str *out)
{
    char *name = memory_format("model.%s.%s", site, field);
    struct str value = {0};

    row_value(row, name, &value);
    plain_value(name, str_text(&value), out);
    str_release(&value);
    free(name);
}

/* Return the next site from `f` on whose kind differs from model.attention's,
 * NULL if there is none. */
static const struct field *next_site(const struct row_text *row,
                                     const struct field *f, struct str *kind)
{
    struct str of_all = {0};

    row_value(row, OF_ALL ".kind", &of_all);
    for (; f->type != FIELD_TYPE_END; f++) {
        str_clear(kind);
        if (f->type != FIELD_TYPE_KIND || f->kinds != &attention_kinds)
            continue;
        add_value(row, f->name, "kind", kind);
        if (kind->len && strcmp(str_text(kind), KIND_UNSET) != 0 &&
            strcmp(str_text(kind), str_text(&of_all)) != 0)
            break;
    }
    str_release(&of_all);
    return f->type == FIELD_TYPE_END ? NULL : f;
}

static const struct field *model_fields(const struct row_text *row)
{
    const struct kind *model = row_kind(row, "model.kind", &model_kinds);

    return model ? model->fields : no_fields;
}

/* Append the default of a text or number field. */
static void add_preset(const struct field *f, struct str *out)
{
    if (f->type == FIELD_TYPE_TEXT)
        str_adds(out, f->preset_text);
    else
        real_text(f->preset, out);
}

/* Append " (layers 0, heads 2)": the fields beside a site's kind that differ
 * from their defaults. */
static void add_beside(const struct row_text *row, const struct field *site,
                       struct str *out)
{
    const char *before = " (";

    for (const struct field *f = field_beside(site); f->type; f++) {
        struct str value = {0}, preset = {0};

        add_value(row, site->name, f->name, &value);
        add_preset(f, &preset);
        if (strcmp(str_text(&value), str_text(&preset)) != 0) {
            str_addf(out, "%s%s %s", before, f->name, str_text(&value));
            before = ", ";
        }
        str_release(&value);
        str_release(&preset);
    }
    str_adds(out, *before == ',' ? ")" : "");
}

void html_kinds(const struct row_text *row, struct str *out)
{
    const struct field *f = model_fields(row);
    struct str kind = {0};

    row_value(row, OF_ALL ".kind", out);
    for (; (f = next_site(row, f, &kind)); f++) {
        str_addf(out, ", %s %s", f->name, str_text(&kind));
        add_beside(row, f, out);
    }
    str_release(&kind);
}

bool html_has_site_of(const struct row_text *row, const char *kind)
{
    const struct field *f = model_fields(row);
    struct str is = {0};
    bool has = false;

    for (; !has && (f = next_site(row, f, &is)); f++)
        has = !strcmp(str_text(&is), kind) &&
              (!f->preset_text || strcmp(kind, f->preset_text) != 0);
    str_release(&is);
    return has;
}

static void take(struct bests *b, const struct results_row *row, double worth)
{
    struct str kinds = {0};
    int i = 0;

    html_kinds(&row->config, &kinds);
    while (i < b->n && strcmp(b->best[i].kinds, str_text(&kinds)) != 0)
        i++;
    if (i == b->n) {
        GROW(b->best, b->n, b->room);
        b->best[b->n++] =
            (struct best_of_kinds){memory_string(str_text(&kinds)), row, worth};
    } else if (measure_better(worth, b->best[i].worth, true)) {
        b->best[i].row = row;
        b->best[i].worth = worth;
    }
    str_release(&kinds);
}

/* Sort the best first, those without a goal last. */
static int by_worth(const void *a, const void *b)
{
    const struct best_of_kinds *x = a, *y = b;

    if (isnan(x->worth) || isnan(y->worth))
        return isnan(x->worth) - isnan(y->worth);
    if (x->worth != y->worth)
        return x->worth > y->worth ? -1 : 1;
    return (x->row->number > y->row->number) -
           (x->row->number < y->row->number);
}

int html_chosen(const struct folder *f,
                const struct results_row *row[TRIALS_CHOSEN])
{
    struct bests b = {0};
    struct measure goal;
    struct error none;

    if (plot_measure(f, &(struct plot_view){0}, 0, &goal, &none))
        return 0;
    for (long i = 0; i < f->s->n; i++)
        if (results_row_finished(&f->s->row[i])) {
            const double x = measure_value(&goal, &f->s->row[i].result);

            take(&b, &f->s->row[i], plot_maximizes(f, &goal) ? x : -x);
        }
    if (b.n)
        qsort(b.best, (size_t)b.n, sizeof(*b.best), by_worth);
    for (int i = 0; i < b.n; i++) {
        if (i < TRIALS_CHOSEN)
            row[i] = b.best[i].row;
        free(b.best[i].kinds);
    }
    free(b.best);
    return b.n < TRIALS_CHOSEN ? b.n : TRIALS_CHOSEN;
}
