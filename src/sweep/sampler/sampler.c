#include "sweep/sampler/sampler.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/interrupt.h"
#include "base/core/memory.h"
#include "sweep/sampler/rule.h"
#include "sweep/sampler/sampler_internal.h"

#define KIND(name) extern const struct sampler_kind sampler_##name;
#include "sweep/sampler/kinds.def"
#undef KIND

static const struct kind *const list[] = {
#define KIND(name) &sampler_##name.is,
#include "sweep/sampler/kinds.def"
#undef KIND
    NULL,
};

static const char *lacks(const struct kind *kind)
{
    return ((const struct sampler_kind *)kind)->propose ? NULL : "propose()";
}

const struct kinds sampler_kinds = {
    .sort = "method", .list = list, .lacks = lacks};

void search_release(struct search *s)
{
    for (int i = 0; i < s->rules; i++)
        free(s->rule[i]);
    free(s->rule);
    space_release(&s->space);
    chosen_release(&s->sampler);
    *s = (struct search){0};
}

const struct sampler_kind *search_kind(const struct search *s)
{
    return (const struct sampler_kind *)s->sampler.kind;
}

bool search_draws(const struct search *s)
{
    return s->sampler.kind && !search_kind(s)->count;
}

bool search_allows(const struct search *s, const struct assignment *a)
{
    bool allows = true;

    for (int i = 0; i < s->rules; i++)
        allows &= rule_holds(s->rule[i], &s->space, a);
    return allows;
}

/* --- repeats -------------------------------------------------------------- */

/* The search without the parameter in which the trials of a proposal differ. */
static struct search without_repeats(const struct search *s)
{
    struct search one = *s;

    one.space.n -= s->repeats > 0;
    one.repeats = 0;
    return one;
}

/* The mean of the goals of a proposal's trials; NaN if none has a value. */
static double mean(const struct outcome *trial, long n)
{
    double sum = 0;
    long valued = 0;

    for (long i = 0; i < n; i++)
        if (!isnan(trial[i].goal)) {
            sum += trial[i].goal;
            valued++;
        }
    return valued ? sum / (double)valued : NAN;
}

/* Combine trials into their proposals, [n]; the caller frees them. */
static struct outcome *fold(const struct outcome *trial, long each, long n)
{
    struct outcome *o = memory_new(((size_t)n + 1) * sizeof(*o));

    for (long i = 0; i < n; i++) {
        o[i] = trial[i * each];
        o[i].a.number = i;
        o[i].goal = mean(&trial[i * each], each);
    }
    return o;
}

/* --- proposals ------------------------------------------------------------ */

long search_trials(const struct search *s)
{
    const struct search one = without_repeats(s);
    const long n =
        search_draws(s) ? s->trials : search_kind(s)->count(&one.space);

    return n > MOST_TRIALS / search_repeats(s) ? MOST_TRIALS + 1
                                               : n * search_repeats(s);
}

/* The trials of a round; 0 if it does not learn. */
static long round_of(const struct search *s)
{
    const struct sampler_kind *k = search_kind(s);

    return k->round ? k->round(s->sampler.conf) * search_repeats(s) : 0;
}

long search_needs(const struct search *s, long number)
{
    const long round = round_of(s);

    return round ? number / round * round : 0;
}

long search_drawn(const struct search *s)
{
    const struct sampler_kind *k = search_kind(s);
    const long round = k->start ? k->round(s->sampler.conf) : 0;

    return k->start ? (k->start(s->sampler.conf) + round - 1) / round * round
                    : 0;
}

long search_free(const struct search *s)
{
    const long round = round_of(s), n = search_trials(s);

    return round && round < n ? round : n;
}

/* Make a proposal of the search without repeats. */
static struct assignment propose(const struct search *s,
                                 const struct outcome *known, long n,
                                 long number, struct search_memory *m)
{
    const struct search one = without_repeats(s);
    const long each = search_repeats(s);
    struct outcome *folded = n && each > 1 ? fold(known, each, number) : NULL;
    struct assignment a = assignment_new(&s->space, number);

    search_kind(s)->propose(&one, folded ? folded : known, n / each, &a, m);
    if (m && ((n && cancelled(m->cancel)) || !duplicates_avoid(&one, m, &a)))
        assignment_release(&s->space, &a);
    free(folded);
    return a;
}

/* The trials of a proposal share its computation. */
static struct assignment propose_once(const struct search *s,
                                      const struct outcome *known, long n,
                                      long number, struct search_memory *m)
{
    const long proposal = number / search_repeats(s);

    if (!m || !s->repeats)
        return propose(s, known, n, proposal, m);
    if (!m->last.value || m->last.number != proposal) {
        assignment_release(&s->space, &m->last);
        m->last = propose(s, known, n, proposal, m);
    }
    return m->last.value ? assignment_copy(&s->space, &m->last) : m->last;
}

static struct assignment propose_trial(const struct search *s,
                                       const struct outcome *known, long n,
                                       long number, struct search_memory *m)
{
    struct assignment a = propose_once(s, known, n, number, m);
    const int last = s->space.n - 1;

    a.number = number;
    if (!a.value)
        return a;
    if (s->repeats)
        a.value[last] =
            memory_string(s->space.parameter[last].value[number % s->repeats]);
    assignment_settle(&s->space, &a);
    return a;
}

struct assignment search_propose(const struct search *s,
                                 const struct outcome *known, long n,
                                 long number, struct search_memory *m)
{
    struct search_memory own = {0};

    if (m || !known)
        return propose_trial(s, known, n, number, m);
    for (long i = 0; i < number; i++)
        search_remember(s, &known[i].a, &own);
    struct assignment a = propose_trial(s, known, n, number, &own);

    search_forget(s, &own);
    return a;
}

void search_conduct(struct search *s, bool conduct_2)
{
    s->conduct_2 = conduct_2;
    for (int p = 0; p < s->space.n; p++) {
        struct parameter *of = &s->space.parameter[p];

        of->digits = conduct_2 ? 0 : parameter_digits(of);
    }
}
