/*
 * Products of any size.  A is read where it stands unless its rows of k are
 * far apart, B too unless a copy is nearer to many rows, and C is written once
 * for every DEPTH of k.
 *
 * An element is a sum over blocks of DEPTH of sums in the order of k, each
 * step of which rounds once: its bits depend on k, not on the rows and columns
 * around it, nor on tiles, copies and levels.
 */
#include <stdbool.h>

#include "kernel/gemm_levels.h"
#include "kernel/gemm_tile.h"

#define APART static __attribute__((noinline)) /* has a stack of its own */
#define DEPTH 256
#define HEIGHT 120 /* rows of A that are copied at once */
#define NEAR 512   /* floats from row to row: farther apart, copies are best */
#define COPIED 160 /* of k: a panel so long stays in the nearest cache */

static void copy_panel(int depth, int cols, const float *b, size_t ldb,
                       size_t width, float *to)
{
    for (int k = 0; k < depth; k++, b += ldb, to += width)
        for (int j = 0; j < cols; j += SIMD_WIDTH)
            vec_store(to + j,
                      vec_load_part(b + j, at_most(SIMD_WIDTH, cols - j)));
}

static void turn_panel(int depth, int cols, const float *b, size_t ldb,
                       size_t width, float *to)
{
    for (int j = 0; j < cols; j += SIMD_WIDTH)
        for (int k = 0; k < depth; k += SIMD_WIDTH)
            vec_turn(b + (size_t)j * ldb + k, (int)ldb,
                     at_most(SIMD_WIDTH, cols - j),
                     at_most(SIMD_WIDTH, depth - k), to + (size_t)k * width + j,
                     (int)width);
}

/* The widest, but rather two twos than a three and a one. */
static int panel_vectors(int cols)
{
    const int left = (cols + SIMD_WIDTH - 1) / SIMD_WIDTH;

    return TILE_VECTORS == 3 && left == 4 ? 2 : at_most(left, TILE_VECTORS);
}

/* m rows by all of B, for t.depth of k.  A panel is copied where enough rows
 * come by to make up for that, and it either stays near or stood far apart. */
APART void run_columns(struct tile t, int m, int n, char tb, const float *b,
                       size_t ldb)
{
    const bool pays = m >= 64 && n > 64 && (t.depth <= COPIED || ldb > NEAR);
    const bool copies = tb == 't' || pays;
    float panel[DEPTH * PANEL] __attribute__((aligned(64)));
    int nv;

    for (int j = 0; j < n; j += nv * SIMD_WIDTH) {
        nv = panel_vectors(n - j);
        const int cols = at_most(n - j, nv * SIMD_WIDTH);
        const size_t width = (size_t)(nv * SIMD_WIDTH);

        if (tb == 't')
            turn_panel(t.depth, cols, b + (size_t)j * ldb, ldb, width, panel);
        else if (copies)
            copy_panel(t.depth, cols, b + j, ldb, width, panel);
        t.b = copies ? panel : b + j;
        t.ldb = copies ? width : ldb;
        t.last = cols - (nv - 1) * SIMD_WIDTH;
        AT_LEVEL(gemm_tiles)(t, m, nv);
        t.c += cols;
    }
}

/* `to` gets the rows of op(A) tile by tile, of each tile k by k.  What is
 * written behind a k's rows is written over by the next. */
static void copy_left(int m, int depth, const float *a, size_t lda, float *to)
{
    const int count = tile_count(m);

    for (int i = 0; i < count; i++) {
        const int rows = tile_rows(m, i);

        for (int k = 0; k < depth; k++, to += TILE_ROWS)
            for (int j = 0; j < TILE_ROWS; j += SIMD_WIDTH)
                vec_store(to + j, vec_load_part(a + (size_t)k * lda + j,
                                                at_most(SIMD_WIDTH, rows - j)));
        a += rows;
    }
}

/* As run_columns(), with a transposed A that is brought into order first. */
APART void run_copied(struct tile t, int m, int n, char tb, const float *a,
                      size_t lda, const float *b, size_t ldb)
{
    float over[HEIGHT * DEPTH + SIMD_WIDTH] __attribute__((aligned(64)));

    copy_left(m, t.depth, a, lda, over);
    t.a = over;
    t.row = 1;
    t.step = TILE_ROWS;
    t.next = TILE_ROWS * (size_t)t.depth;
    run_columns(t, m, n, tb, b, ldb);
}

/* Is A copied, HEIGHT rows at once? */
static bool copies_left(char ta, size_t lda)
{
    return ta == 't' && lda > NEAR;
}

/* m rows by all of B, for t.depth of k; A may be transposed. */
static void run_rows(struct tile t, char ta, char tb, int m, int n,
                     const float *a, size_t lda, const float *b, size_t ldb)
{
    if (copies_left(ta, lda)) {
        run_copied(t, m, n, tb, a, lda, b, ldb);
        return;
    }
    t.a = a;
    t.row = ta == 't' ? 1 : lda;
    t.step = ta == 't' ? lda : 1;
    t.next = 0;
    run_columns(t, m, n, tb, b, ldb);
}

/* What is left when there is nothing to add up. */
static void scale(const struct product *p)
{
    for (int i = 0; i < p->m; i++)
        for (int j = 0; j < p->n; j++) {
            float *c = p->c + (size_t)i * (size_t)p->ldc + j;

            *c = p->beta == 0.0f ? 0.0f : p->beta * *c;
        }
}

void AT_LEVEL(gemm_product)(const struct product *p)
{
    const size_t lda = (size_t)p->lda, ldb = (size_t)p->ldb;
    const int height = copies_left(p->ta, lda) ? HEIGHT : p->m;
    struct tile t = {.ldc = (size_t)p->ldc, .alpha = p->alpha};

    if (p->k == 0)
        scale(p);
    for (int i = 0; i < p->m; i += height)
        for (int q = 0; q < p->k; q += DEPTH) {
            const size_t row = (size_t)i, at = (size_t)q;

            t.c = p->c + row * t.ldc;
            t.depth = at_most(DEPTH, p->k - q);
            t.beta = q == 0 ? p->beta : 1.0f;
            run_rows(t, p->ta, p->tb, at_most(height, p->m - i), p->n,
                     p->a + (p->ta == 't' ? at * lda + row : row * lda + at),
                     lda, p->b + (p->tb == 't' ? at : at * ldb), ldb);
        }
}
