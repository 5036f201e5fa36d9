/* chosen.c - the trials that are looked into. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "html/parts.h"

/* The best of a kind. */
struct best {
    char *kind; /* owned */
    const struct results_row *row;
    double worth; /* the greater the better; NaN: it has no goal */
};

struct bests {
    int n, room;
    struct best *best; /* owned */
};

static void take(struct bests *b, const struct results_row *row, double worth)
{
    struct str kind = {0};
    int i = 0;

    row_value(&row->config, KIND_FIELD, &kind);
    while (i < b->n && strcmp(b->best[i].kind, str_text(&kind)) != 0)
        i++;
    if (i == b->n) {
        GROW(b->best, b->n, b->room);
        b->best[b->n++] =
            (struct best){memory_string(str_text(&kind)), row, worth};
    } else if (worth > b->best[i].worth ||
               (isnan(b->best[i].worth) && !isnan(worth))) {
        b->best[i].row = row;
        b->best[i].worth = worth;
    }
    str_release(&kind);
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
        free(b.best[i].kind);
    }
    free(b.best);
    return b.n < TRIALS_CHOSEN ? b.n : TRIALS_CHOSEN;
}
