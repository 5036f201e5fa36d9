/*
 * Products of any size.  A and B are read in place unless a copy pays; C is
 * written once for each block of DEPTH of k.
 *
 * An element is a sum over blocks of DEPTH, each of which is a sum in the order
 * of k that rounds once per step: its bits depend on k, not on the rows and
 * columns around it, nor on tiles, copies and levels.
 */
#include <string.h>

#include "engine/kernel/gemm_internal.h"
#include "engine/kernel/gemm_tile.h"

#define DEPTH 256
#define HEIGHT 512 /* rows of C that are computed together */
#define BAND 48    /* columns of B that are copied at once */
#define GAP 16     /* floats of padding, against shared cache sets */
#define NEAR 512   /* floats from row to row; above this a copy pays */
#define COPIED 160 /* of k: a panel of this depth stays in the L1 cache */
#define FITS 65536 /* floats of B that need no prefetching */
#define AHEAD 8    /* rows to prefetch ahead */
#define LYING 96   /* rows of C computed as columns at once, see run_lying() */
#define ROOM (DEPTH * BAND + HEIGHT * (DEPTH + GAP))
#define TILE_VECS ((TILE_ROWS + SIMD_WIDTH - 1) / SIMD_WIDTH)

_Static_assert((HEIGHT / TILE_ROWS + 2) * (TILE_ROWS * DEPTH + GAP) <=
                   HEIGHT * (DEPTH + GAP),
               "turn_left() fills pairs of tiles");

/* Memory for copies, or NULL if none is made. */
struct gemm_buffers {
    float *left, *right;
};

/* Rows far apart share cache sets, so they are copied next to each other if
 * many columns use them.  For a transposed A the rows of k are far apart, and
 * few columns use each at once: the larger the distance, the fewer columns make
 * a copy pay. */
static bool copies_left(const struct product *p)
{
    return p->ta == 't'
               ? p->lda >= NEAR && (long)p->lda * p->n >= NEAR * NEAR / 2
               : p->lda > NEAR && p->n >= NEAR / 2;
}

/* A copy pays if enough rows use it, and if the panel either stays in the cache
 * or has rows far apart. */
static bool copies_right(const struct product *p)
{
    return p->tb == 't' ||
           (p->m >= 64 && p->n > 64 && (p->k <= COPIED || p->ldb > NEAR));
}

/* Copy `cols` columns of B to `to`, `width` floats per k. */
static void copy_rows(int depth, int cols, const float *b, size_t ldb,
                      float *to, int width)
{
    for (int k = 0; k < depth; k++, b += ldb, to += width)
        for (int j = 0; j < cols; j += SIMD_WIDTH)
            vec_store(to + j,
                      vec_load_part(b + j, at_most(SIMD_WIDTH, cols - j)));
}

/* The same from B^T. */
static void turn_rows(int depth, int cols, const float *b, size_t ldb,
                      float *to, int width)
{
    for (int j = 0; j < cols; j += SIMD_WIDTH)
        for (int k = 0; k < depth; k += SIMD_WIDTH)
            vec_turn(b + (size_t)j * ldb + k, (int)ldb,
                     at_most(SIMD_WIDTH, cols - j),
                     at_most(SIMD_WIDTH, depth - k),
                     to + (size_t)k * (size_t)width + j, width);
}

/* Copy `cols` columns of op(B) to `to`, as wide as the panel. */
static void copy_panel(const struct gemm_panel *s, char tb, int cols,
                       const float *b, size_t ldb, float *to)
{
    (tb == 't' ? turn_rows : copy_rows)(s->depth, cols, b, ldb, to,
                                        s->vectors * SIMD_WIDTH);
}

/* Set what is read after the first `end` columns of this panel: the next
 * columns, or the first columns of the next block of k. */
static void set_prefetch(const struct product *p, struct gemm_panel *s, int m,
                         int end, const float *b)
{
    const size_t ldb = (size_t)p->ldb;
    const bool over = end == p->n;
    const size_t col = over ? 0 : (size_t)end, k = over ? DEPTH : 0;
    const int cols = at_most(p->n - (int)col, TILE_VECTORS * SIMD_WIDTH);
    const int depth = over ? at_most(DEPTH, s->left - DEPTH) : s->depth;

    s->soon_rows = 0;
    if (m < 32 || s->depth < 64 || depth <= 0 || (long)p->k * p->n <= FITS)
        return;
    s->soon = b + (p->tb == 't' ? col * ldb + k : k * ldb + col);
    s->soon_ld = ldb;
    s->soon_rows = p->tb == 't' ? cols : depth;
    s->soon_cols = p->tb == 't' ? depth : cols;
}

