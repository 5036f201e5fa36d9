/*
 * l1_pairs() in vectors.
 *
 * The digits of a pair depend only on its two rows: in every tile they come
 * from
 *
 *     2 sum_k max(x_k, y_k) - sum x - sum y,   the first sum in the order of k
 *
 * or, if cancellation leaves too few good digits, from sum_k |x_k - y_k|. All
 * sums except the first are taken in LANES lanes and added as tree_sum() does.
 */
#include "engine/kernel/l1.h"
#include "engine/kernel/simd.h"
#include "engine/kernel/sums.h"

#define PANEL_VECTORS 4
/* Rows of a forward tile that is nv vectors wide: as many as the registers
 * hold. */
#if SIMD_REGISTERS < 32
#define ROWS(nv) ((nv) < 2 ? 8 : (nv) < 3 ? 4 : 2)
#else
#define ROWS(nv) ((nv) < 3 ? 8 : 4)
#endif
#define PANEL (PANEL_VECTORS * SIMD_WIDTH)
#define MOST_ROWS 8
#define SPAN (LANES / SIMD_WIDTH) /* vectors that hold all lanes */

/* Arguments and working memory of one forward call. */
struct forward {
    int m, n, d, ldx, ldy, ldo;
    struct pair_mask mask;
    float scale;
    const float *x, *y;
    float *out;
    float *panels; /* y transposed in panels of PANEL columns: [d x width]
                      each */
    float *x_sum, *x_size, *y_sum, *y_size; /* sums of v and of |v| */
};

/* A tile's position, and for each of its rows the end of the allowed pairs;
 * columns before the first allowed pair are computed as well. */
struct tile {
    int rows, i[MOST_ROWS], end[MOST_ROWS];
    int j, stride;
    const float *x[MOST_ROWS], *panel;
};

/* Load LANES floats from p on; those after the first c are 0. */
INLINE void lanes_load(const float *p, int c, vec to[SPAN])
{
    for (int v = 0; v < SPAN; v++, p += SIMD_WIDTH, c -= SIMD_WIDTH)
        to[v] = c >= SIMD_WIDTH ? vec_load(p)
                : c > 0         ? vec_load_part(p, c)
                                : vec_zero();
}

/* tree_sum() of the lanes; `of` is overwritten. */
INLINE float lanes_sum(vec of[SPAN])
{
    for (int half = SPAN / 2; half; half /= 2)
        for (int v = 0; v < half; v++)
            of[v] = vec_add(of[v], of[v + half]);
    return vec_sum(of[0]);
}

static void sums(int n, int d, const float *x, int ld, float *sum, float *size)
{
    for (int i = 0; i < n; i++) {
        const float *row = x + (size_t)i * (size_t)ld;
        vec s[SPAN], a[SPAN], next[SPAN];

        for (int v = 0; v < SPAN; v++)
            s[v] = a[v] = vec_zero();
        for (int k = 0; k < d; k += LANES) {
            lanes_load(row + k, d - k, next);
            for (int v = 0; v < SPAN; v++) {
                s[v] = vec_add(s[v], next[v]);
                a[v] = vec_add(a[v], vec_abs(next[v]));
            }
        }
        sum[i] = lanes_sum(s);
        size[i] = lanes_sum(a);
    }
}

/* Store y in panels of columns, so that a tile reads memory sequentially. */
static void transpose_panels(const struct forward *f)
{
    for (int j0 = 0; j0 < f->n; j0 += PANEL) {
        int width = round_up(at_most(PANEL, f->n - j0), SIMD_WIDTH);
        float *panel = f->panels + (size_t)j0 * (size_t)f->d;
        for (int j = 0; j < width; j += SIMD_WIDTH)
            for (int k = 0; k < f->d; k += SIMD_WIDTH)
                vec_turn(f->y + (size_t)(j0 + j) * (size_t)f->ldy + k, f->ldy,
                         at_most(SIMD_WIDTH, f->n - j0 - j),
                         at_most(SIMD_WIDTH, f->d - k),
                         panel + (size_t)k * (size_t)width + j, width);
    }
}

/*
 * Sums of max(x, y) for a tile, or of |x - y| if `exact`, over every `step`th k
 * from `first` on.  All arguments but first and d are constants, so that the
 * sums stay in registers.
 */
INLINE void tile_sums(const struct tile *t, int rows, int nv, int exact,
                      int first, int step, int d,
                      vec sum[MOST_ROWS][PANEL_VECTORS])
{
    vec acc[MOST_ROWS][PANEL_VECTORS];
    const float *y = t->panel + (size_t)first * (size_t)t->stride;

    for (int r = 0; r < rows; r++)
        for (int v = 0; v < nv; v++)
            acc[r][v] = vec_zero();
    for (int k = first; k < d; k += step, y += (size_t)step * t->stride)
        for (int r = 0; r < rows; r++) {
            vec x = vec_set(t->x[r][k]);
            for (int v = 0; v < nv; v++) {
                vec b = vec_load(y + v * SIMD_WIDTH);
                vec u = exact ? vec_abs(vec_sub(x, b)) : vec_max(x, b);
                acc[r][v] = vec_add_aside(acc[r][v], u);
            }
        }
    for (int r = 0; r < rows; r++)
        for (int v = 0; v < nv; v++)
            sum[r][v] = acc[r][v];
}

