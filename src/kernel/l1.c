#include "kernel/l1.h"

#include "kernel/kernel.h"
#include "kernel/l1_levels.h"
#include "kernel/sums.h"

static l1_forward_function *const pairs[] = AT_EACH_LEVEL(l1_pairs);
static l1_backward_function *const backward[] = AT_EACH_LEVEL(l1_backward);
static l1_columns_function *const columns[] = AT_EACH_LEVEL(l1_columns);

void l1_pairs(const struct pair_block *of, int d, float scale, const float *x,
              int ldx, const float *y, int ldy, float *out, int ldo,
              struct arena *scratch)
{
    pairs[kernel_simd()](of, d, scale, x, ldx, y, ldy, out, ldo, scratch);
}

/* Room enough for every level. */
struct l1_columns l1_columns_begin(int n, int d, struct arena *scratch)
{
    const size_t len =
        (size_t)round_up(n, TILE_COLS) * (size_t)round_up(d, LANES);

    return (struct l1_columns){n, d, arena_floats(scratch, len)};
}

void l1_rows_backward(const struct l1_columns *c, const struct pair_block *of,
                      float scale, const float *x, int ldx, const float *y,
                      int ldy, const float *g, int ldg, float *dx, int lddx,
                      struct arena *scratch)
{
    backward[kernel_simd()](c, of, scale, x, ldx, y, ldy, g, ldg, dx, lddx,
                            scratch);
}

void l1_columns_end(const struct l1_columns *c, float *dy, int lddy)
{
    columns[kernel_simd()](c, dy, lddy);
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
