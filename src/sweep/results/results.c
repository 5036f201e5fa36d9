/* results.c - reads the results of a folder, in trial order. */
#include "config.h"

#include "sweep/results/results.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/files/file.h"
#include "sweep/experiment/namer.h"
#include "sweep/folder/folder.h"
#include "sweep/results/results_internal.h"

int results_make_row(struct results *s, const struct experiment *x,
                     struct namer *namer, long i, struct results_row *row,
                     struct error *e)
{
    struct assignment a = proposed_assignment(&s->ledger.proposed, i);

    *row = (struct results_row){.number = i};
    const int failed = (!ledger_name(&s->ledger, i, &row->trial) &&
                        namer_name(namer, &a, &row->trial, e)) ||
                       row_texts_get(s->rows, &a, &row->config, e);

    assignment_release(&x->search.space, &a);
    return failed ? -1 : 0;
}

static int add_row(struct results *s, const struct experiment *x,
                   struct namer *namer, long i, struct error *e)
{
    const int failed = results_make_row(s, x, namer, i, &s->row[s->n], e);

    s->n += !failed;
    return failed;
}

/* Keep the first of equal trials. */
static void leave_out_duplicates(struct results *s)
{
    struct digest *digest = memory_zeroed((size_t)s->n + 1, sizeof(*digest));
    long *first = memory_new(((size_t)s->n + 1) * sizeof(*first)), n = 0;

    for (long i = 0; i < s->n; i++)
        digest[i] = s->row[i].trial;
    digest_firsts(digest, s->n, first);
    for (long i = 0; i < s->n; i++)
        if (first[i] == i)
            s->row[n++] = s->row[i];
        else
            row_text_release(&s->row[i].config);
    s->equal = s->n - n;
    s->n = n;
    free(digest);
    free(first);
}

/* Read the result file of a trial. */
static int read_whole(const char *path, struct digest trial, struct result *r,
                      struct error *e)
{
    if (result_read(path, r, e))
        return -1;
    if (digest_equal(r->trial, trial))
        return 0;
    result_release(r);
    return error_set(e, "'%s' holds the result of another trial", path);
}

/* Read a result file as the summary that the journal would have. */
static int read_file(struct results *s, const char *path, struct digest trial,
                     struct result *r, struct error *e)
{
    struct result whole;

    if (read_whole(path, trial, &whole, e))
        return -1;
    const int failed = index_shorten(&s->ledger.index, &whole, r, e);

    result_release(&whole);
    return failed ? error_in(e, "'%s'", path) : 0;
}

long results_known(const struct results *s)
{
    return proposed_known(&s->ledger.proposed);
}

int results_check_number(const struct results *s, long number, struct error *e)
{
    const long n = results_known(s);

    if (number >= n)
        return error_set(e, "found trial %ld of '%s', expected one below %ld",
                         number, s->dir, n);
    if (!proposed_has(&s->ledger.proposed, number))
        return error_set(e,
                         "trial %ld of '%s' is left out by the sweep's "
                         "rules",
                         number, s->dir);
    return 0;
}

int results_gone(const struct results *s, const struct results_row *row,
                 struct error *e)
{
    const struct indexed *said;
    struct str path = {0};
    const bool gone = location_find(&s->ledger.index, s->dir, row->trial, &said,
                                    &path) == RESULT_NOWHERE &&
                      said;

    if (gone)
        error_set(e, INDEX_GONE, str_text(&path));
    str_release(&path);
    return gone ? -1 : 0;
}

/* Read the summary of a result, or all that is stored. */
static int read_row(struct results *s, struct results_row *row, bool whole,
                    struct error *e)
{
    const struct indexed *said;
    struct str path = {0};
    const enum location at =
        location_find(&s->ledger.index, s->dir, row->trial, &said, &path);
    struct result *r = &row->result;
    int found = 0;

    if (at == RESULT_NOWHERE)
        found = s->salvage ? results_gone(s, row, e) : 0;
    else if (whole && at != RESULT_IN_JOURNAL)
        found = read_whole(str_text(&path), row->trial, r, e) ? -1 : 1;
    else if (at == RESULT_UNKNOWN)
        found = read_file(s, str_text(&path), row->trial, r, e) ? -1 : 1;
    else
        found = index_brief(&s->ledger.index, said, whole, r, e);
    row->present = found > 0;
    row->result.small = at == RESULT_IN_JOURNAL;
    str_release(&path);
    return found < 0 ? -1 : 0;
}

int results_read_row(struct results *s, struct results_row *row,
                     struct error *e)
{
    return read_row(s, row, false, e);
}

int results_read_whole(struct results *s, struct results_row *row,
                       struct error *e)
{
    return read_row(s, row, true, e);
}

