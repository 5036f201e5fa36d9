/* results_each.c - the results of a folder one after the other. */
#include "config.h"

#include "base/memory.h"
#include "results/results_parts.h"

int results_begin(struct results *s, const char *dir,
                  const struct experiment *x, struct error *e)
{
    *s = (struct results){.dir = memory_string(dir), .rows = rows_new(x)};
    if (!index_read(&s->index, dir, e)) {
        results_fit_index(s, x);
        return 0;
    }
    results_release(s);
    return -1;
}

/* Where results are salvaged it is left out if need be. */
static int read_row(struct results *s, struct results_row *row, struct error *e)
{
    const int failed = results_read_row(s, row, e);

    if (!s->salvage)
        return failed;
    s->salvage->rows++;
    s->salvage->without += failed != 0;
    if (failed)
        results_leave_out(row, e);
    return 0;
}

int results_each(struct results *s, const struct experiment *x,
                 int (*tell)(void *, const struct results_row *,
                             struct error *),
                 void *context, struct error *e)
{
    const long n = experiment_known(x);
    struct namer *namer = namer_new(x);
    struct index_marks told = {0};
    int failed = 0;

    if (s->salvage)
        s->salvage->rows = s->salvage->without = 0;
    for (long i = 0; i < n && !failed; i++) {
        struct results_row row;

        if (!experiment_has(x, i))
            continue;
        failed = results_make_row(s, x, namer, i, &row, e);
        if (!failed && index_mark(&s->index, &told, row.trial))
            failed = read_row(s, &row, e) || tell(context, &row, e);
        row_text_release(&row.config);
        result_release(&row.result);
    }
    namer_free(namer);
    index_marks_release(&told);
    return failed ? -1 : 0;
}
