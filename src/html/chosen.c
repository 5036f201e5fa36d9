/* chosen.c - the trials that are looked into. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "html/parts.h"

/* The best with the same kinds of attention. */
struct best {
    char *kinds; /* owned */
    const struct results_row *row;
    double worth; /* the greater the better; NaN: it has no goal */
};

struct bests {
    int n, room;
    struct best *best; /* owned */
};

/* The kind of a site that is set to another than all have. */
static void add_kind(const struct row_text *row, const char *site,
                     const char *of_all, struct str *out)
{
    char *name = memory_format("model.%s.kind", site);
    struct str kind = {0};

    row_value(row, name, &kind);
    if (strcmp(str_text(&kind), KIND_UNSET) != 0 &&
        strcmp(str_text(&kind), of_all) != 0)
        str_addf(out, ", %s %s", site, str_text(&kind));
    str_release(&kind);
    free(name);
}

void html_kinds(const struct row_text *row, struct str *out)
{
    const struct kind *model = row_kind(row, "model.kind", &model_kinds);
    struct str of_all = {0};

    row_value(row, "model.attention.kind", &of_all);
    str_adds(out, str_text(&of_all));
    for (const struct field *f = model ? model->fields : no_fields; f->type;
         f++)
        if (f->type == FIELD_TYPE_KIND && f->kinds == &attention_kinds)
            add_kind(row, f->name, str_text(&of_all), out);
    str_release(&of_all);
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
            (struct best){memory_string(str_text(&kinds)), row, worth};
    } else if (worth > b->best[i].worth ||
               (isnan(b->best[i].worth) && !isnan(worth))) {
        b->best[i].row = row;
        b->best[i].worth = worth;
    }
    str_release(&kinds);
}

/* The best first; one without a goal is the last. */
static int by_worth(const void *a, const void *b)
{
    const struct best *x = a, *y = b;

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
