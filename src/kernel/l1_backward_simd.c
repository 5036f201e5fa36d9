/*
 * l1_pairs_backward() in vectors.  Lanes are dimensions, a tile is BACK_ROWS x
 * TILE_COLS pairs.
 *
 * Every sum is one chain, dx_i over j and dy_j over i, both upwards from 0; it
 * is added to what is there at its end.  What is left of tiles past the edges
 * adds 0, which changes no digit.
 */
#include <string.h>

#include "kernel/l1_levels.h"
#include "kernel/simd.h"

#define BACK_ROWS 4
#define TILE_COLS 4

struct backward {
    int m, n, d, ldx, ldy, causal;
    const float *x, *y;
    float *g;      /* s g, in tiles one behind the other, zeros around */
    int tile_cols; /* tiles along a row */
    float *dy;     /* [n + some x SIMD_WIDTH] for the dimensions at hand */
};

/* A tile all of whose pairs count; g is its first. */
INLINE void pack_tile(float scale, const float *g, int ldg, float *to)
{
    for (int r = 0; r < BACK_ROWS; r++, g += ldg, to += TILE_COLS)
        for (int c = 0; c < TILE_COLS; c++)
            to[c] = scale * g[c];
}

/* One of which some are forbidden or past the edges: they become 0. */
static void pack_edge(const struct backward *b, float scale, const float *g,
                      int ldg, int i0, int j0, float *to)
{
    for (int r = 0; r < BACK_ROWS; r++)
        for (int c = 0; c < TILE_COLS; c++) {
            int i = i0 + r, j = j0 + c;
            int in = i < b->m && j < b->n && !(b->causal && j > i);
            *to++ = in ? scale * g[(size_t)r * (size_t)ldg + c] : 0.0f;
        }
}

/* Put g in the order in which it is read. */
static void pack(struct backward *b, float scale, const float *g, int ldg)
{
    float *to = b->g;

    for (int i0 = 0; i0 < b->m; i0 += BACK_ROWS)
        for (int j0 = 0; j0 < b->n; j0 += TILE_COLS) {
            const float *from = g + (size_t)i0 * (size_t)ldg + j0;
            int whole = i0 + BACK_ROWS <= b->m && j0 + TILE_COLS <= b->n &&
                        !(b->causal && j0 + TILE_COLS > i0 + 1);

            if (whole)
                pack_tile(scale, from, ldg, to);
            else
                pack_edge(b, scale, from, ldg, i0, j0, to);
            to += BACK_ROWS * TILE_COLS;
        }
}

/* dimensions [k, k + c) of BACK_ROWS rows from i0 on: dx += what they get. */
INLINE void rows_backward(const struct backward *b, int i0, int k, int c,
                          vec dx[BACK_ROWS])
{
    const float *g = b->g + (size_t)(i0 / BACK_ROWS * b->tile_cols) *
                                (BACK_ROWS * TILE_COLS);
    int end = b->causal ? at_most(i0 + BACK_ROWS, b->n) : b->n;
    vec x[BACK_ROWS], acc[BACK_ROWS];

    for (int r = 0; r < BACK_ROWS; r++) {
        int i = at_most(i0 + r, b->m - 1);
        x[r] = vec_load_part(b->x + (size_t)i * (size_t)b->ldx + k, c);
        acc[r] = vec_set(0.0f);
    }
    for (int j0 = 0; j0 < end; j0 += TILE_COLS, g += BACK_ROWS * TILE_COLS)
        for (int q = 0; q < TILE_COLS; q++) {
            int j = at_most(j0 + q, b->n - 1);
            float *to = b->dy + (size_t)(j0 + q) * SIMD_WIDTH;
            vec y = vec_load_part(b->y + (size_t)j * (size_t)b->ldy + k, c);
            vec dy = vec_load(to);
            for (int r = 0; r < BACK_ROWS; r++) {
                vec s = vec_sign(vec_sub(x[r], y)),
                    w = vec_set(g[r * TILE_COLS + q]);
                acc[r] = vec_fma(w, s, acc[r]);
                dy = vec_fnma(w, s, dy);
            }
            vec_store_part(to, SIMD_WIDTH, dy);
        }
    for (int r = 0; r < BACK_ROWS; r++)
        dx[r] = acc[r];
}

INLINE void add_to(float *row, int c, vec v)
{
    vec_store_part(row, c, vec_add(vec_load_part(row, c), v));
}

/* dx and dy may be one matrix: nothing of it is read but to be added to. */
INLINE void chunk_backward(const struct backward *b, int k, int c, float *dx,
                           int lddx, float *dy, int lddy)
{
    vec rows[BACK_ROWS];

    memset(b->dy, 0,
           sizeof(float) * SIMD_WIDTH * (size_t)round_up(b->n, TILE_COLS));
    for (int i0 = 0; i0 < b->m; i0 += BACK_ROWS) {
        rows_backward(b, i0, k, c, rows);
        for (int r = 0; dx && r < BACK_ROWS && i0 + r < b->m; r++)
            add_to(dx + (size_t)(i0 + r) * (size_t)lddx + k, c, rows[r]);
    }
    for (int j = 0; dy && j < b->n; j++)
        add_to(dy + (size_t)j * (size_t)lddy + k, c,
               vec_load(b->dy + (size_t)j * SIMD_WIDTH));
}

void AT_LEVEL(l1_backward)(int m, int n, int d, float scale, const float *x,
                           int ldx, const float *y, int ldy, const float *g,
                           int ldg, float *dx, int lddx, float *dy, int lddy,
                           int causal, struct arena *scratch)
{
    struct arena_mark mark = arena_mark(scratch);
    struct backward b = {m, n, d, ldx, ldy, causal, x, y, NULL, 0, NULL};
    int high = round_up(m, BACK_ROWS), wide = round_up(n, TILE_COLS), k = 0;

    b.tile_cols = wide / TILE_COLS;
    b.g = arena_floats_raw(scratch, (size_t)high * (size_t)wide);
    b.dy = arena_floats_raw(scratch, (size_t)wide * SIMD_WIDTH);
    pack(&b, scale, g, ldg);
    for (; k + SIMD_WIDTH <= d; k += SIMD_WIDTH)
        chunk_backward(&b, k, SIMD_WIDTH, dx, lddx, dy, lddy);
    if (k < d)
        chunk_backward(&b, k, d - k, dx, lddx, dy, lddy);
    arena_rewind(scratch, mark);
}
