/*
 * cholesky.h - Cholesky factor of a matrix that grows by rows: A = L L^T.
 *
 * Rows are added in batches.  Each batch holds the elements of A between its
 * rows and all rows before them, so the factor is built by extending it, and
 * one more row costs O(n^2). cholesky_solve() does the same for rows that are
 * not in the factor.
 *
 * Each element is that of A, minus the products of the elements to its left in
 * their order, divided by the diagonal element: + - * / and square roots of
 * doubles in one fixed order, whatever the level of vector instructions and
 * however rows are batched.  The last bits of LAPACK's result differ between
 * the kernels of OpenBLAS.
 *
 * Threads: any number may read a factor that does not change.
 */
#ifndef ENGINE_KERNEL_CHOLESKY_H
#define ENGINE_KERNEL_CHOLESKY_H

#include <stddef.h>

#define CHOLESKY_ROWS 16 /* rows of a batch */
#define CHOLESKY_COLS 4  /* columns computed at once */

struct cholesky {
    int n, room; /* rows, capacity; room is a multiple of CHOLESKY_COLS */
    double *l;   /* [room * room] owned: see cholesky_at() */
};

void cholesky_init(struct cholesky *c, int room);
void cholesky_release(struct cholesky *c);

/* L[i][k]: rows are stored in groups of four, each group column by column. */
static inline double *cholesky_at(const struct cholesky *c, int i, int k)
{
    const size_t four = (size_t)(i / CHOLESKY_COLS);

    return c->l + four * CHOLESKY_COLS * (size_t)c->room +
           (size_t)k * CHOLESKY_COLS + i % CHOLESKY_COLS;
}

/*
 * A batch: x[k * CHOLESKY_ROWS + i] is the element of A in the batch's row i
 * and column k.  Solve x L^T = A in place, for the n columns of the factor.
 */
void cholesky_solve(const struct cholesky *c, double *x);

/* Add `rows` rows of a batch, at most CHOLESKY_ROWS; columns n and up of the
 * batch are these rows themselves.  A diagonal element that would not be
 * positive becomes 1e-12 before its root is taken. */
void cholesky_add(struct cholesky *c, int rows, double *x);

/* Remove all rows after the first n. */
void cholesky_cut(struct cholesky *c, int n);

/* b [n] := L^-T b.  Products are subtracted in the order of their rows. */
void cholesky_solve_transposed(const struct cholesky *c, double *b);

#endif