/* m rows by all columns of B, for s->depth of k, beginning at b. */
static void run_panels(const struct product *p, struct gemm_panel *s,
                       float *room, int m, const float *a, const float *b,
                       float *c)
{
    const int vectors = (p->n + SIMD_WIDTH - 1) / SIMD_WIDTH;
    const int most =
        room ? TILE_VECTORS
             : at_most(TILE_SUMS / at_most(m, TILE_ROWS), MOST_VECTORS);
    const int count = (vectors + most - 1) / most;
    const size_t ldb = (size_t)p->ldb;

    for (int i = 0, j = 0; i < count; i++) {
        s->vectors = (vectors + count - 1 - i) / count;
        const int cols = at_most(p->n - j, s->vectors * SIMD_WIDTH);
        const float *from = b + (p->tb == 't' ? (size_t)j * ldb : (size_t)j);

        set_prefetch(p, s, m, j + cols, b);
        s->last = cols - (s->vectors - 1) * SIMD_WIDTH;
        s->whole = room || s->last == SIMD_WIDTH;
        s->b = room ? room : from;
        s->ldb = room ? (size_t)(s->vectors * SIMD_WIDTH) : ldb;
        if (room)
            copy_panel(s, p->tb, cols, from, ldb, room);
        AT_LEVEL(gemm_panel)(s, m, a, c + j);
        j += cols;
    }
}

/* Transpose two tiles of rows of op(A), k by k, together as wide as a cache
 * line. */
static void turn_pair(const int rows[2], int depth, const float *a, size_t lda,
                      float *to, size_t next)
{
    vec_lanes in[2][TILE_VECS];

    EACH (t, 2)
        EACH (v, TILE_VECS) {
            const int left = rows[t] - v * SIMD_WIDTH;
            in[t][v] = vec_first(left < 0 ? 0 : at_most(left, SIMD_WIDTH));
        }
    for (int k = 0; k < depth; k++, a += lda, to += TILE_ROWS) {
        __builtin_prefetch(a + AHEAD * lda);
        EACH (v, TILE_VECS) {
            vec_store(to + v * SIMD_WIDTH,
                      vec_load_lanes(a + v * SIMD_WIDTH, in[0][v]));
            vec_store(to + next + v * SIMD_WIDTH,
                      vec_load_lanes(a + rows[0] + v * SIMD_WIDTH, in[1][v]));
        }
    }
}

/* Copy m rows of op(A) to `to`, tile by tile, each tile k by k.  Floats written
 * beyond the rows of one k are overwritten by the next k, or fall in a gap. */
static void turn_left(int m, int depth, const float *a, size_t lda, float *to,
                      size_t next)
{
    const int count = tile_count(m, TILE_ROWS);

    for (int i = 0; i < count; i += 2, to += 2 * next) {
        const int rows[2] = {tile_rows(m, count, i),
                             i + 1 < count ? tile_rows(m, count, i + 1) : 0};

        turn_pair(rows, depth, a, lda, to, next);
        a += rows[0] + rows[1];
    }
}

static void copy_left(int m, int depth, const float *a, size_t lda, float *to)
{
    for (int i = 0; i < m; i++, a += lda, to += DEPTH + GAP) {
        for (int k = 0; k < depth; k += LINE)
            __builtin_prefetch(a + AHEAD * lda + k);
        memcpy(to, a, sizeof(float) * (size_t)depth);
    }
}

/* Prepare the rows from `a` on for the tiles; return where they are. */
static const float *place_left(const struct product *p, struct gemm_panel *s,
                               float *room, int m, const float *a)
{
    const size_t lda = (size_t)p->lda;

    if (!room) {
        s->row = p->ta == 't' ? 1 : lda;
        s->step = p->ta == 't' ? lda : 1;
        s->next = 0;
        s->near_step = lda;
        return a;
    }
    if (p->ta == 't') {
        s->row = 1;
        s->step = TILE_ROWS;
        s->next = TILE_ROWS * (size_t)s->depth + GAP;
        s->near_step = LINE;
        turn_left(m, s->depth, a, lda, room, s->next);
    } else {
        copy_left(m, s->depth, a, lda, room);
        s->row = DEPTH + GAP;
        s->step = 1;
        s->next = 0;
        s->near_step = DEPTH + GAP;
    }
    return room;
}

