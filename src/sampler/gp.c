/*
 * A Gaussian process through what is known, and of some candidates the one with
 * the highest expected improvement on the best (Jones et al. 1998):
 *
 *     EI(x) = (m(x) - best) F(z) + s(x) f(z),  z = (m(x) - best) / s(x)
 *
 * For small budgets: its work grows with the cube of the trials.  Trials of the
 * same round, which are not over, are believed to come to what is expected of
 * them.  One without a value counts as the worst.  What was proposed before is
 * no candidate.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/functions.h"
#include "base/memory.h"
#include "base/random.h"
#include "sampler/gaussian.h"
#include "sampler/sampler.h"

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

/* Of a list its place, of a range its unit; -1 where it has no value. */
static double coordinate(const struct parameter *p, const char *value)
{
    return value ? parameter_unit(p, value) : -1;
}

static void place(const struct space *s, char *const *value, double *x)
{
    for (int p = 0; p < s->n; p++)
        x[p] = coordinate(&s->parameter[p], value[p]);
}

/* Twins are the same points. */
struct points {
    long n, best;
    const struct outcome **of; /* [n] owned; borrowed each */
    double *x, *y;             /* [n * parameters], [n]; owned */
    bool *names;               /* [parameters] lists; owned */
};

/* Goals with mean 0 and deviation 1, the higher the better. */
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

static struct points points_new(const struct search *s,
                                const struct outcome *known, long n)
{
    const size_t d = (size_t)s->space.n;
    struct points at = {.of = memory_new(((size_t)n + 1) * sizeof(*at.of)),
                        .x = memory_zeroed((size_t)n * d + 1, sizeof(double)),
                        .y = memory_zeroed((size_t)n + 1, sizeof(double)),
                        .names = memory_zeroed(d + 1, sizeof(bool))};
    double worst = INFINITY;

    for (int p = 0; p < s->space.n; p++)
        at.names[p] = s->space.parameter[p].value != NULL;
    for (long i = 0; i < n; i++) {
        if (known[i].twin)
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

static void points_release(struct points *at)
{
    free(at->of);
    free(at->x);
    free(at->y);
    free(at->names);
}

/* --- candidates ----------------------------------------------------------- */

/* Half of them anywhere; the others beside the best, nearer and nearer, with
 * about half of its values. */
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

static double improvement(const struct gaussian *g, const double *x,
                          double best)
{
    double deviation;
    const double more = gaussian_at(g, x, &deviation) - best;

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

static void choose(const struct search *s, const struct outcome *known,
                   const struct gaussian *g, const struct points *at,
                   struct assignment *a)
{
    const struct gp *c = s->sampler.conf;
    const double best = at->y[at->best];
    char *const *beside = at->of[at->best]->a.value;
    double *x = memory_zeroed((size_t)s->space.n + 1, sizeof(*x)), most = 0;
    bool found = false;

    for (long k = 0; k < c->candidates; k++) {
        struct assignment drawn = assignment_new(&s->space, a->number);

        draw_all(s, a->number, k, beside, drawn.value);
        assignment_settle(&s->space, &drawn);
        place(&s->space, drawn.value, x);
        const double more = improvement(g, x, best);

        if ((!found || more > most) && !search_tried(s, known, &drawn)) {
            found = true;
            most = more;
            swap(a, &drawn);
        }
        assignment_release(&s->space, &drawn);
    }
    if (!found)
        search_draw_another(s, known, a);
    free(x);
}

/* --- a proposal ----------------------------------------------------------- */

static void learn(const struct search *s, const struct outcome *known, long n,
                  const struct points *at, struct assignment *a)
{
    const long pending = a->number - n;
    double *x = memory_zeroed((size_t)s->space.n + 1, sizeof(*x));
    struct gaussian g;

    gaussian_init(&g, s->space.n, at->names, (int)at->n, (int)pending, at->x,
                  at->y);
    for (long i = n; i < a->number; i++) {
        place(&s->space, known[i].a.value, x);
        if (!known[i].twin)
            gaussian_believe(&g, x);
    }
    choose(s, known, &g, at, a);
    gaussian_release(&g);
    free(x);
}

static void propose(const struct search *s, const struct outcome *known, long n,
                    struct assignment *a)
{
    struct points at = points_new(s, known, n);

    if (n < ((const struct gp *)s->sampler.conf)->start || at.n < 2)
        search_draw(s, a);
    else
        learn(s, known, n, &at, a);
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
