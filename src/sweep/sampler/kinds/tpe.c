/*
 * Tree-structured Parzen estimator: of values drawn from the density l(x) of
 * good trials, the one with the highest l(x) / g(x), where g is the density of
 * the others: this grows with the expected improvement (Bergstra et al. 2011,
 * section 4).
 *
 * Both are mixtures, with a component for each trial and one prior.  In a range
 * a component is a normal cut off at the ends, as wide as the next value is
 * far; in a list its own value is more likely.  A trial without a value, as its
 * conditions are not met, has a uniform component.  Each parameter has mixtures
 * of its own, or all have joint ones, `multivariate`, which model dependences.
 *
 * Trials of the same round, which are not over, count as bad, so that those of
 * a round differ.  Nothing is proposed twice unless nothing else is left.
 */
#include <math.h>
#include <stdlib.h>

#include "base/core/interrupt.h"
#include "base/core/memory.h"
#include "base/numbers/math_functions.h"
#include "base/numbers/random.h"
#include "sweep/sampler/sampler.h"

struct tpe {
    long round, start, candidates;
    double good;
    bool multivariate;
};

static const struct field fields[] = {
    FIELD_INT(struct tpe, round, 8, 1, MOST_TRIALS,
              "trials that are proposed by what those before them came to"),
    FIELD_INT(struct tpe, start, 16, 1, MOST_TRIALS,
              "trials that are drawn as in a random search, in whole rounds"),
    FIELD_INT(struct tpe, candidates, 24, 1, 100000,
              "values of which the best is proposed"),
    FIELD_REAL(struct tpe, good, 0.15, 0.001, 0.999,
               "share of the trials that count as good"),
    FIELD_BOOL(struct tpe, multivariate, false,
               "all parameters together, rather than each by itself"),
    FIELD_END,
};

/* --- a mixture ----------------------------------------------------------- */

/* A component along one parameter. */
struct component {
    double at;    /* parameter_unit(); -1: the trial has no value */
    double width; /* in a range: standard deviation */
    double share; /* in a range: the normal's share inside [0, 1] */
};

/* The components of n trials and, last, the prior, which covers everything. */
struct mixture {
    long n;
    int parameters;
    const struct parameter *parameter; /* the first; borrowed */
    struct component *component;       /* [(n + 1) * parameters]; owned */
};

static struct component *component_of(const struct mixture *m, long i, int p)
{
    return &m->component[i * m->parameters + p];
}

static void cut_off(struct component *h)
{
    h->share = normal_share((1 - h->at) / h->width) -
               normal_share((0 - h->at) / h->width);
}

static int by_place(const void *a, const void *b)
{
    const double x = (*(struct component *const *)a)->at;
    const double y = (*(struct component *const *)b)->at;

    return (x > y) - (x < y);
}

/* Set each width to the distance of the farther neighbour, the ends among them,
 * but not so small that nothing near it is ever drawn. */
static void widen(const struct mixture *m, int p)
{
    const double least = 1.0 / (double)(m->n < 99 ? m->n + 1 : 100);
    struct component **order = memory_new(((size_t)m->n + 1) * sizeof(*order));
    long n = 0;

    for (long i = 0; i < m->n; i++)
        if (component_of(m, i, p)->at >= 0)
            order[n++] = component_of(m, i, p);
    qsort(order, (size_t)n, sizeof(*order), by_place);
    for (long i = 0; i < n; i++) {
        struct component *h = order[i];
        const double before = h->at - (i ? order[i - 1]->at : 0);
        const double after = (i + 1 < n ? order[i + 1]->at : 1) - h->at;

        h->width = fmin(1, fmax(least, fmax(before, after)));
        cut_off(h);
    }
    free(order);
}

static double place_of(const struct parameter *p, const char *value)
{
    return value ? fmax(0, parameter_unit(p, value)) : -1;
}

static struct mixture mixture_new(const struct search *s, int first,
                                  int parameters,
                                  const struct outcome *const *of, long n)
{
    struct mixture m = {.n = n,
                        .parameters = parameters,
                        .parameter = &s->space.parameter[first]};

    m.component = memory_zeroed((size_t)(n + 1) * (size_t)parameters,
                                sizeof(*m.component));
    for (int p = 0; p < parameters; p++) {
        struct component *all = component_of(&m, n, p);

        for (long i = 0; i < n; i++)
            component_of(&m, i, p)->at =
                place_of(&m.parameter[p], of[i]->a.value[first + p]);
        widen(&m, p);
        *all = (struct component){.at = 0.5, .width = 1};
        cut_off(all);
    }
    return m;
}

