#include "engine/train/engine_sums.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/kernel/vector.h"

enum { KIND_DENSE, KIND_ROWS }; /* of messages */

static struct element_range block_of(struct element_range all, int block)
{
    const size_t from = all.from + (size_t)block * BLOCK;

    return (struct element_range){from, from + BLOCK < all.to ? from + BLOCK
                                                              : all.to};
}

static void gather_threads(const struct engine *g, struct sums *s, int n)
{
    s->n = 0;
    for (int i = 0; i < n; i++) {
        const struct sums *own = &g->worker[i].own;

        sums_add(s, own->sum, own->n, (struct nonzero_place){0});
    }
}

/* Find the rows of all sums: a sum may have rows that the sum it is merged into
 * lacks. */
void engine_find_nonzero(struct engine *g, int threads)
{
    g->rows.n = 0;
    for (int i = 0; i < threads; i++)
        for (int k = 0; k < g->worker[i].own.n; k++) {
            const struct packed_rows *r = &g->worker[i].own.sum[k].rows;

            packed_rows_join(&g->rows, r->id, r->n);
        }
    engine_place_nonzero(g);
}

void engine_cover_nonzero(struct engine *g, int me)
{
    struct sums *own = &g->worker[me].own;

    for (int k = 0; k < own->n; k++)
        packed_rows_cover(&own->sum[k].rows, &g->tables, &g->rows);
}

/* Held parameters do not change, whatever L2 adds. */
static void leave_held_out(const struct engine *g, struct element_range block,
                           float *grad)
{
    const struct params *p = &g->model->params;

    for (int i = 0; g->held && i < p->n; i++) {
        const struct param *x = &p->param[i];
        const size_t n = x->held ? (size_t)x->rows * (size_t)x->cols : 0;

        for (size_t k = x->offset; k < x->offset + n; k++)
            if (k >= block.from && k < block.to)
                grad[k - block.from] = 0.0f;
    }
}

/* Sum of squares within a block, including L2, which is added to the nonzero
 * elements only if the others stay as they are. */
static double squares_of_loss(const struct engine *g,
                              struct element_range block)
{
    const float l2 = (float)g->conf->l2;
    float grad[BLOCK] = {0};
    double lane[8] = {0};

    if (!g->conf->lazy_rows)
        vector_axpy(block.to - block.from, l2, g->params + block.from, grad);
    EACH_NONZERO(&g->nonzero, i, part, block)
    {
        float *to = grad + (part.from - block.from);

        if (g->conf->lazy_rows)
            vector_axpy(part.to - part.from, l2, g->params + part.from, to);
        vector_add(part.to - part.from, engine_gradient(g, i, part.from), to);
    }
    leave_held_out(g, block, grad);
    vector_add_squares(block.to - block.from, 0, grad, lane);
    return vector_squares(lane);
}

/* Sum of squares of the nonzero elements within a block. */
static double squares(const struct engine *g, struct element_range block)
{
    double lane[8] = {0};

    if (g->conf->l2_in_loss)
        return squares_of_loss(g, block);
    EACH_NONZERO(&g->nonzero, i, part, block)
    vector_add_squares(part.to - part.from, part.from - block.from,
                       engine_gradient(g, i, part.from), lane);
    return vector_squares(lane);
}

/* True if a block has nonzero elements.  Called for ascending blocks; *i is the
 * first span that may overlap them. */
static bool is_live(const struct nonzero *l, struct element_range block, int *i)
{
    while (*i < l->n && l->span[*i].of.to <= block.from)
        (*i)++;
    return *i < l->n && l->span[*i].of.from < block.to;
}

void engine_merge_threads(struct engine *g, int me, int n)
{
    const struct run r = block_run(g->len, n, me);
    struct sums *s = &g->worker[me].sums;
    int next = nonzero_first(&g->nonzero, (size_t)r.first * BLOCK);

    for (int i = r.first; i < r.end; i++) {
        const struct element_range b =
            block_of((struct element_range){0, g->len}, i);
        const bool nonzero = is_live(&g->nonzero, b, &next);

        if (nonzero) {
            gather_threads(g, s, n);
            sums_merge(s, nonzero_before(&g->nonzero, b.from),
                       nonzero_before(&g->nonzero, b.to));
        }
        if (engine_members(g) == 1)
            engine_squares(g)[i] =
                nonzero || g->conf->l2_in_loss ? squares(g, b) : 0;
    }
}

/* --- between ranks ------------------------------------------------------- */

/* Room for n bytes of row numbers, until the next call. */
static int32_t *room_for_ids(struct engine *g, size_t n)
{
    if (!g->ids || n > g->ids_room) {
        comm_free(g->ids);
        g->ids_room = n + n / 8;
        g->ids = comm_new(g->ids_room);
    }
    return g->ids;
}

