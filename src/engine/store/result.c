/* result.c - results in memory: making and freeing. */
#include "config.h"

#include "engine/store/result.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

const char *const trial_status_names[] = {"finished", "failed", NULL};

bool trial_status_named(const char *name, enum trial_status *s)
{
    for (int i = 0; trial_status_names[i]; i++)
        if (!strcmp(trial_status_names[i], name)) {
            *s = (enum trial_status)i;
            return true;
        }
    return false;
}

void history_add(struct history *h, const struct history_row *row)
{
    GROW(h->row, h->n, h->room);
    h->row[h->n++] = *row;
}

void history_inspect(struct history *h, const struct part_stats *seen,
                     bool histograms)
{
    const size_t n = (size_t)h->n;

    h->inspected = true;
    for (int q = 0; q < STATS_PARTS; q++) {
        h->row[n - 1].inspected[q] = part_stats_summary(&seen->of[q]);
        if (!histograms)
            continue;
        h->histogram[q] =
            memory_resize(h->histogram[q], n * sizeof(*h->histogram[q]));
        memcpy(h->histogram[q][n - 1].bin, seen->of[q].bin,
               sizeof(seen->of[q].bin));
    }
}

void history_release(struct history *h)
{
    for (int q = 0; q < STATS_PARTS; q++)
        free(h->histogram[q]);
    free(h->row);
    *h = (struct history){0};
}

void facts_add(struct facts *f, const char *name, const char *fmt, ...)
{
    struct str value = {0};
    va_list args;

    va_start(args, fmt);
    str_addv(&value, fmt, args);
    va_end(args);

    for (int i = 0; i < f->n; i++)
        if (!strcmp(f->fact[i].name, name)) {
            free(f->fact[i].value);
            f->fact[i].value = memory_string(str_text(&value));
            str_release(&value);
            return;
        }
    facts_append(f, name, str_text(&value));
    str_release(&value);
}

void facts_append(struct facts *f, const char *name, const char *value)
{
    GROW(f->fact, f->n, f->room);
    f->fact[f->n++] = (struct fact){
        .name = memory_string(name),
        .value = memory_string(value),
    };
}

const char *facts_get(const struct facts *f, const char *name)
{
    for (int i = 0; i < f->n; i++)
        if (!strcmp(f->fact[i].name, name))
            return f->fact[i].value;
    return f->shared ? facts_get(f->shared, name) : NULL;
}

void facts_release(struct facts *f)
{
    for (int i = 0; i < f->n; i++) {
        free(f->fact[i].name);
        free(f->fact[i].value);
    }
    free(f->fact);
    *f = (struct facts){0};
}

void result_lighten(struct result *r)
{
    for (int s = 0; s < SPLITS; s++) {
        answer_sheet_release(&r->answers[s]);
        answer_sheet_release(&r->said[s]);
        units_release(&r->units[s]);
    }
}

int result_refuse_small(const struct result *r, struct error *e)
{
    if (!r->small)
        return 0;
    return error_set(e, "its result stands in the journal, without answers "
                        "(run.results: file keeps them)");
}

void result_release(struct result *r)
{
    free(r->config);
    free(r->reason);
    history_release(&r->history);
    result_lighten(r);
    facts_release(&r->facts);
    *r = (struct result){0};
}
