/*
 * A Gaussian process through the known results; the proposal is the candidate
 * with the highest expected improvement on the best (Jones et al. 1998):
 *
 *     EI(x) = (m(x) - best) F(z) + s(x) f(z),  z = (m(x) - best) / s(x)
 *
 * For small budgets: it is fitted once per round, whose time grows with the
 * cube of the number of trials, and the time of a proposal with the square.
 * Trials of the same round, which are not over, are assumed to have the value
 * expected for them; each adds a row to the factor.  A trial without a value
 * counts as the worst.  Earlier proposals are no candidates.
 */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/interrupt.h"
#include "base/core/memory.h"
#include "base/numbers/math_functions.h"
#include "base/numbers/random.h"
#include "sweep/sampler/gaussian.h"
#include "sweep/sampler/sampler.h"

struct gp {
    long round, start, candidates;
};

static const struct field fields[] = {
    FIELD_INT(struct gp, round, 4, 1, MOST_TRIALS,
              "trials that are proposed by what those before them came to"),
    FIELD_INT(struct gp, start, 10, 2, MOST_TRIALS,
              "trials that are drawn as in a random search, in whole rounds"),
    FIELD_INT(struct gp, candidates, 1000, 1, 100000,
              "points of which the best is proposed"),
    FIELD_END,
};

/* --- trials as points ----------------------------------------------------- */

/* The place in a list, the unit of a range; -1 if there is no value. */
static double coordinate(const struct parameter *p, const char *value)
{
    return value ? parameter_unit(p, value) : -1;
}

static void place(const struct space *s, char *const *value, double *x)
{
    for (int p = 0; p < s->n; p++)
        x[p] = coordinate(&s->parameter[p], value[p]);
}

/* The points of the process; duplicate trials are one point. */
struct gp_points {
    long n, best;
    const struct outcome **of; /* [n] owned; borrowed each */
    double *x, *y;             /* [n * parameters], [n]; owned */
    bool *names;               /* [parameters] lists; owned */
};

/* Scale goals to mean 0 and deviation 1, the higher the better. */
static void standardize(double *y, long n)
{
    double mean = 0, squares = 0;

    for (long i = 0; i < n; i++)
        mean += y[i] / (double)n;
    for (long i = 0; i < n; i++)
        squares += (y[i] - mean) * (y[i] - mean);
    const double deviation = sqrt(squares / (double)n);

    for (long i = 0; i < n; i++)
        y[i] = deviation > 0 ? (y[i] - mean) / deviation : 0;
}

static struct gp_points points_new(const struct search *s,
                                   const struct outcome *known, long n)
{
    const size_t d = (size_t)s->space.n;
    struct gp_points at = {.of = memory_new(((size_t)n + 1) * sizeof(*at.of)),
                           .x =
                               memory_zeroed((size_t)n * d + 1, sizeof(double)),
                           .y = memory_zeroed((size_t)n + 1, sizeof(double)),
                           .names = memory_zeroed(d + 1, sizeof(bool))};
    double worst = INFINITY;

    for (int p = 0; p < s->space.n; p++)
        at.names[p] = s->space.parameter[p].value != NULL;
    for (long i = 0; i < n; i++) {
        if (known[i].duplicate)
            continue;
        const double y = s->maximize ? known[i].goal : -known[i].goal;

        place(&s->space, known[i].a.value, at.x + at.n * s->space.n);
        at.y[at.n] = y;
        at.of[at.n++] = &known[i];
        worst = isfinite(y) ? fmin(worst, y) : worst;
    }
    for (long i = 0; i < at.n; i++)
        if (!isfinite(at.y[i]))
            at.y[i] = isfinite(worst) ? worst : 0;
    standardize(at.y, at.n);
    for (long i = 0; i < at.n; i++)
        if (at.y[i] > at.y[at.best])
            at.best = i;
    return at;
}