/* Exchange the rows of all ranks: g->nonzero then covers all grains. */
static int join_live(struct engine *g, struct error *e)
{
    const int n = engine_members(g);
    struct arena *a = &g->worker[0].arena; /* free: the grains are done */
    size_t all = 0, before = 0;

    arena_reset(a);
    size_t *bytes = arena_alloc(a, (size_t)n * sizeof(*bytes));
    size_t *each = arena_alloc(a, (size_t)n * sizeof(*each));

    for (int i = 0; i < n; i++)
        each[i] = sizeof(*bytes);
    bytes[g->group->me] = (size_t)g->rows.n * sizeof(*g->ids);
    if (group_allgather(g->group, bytes, each, e))
        return -1;
    for (int i = 0; i < n; i++) {
        before += i < g->group->me ? bytes[i] : 0;
        all += bytes[i];
    }
    int32_t *ids = room_for_ids(g, all);

    if (g->rows.n)
        memcpy(ids + before / sizeof(*ids), g->rows.id, bytes[g->group->me]);
    if (group_allgather(g->group, ids, bytes, e))
        return -1;
    for (int i = 0; i < n; i++) {
        const size_t count = bytes[i] / sizeof(*ids);

        packed_rows_join(&g->rows, ids, (int)count);
        ids += count;
    }
    engine_place_nonzero(g);
    return 0;
}

/* Make room for len floats of rows in a message; a smaller buffer is freed. */
static void make_room(struct packed_rows *r, size_t len)
{
    if (len <= r->x_room)
        return;
    comm_free(r->x);
    r->x_room = len + len / 8;
    r->x = comm_new(r->x_room * sizeof(*r->x));
}

/* Extend this rank's sums to the rows that are nonzero in any sum. */
static void spread_mine(struct engine *g)
{
    for (int k = 0; k < g->mine.n; k++) {
        struct packed_rows *mine = &g->mine.sum[k].rows;

        make_room(&g->sent[k], g->nonzero.end.rows);
        packed_rows_spread(mine, &g->tables, &g->rows, g->sent[k].x);
        mine->x = g->sent[k].x;
    }
}

/* The place of a slice among the nonzero elements. */
struct nonzero_range {
    struct nonzero_place from, to;
};

static struct nonzero_range slice_of(const struct engine *g, int member)
{
    const struct element_range s =
        block_span(g->len, engine_members(g), member);

    return (struct nonzero_range){nonzero_before(&g->nonzero, s.from),
                                  nonzero_before(&g->nonzero, s.to)};
}

static void expect(struct engine *g, int from, struct sum *x,
                   struct nonzero_range s)
{
    const size_t dense = s.to.dense - s.from.dense;
    const size_t rows = s.to.rows - s.from.rows;

    group_expect(g->group, from, KIND_DENSE, x->dense, dense * sizeof(float));
    make_room(&x->rows, rows);
    if (rows)
        group_expect(g->group, from, KIND_ROWS, x->rows.x,
                     rows * sizeof(float));
}

static void send(struct engine *g, int to, const struct sum *x,
                 struct nonzero_range s)
{
    const size_t dense = s.to.dense - s.from.dense;
    const size_t rows = s.to.rows - s.from.rows;

    group_send(g->group, to, KIND_DENSE, x->dense + s.from.dense,
               dense * sizeof(float));
    if (rows)
        group_send(g->group, to, KIND_ROWS, x->rows.x + s.from.rows,
                   rows * sizeof(float));
}

/* Exchange the slices of sums; g->all then has every rank's sums in the order
 * of the grains. */
static int send_slices(struct engine *g, struct error *e)
{
    const struct nonzero_range own = slice_of(g, g->group->me);
    struct tree_node node[TREE_MAX_PARTIALS];
    struct sum *received = g->received;

    g->all.n = 0;
    for (int i = 0; i < engine_members(g); i++) {
        if (i == g->group->me) {
            sums_add(&g->all, g->mine.sum, g->mine.n, own.from);
            continue;
        }
        const int covers = tree_cover(engine_grains_of(g, i), node);

        for (int k = 0; k < covers; k++) {
            received[k].node = node[k];
            expect(g, i, &received[k], own);
        }
        sums_add(&g->all, received, covers, (struct nonzero_place){0});
        received += covers;
        for (int k = 0; k < g->mine.n; k++)
            send(g, i, &g->mine.sum[k], slice_of(g, i));
    }
    return group_flush(g->group, e);
}

int engine_exchange(struct engine *g, int threads, struct error *e)
{
    const struct nonzero_place none = {0};

    if (g->tables.n && join_live(g, e))
        return -1;
    gather_threads(g, &g->mine, threads);
    sums_merge(&g->mine, none, none);
    if (g->tables.n)
        spread_mine(g);
    return send_slices(g, e);
}

/* The place of an element, relative to the beginning of the slice. */
static struct nonzero_place in_slice(const struct engine *g, size_t element)
{
    const struct nonzero_place p = nonzero_before(&g->nonzero, element);

    return (struct nonzero_place){p.dense - g->first.dense,
                                  p.rows - g->first.rows};
}

void engine_merge_ranks(struct engine *g, int me, int n)
{
    const struct run r = block_run(g->slice.to - g->slice.from, n, me);
    struct sums *s = &g->worker[me].sums;

    for (int i = r.first; i < r.end; i++) {
        const struct element_range b = block_of(g->slice, i);

        s->n = 0;
        sums_add(s, g->all.sum, g->all.n, (struct nonzero_place){0});
        sums_merge(s, in_slice(g, b.from), in_slice(g, b.to));
        engine_squares(g)[i] = squares(g, b);
    }
}

const float *engine_gradient(const struct engine *g, int i, size_t from)
{
    const struct nonzero_span *s = &g->nonzero.span[i];
    const struct sum *x =
        engine_members(g) == 1 ? &g->worker[0].own.sum[0] : &g->all.sum[0];
    const size_t in = from - s->of.from;

    return s->is_rows ? x->rows.x + (s->at.rows + in - g->first.rows)
                      : x->dense + (s->at.dense + in - g->first.dense);
}
