/* Blocks of a fused attention, some rows at a time. */
#include "attention/fused_parts.h"

/*
 * As many rows as gemm() sums at a time: what is added up over all rows is, of
 * strips of so many, the same to the last bit.
 */
enum { STRIP = 256 };

/* Is what a row gives and gets the same when others come before or after?  The
 * gradient of columns is summed over rows, and must be nothing that a strip's
 * rows add to, too. */
static bool rows_stand_alone(const struct fused_args *f)
{
    const struct attend *in = &f->in;
    const bool apart = in->q != in->k && in->q != in->b && in->k != in->b;
    const bool whole = f->kind->whole && f->kind->whole(f->conf);

    return apart && !in->a && !in->causal && !in->zero_self && !in->k_bias &&
           (in->by_rows || !whole);
}

static int strip_rows(const struct fused_args *f, int m)
{
    return m > STRIP && rows_stand_alone(f) ? STRIP : m;
}

size_t block_strip_len(const struct fused_args *f, int m, int n)
{
    return (size_t)strip_rows(f, m) * (size_t)n;
}

/* Rows [from, from + m) of the block; all that is of columns stays. */
static struct block strip(const struct block *b, int from, int m)
{
    const size_t at = block_row(b, from);
    struct block s = *b;

    s.m = m;
    for (int k = 0; k < KEEP_MOST; k++)
        s.keep[k] = b->keep[k] ? b->keep[k] + at : NULL;
    s.drop = b->drop ? b->drop + at : NULL;
    return s;
}

static struct place strip_place(const struct place *p, int from)
{
    const size_t rows = (size_t)from;
    struct place s = *p;

    s.q += rows * (size_t)p->ldk;
    s.a += rows * (size_t)p->lda;
    s.a_out += rows * (size_t)p->ldv;
    s.q_bias += rows * (size_t)p->heads;
    return s;
}

/* Without rows there is one strip, so that columns get their zeros. */
void block_each_strip(block_way *way, const struct fused_args *f,
                      const struct node *y, const struct block *b,
                      const struct place *p)
{
    const int rows = strip_rows(f, b->m);
    int from = 0;

    do {
        const struct arena_mark mark = arena_mark(b->scratch);
        const int left = b->m - from;
        struct block s = strip(b, from, left < rows ? left : rows);
        const struct place at = strip_place(p, from);

        way(f, y, &s, &at);
        arena_rewind(b->scratch, mark);
    } while ((from += rows) < b->m);
}
