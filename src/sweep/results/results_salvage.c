/* results_salvage.c - reads the results of a folder in spite of damage. */
#include "config.h"

#include <stdlib.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "sweep/ledger/liveness.h"
#include "sweep/results/results_internal.h"

/* No rows yet. */
static int open_folder(struct results *s, struct experiment *x, const char *dir,
                       struct error *damage, struct error *e)
{
    struct liveness p;

    liveness_read(&p, dir); /* a sweep may end meanwhile */
    const int failed = results_experiment(dir, x, e);

    if (!failed && !results_replay(s, dir, x, damage))
        liveness_check_journal(&p, dir, &s->ledger.index, damage);
    liveness_release(&p);
    return failed ? -1 : 0;
}

int results_open(struct results *s, struct experiment *x, const char *dir,
                 struct error *damage, struct error *e)
{
    if (open_folder(s, x, dir, damage, e))
        return -1;
    if (!results_add_rows(s, x, e))
        return 0;
    experiment_release(x);
    return -1;
}

void results_leave_out(struct results_row *row, const struct error *why)
{
    log_warning("%s: left out", why->text);
    result_release(&row->result);
    row->result = (struct result){0};
    row->present = false;
    row->left_out = true;
}

static void begin_salvage(struct results *s, const struct error *damage)
{
    s->salvage = memory_zeroed(1, sizeof(*s->salvage));
    s->salvage->cut = damage->text[0] != '\0';
    if (s->salvage->cut)
        log_warning("%s: what follows is left out", damage->text);
}

int results_begin_salvage(struct results *s, struct experiment *x,
                          const char *dir, struct error *e)
{
    struct error damage = {""};

    if (open_folder(s, x, dir, &damage, e))
        return -1;
    s->rows = row_texts_new(x);
    begin_salvage(s, &damage);
    return 0;
}

int results_salvage(struct results *s, struct experiment *x, const char *dir,
                    struct error *e)
{
    struct error damage = {""};

    if (results_open(s, x, dir, &damage, e))
        return -1;
    begin_salvage(s, &damage);
    for (long i = 0; i < s->n; i++)
        if (results_read_row(s, &s->row[i], &damage))
            results_leave_out(&s->row[i], &damage);
    return 0;
}

void results_salvage_all(struct results *s)
{
    for (long i = 0; i < s->n; i++) {
        struct results_row *row = &s->row[i];
        struct error damage;
        struct result r;

        if (!row->present || row->result.small)
            continue;
        if (results_whole(s, row, &r, &damage))
            results_leave_out(row, &damage);
        else
            result_release(&r);
    }
    s->salvage->unreadable = false;
}

bool results_salvage_more(struct results *s)
{
    if (!s->salvage || !s->salvage->unreadable)
        return false;
    results_salvage_all(s);
    return true;
}

long results_left_out(const struct results *s, struct str *out)
{
    const bool cut = s->salvage && s->salvage->cut;
    const long rows = s->row || !s->salvage ? s->n : s->salvage->rows;
    long n = s->row || !s->salvage ? 0 : s->salvage->without;

    for (long i = 0; i < s->n; i++)
        n += s->row[i].left_out;
    if (out && n)
        str_addf(out,
                 "left out: %ld of %ld trials of '%s', whose result files are "
                 "damaged or gone\n",
                 n, rows, s->dir);
    if (out && cut)
        str_addf(out,
                 "left out: what the journal of '%s' told behind its damage\n",
                 s->dir);
    return n + cut;
}
