#include "config.h"

#include "run/list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/show.h"
#include "experiment/namer.h"
#include "results/results.h"
#include "run/job.h"

#define MIB 1048576.0

static int list_one(const struct experiment *x, const struct crew *crew,
                    struct namer *namer, const struct assignment *a,
                    struct error *e)
{
    const struct trial_config *c = namer_bind(namer, a, e);
    struct job_size size;
    struct str values = {0};

    if (!c || job_check(x, a, c, crew->ranks, &size, e))
        return error_in(e, "trial %ld", a->number);
    assignment_text(&x->search.space, a, "  ", &values);
    say("%5ld  %zu parameters  %ld step%s  %ld grain%s  %.0f MiB a rank",
        a->number, size.params, size.steps, size.steps == 1 ? "" : "s",
        size.grains, size.grains == 1 ? "" : "s", size.bytes / MIB);
    if (size.bytes > size.budget)
        say(", beyond its budget of %.0f MiB", size.budget / MIB);
    say("%s%s\n", values.len ? "  " : "", str_text(&values));
    str_release(&values);
    return 0;
}

static struct digest key_of(const char *name)
{
    return digest_of(name, strlen(name));
}

/* The names of variants of which a trial is listed. */
static void find_listed(const struct results *s, struct firsts *names)
{
    for (long i = 0; i < s->n; i++) {
        struct str name = {0};

        row_value(&s->row[i].config, VARIANT, &name);
        firsts_take(names, key_of(str_text(&name)), i);
        str_release(&name);
    }
}

/* Those of which a combination keeps the rules. */
static void find_allowed(const struct experiment *x, struct firsts *names)
{
    for (long i = 0; i < experiment_known(x); i++) {
        if (!experiment_has(x, i))
            continue;
        struct assignment a = experiment_assignment(x, i);

        firsts_take(names, key_of(a.value[0]), i);
        assignment_release(&x->search.space, &a);
    }
}

/* A grid has every variant that may be, were it not for equal ones. */
static void say_equal_variants(const struct experiment *x,
                               const struct results *s)
{
    const struct parameter *variant = x->search.space.parameter;
    struct firsts listed = {0}, allowed = {0};

    if (!x->variants || search_draws(&x->search))
        return;
    find_listed(s, &listed);
    find_allowed(x, &allowed);
    for (int v = 0; v < variant->n; v++) {
        const struct digest name = key_of(variant->value[v]);

        if (firsts_find(&listed, name) < 0 && firsts_find(&allowed, name) >= 0)
            say("variant '%s' equals those before it\n", variant->value[v]);
    }
    firsts_release(&listed);
    firsts_release(&allowed);
}

static long left_out(const struct experiment *x)
{
    long n = 0;

    for (long i = 0; i < experiment_known(x); i++)
        n += !experiment_has(x, i);
    return n;
}

static int list_each(const struct experiment *x, const struct crew *crew,
                     const struct results *s, struct error *e)
{
    struct namer *namer = namer_new(x);
    int failed = 0;

    for (long i = 0; i < s->n && !failed; i++) {
        struct assignment a = experiment_assignment(x, s->row[i].number);

        failed = list_one(x, crew, namer, &a, e);
        assignment_release(&x->search.space, &a);
    }
    namer_free(namer);
    return failed;
}

/* As the run does, of equal trials the first alone. */
static int list(const struct experiment *x, const struct crew *crew,
                const struct results *s, struct error *e)
{
    const long all = experiment_known(x);
    const long later = experiment_trials(x) - all;

    say("%s: %ld trial%s, %d at once, %d rank%s each\n", x->name, s->n,
        s->n == 1 ? "" : "s", crew->groups, crew->ranks,
        crew->ranks == 1 ? "" : "s");
    const long out = left_out(x);

    if (out)
        say("%ld of %ld combinations do not keep the sweep's rules\n", out,
            all);
    if (s->n < all - out)
        say("%ld of %ld combinations equal an earlier one\n", all - out - s->n,
            all);
    say_equal_variants(x, s);
    if (list_each(x, crew, s, e))
        return -1;
    if (scheduler_kind_of(&x->scheduler)->explore)
        say("others begin from their states at rungs, by %s\n",
            x->scheduler.kind->name);
    if (later)
        say("%ld more are proposed by what these come to\n", later);
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
