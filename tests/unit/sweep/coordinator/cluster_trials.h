/*
 * cluster_trials.h - the search of a simulated cluster, and the results of its
 * trials: functions of their values alone.
 */
#ifndef CLUSTER_TRIALS_H
#define CLUSTER_TRIALS_H

#include "tests/unit/sweep/coordinator/cluster.h"

enum { LEARNING_ROUND = 3 };

/* The best known value or a neighbour of it. */
static void follow(const struct search *s, const struct outcome *known, long n,
                   struct assignment *a, struct search_memory *m)
{
    const struct random_key key = random_key((uint64_t)s->seed, "follow");
    const struct address at = {.example = (uint32_t)a->number};
    long best = 20;
    double goal = -1;

    (void)m;
    for (long i = 0; i < n; i++)
        if (known[i].goal > goal) {
            goal = known[i].goal;
            best = strtol(known[i].a.value[0], NULL, 10);
        }
    a->value[0] =
        memory_format("%ld", best + (long)random_below(key, at, 0, 9) - 3);
}

static long learning_round(const void *conf)
{
    (void)conf;
    return LEARNING_ROUND;
}

static const struct sampler_kind follower = {
    .is = {.name = "follower"}, .round = learning_round, .propose = follow};

/* --- results of a trial --------------------------------------------------- */

static struct digest name_of(const struct search *s, const struct assignment *a)
{
    struct str text = {0};

    assignment_whole(&s->space, a, &text);
    const struct digest d = digest_of(text.s, text.len);

    str_release(&text);
    return d;
}

static long value_of(const struct assignment *a)
{
    return strtol(a->value[0], NULL, 10);
}

/* It keeps the rules, and cannot be: a search that learns drops it. */
static bool cannot_be(const struct search *s, const struct assignment *a)
{
    return search_kind(s)->round && value_of(a) % 17 == 5;
}

/* The goal of a trial. Some fail; the others have a maximum at 31, which
 * becomes clearer with more steps; a trial that begins from another's state
 * does better. */
static double goal_of(const struct assignment *a, double share)
{
    const long x = value_of(a);
    double goal = 100.0 - (double)labs(x - 31);

    for (; a->from; a = a->from)
        goal += 20;
    return goal - (1 - share) * (double)(x * x % 7);
}

static bool fails(const struct assignment *a)
{
    return value_of(a) % 7 == 3;
}

/* True for the few trials that end before any rung. */
static bool ends_early(const struct assignment *a)
{
    return value_of(a) % 9 == 0;
}

/* Seconds of a step; some trials are slow. */
static double step_seconds(const struct cluster *c, const struct assignment *a)
{
    const long x = value_of(a);

    return c->is.step * (x % 5 == 2 ? c->is.slow : (double)(1 + x % 4));
}

/* True if a trial can begin nowhere. */
static bool cannot_begin(const struct assignment *a)
{
    return value_of(a) % 19 == 4;
}

/* Steps of the whole run, and the one at which an order ends. */
static int steps_to(const struct cluster *c, const struct assignment *a,
                    double until)
{
    const int all = ends_early(a) ? 1 : c->is.steps;
    const int to =
        until > 0 ? (int)ceil(until * c->is.steps - 1e-9) : c->is.steps;

    return to < all ? to : all;
}

static bool by_itself(const struct cluster *c, const struct assignment *a,
                      double until)
{
    return !(until > 0) ||
           steps_to(c, a, 0) <= (int)ceil(until * c->is.steps - 1e-9);
}

/* --- what exists of a trial ----------------------------------------------- */

static struct cluster_kept *kept_of(struct cluster *c, struct digest name)
{
    int i = 0;

    while (i < c->kepts && !digest_equal(c->kept[i].name, name))
        i++;
    if (i == c->kepts) {
        assert_true(i < MOST_TRIALS_PLAYED);
        c->kept[c->kepts++] = (struct cluster_kept){.name = name};
    }
    return &c->kept[i];
}

/* A state is replaced only by a newer one, and a result only by one of the same
 * or a later attempt. */
static void keep_state(struct cluster_kept *k, int attempt, int step)
{
    if (attempt < k->attempt || (attempt == k->attempt && step < k->step))
        return;
    k->attempt = attempt;
    k->step = step;
}

static void keep_result(struct cluster_kept *k, int attempt, bool failed,
                        double goal)
{
    if (k->result_attempt > attempt)
        return;
    k->result_attempt = attempt;
    k->failed = failed;
    k->goal = failed ? NAN : goal;
}

#endif
