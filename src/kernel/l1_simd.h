/*
 * l1_simd.h - l1.h's functions in vectors, written once for each width.
 *
 * Included by l1_avx2.c and l1_avx512.c after they have defined
 *
 *     VEC, WIDTH          a vector and how many floats it holds
 *     ROWS(nv)            rows of a forward tile that is nv vectors wide
 *     BACK_ROWS           rows of a backward tile; its columns are 4
 *     LOAD(p), LOAD_PART(p, c), STORE_PART(p, c, v)   the first c floats;
 *                         LOAD_PART puts zeros behind them
 *     SET(x), ADD, SUB, MUL, MAX, ABS, FMADD(a, b, c), FNMADD
 *     AT_LEAST(a, b)      bits of the lanes where a >= b
 *     REDUCE(v)           sum of the lanes
 *     SIGN(v)             +-1, 0 at 0, NaN at NaN
 *     transpose_block(from, ld, rows, cols, to, ldt)  up to WIDTH x WIDTH,
 *                         zeros where `from` has nothing
 *
 * and a prefix for the two functions, NAMED(x).
 */
#include <assert.h>
#include <string.h>

#include "kernel/l1_levels.h"

#define INLINE static inline __attribute__((always_inline))
#define PANEL_VECTORS 4
#define PANEL (PANEL_VECTORS * WIDTH)
#define MOST_ROWS 8
#define TILE_COLS 4

/* Everything about one forward call. */
struct forward {
    int m, n, d, ldx, ldy, ldo, causal;
    float scale;
    const float *x, *y;
    float *out;
    float *panels; /* y transposed, PANEL columns a panel: [d x width] each */
    float *x_sum, *x_size, *y_sum, *y_size; /* sums of v and of |v| */
};

/* Where a tile stands, and how far along each of its rows pairs count. */
struct tile {
    int rows, i[MOST_ROWS], end[MOST_ROWS];
    int j, stride;
    const float *x[MOST_ROWS], *panel;
};

INLINE int at_most(int a, int b)
{
    return a < b ? a : b;
}

INLINE int round_up(int n, int to)
{
    return (n + to - 1) / to * to;
}

static void sums(int n, int d, const float *x, int ld, float *sum, float *size)
{
    for (int i = 0; i < n; i++) {
        const float *row = x + (size_t)i * (size_t)ld;
        VEC s = SET(0.0f), a = SET(0.0f);
        for (int k = 0; k < d; k += WIDTH) {
            VEC v = LOAD_PART(row + k, at_most(WIDTH, d - k));
            s = ADD(s, v);
            a = ADD(a, ABS(v));
        }
        sum[i] = REDUCE(s);
        size[i] = REDUCE(a);
    }
}

/* Panels of columns, so that a tile walks through memory in one line. */
static void transpose_panels(const struct forward *f)
{
    for (int j0 = 0; j0 < f->n; j0 += PANEL) {
        int width = round_up(at_most(PANEL, f->n - j0), WIDTH);
        float *panel = f->panels + (size_t)j0 * (size_t)f->d;
        for (int j = 0; j < width; j += WIDTH)
            for (int k = 0; k < f->d; k += WIDTH)
                transpose_block(f->y + (size_t)(j0 + j) * (size_t)f->ldy + k,
                                f->ldy, at_most(WIDTH, f->n - j0 - j),
                                at_most(WIDTH, f->d - k),
                                panel + (size_t)k * (size_t)width + j, width);
    }
}

/*
 * sum_k max(x, y) for a tile, or sum_k |x - y| when `exact`; rows, nv and
 * exact are constants, so that the sums live in registers.
 */
