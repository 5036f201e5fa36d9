/* results_select.c - keeps some of the results of a folder. */
#include "config.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "sweep/results/results.h"

static void note(struct results *s, long all, const char *by)
{
    char *chosen =
        s->chosen ? memory_format("%s, %s", s->chosen, by) : memory_string(by);

    if (!s->chosen)
        s->chosen_of = all;
    free(s->chosen);
    s->chosen = chosen;
}

void results_select(struct results *s,
                    bool (*keep)(const void *, const struct results_row *),
                    const void *context, const char *by)
{
    const long all = s->n;

    s->n = 0;
    for (long i = 0; i < all; i++) {
        struct results_row row = s->row[i];

        s->row[i] = (struct results_row){0};
        if (keep(context, &row)) {
            s->row[s->n++] = row;
        } else {
            row_text_release(&row.config);
            result_release(&row.result);
        }
    }
    s->equal = 0; /* it is unknown which rows they equalled */
    note(s, all, by);
}