/* The distance of one pair, by |x - y| directly. */
INLINE float distance(const float *x, const float *y, int d)
{
    vec s[SPAN], a[SPAN], b[SPAN];

    for (int v = 0; v < SPAN; v++)
        s[v] = vec_zero();
    for (int k = 0; k < d; k += LANES) {
        lanes_load(x + k, d - k, a);
        lanes_load(y + k, d - k, b);
        for (int v = 0; v < SPAN; v++)
            s[v] = vec_add(s[v], vec_abs(vec_sub(a[v], b[v])));
    }
    return lanes_sum(s);
}

/* distance() for a whole tile: lane by lane, in the order in which tree_sum()
 * adds them; two sums of the same level are added as soon as both exist. */
INLINE void tile_distances(const struct tile *t, int rows, int nv, int d,
                           vec sum[MOST_ROWS][PANEL_VECTORS])
{
    static const int order[LANES] = {0, 8, 4, 12, 2, 10, 6, 14,
                                     1, 9, 5, 13, 3, 11, 7, 15};
    vec joined[5][MOST_ROWS][PANEL_VECTORS];

    for (int l = 0; l < LANES; l++) {
        int level = 0;

        tile_sums(t, rows, nv, 1, order[l], LANES, d, sum);
        for (; l >> level & 1; level++)
            for (int r = 0; r < rows; r++)
                for (int v = 0; v < nv; v++)
                    sum[r][v] = vec_add(joined[level][r][v], sum[r][v]);
        for (int r = 0; r < rows; r++)
            for (int v = 0; v < nv; v++)
                joined[level][r][v] = sum[r][v];
    }
}

/*
 * sum |x - y| = 2 sum max(x, y) - sum x - sum y takes two operations per
 * element instead of three, but if the distance is far below the sums of |x|
 * and |y|, its digits cancel.  `doubtful` marks such pairs (also equal vectors,
 * and infinities, whose differences are NaN).  Returns how many there are.
 */
INLINE int tile_finish(const struct forward *f, const struct tile *t, int rows,
                       int nv, vec sum[MOST_ROWS][PANEL_VECTORS],
                       unsigned doubtful[MOST_ROWS][PANEL_VECTORS])
{
    int count = 0;

    for (int r = 0; r < rows; r++)
        for (int v = 0; v < nv; v++) {
            int i = t->i[r], j = t->j + v * SIMD_WIDTH;
            int c = at_most(t->end[r] - j, SIMD_WIDTH);
            vec size = vec_add(vec_set(f->x_size[i]), vec_load(f->y_size + j));
            vec less = vec_add(vec_set(f->x_sum[i]), vec_load(f->y_sum + j));
            vec dist = vec_sub(vec_add(sum[r][v], sum[r][v]), less);

            sum[r][v] = dist;
            doubtful[r][v] =
                c <= 0 ? 0
                       : ~vec_at_least(vec_mul(dist, vec_set(8.0f)), size) &
                             ((2u << (c - 1)) - 1u);
            count += __builtin_popcount(doubtful[r][v]);
        }
    return count;
}

INLINE void tile_store(const struct forward *f, const struct tile *t, int rows,
                       int nv, vec sum[MOST_ROWS][PANEL_VECTORS])
{
    for (int r = 0; r < rows; r++)
        for (int v = 0; v < nv; v++) {
            int j = t->j + v * SIMD_WIDTH;
            int c = at_most(t->end[r] - j, SIMD_WIDTH);

            if (c > 0)
                vec_store_part(f->out + (size_t)t->i[r] * (size_t)f->ldo + j, c,
                               vec_mul(sum[r][v], vec_set(f->scale)));
        }
}

/* Compute a few doubtful pairs again, one at a time. */
INLINE void mend(const struct forward *f, const struct tile *t, int rows,
                 int nv, unsigned doubtful[MOST_ROWS][PANEL_VECTORS])
{
    for (int r = 0; r < rows; r++)
        for (int v = 0; v < nv; v++)
            for (unsigned b = doubtful[r][v]; b; b &= b - 1) {
                int j = t->j + v * SIMD_WIDTH + __builtin_ctz(b);
                f->out[(size_t)t->i[r] * (size_t)f->ldo + j] =
                    f->scale *
                    distance(t->x[r], f->y + (size_t)j * (size_t)f->ldy, f->d);
            }
}

/* Compute many doubtful pairs again: the whole tile, of which only they are
 * used. */
