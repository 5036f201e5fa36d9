/* rescore.c - units, scored again from a trial's answers and the data. */
#include "config.h"

#include "report/answers/rescore.h"

#include <math.h>
#include <string.h>

#include "report/answers/stored_answers.h"

static int check_metrics(const struct task *t, enum split split,
                         const double *value, const struct result *r,
                         struct error *e)
{
    const double *const was = split == SPLIT_TEST ? r->test : r->valid;
    const int n = task_metrics(t->kind);

    for (int m = 0; m < n; m++) {
        const char *name = t->kind->metrics[m].name;

        if (m >= r->metrics || strcmp(name, r->metric[m]) != 0)
            return error_set(e, "its result file has no metric '%s'", name);
        if (value[m] != was[m] && !(isnan(value[m]) && isnan(was[m])))
            return error_set(e,
                             "found %s.%s %.10g, expected %.10g as its result "
                             "file has it: data or rules are others now",
                             split_names[split], name, value[m], was[m]);
    }
    return 0;
}

static int score(const struct task *t, const struct result *r, enum split split,
                 struct units *u, struct error *e)
{
    double value[MAX_METRICS];

    if (stored_answers_check(t, split, r, e) ||
        stored_answers_form(t, &r->answers[split], e))
        return -1;
    task_score(t, split, &r->answers[split], value, u);
    if (!check_metrics(t, split, value, r, e))
        return 0;
    units_release(u);
    return -1;
}

int rescore_units(struct cached_task *kept, const struct results *s,
                  const struct results_row *row, enum split split,
                  struct units *u, struct error *e)
{
    struct result whole;
    const struct task *t;
    int failed = 0;

    *u = (struct units){0};
    if (results_whole(s, row, &whole, e))
        return -1;
    if (whole.answers[split].n) {
        t = cached_task_of(kept, &s->ledger.proposed, row->number, e);
        failed = !t || score(t, &whole, split, u, e);
    }
    result_release(&whole);
    return failed ? -1 : 0;
}
