#include "sampler/sampler.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "sampler/rule.h"

#define KIND(name) extern const struct sampler_kind sampler_##name;
#include "sampler/kinds.def"
#undef KIND

static const struct kind *const list[] = {
#define KIND(name) &sampler_##name.is,
#include "sampler/kinds.def"
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

static long repeats(const struct search *s)
{
    return s->repeats ? s->repeats : 1;
}

/* The search without the parameter that trials of a proposal differ in. */
static struct search without_repeats(const struct search *s)
{
    struct search one = *s;

    one.space.n -= s->repeats > 0;
    return one;
}

/* The mean of what a proposal's trials came to; NaN: none has a value. */
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

/* Trials by their proposals, [n], to be freed. */
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

    return n > MOST_TRIALS / repeats(s) ? MOST_TRIALS + 1 : n * repeats(s);
}

/* In trials; 0: it does not learn. */
static long round_of(const struct search *s)
{
    const struct sampler_kind *k = search_kind(s);

    return k->round ? k->round(s->sampler.conf) * repeats(s) : 0;
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

static void draw(const struct search *s, long time, struct assignment *a)
{
    for (int p = 0; p < s->space.n; p++) {
        free(a->value[p]);
        a->value[p] =
            parameter_draw(&s->space.parameter[p], s->seed, a->number, time);
    }
}

void search_draw(const struct search *s, struct assignment *a)
{
    draw(s, 0, a);
}

bool search_tried(const struct search *s, const struct outcome *known,
                  const struct assignment *a)
{
    long i = a->number - 1;

    while (i >= 0 && !assignment_equal(&s->space, &known[i].a, a))
        i--;
    return i >= 0;
}

#define DRAWS 100

void search_draw_another(const struct search *s, const struct outcome *known,
                         struct assignment *a)
{
    for (long time = 1; time <= DRAWS; time++) {
        draw(s, time, a);
        assignment_settle(&s->space, a);
        if (!search_tried(s, known, a))
            return;
    }
}

struct assignment search_propose(const struct search *s,
                                 const struct outcome *known, long n,
                                 long number)
{
    const struct search one = without_repeats(s);
    const long each = repeats(s), proposal = number / each;
    struct assignment a = assignment_new(&s->space, proposal);
    struct outcome *folded = n && each > 1 ? fold(known, each, proposal) : NULL;

    search_kind(s)->propose(&one, folded ? folded : known, n / each, &a);
    free(folded);
    a.number = number;
    if (s->repeats)
        a.value[one.space.n] =
            memory_string(s->space.parameter[one.space.n].value[number % each]);
    assignment_settle(&s->space, &a);
    return a;
}
