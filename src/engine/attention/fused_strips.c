/* fused_strips.c - blocks of a fused attention, processed in strips of rows. */
#include <string.h>

#include "engine/attention/fused_internal.h"

/*
 * The number of rows that gemm() sums at a time.  With strips of this size,
 * sums over all rows have the same bits, and so have sums over the columns
 * before such a row.
 */
enum { STRIP = 256 };

/*
 * True if strips of rows give the same bits as the whole block.  The gradient
 * of the columns is summed over rows, so it must not be a matrix to which the
 * strip's rows add, too.  The gradient of k_bias is one sum over all rows,
 * without blocks, and the weights of b_out may depend on whole columns.
 */
static bool rows_stand_alone(const struct fused_args *f)
{
    const struct attend *in = &f->in;
    const bool apart = in->q != in->k && in->q != in->b && in->k != in->b;
    const bool whole = f->kind->whole && f->kind->whole(f->conf);

    return apart && !in->a && !in->k_bias && (in->by_rows || !whole);
}

static int strip_rows(const struct fused_args *f, int m)
{
    return m > STRIP && rows_stand_alone(f) ? STRIP : m;
}

/* The columns up to the last one that a row before `end` sees; the others would
 * get zeros. */
static int strip_cols(const struct fused_args *f, const struct pair_block *b,
                      int end)
{
    return rows_stand_alone(f) ? pair_mask_row(b->mask, b->n, end - 1).to
                               : b->n;
}

size_t fused_block_pairs(const struct fused_args *f, const struct pair_block *b)
{
    const int rows = strip_rows(f, b->m);
    size_t pairs = 0;

    for (int from = 0, here; from < b->m; from += here) {
        here = b->m - from < rows ? b->m - from : rows;
        pairs += (size_t)here * (size_t)strip_cols(f, b, from + here);
    }
    return pairs;
}

size_t fused_block_strip_pairs(const struct fused_args *f,
                               const struct pair_block *b)
{
    return (size_t)strip_rows(f, b->m) * (size_t)strip_cols(f, b, b->m);
}

/* Dropout's factors of a strip.  Its rows are moved together in place: no other
 * strip reads them. */
static float *factors(const struct fused_block *whole,
                      const struct fused_block *s, int from)
{
    float *at = whole->drop + fused_block_row(whole, from);

    for (int i = 1; s->of.n < whole->of.n && i < s->of.m; i++)
        memmove(at + fused_block_row(s, i), at + fused_block_row(whole, i),
                sizeof(float) * (size_t)s->of.n);
    return at;
}

/* m rows from `from` on.  What a strip keeps follows what the last strip kept,
 * from `at` on. */
static struct fused_block strip(const struct fused_args *f,
                                const struct fused_block *b, int from, int m,
                                size_t at)
{
    struct fused_block s = *b;

    s.of.m = m;
    s.of.n = strip_cols(f, &b->of, from + m);
    s.of.mask.at += from;
    for (int k = 0; k < KEEP_MOST; k++)
        s.keep[k] = b->keep[k] ? b->keep[k] + at : NULL;
    s.drop = b->drop ? factors(b, &s, from) : NULL;
    return s;
}

static struct fused_offsets strip_place(const struct fused_offsets *p, int from)
{
    const size_t rows = (size_t)from;
    struct fused_offsets s = *p;

    s.q += rows * (size_t)p->ldk;
    s.a += rows * (size_t)p->lda;
    s.a_out += rows * (size_t)p->ldv;
    s.q_bias += rows * (size_t)p->heads;
    return s;
}

/* Without rows there is one strip, so that columns are set to 0. */
void fused_block_each_strip(fused_block_way *way, const struct fused_args *f,
                            const struct node *y, const struct fused_block *b,
                            const struct fused_offsets *p)
{
    const int rows = strip_rows(f, b->of.m);
    size_t kept = 0;
    int from = 0;

    do {
        const struct arena_mark mark = arena_mark(b->scratch);
        const int left = b->of.m - from;
        struct fused_block s =
            strip(f, b, from, left < rows ? left : rows, kept);
        const struct fused_offsets at = strip_place(p, from);

        kept += fused_block_len(&s);
        way(f, y, &s, &at);
        arena_rewind(b->scratch, mark);
    } while ((from += rows) < b->of.m);
}
