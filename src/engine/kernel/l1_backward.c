/*
 * l1_pairs_backward() in vectors.  Lanes are dimensions; a tile is BACK_ROWS x
 * TILE_COLS pairs.  The tiles of STRIP rows are packed at a time and stay in
 * the cache while all dimensions read them.
 *
 * Every sum is one chain, dx_i over j and dy_j over i, both ascending from 0;
 * it is added to the old value at its end.  Elements of tiles beyond the edges
 * add 0, which changes no digit.
 */
#include <string.h>

#include "engine/kernel/l1.h"
#include "engine/kernel/simd.h"
#include "engine/kernel/sums.h"

#define BACK_ROWS 4
#define TILE_COLS 4
#define STRIP 64

struct backward {
    int m, n, ldx, ldy;
    struct pair_mask mask;
    const float *x, *y;
    int from, to;                             /* rows of the strip */
    struct pair_span seen[STRIP / BACK_ROWS]; /* columns seen by each BACK_ROWS
                                                 of them */
    int wide;                                 /* n rounded up to whole tiles */
    float *g;  /* s g of the strip, tile after tile, padded with zeros */
    float *dy; /* [high x SIMD_WIDTH] for each SIMD_WIDTH dimensions */
    int high;  /* columns of all rows, rounded up to whole tiles */
};

/* The columns that any of BACK_ROWS rows from i0 on sees, beginning at a whole
 * tile; and below those that all of these rows see. */
static struct pair_span seen_by_any(const struct backward *b, int i0)
{
    return (struct pair_span){
        pair_mask_row(b->mask, b->n, i0).from / TILE_COLS * TILE_COLS,
        pair_mask_row(b->mask, b->n, i0 + BACK_ROWS - 1).to};
}

static struct pair_span seen_by_all(const struct backward *b, int i0)
{
    return (struct pair_span){
        pair_mask_row(b->mask, b->n, i0 + BACK_ROWS - 1).from,
        pair_mask_row(b->mask, b->n, i0).to};
}

INLINE int place_of(const struct backward *b, int i0)
{
    return (i0 - b->from) / BACK_ROWS;
}

/* The strip's tile at a row and a column. */
INLINE float *tile_at(const struct backward *b, int i0, int j0)
{
    return b->g + (size_t)(i0 - b->from) * (size_t)b->wide +
           (size_t)j0 * BACK_ROWS;
}

/* Pack a tile whose pairs are all allowed; g is its first element. */
INLINE void pack_tile(float scale, const float *g, int ldg, float *to)
{
    for (int r = 0; r < BACK_ROWS; r++, g += ldg, to += TILE_COLS)
        for (int c = 0; c < TILE_COLS; c++)
            to[c] = scale * g[c];
}

/* Pack a tile in which some pairs are forbidden or beyond the edges: these
 * become 0. */
static void pack_edge(const struct backward *b, float scale, const float *g,
                      int ldg, int i0, int j0, float *to)
{
    for (int r = 0; r < BACK_ROWS; r++)
        for (int c = 0; c < TILE_COLS; c++) {
            int i = i0 + r, j = j0 + c;
            int in = i < b->m && j < b->n && pair_mask_allows(b->mask, i, j);
            *to++ = in ? scale * g[(size_t)r * (size_t)ldg + c] : 0.0f;
        }
}

/* Pack g in the order in which it is read. */
static void pack(struct backward *b, float scale, const float *g, int ldg)
{
    for (int i0 = b->from; i0 < b->to; i0 += BACK_ROWS) {
        const struct pair_span any = seen_by_any(b, i0);
        const struct pair_span all = seen_by_all(b, i0);
        float *to = tile_at(b, i0, any.from);

        b->seen[place_of(b, i0)] = any;
        for (int j0 = any.from; j0 < any.to; j0 += TILE_COLS) {
            const float *from = g + (size_t)i0 * (size_t)ldg + j0;

            if (i0 + BACK_ROWS <= b->m && j0 >= all.from &&
                j0 + TILE_COLS <= all.to)
                pack_tile(scale, from, ldg, to);
            else
                pack_edge(b, scale, from, ldg, i0, j0, to);
            to += BACK_ROWS * TILE_COLS;
        }
    }
}

/* For the dimensions [k, k + c) of BACK_ROWS rows from i0 on: add to dy, and
 * set dx to the rows' sums. */
