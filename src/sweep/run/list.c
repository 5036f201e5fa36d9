#include "config.h"

#include "sweep/run/list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/show.h"
#include "sweep/experiment/namer.h"
#include "sweep/experiment/rows.h"
#include "sweep/results/results.h"
#include "sweep/run/trial_setup.h"
#include "text/formats/json_write.h"

#define MIB 1048576.0

/* What is printed about all trials together. */
struct trial_listing {
    const struct experiment *x;
    const struct rank_groups *rank_groups;
    const struct results *s; /* the trials; of equal ones only the first */
    long combinations;       /* combinations that are known now */
    long left_out; /* of these: those that do not keep the sweep's rules, */
    long equal;    /* and those equal to earlier ones */
    long later;    /* trials that will be proposed as results come in */
    const char *explore;  /* a scheduler that makes other trials begin from the
                             states of these; NULL if none */
    int variants, room;   /* variants equal to earlier ones */
    const char **variant; /* owned; the names are borrowed */
};

/* --- counts --------------------------------------------------------------- */

static struct digest key_of(const char *name)
{
    return digest_of(name, strlen(name));
}

/* Collect the names of variants that have a listed trial. */
static void find_listed(const struct results *s, struct digest_map *names)
{
    for (long i = 0; i < s->n; i++) {
        struct str name = {0};

        row_value(&s->row[i].config, VARIANT, &name);
        digest_map_add(names, key_of(str_text(&name)), i);
        str_release(&name);
    }
}

/* Collect the names of variants with a combination that keeps the rules. */
static void find_allowed(const struct experiment *x, struct digest_map *names)
{
    for (long i = 0; i < experiment_known(x); i++) {
        if (!experiment_has(x, i))
            continue;
        struct assignment a = experiment_assignment(x, i);

        digest_map_add(names, key_of(a.value[0]), i);
        assignment_release(&x->search.space, &a);
    }
}

/* A grid lists every allowed variant, unless it is equal to others. */
static void find_equal_variants(struct trial_listing *l)
{
    const struct experiment *x = l->x;
    const struct parameter *variant = x->search.space.parameter;
    struct digest_map listed = {0}, allowed = {0};

    if (!x->variants || search_draws(&x->search))
        return;
    find_listed(l->s, &listed);
    find_allowed(x, &allowed);
    for (int v = 0; v < variant->n; v++) {
        const struct digest name = key_of(variant->value[v]);

        if (digest_map_find(&listed, name) < 0 &&
            digest_map_find(&allowed, name) >= 0) {
            GROW(l->variant, l->variants, l->room);
            l->variant[l->variants++] = variant->value[v];
        }
    }
    digest_map_release(&listed);
    digest_map_release(&allowed);
}

static long left_out(const struct experiment *x)
{
    long n = 0;

    for (long i = 0; i < experiment_known(x); i++)
        n += !experiment_has(x, i);
    return n;
}

static void count_trials(struct trial_listing *l)
{
    const struct experiment *x = l->x;

    l->combinations = experiment_known(x);
    l->left_out = left_out(x);
    l->equal = l->combinations - l->left_out - l->s->n;
    l->later = experiment_trials(x) - l->combinations;
    if (scheduler_kind_of(&x->scheduler)->explore)
        l->explore = x->scheduler.kind->name;
    find_equal_variants(l);
}

/* --- for people ----------------------------------------------------------- */

static void say_head(const struct trial_listing *l)
{
    const int groups = l->rank_groups->groups, ranks = l->rank_groups->ranks;
    const long trials = l->s->n + l->later;

    say("%s: %ld trial%s, %d at once, %d rank%s each\n", l->x->name, trials,
        trials == 1 ? "" : "s", groups, ranks, ranks == 1 ? "" : "s");
    if (l->left_out)
        say("%ld of %ld combinations do not keep the sweep's rules\n",
            l->left_out, l->combinations);
    if (l->equal > 0)
        say("%ld of %ld combinations equal an earlier one\n", l->equal,
            l->combinations);
    for (int v = 0; v < l->variants; v++)
        say("variant '%s' equals those before it\n", l->variant[v]);
}

static void say_trial(const struct trial_listing *l, const struct assignment *a,
                      const struct trial_size *size)
{
    struct str values = {0};

    assignment_text(&l->x->search.space, a, "  ", &values);
    say("%5ld  %zu parameters  %ld step%s  %ld grain%s  %.0f MiB a rank",
        a->number, size->params, size->steps, size->steps == 1 ? "" : "s",
        size->grains, size->grains == 1 ? "" : "s", size->bytes / MIB);
    if (size->bytes > size->budget)
        say(", beyond its budget of %.0f MiB", size->budget / MIB);
    say("%s%s\n", values.len ? "  " : "", str_text(&values));
    str_release(&values);
}

