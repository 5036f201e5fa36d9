/*
 * cholesky.h - Cholesky's factor of a matrix that grows by rows: A = L L^T.
 *
 * Rows are added a batch at a time, from what A has between them and all rows
 * before them; so a factor is made as it is extended, and a row more costs n^2.
 * What has no row yet may be solved for the same way.
 *
 * Each element is A's, less the products of those to the left of it in their
 * order, divided by the diagonal's: + - * / and square roots of doubles, in one
 * order, whatever the level of vector instructions and however rows are
 * batched.  LAPACK's have other last bits with each kernel of OpenBLAS.
 *
 * Threads: a factor that does not change is read by any number.
 */
#ifndef ENGINE_KERNEL_CHOLESKY_H
#define ENGINE_KERNEL_CHOLESKY_H

#include <stddef.h>

#define CHOLESKY_ROWS 16 /* of a batch */
#define CHOLESKY_COLS 4  /* that are worked at once */

struct cholesky {
    int n, room; /* rows; room is a multiple of CHOLESKY_COLS */
    double *l;   /* [room * room] owned: see cholesky_at() */
};

void cholesky_init(struct cholesky *c, int room);
void cholesky_release(struct cholesky *c);

/* L[i][k]: rows by fours, of which the columns stand side by side. */
static inline double *cholesky_at(const struct cholesky *c, int i, int k)
{
    const size_t four = (size_t)(i / CHOLESKY_COLS);

    return c->l + four * CHOLESKY_COLS * (size_t)c->room +
           (size_t)k * CHOLESKY_COLS + i % CHOLESKY_COLS;
}

/*
 * A batch: x[k * CHOLESKY_ROWS + i] is what A has in row i of it and in column
 * k.  Solve for x L^T = A: in place, of the n columns that there are.
 */
void cholesky_solve(const struct cholesky *c, double *x);

/* Add `rows` of a batch, up to CHOLESKY_ROWS, whose columns from n on are these
 * rows themselves.  A diagonal that would not be positive is 1e-12 before its
 * root is taken. */
void cholesky_add(struct cholesky *c, int rows, double *x);

/* Take away what follows the first n rows. */
void cholesky_cut(struct cholesky *c, int n);

/* b [n] := L^-T b, less the products in the order of their rows. */
void cholesky_solve_transposed(const struct cholesky *c, double *b);

#endif
