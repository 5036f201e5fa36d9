#include "sweep/sampler/gaussian.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/interrupt.h"
#include "base/core/memory.h"
#include "base/numbers/math_functions.h"
#include "base/numbers/random.h"

#define ROWS CHOLESKY_ROWS

/* --- batches of points ---------------------------------------------------- */

static const double *point(const struct gaussian *g, int i)
{
    return g->x + (size_t)i * (size_t)g->coordinates;
}

static struct matern covariance(const struct gaussian *g)
{
    return (struct matern){g->coordinates, g->names, g->length};
}

/* Compute the covariances of up to ROWS points with the first n, into the
 * batch.  If there are fewer points, the last one fills the rest. */
static void covary(struct gaussian *g, int n, int m, const double *x)
{
    const struct matern of = covariance(g);
    double *turned = g->batch + ((size_t)g->room + ROWS) * ROWS;

    for (int c = 0; c < g->coordinates; c++)
        for (int i = 0; i < ROWS; i++)
            turned[c * ROWS + i] =
                x[(size_t)(i < m ? i : m - 1) * (size_t)g->coordinates +
                  (size_t)c];
    matern_batch(&of, n, g->x, turned, g->batch);
}

/* The same for points [first, first + rows) with those before them, and with
 * each other. */
static void covary_own(struct gaussian *g, int first, int rows)
{
    covary(g, first + rows, rows, point(g, first));
}

/* Add these points to the factor, from the batch. */
static void add_rows(struct gaussian *g, int rows)
{
    for (int i = 0; i < rows; i++)
        g->batch[(size_t)(g->factor.n + i) * ROWS + (size_t)i] += g->noise;
    cholesky_add(&g->factor, rows, g->batch);
}

static int rows_from(const struct gaussian *g, int first)
{
    return g->n - first < ROWS ? g->n - first : ROWS;
}

/* --- the factor, and predictions from it ---------------------------------- */

/* All covariances, batch after batch; the caller frees them. */
static double *covary_all(struct gaussian *g)
{
    const size_t n = (size_t)g->n + ROWS;
    double *all = memory_new(n * n * sizeof(*all)), *at = all;

    for (int first = 0; first < g->n && !cancelled(g->cancel); first += ROWS) {
        const int rows = rows_from(g, first);

        covary_own(g, first, rows);
        memcpy(at, g->batch, (size_t)(first + rows) * ROWS * sizeof(*at));
        at += (size_t)(first + rows) * ROWS;
    }
    return all;
}

/* Compute the factor from those covariances, or, if NULL, from the points. */
static void make_factor(struct gaussian *g, const double *all)
{
    g->factor.n = 0; /* each row is written again, up to its diagonal */
    for (int first = 0; first < g->n && !cancelled(g->cancel); first += ROWS) {
        const int rows = rows_from(g, first);

        if (!all) {
            covary_own(g, first, rows);
        } else {
            const size_t elements = (size_t)(first + rows) * ROWS;

            memcpy(g->batch, all, elements * sizeof(*all));
            all += elements;
        }
        add_rows(g, rows);
    }
}

static void weigh(struct gaussian *g)
{
    for (int i = 0; i < g->n; i++)
        for (int k = 0; k < ROWS; k++)
            g->batch[(size_t)i * ROWS + (size_t)k] = g->y[i];
    cholesky_solve(&g->factor, g->batch);
    for (int i = 0; i < g->n; i++)
        g->weight[i] = g->batch[(size_t)i * ROWS];
    cholesky_solve_transposed(&g->factor, g->weight);
}

/* Compute the weights.  Return the logarithm of the marginal likelihood,
 * without a constant, at the best variance. */
static double likelihood(struct gaussian *g)
{
    double sum = 0, determinant = 0;

    weigh(g);
    for (int i = 0; i < g->n; i++) {
        sum += g->y[i] * g->weight[i];
        determinant += natural_log(*cholesky_at(&g->factor, i, i));
    }
    g->variance = fmax(sum / g->n, 1e-12);
    return -0.5 * g->n * natural_log(g->variance) - determinant;
}

/* --- lengths and noise ---------------------------------------------------- */

static double try(struct gaussian *g, const double *all)
{
    g->work.tried++;
    g->work.rows += g->n;
    make_factor(g, all);
    return cancelled(g->cancel) ? -INFINITY : likelihood(g);
}

/* Choose the noise with the highest likelihood, if that is above the best. */
static bool choose_noise(struct gaussian *g, double *best, double *noise)
{
    static const double noises[] = {1e-6, 1e-3, 1e-2, 1e-1};
    double *all = covary_all(g);
    bool found = false;

    for (int k = 0; k < 4; k++) {
        g->noise = noises[k];
        const double likely = try(g, all);

        if (likely > *best) {
            *best = likely;
            *noise = noises[k];
            found = true;
        }
    }
    free(all);
    return found;
}

static void set_lengths(struct gaussian *g, double length)
{
    for (int i = 0; i < g->coordinates; i++)
        g->length[i] = length;
}

/* Choose one length for all coordinates, and the noise. */
static double choose_alike(struct gaussian *g)
{
    double best = -INFINITY, length = 1, noise = 1e-3;

    for (double l = 0.1; l < 4; l *= 2) {
        set_lengths(g, l);
        if (choose_noise(g, &best, &noise))
            length = l;
    }
    set_lengths(g, length);
    g->noise = noise;
    return best;
}

/* Choose a length for each coordinate, one after the other.  Return the best
 * likelihood. */
static double choose_each(struct gaussian *g, double best)
{
    static const double factors[] = {0.5, 2, 4};

    for (int i = 0; i < g->coordinates; i++) {
        const double before = g->length[i];
        double length = before;

        for (int k = 0; k < 3; k++) {
            g->length[i] = before * factors[k];
            const double likely = try(g, NULL);

            if (likely > best) {
                best = likely;
                length = g->length[i];
            }
        }
        g->length[i] = length;
    }
    return best;
}