INLINE void rows_backward(const struct backward *b, int i0, int k, int c,
                          vec dx[BACK_ROWS])
{
    const struct pair_span any = b->seen[place_of(b, i0)];
    const float *g = tile_at(b, i0, any.from);
    float *to =
        b->dy + (size_t)k * (size_t)b->high + (size_t)any.from * SIMD_WIDTH;
    vec x[BACK_ROWS], acc[BACK_ROWS];

    for (int r = 0; r < BACK_ROWS; r++) {
        int i = at_most(i0 + r, b->m - 1);
        x[r] = vec_load_part(b->x + (size_t)i * (size_t)b->ldx + k, c);
        acc[r] = vec_set(0.0f);
    }
    for (int j0 = any.from; j0 < any.to;
         j0 += TILE_COLS, g += BACK_ROWS * TILE_COLS)
        for (int q = 0; q < TILE_COLS; q++, to += SIMD_WIDTH) {
            int j = at_most(j0 + q, b->n - 1);
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

/* The dimensions [k, k + c) of the strip's rows. */
INLINE void strip_backward(const struct backward *b, int k, int c, float *dx,
                           int lddx)
{
    vec rows[BACK_ROWS];

    for (int i0 = b->from; i0 < b->to; i0 += BACK_ROWS) {
        rows_backward(b, i0, k, c, rows);
        for (int r = 0; dx && r < BACK_ROWS && i0 + r < b->to; r++)
            add_to(dx + (size_t)(i0 + r) * (size_t)lddx + k, c, rows[r]);
    }
}

/* dx and dy may be one matrix: it is only added to, and read for nothing
 * else. */
BY_LEVEL(void, l1_rows_backward,
         (const struct l1_columns *c, const struct pair_block *of, float scale,
          const float *x, int ldx, const float *y, int ldy, const float *g,
          int ldg, float *dx, int lddx, struct arena *scratch),
         (c, of, scale, x, ldx, y, ldy, g, ldg, dx, lddx, scratch))
{
    const struct arena_mark mark = arena_mark(scratch);
    const int m = of->m, n = of->n, d = c->d,
              whole = d / SIMD_WIDTH * SIMD_WIDTH;
    struct backward b = {.m = m,
                         .n = n,
                         .ldx = ldx,
                         .ldy = ldy,
                         .mask = of->mask,
                         .x = x,
                         .y = y,
                         .wide = round_up(n, TILE_COLS),
                         .dy = c->sum,
                         .high = round_up(c->n, TILE_COLS)};

    b.g = arena_floats_raw(scratch,
                           (size_t)at_most(STRIP, round_up(m, BACK_ROWS)) *
                               (size_t)b.wide);
    for (; b.from < m; b.from = b.to) {
        b.to = at_most(b.from + STRIP, m);
        pack(&b, scale, g, ldg);
        for (int k = 0; k < whole; k += SIMD_WIDTH)
            strip_backward(&b, k, SIMD_WIDTH, dx, lddx);
        if (whole < d)
            strip_backward(&b, whole, d - whole, dx, lddx);
    }
    arena_rewind(scratch, mark);
}

/* The dimensions [k, k + c) of all columns. */
INLINE void columns_end(const struct l1_columns *of, int k, int c, float *dy,
                        int lddy)
{
    const float *from =
        of->sum + (size_t)k * (size_t)round_up(of->n, TILE_COLS);

    for (int j = 0; j < of->n; j++, dy += lddy, from += SIMD_WIDTH)
        add_to(dy + k, c, vec_load(from));
}

BY_LEVEL(void, l1_columns_end,
         (const struct l1_columns *c, float *dy, int lddy), (c, dy, lddy))
{
    for (int k = 0; k < c->d; k += SIMD_WIDTH)
        columns_end(c, k, at_most(SIMD_WIDTH, c->d - k), dy, lddy);
}

#if ONCE
/* Memory enough for every level. */
struct l1_columns l1_columns_begin(int n, int d, struct arena *scratch)
{
    const size_t len =
        (size_t)round_up(n, TILE_COLS) * (size_t)round_up(d, LANES);

    return (struct l1_columns){n, d, arena_floats(scratch, len)};
}

void l1_pairs_backward(const struct pair_block *of, int d, float scale,
                       const float *x, int ldx, const float *y, int ldy,
                       const float *g, int ldg, float *dx, int lddx, float *dy,
                       int lddy, struct arena *scratch)
{
    const struct arena_mark mark = arena_mark(scratch);
    const struct l1_columns c = l1_columns_begin(of->n, d, scratch);

    l1_rows_backward(&c, of, scale, x, ldx, y, ldy, g, ldg, dx, lddx, scratch);
    if (dy)
        l1_columns_end(&c, dy, lddy);
    arena_rewind(scratch, mark);
}
#endif
