/*
 * Products of the sizes that training has: some hundred rows by some hundred
 * parameters.  OpenBLAS first copies both sides into an order of its own and
 * clears C, which pays for large matrices only.  Here A is read where it
 * stands unless it is transposed and wide, B too unless a copy is nearer to
 * many rows, and C is written once for every DEPTH of k.
 *
 * C is made in tiles of ROWS rows and up to VECTORS vectors, whose sums live
 * in registers.  An element is a sum over blocks of DEPTH of sums in the order
 * of k: here its bits depend on k, not on the rows and columns around it.
 */
#include "kernel/gemm_avx512.h"

#ifdef __x86_64__
#pragma GCC target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma")
#include <stdbool.h>

#include "kernel/transpose_avx512.h"

#define INLINE static inline __attribute__((always_inline))
#define APART static __attribute__((noinline)) /* has a stack of its own */
/* A loop that the compiler writes out, so that arrays become registers: the
 * pragma knows no other way. */
#define EACH(i, n) _Pragma("GCC unroll 8") for (int i = 0; i < (n); i++)
#define WIDTH 16
#define ROWS 8
#define VECTORS 3
#define PANEL (VECTORS * WIDTH)
#define DEPTH 256
#define HEIGHT 128 /* rows of a transposed A that are taken at once */
#define NEAR 512   /* floats from row to row: farther apart, copies are best */
#define COPIED 160 /* of k: a panel so long stays in the nearest cache */
#define AHEAD 24   /* of k: time enough to bring what A has there near */
#define UNROLLED 8 /* of k: less to do between products */

_Static_assert(HEIGHT % (2 * ROWS) == 0, "copy_left() copies so many at once");
_Static_assert(VECTORS <= 8, "EACH() writes out so many");
_Static_assert(ROWS == 8 && UNROLLED == 8 && 2 * UNROLLED == WIDTH,
               "tile_near() has a line of k for each half of the rows");

/* op(A) and op(B) as a tile finds them, and where it goes. */
struct tile {
    const float *a, *b;
    float *c;
    size_t row, step; /* of a: to the next row, to the next k */
    size_t next;      /* of a: to the next ROWS rows */
    size_t ldb, ldc;
    int depth;      /* of k */
    __mmask16 last; /* columns of the last vector */
    float alpha, beta;
};

static int at_most(int a, int b)
{
    return a < b ? a : b;
}

/* The first n of 16 lanes. */
INLINE __mmask16 lanes(int n)
{
    return (__mmask16)((1u << at_most(n, WIDTH)) - 1u);
}

INLINE void tile_store(const struct tile *t, int rows, int nv, bool adds,
                       __m512 sum[ROWS][VECTORS])
{
    const __m512 alpha = _mm512_set1_ps(t->alpha);
    const __m512 beta = _mm512_set1_ps(t->beta);
    const __mmask16 last = t->last;
    const size_t ldc = t->ldc;
    float *c = t->c;

    EACH (i, rows)
        EACH (v, nv) {
            const __mmask16 in = v < nv - 1 ? lanes(WIDTH) : last;
            float *to = c + (size_t)i * ldc + v * WIDTH;
            __m512 z = _mm512_mul_ps(alpha, sum[i][v]);

            if (adds)
                z = _mm512_fmadd_ps(beta, _mm512_maskz_loadu_ps(in, to), z);
            _mm512_mask_storeu_ps(to, in, z);
        }
}

/* C is wanted only after all of k: time enough to bring it near. */
INLINE void tile_fetch(const struct tile *t, int rows, int nv)
{
    EACH (i, rows)
        EACH (v, nv)
            __builtin_prefetch(t->c + (size_t)i * t->ldc + v * WIDTH, 1);
}

