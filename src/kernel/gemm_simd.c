/*
 * Products of any size.  A and B are read where they stand unless a copy pays;
 * C is written once for every DEPTH of k.
 *
 * An element is a sum over blocks of DEPTH of sums in the order of k, each
 * step of which rounds once: its bits depend on k, not on the rows and columns
 * around it, nor on tiles, copies and levels.
 */
#include <string.h>

#include "kernel/gemm_levels.h"
#include "kernel/gemm_tile.h"

#define DEPTH 256
#define HEIGHT 512 /* rows and columns of C that are made together, all of k: \
                    */
#define WIDTH 480  /* so many stay near */
#define BAND 48    /* columns of B that are copied at once */
#define GAP 16     /* floats, so that copied rows do not share cache sets */
#define NEAR 512   /* floats from row to row: farther apart, copy */
#define COPIED 160 /* of k: a panel so long stays in the nearest cache */
#define AHEAD 8    /* rows: time enough to bring one near */
#define ROOM (DEPTH * BAND + HEIGHT * (DEPTH + GAP))

/* Room for copies, or NULL where there is none to be made. */
struct room {
    float *left, *right;
};

static bool copies_left(const struct product *p)
{
    return p->lda > NEAR && (p->ta == 't' || p->n > 256);
}

/* Where enough rows come by to make up for it, and a panel either stays near
 * or stood far apart. */
static bool copies_right(const struct product *p)
{
    return p->tb == 't' ||
           (p->m >= 64 && p->n > 64 && (p->k <= COPIED || p->ldb > NEAR));
}

/* `to` gets `cols` columns of op(B), each k's as wide as the panel. */
static void copy_panel(const struct panel *s, char tb, int cols, const float *b,
                       size_t ldb, float *to)
{
    const int width = s->vectors * SIMD_WIDTH;

    for (int j = 0; tb == 't' && j < cols; j += SIMD_WIDTH)
        for (int k = 0; k < s->depth; k += SIMD_WIDTH)
            vec_turn(b + (size_t)j * ldb + k, (int)ldb,
                     at_most(SIMD_WIDTH, cols - j),
                     at_most(SIMD_WIDTH, s->depth - k),
                     to + (size_t)k * (size_t)width + j, width);
    for (int k = 0; tb == 'n' && k < s->depth; k++, b += ldb, to += width)
        for (int j = 0; j < cols; j += SIMD_WIDTH)
            vec_store(to + j,
                      vec_load_part(b + j, at_most(SIMD_WIDTH, cols - j)));
}

/* m rows by all of B, for s->depth of k from b on. */
static void run_panels(const struct product *p, struct panel *s, float *room,
                       int m, const float *a, const float *b, float *c)
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

        s->soon_rows = 0;
        if (m >= 32 && s->depth >= 64 && j + cols < p->n) {
            const int next = at_most(p->n - j - cols, most * SIMD_WIDTH);
            s->soon = b + (p->tb == 't' ? (size_t)(j + cols) * ldb
                                        : (size_t)(j + cols));
            s->soon_ld = ldb;
            s->soon_rows = p->tb == 't' ? next : s->depth;
            s->soon_cols = p->tb == 't' ? s->depth : next;
        }
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

/* Tiles [i, end) of m rows of op(A), k by k: a line of A serves them all. */
static void turn_tiles(int m, int i, int end, int depth, const float *a,
                       size_t lda, float *to)
{
    const int count = tile_count(m, TILE_ROWS);

    for (int k = 0; k < depth; k++, a += lda, to += TILE_ROWS) {
        const float *from = a;

        __builtin_prefetch(a + AHEAD * lda);
        for (int t = i; t < end; t++) {
            const int rows = tile_rows(m, count, t);
            float *tile = to + (size_t)(t - i) * TILE_ROWS * (size_t)depth;

            for (int r = 0; r < TILE_ROWS; r += SIMD_WIDTH)
                vec_store_part(
                    tile + r, at_most(SIMD_WIDTH, TILE_ROWS - r),
                    vec_load_part(from + r, at_most(SIMD_WIDTH, rows - r)));
            from += rows;
        }
    }
}

/* `to` gets m rows of op(A) tile by tile, of each tile k by k. */
static void turn_left(int m, int depth, const float *a, size_t lda, float *to)
{
    const int count = tile_count(m, TILE_ROWS);

    for (int i = 0; i < count; i += 2) {
        const int end = at_most(i + 2, count);

        turn_tiles(m, i, end, depth, a, lda, to);
        for (int t = i; t < end; t++) {
            a += tile_rows(m, count, t);
            to += TILE_ROWS * depth;
        }
    }
}

static void copy_left(int m, int depth, const float *a, size_t lda, float *to)
{
    for (int i = 0; i < m; i++)
        memcpy(to + (size_t)i * (DEPTH + GAP), a + (size_t)i * lda,
               sizeof(float) * (size_t)depth);
}

/* The rows from `a` on as the tiles are to find them; returns where. */
static const float *place_left(const struct product *p, struct panel *s,
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
        turn_left(m, s->depth, a, lda, room);
        s->row = 1;
        s->step = TILE_ROWS;
        s->next = TILE_ROWS * (size_t)s->depth;
        s->near_step = 16;
    } else {
        copy_left(m, s->depth, a, lda, room);
        s->row = DEPTH + GAP;
        s->step = 1;
        s->next = 0;
        s->near_step = DEPTH + GAP;
    }
    return room;
}

/* C's columns from `col` on, as many as p->n. */
static void run_columns(const struct product *p, struct room room, int col)
{
    const size_t lda = (size_t)p->lda, ldb = (size_t)p->ldb, j = (size_t)col;
    struct panel s;

    s.ldc = (size_t)p->ldc;
    s.alpha = p->alpha;
    for (int i = 0; i < p->m; i += HEIGHT)
        for (int q = 0; q < p->k; q += DEPTH) {
            const size_t row = (size_t)i, at = (size_t)q;
            const int m = at_most(HEIGHT, p->m - i);

            s.depth = at_most(DEPTH, p->k - q);
            s.beta = q == 0 ? p->beta : 1.0f;
            const float *a = place_left(
                p, &s, room.left, m,
                p->a + (p->ta == 't' ? at * lda + row : row * lda + at));
            run_panels(p, &s, room.right, m, a,
                       p->b + (p->tb == 't' ? j * ldb + at : at * ldb + j),
                       p->c + row * s.ldc + j);
        }
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
    const bool left = copies_left(p), right = copies_right(p);
    struct product part = *p;
    struct room room = {NULL, NULL};

    if (p->k == 0) {
        scale(p);
        return;
    }
    if (left || right) {
        float *own = gemm_room(ROOM);
        room.left = left ? own + DEPTH * BAND : NULL;
        room.right = right ? own : NULL;
    }
    for (int j = 0; j < p->n; j += WIDTH) {
        part.n = at_most(WIDTH, p->n - j);
        run_columns(&part, room, j);
    }
}