INLINE void tile_sums(const struct tile *t, int rows, int nv, int exact, int d,
                      VEC sum[MOST_ROWS][PANEL_VECTORS])
{
    VEC acc[MOST_ROWS][PANEL_VECTORS];
    const float *y = t->panel;

    for (int r = 0; r < rows; r++)
        for (int v = 0; v < nv; v++)
            acc[r][v] = SET(0.0f);
    for (int k = 0; k < d; k++, y += t->stride)
        for (int r = 0; r < rows; r++) {
            VEC x = SET(t->x[r][k]);
            for (int v = 0; v < nv; v++) {
                VEC b = LOAD(y + v * WIDTH);
                VEC u = exact ? ABS(SUB(x, b)) : MAX(x, b);
                acc[r][v] = ADD(acc[r][v], u);
            }
        }
    for (int r = 0; r < rows; r++)
        for (int v = 0; v < nv; v++)
            sum[r][v] = acc[r][v];
}

/* One pair, without the detour over the maximum. */
INLINE float distance(const float *x, const float *y, int d)
{
    VEC s = SET(0.0f);

    for (int k = 0; k < d; k += WIDTH) {
        int c = at_most(WIDTH, d - k);
        s = ADD(s, ABS(SUB(LOAD_PART(x + k, c), LOAD_PART(y + k, c))));
    }
    return REDUCE(s);
}

/*
 * sum |x - y| = 2 sum max(x, y) - sum x - sum y takes two operations an
 * element in place of three, but when the distance is far below the sums of
 * |x| and |y| its digits cancel.  *doubtful marks such pairs (equal vectors
 * among them, and infinities, whose differences are NaN).  Returns how many.
 */
INLINE int tile_store(const struct forward *f, const struct tile *t, int rows,
                      int nv, int exact, VEC sum[MOST_ROWS][PANEL_VECTORS],
                      unsigned doubtful[MOST_ROWS][PANEL_VECTORS])
{
    int count = 0;

    for (int r = 0; r < rows; r++)
        for (int v = 0; v < nv; v++) {
            int i = t->i[r], j = t->j + v * WIDTH, c = t->end[r] - j;
            VEC dist = sum[r][v];
            if (c <= 0) {
                doubtful[r][v] = 0;
                continue;
            }
            c = at_most(c, WIDTH);
            if (!exact) {
                VEC size = ADD(SET(f->x_size[i]), LOAD(f->y_size + j));
                VEC less = ADD(SET(f->x_sum[i]), LOAD(f->y_sum + j));
                dist = SUB(ADD(dist, dist), less);
                doubtful[r][v] = ~AT_LEAST(MUL(dist, SET(8.0f)), size) &
                                 ((2u << (c - 1)) - 1u);
                count += __builtin_popcount(doubtful[r][v]);
            }
            STORE_PART(f->out + (size_t)i * (size_t)f->ldo + j, c,
                       MUL(dist, SET(f->scale)));
        }
    return count;
}

INLINE void mend(const struct forward *f, const struct tile *t, int rows,
                 int nv, unsigned doubtful[MOST_ROWS][PANEL_VECTORS])
{
    for (int r = 0; r < rows; r++)
        for (int v = 0; v < nv; v++)
            for (unsigned b = doubtful[r][v]; b; b &= b - 1) {
                int j = t->j + v * WIDTH + __builtin_ctz(b);
                f->out[(size_t)t->i[r] * (size_t)f->ldo + j] =
                    f->scale *
                    distance(t->x[r], f->y + (size_t)j * (size_t)f->ldy, f->d);
            }
}

INLINE void tile_forward(const struct forward *f, const struct tile *t,
                         int rows, int nv)
{
    VEC sum[MOST_ROWS][PANEL_VECTORS];
    unsigned doubtful[MOST_ROWS][PANEL_VECTORS];
    int count;

    tile_sums(t, rows, nv, 0, f->d, sum);
    count = tile_store(f, t, rows, nv, 0, sum, doubtful);
    if (count > rows * nv * WIDTH / 4) {
        tile_sums(t, rows, nv, 1, f->d, sum);
        tile_store(f, t, rows, nv, 1, sum, doubtful);
    } else if (count) {
        mend(f, t, rows, nv, doubtful);
    }
}

static void tile_1(const struct forward *f, const struct tile *t)
{
    tile_forward(f, t, ROWS(1), 1);
}

static void tile_2(const struct forward *f, const struct tile *t)
{
    tile_forward(f, t, ROWS(2), 2);
}

