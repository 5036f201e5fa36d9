#include "engine/kernel/gemm_tile.h"

#define TRIPLES ((MOST_ROWS + 2) / 3)
#define DEEP 64                   /* of k: enough time to prefetch something */
#define FEW (SIMD_REGISTERS < 16) /* too few registers for the next two */
#define UNROLLED (FEW ? 1 : 8)    /* of k: less loop overhead */

INLINE void tile_store(const struct gemm_panel *p, float *c, int rows, int nv,
                       bool adds, vec sum[MOST_ROWS][MOST_VECTORS])
{
    const vec alpha = vec_set(p->alpha), beta = vec_set(p->beta);
    const vec_lanes last = vec_first(p->last);
    const size_t ldc = p->ldc;

    EACH (i, rows) {
        EACH (v, nv) {
            float *to = c + v * SIMD_WIDTH;
            vec z = vec_mul(alpha, sum[i][v]);

            if (v < nv - 1) {
                if (adds)
                    z = vec_fma(beta, vec_load(to), z);
                vec_store(to, z);
            } else {
                if (adds)
                    z = vec_fma(beta, vec_load_lanes(to, last), z);
                vec_store_lanes(to, last, z);
            }
        }
        c += ldc;
        STEPPED(c);
    }
}

/* C is needed only after all of k, which leaves time to prefetch it. */
INLINE void tile_fetch(const struct gemm_panel *p, const float *c, int rows,
                       int nv)
{
    EACH (i, rows) {
        EACH (v, nv)
            __builtin_prefetch(c + v * SIMD_WIDTH, 1);
        c += p->ldc;
        STEPPED(c);
    }
}

/* Offsets are in bytes, which processors add without scaling. */
INLINE const float *further(const float *p, size_t bytes)
{
    return (const float *)((const char *)p + bytes);
}

INLINE void go_on(const float **p, size_t bytes)
{
    *p = further(*p, bytes);
    STEPPED(*p);
}

/* Advance the pointers to another k. */
INLINE void tile_go(const float *a[TRIPLES], int rows, size_t bytes)
{
    EACH (i, (rows + 2) / 3)
        go_on(&a[i], bytes);
}

/* Add the products of a tile for the u-th k from a on, and for the row b of B.
 * There is one pointer per three rows of A, from which processors can address
 * all three, `row` bytes apart.  `whole`: B's last vector may be read whole. */
INLINE void tile_step(const float *const a[TRIPLES], size_t row, int u,
                      const float *b, int rows, int nv, bool whole,
                      vec_lanes last, vec sum[MOST_ROWS][MOST_VECTORS])
{
    vec right[MOST_VECTORS];

    STEPPED(row); /* otherwise 2 * row would take a register as well */
    EACH (v, nv) {
        const float *at = b + v * SIMD_WIDTH;

        right[v] =
            whole || v < nv - 1 ? vec_load(at) : vec_load_lanes(at, last);
    }
    EACH (i, rows) {
        const vec left = vec_set(further(a[i / 3], (size_t)(i % 3) * row)[u]);

        EACH (v, nv)
            sum[i][v] = vec_fma(left, right[v], sum[i][v]);
    }
}

INLINE void bring_line(const float **near, size_t step)
{
    __builtin_prefetch(*near);
    go_on(near, step);
}

/* Properties of a panel that are known beforehand, so that each combination has
 * code of its own. */
struct tile_variant {
    bool along;  /* A is read along its rows: p->step is 1 */
    bool whole;  /* B's last vector may be read whole */
    bool packed; /* B's rows are contiguous: p->ldb is as wide as a tile */
};

/*
 * The sums over all of p->depth.
 *
 * Meanwhile the next tile's rows are prefetched, one cache line with every
 * other k, so that no load waits.  If rows are read, a line holds 2 UNROLLED
 * values of k: then one half of the lines is prefetched now, the other half at
 * the next turn.
 */
INLINE void tile_sums(const struct gemm_panel *p, const float *from, int rows,
                      int nv, struct tile_variant way,
                      vec sum[MOST_ROWS][MOST_VECTORS])
{
    const vec_lanes last = vec_first(p->last);
    const size_t one = sizeof(float), row = p->row * one;
    const size_t step = way.along ? one : p->step * one;
    const size_t ldb = (way.packed ? (size_t)(nv * SIMD_WIDTH) : p->ldb) * one;
    const size_t ahead = p->next ? p->next * one : (size_t)rows * row;
    const size_t half = way.along ? (size_t)(rows / 2) * row : 0;
    const size_t near_step = p->near_step * one;
    const float *a[TRIPLES], *b = p->b;
    size_t turn = 0;
    int k = p->depth;

    EACH (i, (rows + 2) / 3)
        a[i] = further(from, (size_t)(3 * i) * row);
    for (; k >= UNROLLED; k -= UNROLLED) {
        const float *near = further(a[0], ahead + turn);

        EACH (u, UNROLLED) {
            tile_step(a, row, way.along ? u : 0,
                      way.packed ? further(b, (size_t)u * ldb) : b, rows, nv,
                      way.whole, last, sum);
            if (!way.along)
                tile_go(a, rows, step);
            if (!way.packed)
                go_on(&b, ldb);
            if (u < (rows + 1) / 2)
                bring_line(&near, near_step);
        }
        if (way.along)
            tile_go(a, rows, UNROLLED * one);
        if (way.packed)
            go_on(&b, UNROLLED * ldb);
        turn = half - turn;
    }
    for (; k > 0; k--) {
        tile_step(a, row, 0, b, rows, nv, way.whole, last, sum);
        tile_go(a, rows, step);
        go_on(&b, ldb);
    }
}