/* The probability of place x in a list, by the component of a trial; uniform if
 * the trial had no value. */
static double chance(const struct mixture *m, int values, double at, double x)
{
    if (at < 0)
        return 1.0 / values;
    return ((at == x ? (double)m->n : 0) + 1) / (double)(m->n + values);
}

static double along(const struct mixture *m, long i, int p, double x)
{
    const struct parameter *of = &m->parameter[p];
    const struct component *h = component_of(m, i, p);

    if (of->value)
        return i < m->n ? chance(m, of->n, h->at, x) : 1.0 / of->n;
    return h->at < 0
               ? 1
               : normal_density((x - h->at) / h->width) / (h->width * h->share);
}

/* The density at x, [parameters]. */
static double density(const struct mixture *m, const double *x)
{
    double sum = 0;

    for (long i = 0; i <= m->n; i++) {
        double product = 1;

        for (int p = 0; p < m->parameters; p++)
            product *= along(m, i, p, x[p]);
        sum += product;
    }
    return sum / (double)(m->n + 1);
}

/* --- drawing ------------------------------------------------------------- */

struct draws {
    struct random_key key;
    struct address at;
    uint32_t next;
};

static double uniform(struct draws *d)
{
    return random_real(d->key, d->at, d->next++);
}

static double normal(struct draws *d)
{
    d->next += 2;
    return random_gauss(d->key, d->at, d->next - 2);
}

#define DRAWS 100 /* at least a third of them are inside */

static char *draw_range(const struct parameter *p, const struct component *h,
                        struct draws *d)
{
    if (h->at < 0)
        return parameter_at(p, uniform(d));
    for (int i = 0; i < DRAWS; i++) {
        const double u = h->at + h->width * normal(d);

        if (u >= 0 && u < 1)
            return parameter_at(p, u);
    }
    return parameter_at(p, h->at);
}

static char *draw_place(const struct mixture *m, int p, long i, struct draws *d)
{
    const struct parameter *of = &m->parameter[p];
    double u = uniform(d);
    int v = 0;

    while (v < of->n - 1 && (u -= along(m, i, p, v)) >= 0)
        v++;
    return memory_string(of->value[v]);
}

/* Draw a candidate: [parameters] texts and places. */
static void draw(const struct mixture *m, struct draws *d, char **value,
                 double *x)
{
    const long i = (long)(uniform(d) * (double)(m->n + 1));

    for (int p = 0; p < m->parameters; p++) {
        const struct parameter *of = &m->parameter[p];

        value[p] = of->value ? draw_place(m, p, i, d)
                             : draw_range(of, component_of(m, i, p), d);
        x[p] = parameter_unit(of, value[p]);
    }
}

/* --- a proposal ---------------------------------------------------------- */

/* The known trials without duplicates, the best first; trials without a value
 * are last. */
struct tpe_ranking {
    long n, good; /* the first `good` count as good; 0: none has a value */
    const struct outcome **of; /* [n] owned; borrowed each */
};

static double loss(const struct outcome *o, bool maximize)
{
    return isnan(o->goal) ? INFINITY : maximize ? -o->goal : o->goal;
}

static int compare(const struct outcome *x, const struct outcome *y,
                   bool maximize)
{
    const double a = loss(x, maximize), b = loss(y, maximize);

    return a != b ? (a > b) - (a < b)
                  : (x->a.number > y->a.number) - (x->a.number < y->a.number);
}

static int by_least(const void *a, const void *b)
{
    return compare(*(const struct outcome *const *)a,
                   *(const struct outcome *const *)b, false);
}

static int by_most(const void *a, const void *b)
{
    return compare(*(const struct outcome *const *)a,
                   *(const struct outcome *const *)b, true);
}