/* One k of the products of a tile. */
INLINE void tile_step(const float *a, size_t row, const float *b, int rows,
                      int nv, __mmask16 last, __m512 sum[ROWS][VECTORS])
{
    __m512 right[VECTORS];

    EACH (v, nv - 1)
        right[v] = _mm512_loadu_ps(b + v * WIDTH);
    right[nv - 1] = _mm512_maskz_loadu_ps(last, b + (nv - 1) * WIDTH);
    EACH (i, rows) {
        const __m512 left = _mm512_set1_ps(a[(size_t)i * row]);

        EACH (v, nv)
            sum[i][v] = _mm512_fmadd_ps(left, right[v], sum[i][v]);
    }
}

/* Brings the next tile's rows near: a line holds 2 UNROLLED of k, so that one
 * half of the rows has its turn now, the other the next time. */
INLINE void tile_near(const float *a, size_t row, int k)
{
    const float *next = a + (ROWS + (k & UNROLLED ? ROWS / 2 : 0)) * row;

    EACH (i, ROWS / 2)
        __builtin_prefetch(next + (size_t)i * row);
}

/*
 * All arguments but t are constants, so that the sums live in registers.
 * `along`: A's rows are read (step is 1), not its columns (row is 1); `panel`:
 * B's rows are PANEL apart, as in a copy.
 */
INLINE void tile_run(const struct tile *t, int rows, int nv, bool along,
                     bool panel)
{
    const size_t row = along ? t->row : 1, step = along ? 1 : t->step;
    const size_t ldb = panel ? PANEL : t->ldb;
    const float *a = t->a, *b = t->b;
    __m512 sum[ROWS][VECTORS];
    int k = 0;

    EACH (i, rows)
        EACH (v, nv)
            sum[i][v] = _mm512_setzero_ps();
    if (t->depth >= 64)
        tile_fetch(t, rows, nv);
    for (; rows == ROWS && k + UNROLLED <= t->depth; k += UNROLLED) {
        if (along)
            tile_near(a, row, k);
        EACH (u, UNROLLED) {
            tile_step(a, row, b, rows, nv, t->last, sum);
            if (!along)
                __builtin_prefetch(a + AHEAD * step);
            a += step;
            b += ldb;
            __asm__("" : "+r"(a)); /* else all offsets are kept, in memory */
        }
    }
    for (; k < t->depth; k++, a += step, b += ldb)
        tile_step(a, row, b, rows, nv, t->last, sum);
    if (t->beta != 0.0f)
        tile_store(t, rows, nv, true, sum);
    else
        tile_store(t, rows, nv, false, sum);
}

typedef void tile_function(const struct tile *t);

#define TILE(rows, nv, along, panel)                                         \
    static void tile_##rows##_##nv##_##along##_##panel(const struct tile *t) \
    {                                                                        \
        tile_run(t, rows, nv, along, panel);                                 \
    }
#define TILES(rows, along, panel) \
    TILE(rows, 1, along, panel)   \
    TILE(rows, 2, along, panel)   \
    TILE(rows, 3, along, panel)
#define NAMES(rows, along, panel)                \
    {                                            \
        NULL, tile_##rows##_1_##along##_##panel, \
            tile_##rows##_2_##along##_##panel,   \
            tile_##rows##_3_##along##_##panel    \
    }
#define FORMS(rows) \
    TILES(rows, 0, 0) TILES(rows, 0, 1) TILES(rows, 1, 0) TILES(rows, 1, 1)
FORMS(8)
FORMS(4)
FORMS(2)
FORMS(1)

#define ROW(rows)                                   \
    {                                               \
        {NAMES(rows, 0, 0), NAMES(rows, 0, 1)},     \
            {NAMES(rows, 1, 0), NAMES(rows, 1, 1)}, \
    }

/* By rows (8, 4, 2, 1), along, panel, vectors. */
static tile_function *const tiles[4][2][2][VECTORS + 1] = {ROW(8), ROW(4),
                                                           ROW(2), ROW(1)};

/* m rows by a panel of nv vectors. */
static void run_panel(struct tile t, int m, int nv)
{
    const bool along = t.step == 1, panel = t.ldb == PANEL;

    for (int s = 0, rows = ROWS; m > 0; s++, rows /= 2)
        for (; m >= rows; m -= rows) {
            tiles[s][along][panel][nv](&t);
            t.a += rows == ROWS ? t.next : (size_t)rows * t.row;
            t.c += (size_t)rows * t.ldc;
        }
}

