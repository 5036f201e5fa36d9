#include "config.h"

#include "run/list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "results/results.h"
#include "run/job.h"

static int list_one(const struct experiment *x, const struct crew *crew,
                    const struct assignment *a, struct error *e)
{
    struct job_size size;
    struct str values = {0};

    if (job_check(x, a, crew->ranks, &size, e))
        return error_in(e, "trial %ld", a->number);
    assignment_text(&x->search.space, a, "  ", &values);
    printf("%5ld  %zu parameters  %ld steps  %ld grain%s  %.0f MiB a "
           "rank%s%s\n",
           a->number, size.params, size.steps, size.grains,
           size.grains == 1 ? "" : "s", size.bytes / 1048576,
           values.len ? "  " : "", str_text(&values));
    str_release(&values);
    return 0;
}

/* Is any trial that is listed of this variant? */
static bool has_trial(const struct results *s, const char *variant)
{
    bool has = false;

    for (long i = 0; i < s->n; i++) {
        struct str name = {0};

        row_value(&s->row[i].config, VARIANT, &name);
        has |= strcmp(str_text(&name), variant) == 0;
        str_release(&name);
    }
    return has;
}

/* Does any combination of this variant keep the rules? */
static bool is_allowed(const struct experiment *x, const char *variant)
{
    bool allowed = false;

    for (long i = 0; i < experiment_known(x) && !allowed; i++) {
        if (!experiment_has(x, i))
            continue;
        struct assignment a = experiment_assignment(x, i);

        allowed = strcmp(a.value[0], variant) == 0;
        assignment_release(&x->search.space, &a);
    }
    return allowed;
}

/* A grid has every variant that may be, were it not for equal ones. */
static void say_equal_variants(const struct experiment *x,
                               const struct results *s)
{
    const struct parameter *variant = x->search.space.parameter;

    if (!x->variants || search_draws(&x->search))
        return;
    for (int v = 0; v < variant->n; v++)
        if (!has_trial(s, variant->value[v]) &&
            is_allowed(x, variant->value[v]))
            printf("variant '%s' equals those before it\n", variant->value[v]);
}

static long left_out(const struct experiment *x)
{
    long n = 0;

    for (long i = 0; i < experiment_known(x); i++)
        n += !experiment_has(x, i);
    return n;
}

/* As the run does, of equal trials the first alone. */
static int list(const struct experiment *x, const struct crew *crew,
                const struct results *s, struct error *e)
{
    const long all = experiment_known(x);
    const long later = experiment_trials(x) - all;

    printf("%s: %ld trial%s, %d at once, %d rank%s each\n", x->name, s->n,
           s->n == 1 ? "" : "s", crew->groups, crew->ranks,
           crew->ranks == 1 ? "" : "s");
    const long out = left_out(x);

    if (out)
        printf("%ld of %ld combinations do not keep the sweep's rules\n", out,
               all);
    if (s->n < all - out)
        printf("%ld of %ld combinations equal an earlier one\n",
               all - out - s->n, all);
    say_equal_variants(x, s);
    for (long i = 0; i < s->n; i++) {
        struct assignment a = experiment_assignment(x, s->row[i].number);
        const int failed = list_one(x, crew, &a, e);

        assignment_release(&x->search.space, &a);
        if (failed)
            return -1;
    }
    if (scheduler_kind_of(&x->scheduler)->explore)
        printf("others begin from their states at rungs, by %s\n",
               x->scheduler.kind->name);
    if (later)
        printf("%ld more are proposed by what these come to\n", later);
    return 0;
}

int list_trials(const struct experiment *x, const struct crew *crew,
                struct error *e)
{
    struct results s;

    if (results_list(&s, x, e))
        return -1;
    const int failed = list(x, crew, &s, e);

    results_release(&s);
    return failed;
}