static void say_end(const struct trial_listing *l)
{
    if (l->explore)
        say("others begin from their states at rungs, by %s\n", l->explore);
    if (l->later)
        say("the other %ld are proposed as results come in\n", l->later);
}

/* --- for programs --------------------------------------------------------- */

static void put_head(const struct trial_listing *l, struct str *out)
{
    json_begin(out, NULL, '{');
    json_put_text(out, "experiment", l->x->name);
    json_put_long(out, "at_once", l->rank_groups->groups);
    json_put_long(out, "ranks_per_trial", l->rank_groups->ranks);
    json_put_long(out, "combinations", l->combinations);
    json_put_long(out, "left_out", l->left_out);
    json_put_long(out, "equal", l->equal);
    json_begin(out, "equal_variants", '[');
    for (int v = 0; v < l->variants; v++)
        json_put_text(out, NULL, l->variant[v]);
    json_finish(out, ']');
    json_put_text(out, "explored_by", l->explore);
    json_put_long(out, "proposed_later", l->later);
    json_begin(out, "trials", '[');
}

/* Write values as in tables for programs. */
static void put_values(const struct space *s, const struct assignment *a,
                       struct str *out)
{
    json_begin(out, "values", '{');
    for (int p = 0; p < s->n; p++) {
        const char *name = s->parameter[p].name;
        struct str plain = {0};

        if (a->value[p]) {
            plain_value(name, a->value[p], &plain);
            json_put_text(out, name, str_text(&plain));
        }
        str_release(&plain);
    }
    json_finish(out, '}');
}

static void put_trial(const struct trial_listing *l, const struct assignment *a,
                      const struct trial_size *size, struct str *out)
{
    json_begin(out, NULL, '{');
    json_put_long(out, "trial", a->number);
    json_put_long(out, "parameters", (long)size->params);
    json_put_long(out, "steps", size->steps);
    json_put_long(out, "grains", size->grains);
    json_put_bytes(out, "memory_bytes", size->bytes);
    json_put_bytes(out, "budget_bytes", size->budget);
    put_values(&l->x->search.space, a, out);
    json_finish(out, '}');
}

static void put_end(struct str *out)
{
    json_finish(out, ']');
    json_finish(out, '}');
    str_adds(out, "\n");
}

/* --- all of them ---------------------------------------------------------- */

/* `json`: the open array; NULL if text is printed. */
static int list_one(const struct trial_listing *l, struct namer *namer,
                    const struct assignment *a, struct str *json,
                    struct error *e)
{
    const struct trial_config *c = namer_bind(namer, a, e);
    struct trial_size size;

    if (!c || trial_setup_check(l->x, a, c, l->rank_groups->ranks, &size, e))
        return error_in(e, "trial %ld", a->number);
    if (json)
        put_trial(l, a, &size, json);
    else
        say_trial(l, a, &size);
    return 0;
}

static int list_each(const struct trial_listing *l, struct str *json,
                     struct error *e)
{
    struct namer *namer = namer_new(l->x);
    int failed = 0;

    for (long i = 0; i < l->s->n && !failed; i++) {
        struct assignment a = experiment_assignment(l->x, l->s->row[i].number);

        failed = list_one(l, namer, &a, json, e);
        assignment_release(&l->x->search.space, &a);
    }
    namer_free(namer);
    return failed;
}

static int print_text(const struct trial_listing *l, struct error *e)
{
    say_head(l);
    if (list_each(l, NULL, e))
        return -1;
    say_end(l);
    return 0;
}

static int print_json(const struct trial_listing *l, struct error *e)
{
    struct str out = {0};

    put_head(l, &out);
    const int failed = list_each(l, &out, e);

    put_end(&out);
    if (!failed)
        show_put(str_text(&out), stdout);
    str_release(&out);
    return failed;
}

int list_trials(const struct experiment *x,
                const struct rank_groups *rank_groups, bool json,
                struct error *e)
{
    struct results s;
    struct trial_listing l = {.x = x, .rank_groups = rank_groups, .s = &s};

    if (results_list(&s, x, e)) /* as the run does */
        return -1;
    count_trials(&l);
    const int failed = json ? print_json(&l, e) : print_text(&l, e);

    free(l.variant);
    results_release(&s);
    return failed;
}