static void choose(struct gaussian *g)
{
    const double best = choose_alike(g);

    choose_each(g, choose_each(g, best));
}

/* --- some of the points --------------------------------------------------- */

struct sampled_point {
    uint32_t word;
    int point;
};

static int by_word(const void *a, const void *b)
{
    const struct sampled_point *x = a, *y = b;

    return x->word != y->word ? (x->word > y->word) - (x->word < y->word)
                              : x->point - y->point;
}

static int by_point(const void *a, const void *b)
{
    return ((const struct sampled_point *)a)->point -
           ((const struct sampled_point *)b)->point;
}

/* Draw m of the points, in their order; the caller frees them.  Each point has
 * a lot of its own, so that with a few more points most drawn ones are the
 * same. */
static struct sampled_point *draw(int n, int m)
{
    const struct random_key key = random_key(0, "gaussian");
    struct sampled_point *lot = memory_new((size_t)n * sizeof(*lot));

    for (int i = 0; i < n; i++)
        lot[i] = (struct sampled_point){
            random_word(key, (struct address){.example = (uint32_t)i}, 0), i};
    qsort(lot, (size_t)n, sizeof(*lot), by_word);
    qsort(lot, (size_t)m, sizeof(*lot), by_point);
    return lot;
}

/* Choose lengths and noise by m of the points. */
static void choose_by_some(struct gaussian *g, int m)
{
    const size_t d = (size_t)g->coordinates;
    struct gaussian some = *g;
    struct sampled_point *lot = draw(g->n, m);

    some.n = m;
    some.x = memory_new(((size_t)m * d + 1) * sizeof(*some.x));
    some.y = memory_new((size_t)m * sizeof(*some.y));
    for (int i = 0; i < m; i++) {
        memcpy(some.x + (size_t)i * d, point(g, lot[i].point),
               d * sizeof(*some.x));
        some.y[i] = g->y[lot[i].point];
    }
    cholesky_init(&some.factor, m);
    choose(&some);
    g->noise = some.noise;
    g->work = some.work;
    cholesky_release(&some.factor);
    free(some.x);
    free(some.y);
    free(lot);
}

/* --- from outside --------------------------------------------------------- */

void gaussian_init(struct gaussian *g, int coordinates, const bool *names,
                   int n, int more, int fitted, const atomic_bool *cancel,
                   const double *x, const double *y)
{
    const size_t room = (size_t)n + (size_t)more, d = (size_t)coordinates;

    *g = (struct gaussian){.n = n,
                           .room = (int)room,
                           .coordinates = coordinates,
                           .names = names,
                           .cancel = cancel};
    g->x = memory_zeroed(room * d + 1, sizeof(*g->x));
    g->y = memory_zeroed(room, sizeof(*g->y));
    g->length = memory_zeroed(d + 1, sizeof(*g->length));
    g->weight = memory_zeroed(room, sizeof(*g->weight));
    g->batch = memory_zeroed((room + ROWS + d) * ROWS, sizeof(*g->batch));
    memcpy(g->x, x, (size_t)n * d * sizeof(*x));
    memcpy(g->y, y, (size_t)n * sizeof(*y));
    cholesky_init(&g->factor, (int)room);
    if (n > fitted)
        choose_by_some(g, fitted);
    else
        choose(g);
    g->work.whole++;
    make_factor(g, NULL);
    if (!cancelled(cancel))
        likelihood(g);
    g->cancel = NULL;
}

void gaussian_release(struct gaussian *g)
{
    free(g->x);
    free(g->y);
    free(g->length);
    free(g->weight);
    free(g->batch);
    cholesky_release(&g->factor);
    *g = (struct gaussian){0};
}

/* Compute a batch. */
static void posterior(struct gaussian *g, int m, const double *x, double *mean,
                      double *deviation)
{
    double expected[ROWS] = {0}, known[ROWS] = {0};
    const double *k = g->batch;

    covary(g, g->n, m, x);
    for (int i = 0; i < g->n; i++)
        for (int r = 0; r < ROWS; r++)
            expected[r] += k[(size_t)i * ROWS + (size_t)r] * g->weight[i];
    cholesky_solve(&g->factor, g->batch);
    for (int i = 0; i < g->n; i++)
        for (int r = 0; r < ROWS; r++)
            known[r] += k[(size_t)i * ROWS + (size_t)r] *
                        k[(size_t)i * ROWS + (size_t)r];
    for (int r = 0; r < m; r++) {
        mean[r] = expected[r];
        deviation[r] = sqrt(g->variance * fmax(1 - known[r], 0));
    }
}

void gaussian_at(struct gaussian *g, int m, const double *x, double *mean,
                 double *deviation)
{
    for (int first = 0; first < m; first += ROWS)
        posterior(g, m - first < ROWS ? m - first : ROWS,
                  x + (size_t)first * (size_t)g->coordinates, mean + first,
                  deviation + first);
}

void gaussian_add_expected(struct gaussian *g, const double *x)
{
    double ignored;

    gaussian_at(g, 1, x, &g->y[g->n], &ignored);
    memcpy(g->x + (size_t)g->n * (size_t)g->coordinates, x,
           (size_t)g->coordinates * sizeof(*x));
    g->n++;
    g->work.added++;
    covary_own(g, g->n - 1, 1);
    add_rows(g, 1);
    weigh(g);
}

void gaussian_cut(struct gaussian *g, int n)
{
    if (n == g->n)
        return;
    cholesky_cut(&g->factor, n);
    g->n = n;
    weigh(g);
}