static void tile_3(const struct forward *f, const struct tile *t)
{
    tile_forward(f, t, ROWS(3), 3);
}

static void tile_4(const struct forward *f, const struct tile *t)
{
    tile_forward(f, t, ROWS(4), 4);
}

/* Rows past the last are the last again: computed twice, to the same end. */
static void set_rows(struct tile *t, const struct forward *f, int i0, int rows)
{
    t->rows = rows;
    for (int r = 0; r < rows; r++) {
        int i = at_most(i0 + r, f->m - 1);
        t->i[r] = i;
        t->end[r] = f->causal ? at_most(i + 1, f->n) : f->n;
        t->x[r] = f->x + (size_t)i * (size_t)f->ldx;
    }
}

static void run_panel(const struct forward *f, int j0)
{
    static void (*const run[])(const struct forward *, const struct tile *) = {
        NULL, tile_1, tile_2, tile_3, tile_4};
    struct tile t = {.j = j0, .panel = f->panels + (size_t)j0 * (size_t)f->d};
    int width = at_most(PANEL, f->n - j0), rows;

    t.stride = round_up(width, WIDTH);
    for (int i0 = 0; i0 < f->m; i0 += rows) {
        int last = at_most(i0 + MOST_ROWS, f->m) - 1, need = width;
        if (f->causal)
            need = at_most(need, last + 1 - j0);
        rows = MOST_ROWS;
        if (need <= 0)
            continue;
        int nv = (need + WIDTH - 1) / WIDTH;
        rows = ROWS(nv);
        set_rows(&t, f, i0, rows);
        run[nv](f, &t);
    }
}

/* Few rows do not repay a transposition. */
static void few_rows(const struct forward *f)
{
    for (int i = 0; i < f->m; i++)
        for (int j = 0; j < f->n && !(f->causal && j > i); j++)
            f->out[(size_t)i * (size_t)f->ldo + j] =
                f->scale * distance(f->x + (size_t)i * (size_t)f->ldx,
                                    f->y + (size_t)j * (size_t)f->ldy, f->d);
}