static void points_release(struct gp_points *at)
{
    free(at->of);
    free(at->x);
    free(at->y);
    free(at->names);
}

/* --- candidates ----------------------------------------------------------- */

/* Draw a value: for half of the candidates anywhere; for the others near the
 * best, at ten different distances, with about half of its values unchanged. */
static char *draw(const struct parameter *p, struct random_key key,
                  struct address at, const char *best)
{
    const double u = random_real(key, at, 0);
    const bool beside = best && at.step % 2;

    if (beside && u < 0.5)
        return memory_string(best);
    if (!beside || p->value)
        return parameter_at(p, beside ? 2 * u - 1 : u);
    const double width = 0.2 * exponential(-0.5 * (double)(at.step / 2 % 10));
    const double v = parameter_unit(p, best) + width * random_gauss(key, at, 1);

    return parameter_at(p, v < 0 ? 0 : v < 1 ? v : 0x1.fffffffffffffp-1);
}

static void draw_all(const struct search *s, long number, long candidate,
                     char *const *best, char **value)
{
    const struct address at = {.example = (uint32_t)number,
                               .step = (uint32_t)candidate};

    for (int p = 0; p < s->space.n; p++) {
        const struct parameter *of = &s->space.parameter[p];
        char *stream = memory_format("gp.%s", of->name);

        value[p] = draw(of, random_key((uint64_t)s->seed, stream), at, best[p]);
        free(stream);
    }
}

/* The expected improvement, by expected value, deviation and the best so
 * far. */
static double improvement(double expected, double deviation, double best)
{
    const double more = expected - best;

    if (deviation <= 0)
        return fmax(more, 0);
    return more * normal_share(more / deviation) +
           deviation * normal_density(more / deviation);
}

static void swap(struct assignment *a, struct assignment *b)
{
    const struct assignment was = *a;

    *a = *b;
    *b = was;
}

/* Candidates that are computed together. */
#define TOGETHER 64

struct gp_candidates {
    struct assignment of[TOGETHER];
    double *x; /* [TOGETHER * parameters] owned */
    double mean[TOGETHER], deviation[TOGETHER];
};

/* Draw candidates [first, first + n). */
static void draw_some(const struct search *s, long number, long first, int n,
                      char *const *beside, struct gp_candidates *c)
{
    for (int i = 0; i < n; i++) {
        c->of[i] = assignment_new(&s->space, number);
        draw_all(s, number, first + i, beside, c->of[i].value);
        assignment_settle(&s->space, &c->of[i]);
        place(&s->space, c->of[i].value, c->x + (size_t)i * (size_t)s->space.n);
    }
}

/* Choose the candidate with the highest improvement, the first of equal ones,
 * that was not proposed before.  False if all were. */
static bool choose(const struct search *s, struct gaussian *g,
                   const struct gp_points *at, struct assignment *a,
                   const struct search_memory *m)
{
    const struct gp *c = s->sampler.conf;
    struct gp_candidates some;
    double most = 0;
    bool found = false;

    some.x = memory_zeroed(TOGETHER * ((size_t)s->space.n + 1), sizeof(double));
    for (long first = 0; first < c->candidates && !cancelled(m->cancel);
         first += TOGETHER) {
        const long left = c->candidates - first;
        const int n = left < TOGETHER ? (int)left : TOGETHER;

        draw_some(s, a->number, first, n, at->of[at->best]->a.value, &some);
        gaussian_at(g, n, some.x, some.mean, some.deviation);
        for (int i = 0; i < n; i++) {
            const double more =
                improvement(some.mean[i], some.deviation[i], at->y[at->best]);

            if ((!found || more > most) && !search_tried(s, m, &some.of[i])) {
                found = true;
                most = more;
                swap(a, &some.of[i]);
            }
            assignment_release(&s->space, &some.of[i]);
        }
    }
    free(some.x);
    return found;
}

/* --- a round's model ------------------------------------------------------ */