int results_add_rows(struct results *s, const struct experiment *x,
                     struct error *e)
{
    const long n = results_known(s);
    struct namer *namer = namer_new(x);
    int failed = 0;

    s->rows = row_texts_new(x);
    s->row = memory_zeroed((size_t)n + 1, sizeof(*s->row));
    for (long i = 0; i < n && !failed; i++)
        failed =
            proposed_has(&s->ledger.proposed, i) && add_row(s, x, namer, i, e);
    namer_free(namer);
    if (failed)
        results_release(s);
    else
        leave_out_duplicates(s);
    return failed ? -1 : 0;
}

int results_list(struct results *s, const struct experiment *x, struct error *e)
{
    *s = (struct results){0};
    ledger_init(&s->ledger, x);
    return results_add_rows(s, x, e);
}

int results_replay(struct results *s, const char *dir,
                   const struct experiment *x, struct error *e)
{
    char *path = folder_path(dir, FOLDER_JOURNAL);

    *s = (struct results){.dir = memory_string(dir)};
    ledger_init(&s->ledger, x);
    const int failed = ledger_read(&s->ledger, path, e);

    free(path);
    return failed;
}

int results_find(struct results *s, const char *dir, const struct experiment *x,
                 struct error *e)
{
    if (!results_replay(s, dir, x, e))
        return results_add_rows(s, x, e);
    results_release(s);
    return -1;
}

int results_read(struct results *s, const char *dir, const struct experiment *x,
                 struct error *e)
{
    int failed = results_find(s, dir, x, e);

    if (failed)
        return -1;
    for (long i = 0; i < s->n && !failed; i++)
        failed = results_read_row(s, &s->row[i], e);
    if (failed)
        results_release(s);
    return failed;
}

bool results_row_finished(const struct results_row *row)
{
    return row->present && row->result.status == TRIAL_FINISHED;
}

void results_release(struct results *s)
{
    for (long i = 0; i < s->n; i++) {
        row_text_release(&s->row[i].config);
        result_release(&s->row[i].result);
    }
    row_texts_free(s->rows);
    free(s->row);
    free(s->dir);
    free(s->salvage);
    free(s->chosen);
    ledger_release(&s->ledger);
    *s = (struct results){0};
}

/* --- one trial ------------------------------------------------------------ */

/* Add to a result what the experiment gives. */
static void add_given(struct result *r, const struct trial_config *c)
{
    r->config = memory_string(c->text);
    facts_add(&r->facts, "configuration", "%s", c->whole);
    facts_add(&r->facts, "seed", "%ld", c->train.seed);
    r->small = true;
}

int results_load(const struct index *ix, const char *dir,
                 const struct trial_config *c, struct result *r,
                 struct error *e)
{
    const struct indexed *said;
    struct str path = {0};
    const enum location at = location_find(ix, dir, c->digest, &said, &path);
    int found = 0;

    *r = (struct result){0};
    if (at == RESULT_IN_JOURNAL)
        found = index_brief(ix, said, true, r, e);
    else if (at != RESULT_NOWHERE)
        found = read_whole(str_text(&path), c->digest, r, e) ? -1 : 1;
    if (found > 0 && at == RESULT_IN_JOURNAL)
        add_given(r, c);
    str_release(&path);
    return found;
}

int results_whole(const struct results *s, const struct results_row *row,
                  struct result *r, struct error *e)
{
    struct str path = {0};

    if (result_refuse_small(&row->result, e))
        return error_in(e, "trial %ld", row->number);
    folder_result_path(s->dir, row->trial, &path);
    const int failed = read_whole(str_text(&path), row->trial, r, e);

    if (failed && s->salvage)
        s->salvage->unreadable = true;
    str_release(&path);
    return failed;
}

int results_history(const struct results *s, const struct results_row *row,
                    struct history *h, struct error *e)
{
    const struct indexed *said;
    struct str path = {0};
    struct result r = {0};
    const enum location at =
        location_find(&s->ledger.index, s->dir, row->trial, &said, &path);
    const int failed =
        at == RESULT_IN_JOURNAL
            ? index_brief(&s->ledger.index, said, true, &r, e) < 0
            : results_whole(s, row, &r, e);

    str_release(&path);
    *h = r.history;
    r.history = (struct history){0};
    result_release(&r);
    return failed ? -1 : 0;
}

int results_units(const struct results *s, const struct results_row *row,
                  enum split split, struct units *u, struct error *e)
{
    struct result r;

    *u = (struct units){0};
    if (!s->dir || row->result.small)
        return 0;
    if (results_whole(s, row, &r, e))
        return -1;
    *u = r.units[split];
    r.units[split] = (struct units){0};
    result_release(&r);
    return 0;
}