static void many_rows(struct forward *f, struct arena *scratch)
{
    size_t wide = (size_t)round_up(f->n, WIDTH);

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

void NAMED(pairs)(int m, int n, int d, float scale, const float *x, int ldx,
                  const float *y, int ldy, float *out, int ldo, int causal,
                  struct arena *scratch)
{
    struct arena_mark mark = arena_mark(scratch);
    struct forward f = {.m = m,
                        .n = n,
                        .d = d,
                        .ldx = ldx,
                        .ldy = ldy,
                        .ldo = ldo,
                        .causal = causal,
                        .scale = scale,
                        .x = x,
                        .y = y,
                        .out = out};

    for (int i = 0; causal && i < m && i + 1 < n; i++)
        memset(out + (size_t)i * (size_t)ldo + i + 1, 0,
               sizeof(float) * (size_t)(n - i - 1));
    if (m <= 2)
        few_rows(&f);
    else
        many_rows(&f, scratch);
    arena_rewind(scratch, mark);
}

/* ------------------------------------------------------------------------
 * Backward: lanes are dimensions, a tile is BACK_ROWS x TILE_COLS pairs.
 */
struct backward {
    int m, n, d, ldx, ldy, causal;
    const float *x, *y;
    float *g;      /* s g, in tiles one behind the other, zeros around */
    int tile_cols; /* tiles along a row */
    float *dy;     /* [n + some x WIDTH] for the dimensions at hand */
};

/*
 * Put g in the order in which it is read.  Forbidden pairs and those past the
 * edges become 0.
 */
static void pack(struct backward *b, float scale, const float *g, int ldg)
{
    float *to = b->g;

    for (int i0 = 0; i0 < b->m; i0 += BACK_ROWS)
        for (int j0 = 0; j0 < b->n; j0 += TILE_COLS)
            for (int r = 0; r < BACK_ROWS; r++)
                for (int c = 0; c < TILE_COLS; c++) {
                    int i = i0 + r, j = j0 + c;
                    int in = i < b->m && j < b->n && !(b->causal && j > i);
                    *to++ = in ? scale * g[(size_t)i * (size_t)ldg + j] : 0.0f;
                }
}

/* dimensions [k, k + c) of BACK_ROWS rows from i0 on: dx += what they get. */
INLINE void rows_backward(const struct backward *b, int i0, int k, int c,
                          VEC dx[BACK_ROWS])
{
    const float *g = b->g + (size_t)(i0 / BACK_ROWS * b->tile_cols) *
                                (BACK_ROWS * TILE_COLS);
    int end = b->causal ? at_most(i0 + BACK_ROWS, b->n) : b->n;
    VEC x[BACK_ROWS], acc[BACK_ROWS];

    for (int r = 0; r < BACK_ROWS; r++) {
        int i = at_most(i0 + r, b->m - 1);
        x[r] = LOAD_PART(b->x + (size_t)i * (size_t)b->ldx + k, c);
        acc[r] = SET(0.0f);
    }
    for (int j0 = 0; j0 < end; j0 += TILE_COLS, g += BACK_ROWS * TILE_COLS)
        for (int q = 0; q < TILE_COLS; q++) {
            int j = at_most(j0 + q, b->n - 1);
            float *to = b->dy + (size_t)(j0 + q) * WIDTH;
            VEC y = LOAD_PART(b->y + (size_t)j * (size_t)b->ldy + k, c);
            VEC dy = LOAD(to);
            for (int r = 0; r < BACK_ROWS; r++) {
                VEC s = SIGN(SUB(x[r], y)), w = SET(g[r * TILE_COLS + q]);
                acc[r] = FMADD(w, s, acc[r]);
                dy = FNMADD(w, s, dy);
            }
            STORE_PART(to, WIDTH, dy);
        }
    for (int r = 0; r < BACK_ROWS; r++)
        dx[r] = acc[r];
}

INLINE void add_to(float *row, int c, VEC v)
{
    STORE_PART(row, c, ADD(LOAD_PART(row, c), v));
}

/* dx and dy may be one matrix: nothing of it is read but to be added to. */
INLINE void chunk_backward(const struct backward *b, int k, int c, float *dx,
                           int lddx, float *dy, int lddy)
{
    VEC rows[BACK_ROWS];

    memset(b->dy, 0, sizeof(float) * WIDTH * (size_t)round_up(b->n, TILE_COLS));
    for (int i0 = 0; i0 < b->m; i0 += BACK_ROWS) {
        rows_backward(b, i0, k, c, rows);
        for (int r = 0; dx && r < BACK_ROWS && i0 + r < b->m; r++)
            add_to(dx + (size_t)(i0 + r) * (size_t)lddx + k, c, rows[r]);
    }
    for (int j = 0; dy && j < b->n; j++)
        add_to(dy + (size_t)j * (size_t)lddy + k, c,
               LOAD(b->dy + (size_t)j * WIDTH));
}

void NAMED(backward)(int m, int n, int d, float scale, const float *x, int ldx,
                     const float *y, int ldy, const float *g, int ldg,
                     float *dx, int lddx, float *dy, int lddy, int causal,
                     struct arena *scratch)
{
    struct arena_mark mark = arena_mark(scratch);
    struct backward b = {m, n, d, ldx, ldy, causal, x, y, NULL, 0, NULL};
    int high = round_up(m, BACK_ROWS), wide = round_up(n, TILE_COLS), k = 0;

    b.tile_cols = wide / TILE_COLS;
    b.g = arena_floats_raw(scratch, (size_t)high * (size_t)wide);
    b.dy = arena_floats_raw(scratch, (size_t)wide * WIDTH);
    pack(&b, scale, g, ldg);
    for (; k + WIDTH <= d; k += WIDTH)
        chunk_backward(&b, k, WIDTH, dx, lddx, dy, lddy);
    if (k < d)
        chunk_backward(&b, k, d - k, dx, lddx, dy, lddy);
    arena_rewind(scratch, mark);
}