/* rows and nv are constants, so that the sums stay in registers. */
INLINE void tile_run(const struct gemm_panel *p, const float *a, float *c,
                     int rows, int nv)
{
    vec sum[MOST_ROWS][MOST_VECTORS];

    EACH (i, rows)
        EACH (v, nv)
            sum[i][v] = vec_zero();
    if (p->depth >= DEEP)
        tile_fetch(p, c, rows, nv);
    const bool along = p->step == 1 && !FEW;
    const bool whole = p->whole && !SIMD_LANES_FREE;
    const bool packed = p->whole && p->ldb == (size_t)(nv * SIMD_WIDTH);

    if (along && packed)
        tile_sums(p, a, rows, nv, (struct tile_variant){true, true, true}, sum);
    else if (along && whole)
        tile_sums(p, a, rows, nv, (struct tile_variant){true, true, false},
                  sum);
    else if (along)
        tile_sums(p, a, rows, nv, (struct tile_variant){true, false, false},
                  sum);
    else if (whole)
        tile_sums(p, a, rows, nv, (struct tile_variant){false, true, false},
                  sum);
    else
        tile_sums(p, a, rows, nv, (struct tile_variant){false, false, false},
                  sum);
    STEPPED(p); /* what is needed now is loaded again, not kept in registers */
    if (p->beta != 0.0f)
        tile_store(p, c, rows, nv, true, sum);
    else
        tile_store(p, c, rows, nv, false, sum);
}

typedef void tile_function(const struct gemm_panel *p, const float *a,
                           float *c);

/* Tiles that do not fit the registers are empty and not used. */
#define TILE(rows, nv)                                                         \
    static void tile_##rows##_##nv(const struct gemm_panel *p, const float *a, \
                                   float *c)                                   \
    {                                                                          \
        if ((rows) * (nv) <= TILE_SUMS)                                        \
            tile_run(p, a, c, rows, nv);                                       \
    }
#define TILES(rows) \
    TILE(rows, 1)   \
    TILE(rows, 2) TILE(rows, 3) TILE(rows, 4) TILE(rows, 5) TILE(rows, 6)
#define NAMES(rows)            \
    [rows] = {NULL,            \
              tile_##rows##_1, \
              tile_##rows##_2, \
              tile_##rows##_3, \
              tile_##rows##_4, \
              tile_##rows##_5, \
              tile_##rows##_6}

TILES(1)
TILES(2)
TILES(3)
TILES(4)
TILES(5)
TILES(6)
TILES(7)
TILES(8)
TILES(9)
TILES(10)
TILES(11)
TILES(12)

static tile_function *const tiles[MOST_ROWS + 1][MOST_VECTORS + 1] = {
    NAMES(1), NAMES(2), NAMES(3), NAMES(4),  NAMES(5),  NAMES(6),
    NAMES(7), NAMES(8), NAMES(9), NAMES(10), NAMES(11), NAMES(12),
};

/* Prefetch the i-th of `count` shares of what comes next. */
static void bring_near(const struct gemm_panel *p, int i, int count)
{
    const int end = (int)((long)p->soon_rows * (i + 1) / count);

    for (int r = (int)((long)p->soon_rows * i / count); r < end; r++)
        for (int j = 0; j < p->soon_cols; j += LINE)
            __builtin_prefetch(p->soon + (size_t)r * p->soon_ld + j, 0, 2);
}

void AT_LEVEL(gemm_panel)(const struct gemm_panel *p, int m, const float *a,
                          float *c)
{
    const int nv = p->vectors;
    const int most = p->next ? TILE_ROWS : at_most(TILE_SUMS / nv, MOST_ROWS);
    const int count = tile_count(m, most);
    int rows = tile_rows(m, count, 0), longer = m - (rows - 1) * count;

    for (int i = 0; i < count; i++) {
        if (i == longer)
            rows--;
        if (p->soon_rows > 0)
            bring_near(p, i, count);
        tiles[rows][nv](p, a, c);
        a += p->next ? p->next : (size_t)rows * p->row;
        c += (size_t)rows * p->ldc;
    }
}
