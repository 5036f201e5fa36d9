/*
 * Tree-structured Parzen estimator: of values drawn from the density l(x) of
 * good trials, the one with the highest l(x) / g(x), where g is the density of
 * the others: this grows with the expected improvement (Bergstra et al. 2011,
 * section 4).
 *
 * Both are mixtures (sampler/mixture.h): each parameter has mixtures of its
 * own, or all have joint ones, `multivariate`, which model dependences.  They
 * are made once per round.
 *
 * Trials of the same round, which are not over, are added to the bad ones, so
 * that those of a round differ.  Nothing is proposed twice unless nothing else
 * is left.
 */
#include <math.h>
#include <stdlib.h>

#include "base/core/interrupt.h"
#include "base/core/memory.h"
#include "base/numbers/math_functions.h"
#include "sweep/sampler/mixture.h"

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

/* --- good and bad trials -------------------------------------------------- */

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

/* --- a round's model ------------------------------------------------------ */

/* The mixtures of the known results; trials of the round are added to the bad
 * ones. */
struct tpe_model {
    long n;                     /* known results */
    double *goal;               /* [n] of them; owned */
    long next;                  /* the first trial that was not added */
    int mixtures;               /* of each: one per parameter, or one */
    struct mixture *good, *bad; /* [mixtures] owned */
};

static void forget(void *model)
{
    struct tpe_model *m = model;

    for (int i = 0; i < m->mixtures; i++) {
        mixture_release(&m->good[i]);
        mixture_release(&m->bad[i]);
    }
    free(m->good);
    free(m->bad);
    free(m->goal);
    free(m);
}

/* True if the model has these results, and no trial from `number` on. */
static bool is_of(const struct tpe_model *m, const struct outcome *known,
                  long n, long number)
{
    bool same = m->n == n && m->next <= number;

    for (long i = 0; i < n && same; i++)
        same = isnan(known[i].goal) ? isnan(m->goal[i])
                                    : known[i].goal == m->goal[i];
    return same;
}

/* If it is cancelled it is not complete. */
static void fit_mixtures(const struct search *s, const struct tpe_ranking *r,
                         const atomic_bool *cancel, struct tpe_model *m)
{
    const struct tpe *c = s->sampler.conf;
    const int parameters = c->multivariate ? s->space.n : 1;

    for (int i = 0; i < m->mixtures && !cancelled(cancel); i++) {
        const int first = i * parameters;

        mixture_init(&m->good[i], &s->space, first, parameters, r->of, r->good);
        mixture_init(&m->bad[i], &s->space, first, parameters, r->of + r->good,
                     r->n - r->good);
    }
}

static struct tpe_model *fit(const struct search *s,
                             const struct tpe_ranking *r,
                             const struct outcome *known, long n,
                             const atomic_bool *cancel)
{
    const struct tpe *c = s->sampler.conf;
    struct tpe_model *m = memory_zeroed(1, sizeof(*m));

    m->n = m->next = n;
    m->goal = memory_new(((size_t)n + 1) * sizeof(*m->goal));
    for (long i = 0; i < n; i++)
        m->goal[i] = known[i].goal;
    m->mixtures = c->multivariate && s->space.n ? 1 : s->space.n;
    m->good = memory_zeroed((size_t)m->mixtures + 1, sizeof(*m->good));
    m->bad = memory_zeroed((size_t)m->mixtures + 1, sizeof(*m->bad));
    fit_mixtures(s, r, cancel, m);
    return m;
}

/* Add the trials of the round before `number`. */
static void add_round(const struct outcome *known, long number,
                      const atomic_bool *cancel, struct tpe_model *m)
{
    for (; m->next < number && !cancelled(cancel); m->next++)
        for (int i = 0; i < m->mixtures && !known[m->next].duplicate; i++)
            mixture_add(&m->bad[i], &known[m->next].a);
}

/* --- a proposal ----------------------------------------------------------- */

/* The number of candidates: halved each turn, down to one draw of the good. */
static long candidates_of(const struct search *s, int turn)
{
    const struct tpe *c = s->sampler.conf;

    return c->candidates >> turn ? c->candidates >> turn : 1;
}

static double log_ratio(const struct mixture *l, const struct mixture *g,
                        const double *x)
{
    return natural_log(mixture_density(l, x)) -
           natural_log(mixture_density(g, x));
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
        mixture_draw(l, &d, drawn, x);
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

static void propose_some(const struct search *s, const struct tpe_model *m,
                         int which, int turn, const atomic_bool *cancel,
                         struct assignment *a)
{
    const struct mixture *l = &m->good[which], *g = &m->bad[which];
    char *stream = l->parameters < s->space.n || s->space.n == 1
                       ? memory_format("tpe.%s", l->parameter->name)
                       : memory_string("tpe");

    choose(l, g, stream, s, turn, a->number, cancel, a->value + l->first);
    free(stream);
}

#define TURNS 32 /* with 24 candidates, turns after the fourth have one */

/* Propose values until they are new; after TURNS draw them. */
static void propose_new(const struct search *s, const struct tpe_model *model,
                        struct assignment *a, const struct search_memory *m)
{
    for (int turn = 0; turn < TURNS; turn++) {
        for (int i = 0; i < model->mixtures && !cancelled(m->cancel); i++)
            propose_some(s, model, i, turn, m->cancel, a);
        if (cancelled(m->cancel))
            return;
        assignment_settle(&s->space, a);
        if (!search_tried(s, m, a))
            return;
    }
    search_draw_another(s, m, a);
}

/* Return the model of the round, fitted once; NULL if no known trial has a
 * value, or if it was cancelled. */
static struct tpe_model *model_of(const struct search *s,
                                  const struct outcome *known, long n,
                                  long number, struct search_memory *m)
{
    struct tpe_model *model = m->model;

    if (model && is_of(model, known, n, number))
        return model;
    if (model)
        forget(model);
    struct tpe_ranking r = ranking_new(s, known, n);

    model = r.good ? fit(s, &r, known, n, m->cancel) : NULL;
    free(r.of);
    if (model && cancelled(m->cancel)) { /* it may be incomplete */
        forget(model);
        model = NULL;
    }
    m->model = model;
    m->forget = forget;
    m->fits += model != NULL;
    return model;
}

static void propose(const struct search *s, const struct outcome *known, long n,
                    struct assignment *a, struct search_memory *m)
{
    const struct tpe *c = s->sampler.conf;
    struct tpe_model *model =
        n < c->start ? NULL : model_of(s, known, n, a->number, m);

    if (!model) {
        search_draw(s, a);
        return;
    }
    add_round(known, a->number, m->cancel, model);
    propose_new(s, model, a, m);
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