INLINE void replace(const struct tile *t, int rows, int nv, int d,
                    unsigned doubtful[MOST_ROWS][PANEL_VECTORS],
                    vec sum[MOST_ROWS][PANEL_VECTORS])
{
    vec better[MOST_ROWS][PANEL_VECTORS];

    tile_distances(t, rows, nv, d, better);
    for (int r = 0; r < rows; r++)
        for (int v = 0; v < nv; v++)
            sum[r][v] = vec_choose(doubtful[r][v], better[r][v], sum[r][v]);
}

INLINE void tile_forward(const struct forward *f, const struct tile *t,
                         int rows, int nv)
{
    vec sum[MOST_ROWS][PANEL_VECTORS];
    unsigned doubtful[MOST_ROWS][PANEL_VECTORS];
    int count, many = rows * nv * SIMD_WIDTH / 4;

    tile_sums(t, rows, nv, 0, 0, 1, f->d, sum);
    count = tile_finish(f, t, rows, nv, sum, doubtful);
    if (count > many)
        replace(t, rows, nv, f->d, doubtful, sum);
    tile_store(f, t, rows, nv, sum);
    if (count && count <= many)
        mend(f, t, rows, nv, doubtful);
}

typedef void tile_function(const struct forward *f, const struct tile *t);

/* For many rows, and for a single row, as in decoding. */
#define TILE(nv)                                                         \
    static void tile_##nv(const struct forward *f, const struct tile *t) \
    {                                                                    \
        tile_forward(f, t, ROWS(nv), nv);                                \
    }                                                                    \
    static void row_##nv(const struct forward *f, const struct tile *t)  \
    {                                                                    \
        tile_forward(f, t, 1, nv);                                       \
    }
TILE(1)
TILE(2)
TILE(3)
TILE(4)

static tile_function *const tiles[] = {NULL, tile_1, tile_2, tile_3, tile_4};
static tile_function *const lone[] = {NULL, row_1, row_2, row_3, row_4};

/* Rows past the last repeat the last one: computed twice, with the same
 * result. */
static void set_rows(struct tile *t, const struct forward *f, int i0, int rows)
{
    t->rows = rows;
    for (int r = 0; r < rows; r++) {
        int i = at_most(i0 + r, f->m - 1);
        t->i[r] = i;
        t->end[r] = pair_mask_row(f->mask, f->n, i).to;
        t->x[r] = f->x + (size_t)i * (size_t)f->ldx;
    }
}

static void run_panel(const struct forward *f, int j0)
{
    struct tile t = {.j = j0, .panel = f->panels + (size_t)j0 * (size_t)f->d};
    int width = at_most(PANEL, f->n - j0), rows;

    t.stride = round_up(width, SIMD_WIDTH);
    for (int i0 = 0; i0 < f->m; i0 += rows) {
        int last = at_most(i0 + MOST_ROWS, f->m) - 1;
        int end = pair_mask_row(f->mask, f->n, last).to;
        int need = at_most(width, end - j0);
        rows = MOST_ROWS;
        if (need <= 0 || pair_mask_row(f->mask, f->n, i0).from >= j0 + width)
            continue;
        int nv = (need + SIMD_WIDTH - 1) / SIMD_WIDTH;
        rows = f->m == 1 ? 1 : ROWS(nv);
        set_rows(&t, f, i0, rows);
        (rows == 1 ? lone : tiles)[nv](f, &t);
    }
}

static void all_pairs(struct forward *f, struct arena *scratch)
{
    size_t wide = (size_t)round_up(f->n, SIMD_WIDTH);

    f->panels = arena_floats_raw(scratch, wide * (size_t)f->d);
    f->x_sum = arena_floats_raw(scratch, (size_t)f->m);
    f->x_size = arena_floats_raw(scratch, (size_t)f->m);
    f->y_sum = arena_floats(scratch, wide);
    f->y_size = arena_floats(scratch, wide);
    sums(f->m, f->d, f->x, f->ldx, f->x_sum, f->x_size);
    sums(f->n, f->d, f->y, f->ldy, f->y_sum, f->y_size);
    transpose_panels(f);
    for (int j0 = 0; j0 < f->n; j0 += PANEL)
        run_panel(f, j0);
}

BY_LEVEL(void, l1_pairs,
         (const struct pair_block *of, int d, float scale, const float *x,
          int ldx, const float *y, int ldy, float *out, int ldo,
          struct arena *scratch),
         (of, d, scale, x, ldx, y, ldy, out, ldo, scratch))
{
    struct arena_mark mark = arena_mark(scratch);
    struct forward f = {.m = of->m,
                        .n = of->n,
                        .d = d,
                        .ldx = ldx,
                        .ldy = ldy,
                        .ldo = ldo,
                        .mask = of->mask,
                        .scale = scale,
                        .x = x,
                        .y = y,
                        .out = out};

    all_pairs(&f, scratch);
    pair_block_forbid(of, out, ldo);
    arena_rewind(scratch, mark);
}