/* The process is fitted to the known results; points of later proposals are
 * added. */
struct gp_model {
    struct gaussian g;
    int fitted;  /* points */
    bool *names; /* [parameters] owned: g's */
};

static void forget(void *model)
{
    struct gp_model *m = model;

    gaussian_release(&m->g);
    free(m->names);
    free(m);
}

static bool same(const double *a, const double *b, size_t n)
{
    return memcmp(a, b, n * sizeof(*a)) == 0;
}

/* True if the model was fitted to these points. */
static bool is_of(const struct gp_model *m, const struct gp_points *at,
                  size_t d)
{
    return m && m->fitted == at->n && same(m->g.x, at->x, (size_t)at->n * d) &&
           same(m->g.y, at->y, (size_t)at->n);
}

static struct gp_model *fit(const struct search *s, const atomic_bool *cancel,
                            struct gp_points *at)
{
    const struct gp *c = s->sampler.conf;
    const long more = s->trials - at->n;
    struct gp_model *m = memory_zeroed(1, sizeof(*m));

    m->fitted = (int)at->n;
    m->names = at->names;
    at->names = NULL;
    gaussian_init(&m->g, s->space.n, m->names, m->fitted,
                  (int)(c->round < more ? c->round : more),
                  s->conduct_2 ? INT_MAX : GAUSSIAN_FITTED, cancel, at->x,
                  at->y);
    return m;
}

/* Add the trials that are proposed and not over, with their expected values;
 * those that were added before stay if they are the same. */
static void add_expected(const struct search *s, const struct outcome *known,
                         long n, long number, const atomic_bool *cancel,
                         struct gp_model *m)
{
    const size_t d = (size_t)s->space.n;
    double *x = memory_zeroed(d + 1, sizeof(*x));
    int at = m->fitted;

    for (long i = n; i < number && !cancelled(cancel); i++) {
        if (known[i].duplicate)
            continue;
        place(&s->space, known[i].a.value, x);
        if (at < m->g.n && !same(m->g.x + (size_t)at * d, x, d))
            gaussian_cut(&m->g, at);
        if (at++ == m->g.n)
            gaussian_add_expected(&m->g, x);
    }
    gaussian_cut(&m->g, at);
    free(x);
}

/* --- a proposal ----------------------------------------------------------- */

static void learn(const struct search *s, const struct outcome *known, long n,
                  struct gp_points *at, struct assignment *a,
                  struct search_memory *m)
{
    struct gp_model *model = m->model;

    if (!is_of(model, at, (size_t)s->space.n)) {
        if (model)
            forget(model);
        m->model = model = fit(s, m->cancel, at);
        m->forget = forget;
        if (cancelled(m->cancel)) { /* it may be incomplete */
            forget(model);
            m->model = NULL;
            return;
        }
        m->fits++;
    }
    add_expected(s, known, n, a->number, m->cancel, model);
    if (!choose(s, &model->g, at, a, m))
        search_draw_another(s, m, a);
}

static void propose(const struct search *s, const struct outcome *known, long n,
                    struct assignment *a, struct search_memory *m)
{
    struct gp_points at = points_new(s, known, n);

    if (n < ((const struct gp *)s->sampler.conf)->start || at.n < 2)
        search_draw(s, a);
    else
        learn(s, known, n, &at, a, m);
    points_release(&at);
}

static long start_of(const void *conf)
{
    return ((const struct gp *)conf)->start;
}

static long round_of(const void *conf)
{
    return ((const struct gp *)conf)->round;
}

const struct sampler_kind sampler_gp = {
    .is = {.name = "gp",
           .summary = "a Gaussian process, for small budgets, in rounds",
           .source = "Jones et al. 1998; Snoek et al. 2012",
           .fields = fields,
           .size = sizeof(struct gp)},
    .ranges = true,
    .most_trials = 2000,
    .round = round_of,
    .start = start_of,
    .propose = propose,
};
