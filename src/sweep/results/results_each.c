/* results_each.c - reads the results of a folder one after the other. */
#include "config.h"

#include "base/core/memory.h"
#include "sweep/results/results_internal.h"

int results_begin(struct results *s, const char *dir,
                  const struct experiment *x, struct error *e)
{
    if (results_replay(s, dir, x, e)) {
        results_release(s);
        return -1;
    }
    s->rows = row_texts_new(x);
    return 0;
}

typedef int teller(void *context, const struct results_row *row,
                   struct error *e);
typedef int reader(struct results *s, struct results_row *row, struct error *e);

/* A result that cannot be read is left out if results are salvaged. */
static int read_row(struct results *s, reader *read, struct results_row *row,
                    struct error *e)
{
    const int failed = read(s, row, e);

    if (!s->salvage)
        return failed;
    s->salvage->rows++;
    s->salvage->without += failed != 0;
    if (failed)
        results_leave_out(row, e);
    return 0;
}

/* `read` (may be NULL) reads the result of a row; `only`: this trial alone; -1:
 * all but those that equal an earlier one. */
static int each(struct results *s, const struct experiment *x, long only,
                reader *read, teller *tell, void *context, struct error *e)
{
    const long n = results_known(s);
    struct namer *namer = namer_new(x);
    struct index_marks told = {0};
    int failed = 0;

    if (s->salvage && read)
        s->salvage->rows = s->salvage->without = 0;
    for (long i = 0; i < n && !failed; i++) {
        struct results_row row;

        if (!proposed_has(&s->ledger.proposed, i) || (only >= 0 && i != only))
            continue;
        failed = results_make_row(s, x, namer, i, &row, e);
        if (!failed && index_mark(&s->ledger.index, &told, row.trial))
            failed =
                (read && read_row(s, read, &row, e)) || tell(context, &row, e);
        row_text_release(&row.config);
        result_release(&row.result);
    }
    namer_free(namer);
    index_marks_release(&told);
    return failed ? -1 : 0;
}

int results_each(struct results *s, const struct experiment *x, teller *tell,
                 void *context, struct error *e)
{
    return each(s, x, -1, results_read_row, tell, context, e);
}

int results_each_without(struct results *s, const struct experiment *x,
                         long only, teller *tell, void *context,
                         struct error *e)
{
    return each(s, x, only, NULL, tell, context, e);
}

int results_each_whole(struct results *s, const struct experiment *x, long only,
                       teller *tell, void *context, struct error *e)
{
    return each(s, x, only, results_read_whole, tell, context, e);
}