static void run(const struct product *p, struct gemm_buffers room)
{
    const size_t lda = (size_t)p->lda, ldb = (size_t)p->ldb;
    struct gemm_panel s;

    s.ldc = (size_t)p->ldc;
    s.alpha = p->alpha;
    for (int i = 0; i < p->m; i += HEIGHT)
        for (int q = 0; q < p->k; q += DEPTH) {
            const size_t row = (size_t)i, at = (size_t)q;
            const int m = at_most(HEIGHT, p->m - i);

            s.left = p->k - q;
            s.depth = at_most(DEPTH, s.left);
            s.beta = q == 0 ? p->beta : 1.0f;
            const float *a = place_left(
                p, &s, room.left, m,
                p->a + (p->ta == 't' ? at * lda + row : row * lda + at));
            run_panels(p, &s, room.right, m, a,
                       p->b + (p->tb == 't' ? at : at * ldb),
                       p->c + row * s.ldc);
        }
}

/* The result if there is nothing to sum. */
static void scale(const struct product *p)
{
    for (int i = 0; i < p->m; i++)
        for (int j = 0; j < p->n; j++) {
            float *c = p->c + (size_t)i * (size_t)p->ldc + j;

            *c = p->beta == 0.0f ? 0.0f : p->beta * *c;
        }
}

/* Memory for copies of each side that pay; NULL for a side read in place. */
static struct gemm_buffers room_for(const struct product *p)
{
    const bool left = copies_left(p), right = copies_right(p);
    float *own = left || right ? gemm_room(ROOM) : NULL;

    return (struct gemm_buffers){left ? own + DEPTH * BAND : NULL,
                                 right ? own : NULL};
}

/* With few columns most lanes would be idle.  To compute C^T, with rows in the
 * lanes, is less work, although A has to be transposed too if it is not yet,
 * and in the end C. */
static bool lies_better(const struct product *p)
{
    const int narrow = p->ta == 't' ? SIMD_WIDTH / 2 : SIMD_WIDTH / 4;

    return p->n <= narrow && p->m >= SIMD_WIDTH && p->k >= 2 * LINE;
}

/* Add `lying`, transposed, to the m rows of n columns of C. */
static void stand_up(int m, int n, float beta, const float *lying, float *c,
                     size_t ldc)
{
    const vec_lanes in = vec_first(n);
    float turned[SIMD_WIDTH * SIMD_WIDTH];

    for (int i = 0; i < m; i += SIMD_WIDTH) {
        const int rows = at_most(SIMD_WIDTH, m - i);

        vec_turn(lying + i, LYING, n, rows, turned, SIMD_WIDTH);
        for (int r = 0; r < rows; r++, c += ldc) {
            vec z = vec_load(turned + r * SIMD_WIDTH);

            if (beta != 0.0f)
                z = vec_fma(vec_set(beta), vec_load_lanes(c, in), z);
            vec_store_lanes(c, in, z);
        }
    }
}

/* C^T = op(B)^T op(A)^T, LYING columns of C^T at a time. */
static void run_lying(const struct product *p)
{
    const size_t lda = (size_t)p->lda, ldb = (size_t)p->ldb;
    float lying[SIMD_WIDTH * LYING];
    struct product l = {.ta = p->tb == 't' ? 'n' : 't',
                        .tb = p->ta == 't' ? 'n' : 't',
                        .m = p->n,
                        .alpha = p->alpha,
                        .c = lying,
                        .lda = p->ldb,
                        .ldb = p->lda,
                        .ldc = LYING};

    for (int i = 0; i < p->m; i += LYING)
        for (int q = 0; q < p->k; q += DEPTH) {
            const size_t row = (size_t)i, at = (size_t)q;

            l.n = at_most(LYING, p->m - i);
            l.k = at_most(DEPTH, p->k - q);
            l.a = p->b + (p->tb == 't' ? at : at * ldb);
            l.b = p->a + (p->ta == 't' ? at * lda + row : row * lda + at);
            run(&l, room_for(&l));
            stand_up(l.n, p->n, q == 0 ? p->beta : 1.0f, lying,
                     p->c + row * (size_t)p->ldc, (size_t)p->ldc);
        }
}

BY_LEVEL(void, gemm_product, (const struct product *p), (p))
{
    if (p->k == 0)
        scale(p);
    else if (lies_better(p))
        run_lying(p);
    else
        run(p, room_for(p));
}
