#include "kernel/gemm_tile.h"

#include <stdbool.h>

#define TRIPLES ((TILE_ROWS + 2) / 3)

INLINE void tile_store(const struct tile *t, float *c, int rows, int nv,
                       bool adds, vec_lanes last,
                       vec sum[TILE_ROWS][TILE_VECTORS])
{
    const vec alpha = vec_set(t->alpha), beta = vec_set(t->beta);

    EACH (i, rows)
        EACH (v, nv) {
            float *to = c + (size_t)i * t->ldc + v * SIMD_WIDTH;
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
}

/* C is wanted only after all of k: time enough to bring it near. */
INLINE void tile_fetch(const struct tile *t, const float *c, int rows, int nv)
{
    EACH (i, rows)
        EACH (v, nv)
            __builtin_prefetch(c + (size_t)i * t->ldc + v * SIMD_WIDTH, 1);
}

/* One k of the products of a tile; every third row of A has a pointer, from
 * which processors can address three. */
INLINE void tile_step(const float *const a[TRIPLES], size_t row, const float *b,
                      int rows, int nv, vec_lanes last,
                      vec sum[TILE_ROWS][TILE_VECTORS])
{
    vec right[TILE_VECTORS];

    EACH (v, nv - 1)
        right[v] = vec_load(b + v * SIMD_WIDTH);
    right[nv - 1] = vec_load_lanes(b + (nv - 1) * SIMD_WIDTH, last);
    EACH (i, rows) {
        const vec left = vec_set(a[i / 3][(size_t)(i % 3) * row]);

        EACH (v, nv)
            sum[i][v] = vec_fma(left, right[v], sum[i][v]);
    }
}

/* rows and nv are constants, so that the sums live in registers. */
INLINE void tile_run(const struct tile *t, const float *from, float *c,
                     int rows, int nv)
{
    const vec_lanes last = vec_first(t->last);
    const size_t row = t->row, step = t->step, ldb = t->ldb;
    const float *a[TRIPLES], *b = t->b;
    vec sum[TILE_ROWS][TILE_VECTORS];

    EACH (i, (rows + 2) / 3)
        a[i] = from + (size_t)(3 * i) * row;
    EACH (i, rows)
        EACH (v, nv)
            sum[i][v] = vec_zero();
    if (t->depth >= 64)
        tile_fetch(t, c, rows, nv);
    for (int k = 0; k < t->depth; k++, b += ldb) {
        tile_step(a, row, b, rows, nv, last, sum);
        EACH (i, (rows + 2) / 3) {
            a[i] += step;
            __asm__("" : "+r"(a[i])); /* else each row gets a pointer */
        }
    }
    if (t->beta != 0.0f)
        tile_store(t, c, rows, nv, true, last, sum);
    else
        tile_store(t, c, rows, nv, false, last, sum);
}

typedef void tile_function(const struct tile *t, const float *a, float *c);

#define TILE(rows, nv)                                                   \
    static void tile_##rows##_##nv(const struct tile *t, const float *a, \
                                   float *c)                             \
    {                                                                    \
        tile_run(t, a, c, rows, nv);                                     \
    }
#if TILE_ROWS == 8
#define TILES(nv) \
    TILE(1, nv)   \
    TILE(2, nv)   \
    TILE(3, nv) TILE(4, nv) TILE(5, nv) TILE(6, nv) TILE(7, nv) TILE(8, nv)
#define NAMES(nv)                                                              \
    {                                                                          \
        NULL, tile_1_##nv, tile_2_##nv, tile_3_##nv, tile_4_##nv, tile_5_##nv, \
            tile_6_##nv, tile_7_##nv, tile_8_##nv                              \
    }
#elif TILE_ROWS == 6
#define TILES(nv) \
    TILE(1, nv) TILE(2, nv) TILE(3, nv) TILE(4, nv) TILE(5, nv) TILE(6, nv)
#define NAMES(nv)                                                              \
    {                                                                          \
        NULL, tile_1_##nv, tile_2_##nv, tile_3_##nv, tile_4_##nv, tile_5_##nv, \
            tile_6_##nv                                                        \
    }
#else
#define TILES(nv) TILE(1, nv) TILE(2, nv) TILE(3, nv) TILE(4, nv)
#define NAMES(nv)                                                \
    {                                                            \
        NULL, tile_1_##nv, tile_2_##nv, tile_3_##nv, tile_4_##nv \
    }
#endif

TILES(1)
TILES(2)
#if TILE_VECTORS == 3
TILES(3)
#endif

static tile_function *const tiles[TILE_VECTORS + 1][TILE_ROWS + 1] = {
    [1] = NAMES(1),
    [2] = NAMES(2),
#if TILE_VECTORS == 3
    [3] = NAMES(3),
#endif
};

void AT_LEVEL(gemm_tiles)(struct tile t, int m, int nv)
{
    const int count = tile_count(m);

    for (int i = 0; i < count; i++) {
        const int rows = tile_rows(m, i);

        tiles[nv][rows](&t, t.a, t.c);
        t.a += t.next ? t.next : (size_t)rows * t.row;
        t.c += (size_t)rows * t.ldc;
    }
}
