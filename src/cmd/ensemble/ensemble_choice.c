#include "config.h"

#include "cmd/ensemble/ensemble_choice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

/* A trial and its value; larger is better. */
struct ranked_trial {
    double value;
    int at; /* index in the order in which trials are combined */
    const struct ensemble_member *member;
};

static int by_value(const void *a, const void *b)
{
    const struct ranked_trial *x = a, *y = b;

    if (x->value != y->value)
        return x->value > y->value ? -1 : 1;
    return x->at - y->at;
}

static int by_place(const void *a, const void *b)
{
    const struct ranked_trial *x = a, *y = b;

    return x->at - y->at;
}

static const struct experiment *experiment_of(const struct ensemble_members *m)
{
    return &m->of[0].place->x;
}

static double worth(const struct ensemble_members *m, double value)
{
    return isnan(value)                        ? -INFINITY
           : experiment_of(m)->search.maximize ? value
                                               : -value;
}

static struct ranked_trial *rank_all(const struct ensemble_members *m)
{
    const int goal = experiment_of(m)->goal;
    struct ranked_trial *r = memory_new((size_t)m->n * sizeof(*r));

    for (int i = 0; i < m->n; i++)
        r[i] = (struct ranked_trial){worth(m, m->order[i]->result.valid[goal]),
                                     i, m->order[i]};
    qsort(r, (size_t)m->n, sizeof(*r), by_value);
    return r;
}

/* Take the first n trials, in the order in which they are combined. */
static void take(struct ensemble_members *m, struct ranked_trial *r, int n)
{
    qsort(r, (size_t)n, sizeof(*r), by_place);
    for (int i = 0; i < n; i++)
        m->order[i] = r[i].member;
    m->taken = n;
}

/* Compute the value of the first n trials combined. */
static int try(const struct ensemble_members *m, const struct ranked_trial *r,
               int n, const struct task *t, enum ensemble_by by, double *value,
               struct error *e)
{
    struct ranked_trial *some = memory_new((size_t)n * sizeof(*some));
    struct ensemble_members of = *m;
    struct answer_sheet answers = {0};
    double metric[MAX_METRICS];
    struct units units;

    memcpy(some, r, (size_t)n * sizeof(*some));
    of.order = memory_new((size_t)n * sizeof(*of.order));
    take(&of, some, n);
    const int bad =
        ensemble_members_combine(&of, t, SPLIT_VALID, by, &answers, e);

    if (!bad) {
        task_score(t, SPLIT_VALID, &answers, metric, &units);
        units_release(&units);
        *value = worth(m, metric[experiment_of(m)->goal]);
    }
    answer_sheet_release(&answers);
    free(of.order);
    free(some);
    return bad;
}

/* Choose greedily, and put the chosen trials first; returns how many, or -1. */
static int add_improvers(const struct ensemble_members *m,
                         struct ranked_trial *r, int n, const struct task *t,
                         enum ensemble_by by, struct error *e)
{
    double best = r[0].value;
    int taken = 1;

    if (!m->of[0].result.answers[SPLIT_VALID].n)
        return error_set(e, "--greedy: %s has no answers to valid",
                         m->of[0].name);
    if (ensemble_members_check(m, t, SPLIT_VALID, e))
        return -1;
    for (int i = 1; i < n; i++) {
        const struct ranked_trial next = r[i];
        double value;

        r[i] = r[taken];
        r[taken] = next;
        if (try(m, r, taken + 1, t, by, &value, e))
            return -1;
        if (value > best) {
            best = value;
            taken++;
        }
    }
    return taken;
}

/* --- the choice ----------------------------------------------------------- */

static const char *option_of(const struct ensemble_choice *how)
{
    return how->greedy ? "greedy" : "best";
}

static const char *direction_of(const struct experiment *x)
{
    return x->search.maximize ? "maximize" : "minimize";
}

/* With different goals different trials would be the best. */
static int check_goals(const struct ensemble_members *m, const struct task *t,
                       const struct ensemble_choice *how, struct error *e)
{
    const struct experiment *one = experiment_of(m);
    const struct metric *metrics = t->kind->metrics;

    for (int i = 1; i < m->n; i++) {
        const struct named_folder *p = m->of[i].place;

        if (p->x.goal == one->goal &&
            p->x.search.maximize == one->search.maximize)
            continue;
        return error_set(e,
                         "--%s: found the goals '%s: valid.%s' in '%s' and "
                         "'%s: valid.%s' in '%s', expected one, by which "
                         "trials are chosen",
                         option_of(how), direction_of(one),
                         metrics[one->goal].name, m->of[0].place->dir,
                         direction_of(&p->x), metrics[p->x.goal].name, p->dir);
    }
    return 0;
}

/* Round down, as the program of Kadlec et al. does. */
static int so_many(double share, int n)
{
    const int most = (int)floor(share * n + 1e-9);

    return most > 0 ? most : 1;
}

int ensemble_choose(struct ensemble_members *m, const struct task *t,
                    enum ensemble_by by, const struct ensemble_choice *how,
                    struct error *e)
{
    struct ranked_trial *r;
    int n = m->n;

    if (!ensemble_chooses(how))
        return 0;
    if (!t->split[SPLIT_VALID].n)
        return error_set(e,
                         "--%s: found a task without valid, by which trials "
                         "are chosen",
                         option_of(how));
    if (check_goals(m, t, how, e))
        return -1;
    r = rank_all(m);
    if (how->best > 0)
        n = so_many(how->best, n);
    if (how->greedy)
        n = add_improvers(m, r, n, t, by, e);
    if (n > 0)
        take(m, r, n);
    free(r);
    return n > 0 ? 0 : -1;
}

void ensemble_choice_note(const struct ensemble_members *m,
                          const struct task *t,
                          const struct ensemble_choice *how, struct str *out)
{
    if (!ensemble_chooses(how))
        return;
    str_addf(out, "taken by valid.%s",
             t->kind->metrics[experiment_of(m)->goal].name);
    if (how->best > 0) {
        str_adds(out, ", the best share of ");
        real_text(how->best, out);
    }
    str_addf(out, "%s: %d of %d trials:",
             how->greedy ? ", each that improves what those before it come to"
                         : "",
             m->taken, m->n);
    for (int i = 0; i < m->taken; i++)
        str_addf(out, "%s %s", i ? "," : "", m->order[i]->name);
    str_adds(out, "\n");
}