static void copy_panel(int depth, int cols, const float *b, size_t ldb,
                       float *to)
{
    for (int k = 0; k < depth; k++, b += ldb, to += PANEL)
        for (int j = 0; j < cols; j += WIDTH)
            _mm512_storeu_ps(to + j,
                             _mm512_maskz_loadu_ps(lanes(cols - j), b + j));
}

static void turn_panel(int depth, int cols, const float *b, size_t ldb,
                       float *to)
{
    for (int j = 0; j < cols; j += WIDTH)
        for (int k = 0; k < depth; k += WIDTH)
            transpose_block(b + (size_t)j * ldb + k, (int)ldb,
                            at_most(WIDTH, cols - j), at_most(WIDTH, depth - k),
                            to + k * PANEL + j, PANEL);
}

/* Threes of vectors, but rather two twos than a three and a one. */
static int panel_vectors(int cols)
{
    const int left = (cols + WIDTH - 1) / WIDTH;

    return left == 4 ? 2 : at_most(left, VECTORS);
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

    for (int j = 0; j < n; j += nv * WIDTH) {
        nv = panel_vectors(n - j);
        const int cols = at_most(n - j, nv * WIDTH);

        if (tb == 't')
            turn_panel(t.depth, cols, b + (size_t)j * ldb, ldb, panel);
        else if (copies)
            copy_panel(t.depth, cols, b + j, ldb, panel);
        t.b = copies ? panel : b + j;
        t.ldb = copies ? PANEL : ldb;
        t.last = lanes(cols - (nv - 1) * WIDTH);
        run_panel(t, m, nv);
        t.c += cols;
    }
}

/* `to` gets rows [0, m) of op(A) eight by eight, k by k. */
static void copy_left(int m, int depth, const float *a, size_t lda, float *to)
{
    for (int i = 0; i < m; i += 2 * ROWS, to += 2 * ROWS * depth)
        for (int k = 0; k < depth; k++) {
            const __m512 x = _mm512_maskz_loadu_ps(
                lanes(m - i), a + (size_t)k * lda + (size_t)i);
            float *upper = to + k * ROWS, *lower = upper + ROWS * depth;

            _mm256_storeu_ps(upper, _mm512_castps512_ps256(x));
            _mm256_storeu_ps(lower, _mm512_extractf32x8_ps(x, 1));
        }
}

/* As run_columns(), with a transposed A that is brought into order first. */
APART void run_copied(struct tile t, int m, int n, char tb, const float *a,
                      size_t lda, const float *b, size_t ldb)
{
    float over[HEIGHT * DEPTH] __attribute__((aligned(64)));

    copy_left(m, t.depth, a, lda, over);
    t.a = over;
    t.row = 1;
    t.step = ROWS;
    t.next = ROWS * (size_t)t.depth;
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
    t.next = ROWS * t.row;
    run_columns(t, m, n, tb, b, ldb);
}

void gemm_avx512(char ta, char tb, int m, int n, int k, float alpha,
                 const float *a, int lda, const float *b, int ldb, float beta,
                 float *c, int ldc)
{
    const size_t wide_a = (size_t)lda, wide_b = (size_t)ldb;
    const int height = copies_left(ta, wide_a) ? HEIGHT : m;
    struct tile t = {.ldc = (size_t)ldc, .alpha = alpha};

    for (int i = 0; i < m; i += height)
        for (int q = 0; q < k; q += DEPTH) {
            const size_t row = (size_t)i, at = (size_t)q;

            t.c = c + row * t.ldc;
            t.depth = at_most(DEPTH, k - q);
            t.beta = q == 0 ? beta : 1.0f;
            run_rows(t, ta, tb, at_most(height, m - i), n,
                     a + (ta == 't' ? at * wide_a + row : row * wide_a + at),
                     wide_a, b + (tb == 't' ? at : at * wide_b), wide_b);
        }
}
#endif