static struct tpe_ranking ranking_new(const struct search *s,
                                      const struct outcome *known, long n)
{
    const struct tpe *c = s->sampler.conf;
    struct tpe_ranking r = {.of = memory_new(((size_t)n + 1) * sizeof(*r.of))};
    long valued = 0;

    for (long i = 0; i < n; i++) {
        if (known[i].duplicate)
            continue;
        r.of[r.n++] = &known[i];
        valued += !isnan(known[i].goal);
    }
    qsort(r.of, (size_t)r.n, sizeof(*r.of), s->maximize ? by_most : by_least);
    r.good = (long)ceil(c->good * (double)valued);
    return r;
}

/* The number of candidates: halved each turn, down to one draw of the good. */
static long candidates_of(const struct search *s, int turn)
{
    const struct tpe *c = s->sampler.conf;

    return c->candidates >> turn ? c->candidates >> turn : 1;
}

static double log_ratio(const struct mixture *l, const struct mixture *g,
                        const double *x)
{
    return natural_log(density(l, x)) - natural_log(density(g, x));
}

/* Choose the best of as many candidates as the turn has, for some parameters,
 * into `value`. */
static void choose(const struct mixture *l, const struct mixture *g,
                   const char *stream, const struct search *s, int turn,
                   long number, const atomic_bool *cancel, char **value)
{
    struct draws d = {.key = random_key((uint64_t)s->seed, stream)};
    const size_t parameters = (size_t)l->parameters;
    char **drawn = memory_zeroed(parameters, sizeof(*drawn));
    double *x = memory_new(parameters * sizeof(*x)), best = -INFINITY;

    for (long k = 0; k < candidates_of(s, turn) && !cancelled(cancel); k++) {
        d.at = (struct address){.example = (uint32_t)number,
                                .step = (uint32_t)k,
                                .site = (uint32_t)turn};
        d.next = 0;
        draw(l, &d, drawn, x);
        const double ratio = log_ratio(l, g, x);

        for (size_t p = 0; p < parameters; p++) {
            char *worse = drawn[p];

            if (ratio > best || k == 0) {
                worse = value[p];
                value[p] = drawn[p];
            }
            free(worse);
        }
        best = fmax(best, ratio);
    }
    free(drawn);
    free(x);
}

static void propose_some(const struct search *s, const struct tpe_ranking *r,
                         int turn, int first, int parameters,
                         const atomic_bool *cancel, struct assignment *a)
{
    struct mixture l = mixture_new(s, first, parameters, r->of, r->good);
    struct mixture g =
        mixture_new(s, first, parameters, r->of + r->good, r->n - r->good);
    char *stream = parameters < s->space.n || s->space.n == 1
                       ? memory_format("tpe.%s", s->space.parameter[first].name)
                       : memory_string("tpe");

    choose(&l, &g, stream, s, turn, a->number, cancel, a->value + first);
    free(stream);
    free(l.component);
    free(g.component);
}

#define TURNS 32 /* with 24 candidates, turns after the fourth have one */
/* Propose values until they are new; after TURNS draw them. */
static void propose_new(const struct search *s, const struct tpe_ranking *r,
                        struct assignment *a, const struct search_memory *m)
{
    const struct tpe *c = s->sampler.conf;
    const int together = c->multivariate ? s->space.n : 1;

    for (int turn = 0; turn < TURNS; turn++) {
        for (int p = 0; p < s->space.n && !cancelled(m->cancel); p += together)
            propose_some(s, r, turn, p, together, m->cancel, a);
        if (cancelled(m->cancel))
            return;
        assignment_settle(&s->space, a);
        if (!search_tried(s, m, a))
            return;
    }
    search_draw_another(s, m, a);
}

static void propose(const struct search *s, const struct outcome *known, long n,
                    struct assignment *a, struct search_memory *m)
{
    const struct tpe *c = s->sampler.conf;
    struct tpe_ranking r = ranking_new(s, known, n ? a->number : 0);

    if (n < c->start || !r.good)
        search_draw(s, a);
    else
        propose_new(s, &r, a, m);
    free(r.of);
}

static long start_of(const void *conf)
{
    return ((const struct tpe *)conf)->start;
}

static long round_of(const void *conf)
{
    return ((const struct tpe *)conf)->round;
}

const struct sampler_kind sampler_tpe = {
    .is = {.name = "tpe",
           .summary = "values like those of good trials, in rounds",
           .source = "Bergstra et al. 2011",
           .fields = fields,
           .size = sizeof(struct tpe)},
    .ranges = true,
    .round = round_of,
    .start = start_of,
    .propose = propose,
};
