#include "engine/kernel/cholesky.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/kernel/simd.h"

/* Doubles per vector register; an operation on a vector acts on each of
 * them. */
#if defined(LEVEL_AVX512)
#define DOUBLES 8
#elif defined(LEVEL_AVX2)
#define DOUBLES 4
#else
#define DOUBLES 2
#endif
typedef double doubles __attribute__((vector_size(DOUBLES * sizeof(double))));

/* Vectors that are computed at once: with the columns they fill the registers,
 * or half of them if there are few registers. */
#define VECTORS (DOUBLES == 8 ? 2 : 1)
#define STRIP (VECTORS * DOUBLES)

/* Subtract the products of all earlier columns, for one strip of the rows. */
INLINE void take_left(double *x, int first, int cols, const double *l, int step)
{
    doubles sum[CHOLESKY_COLS][VECTORS] = {{{0}}};

    for (int c = 0; c < cols; c++)
        memcpy(sum[c], x + (size_t)(first + c) * CHOLESKY_ROWS, sizeof(sum[c]));
    for (int k = 0; k < first; k++) {
        const double *at = l + (size_t)k * (size_t)step;
        doubles left[VECTORS];

        memcpy(left, x + (size_t)k * CHOLESKY_ROWS, sizeof(left));
        EACH (c, CHOLESKY_COLS)
            EACH (v, VECTORS)
                sum[c][v] -= left[v] * at[c];
    }
    for (int c = 0; c < cols; c++)
        memcpy(x + (size_t)(first + c) * CHOLESKY_ROWS, sum[c], sizeof(sum[c]));
}

/*
 * Compute `cols` columns of a batch from `first` on, at most CHOLESKY_COLS, by
 * subtracting the products of the columns before them.  `l` holds the factor's
 * rows for these columns: element k of the i-th row is l[k * step + i].
 */
BY_LEVEL(void, cholesky_left,
         (double *x, int first, int cols, const double *l, int step),
         (x, first, cols, l, step))
{
    for (int i = 0; i < CHOLESKY_ROWS; i += STRIP)
        if (step == CHOLESKY_COLS) /* two loops, each with a constant step */
            take_left(x + i, first, cols, l, CHOLESKY_COLS);
        else
            take_left(x + i, first, cols, l, CHOLESKY_ROWS);
}

#if ONCE
void cholesky_init(struct cholesky *c, int room)
{
    const int r = round_up(room, CHOLESKY_COLS);

    *c = (struct cholesky){.room = r};
    c->l = memory_zeroed((size_t)r * (size_t)r + 1, sizeof(*c->l));
}

void cholesky_release(struct cholesky *c)
{
    free(c->l);
    *c = (struct cholesky){0};
}

static double *column(double *x, int k)
{
    return x + (size_t)k * CHOLESKY_ROWS;
}

/* x -= left * l for all rows of a batch. */
static void subtract(double *restrict x, const double *restrict left, double l)
{
    for (int i = 0; i < CHOLESKY_ROWS; i++)
        x[i] -= left[i] * l;
}

static void divide(double *x, double by)
{
    for (int i = 0; i < CHOLESKY_ROWS; i++)
        x[i] /= by;
}

void cholesky_solve(const struct cholesky *c, double *x)
{
    for (int first = 0; first < c->n; first += CHOLESKY_COLS) {
        const int cols = at_most(CHOLESKY_COLS, c->n - first);
        const double *l = cholesky_at(c, first, 0);

        cholesky_left(x, first, cols, l, CHOLESKY_COLS);
        for (int j = first; j < first + cols; j++) {
            for (int k = first; k < j; k++)
                subtract(column(x, j), column(x, k), *cholesky_at(c, j, k));
            divide(column(x, j), *cholesky_at(c, j, j));
        }
    }
}

/* Solve for the batch's own columns, whose rows of the factor are the batch's
 * own rows.  Rows of the batch above a column's own row get values that nobody
 * uses. */
static void solve_own(const struct cholesky *c, int rows, double *x)
{
    for (int own = 0; own < rows; own += CHOLESKY_COLS) {
        const int first = c->n + own;
        const int cols = at_most(CHOLESKY_COLS, rows - own);

        cholesky_left(x, first, cols, x + own, CHOLESKY_ROWS);
        for (int j = 0; j < cols; j++) {
            double *at = column(x, first + j);

            for (int k = 0; k < j; k++) {
                const double *left = column(x, first + k);

                subtract(at, left, left[own + j]);
            }
            const double root = sqrt(fmax(at[own + j], 1e-12));

            divide(at, root);
            at[own + j] = root;
        }
    }
}

void cholesky_add(struct cholesky *c, int rows, double *x)
{
    assert(rows <= CHOLESKY_ROWS && c->n + rows <= c->room);
    cholesky_solve(c, x);
    solve_own(c, rows, x);
    for (int i = 0; i < rows; i++)
        for (int k = 0; k <= c->n + i; k++)
            *cholesky_at(c, c->n + i, k) = column(x, k)[i];
    c->n += rows;
}

void cholesky_cut(struct cholesky *c, int n)
{
    c->n = n;
}

void cholesky_solve_transposed(const struct cholesky *c, double *b)
{
    for (int i = c->n - 1; i >= 0; i--) {
        double sum = b[i];

        for (int k = i + 1; k < c->n; k++)
            sum -= *cholesky_at(c, k, i) * b[k];
        b[i] = sum / *cholesky_at(c, i, i);
    }
}
#endif
