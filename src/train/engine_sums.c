#include "train/engine_sums.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel/vector.h"

#define KIND_SUMS 0

static struct span block_of(struct span all, int block)
{
    const size_t from = all.from + (size_t)block * BLOCK;

    return (struct span){from, from + BLOCK < all.to ? from + BLOCK : all.to};
}

static void gather_threads(const struct engine *g, struct sums *s, int n)
{
    s->n = 0;
    for (int i = 0; i < n; i++) {
        const struct partials *p = &g->worker[i].partials;
        sums_add(s, p->node, p->sum, p->n, 0);
    }
}

/* What is merged into a sum may have touched what it did not. */
void engine_find_live(struct engine *g, int threads)
{
    g->live.n = 0;
    for (int i = 0; i < threads; i++)
        for (int k = 0; k < g->worker[i].partials.n; k++) {
            const struct live *l = &g->worker[i].partials.live[k];

            live_join(&g->live, l->span, l->n, &g->room);
        }
    for (int i = 0; i < threads; i++)
        for (int k = 0; k < g->worker[i].partials.n; k++)
            live_copy(&g->worker[i].partials.live[k], &g->live);
}

/* What is held stays as it is, whatever L2 adds. */
static void leave_held_out(const struct engine *g, struct span block,
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

/* Sum of squares within a block with what L2 adds: to the live elements alone
 * where the others stay as they are. */
static double squares_of_loss(const struct engine *g, struct span block)
{
    const float l2 = (float)g->conf->l2;
    float grad[BLOCK] = {0};
    double lane[8] = {0};

    if (!g->conf->lazy_rows)
        vector_axpy(block.to - block.from, l2, g->params + block.from, grad);
    EACH_LIVE (&g->live, i, part, block) {
        float *to = grad + (part.from - block.from);

        if (g->conf->lazy_rows)
            vector_axpy(part.to - part.from, l2, g->params + part.from, to);
        vector_add(part.to - part.from, engine_gradient(g, i, part.from), to);
    }
    leave_held_out(g, block, grad);
    vector_add_squares(block.to - block.from, 0, grad, lane);
    return vector_squares(lane);
}

/* Sum of squares of the live elements within a block. */
static double squares(const struct engine *g, struct span block)
{
    double lane[8] = {0};

    if (g->conf->l2_in_loss)
        return squares_of_loss(g, block);
    EACH_LIVE (&g->live, i, part, block)
        vector_add_squares(part.to - part.from, part.from - block.from,
                           engine_gradient(g, i, part.from), lane);
    return vector_squares(lane);
}

/* Is anything of a block live?  Asked of ascending blocks; *i is the first span
 * that may be. */
static bool is_live(const struct live *l, struct span block, int *i)
{
    while (*i < l->n && l->span[*i].to <= block.from)
        (*i)++;
    return *i < l->n && l->span[*i].from < block.to;
}

void engine_merge_threads(struct engine *g, int me, int n)
{
    const struct run r = block_run(g->len, n, me);
    struct sums *s = &g->worker[me].sums;
    int next = live_first(&g->live, (size_t)r.first * BLOCK);

    for (int i = r.first; i < r.end; i++) {
        const struct span b = block_of((struct span){0, g->len}, i);
        const bool live = is_live(&g->live, b, &next);

        if (live) {
            gather_threads(g, s, n);
            sums_merge(s, &g->live, b.from, b.to);
        }
        if (engine_members(g) == 1)
            engine_squares(g)[i] =
                live || g->conf->l2_in_loss ? squares(g, b) : 0;
    }
}

/* --- between ranks ------------------------------------------------------- */

/* Of n bytes, until the next call. */
static struct span *span_room(struct engine *g, size_t n)
{
    if (!g->spans || n > g->spans_room) {
        comm_free(g->spans);
        g->spans_room = n + n / 8;
        g->spans = comm_new(g->spans_room);
    }
    return g->spans;
}

/* Everyone's spans to everyone: g->live becomes that of all grains. */
static int join_live(struct engine *g, struct error *e)
{
    const int n = engine_members(g);
    struct arena *a = &g->worker[0].arena; /* the grains are done */
    size_t all = 0, before = 0;

    arena_reset(a);
    size_t *bytes = arena_alloc(a, (size_t)n * sizeof(*bytes));
    size_t *each = arena_alloc(a, (size_t)n * sizeof(*each));

    for (int i = 0; i < n; i++)
        each[i] = sizeof(*bytes);
    bytes[g->group->me] = (size_t)g->live.n * sizeof(struct span);
    if (group_allgather(g->group, bytes, each, e))
        return -1;
    for (int i = 0; i < n; i++) {
        before += i < g->group->me ? bytes[i] : 0;
        all += bytes[i];
    }
    struct span *spans = span_room(g, all);

    if (g->live.n)
        memcpy(spans + before / sizeof(*spans), g->live.span,
               bytes[g->group->me]);
    if (group_allgather(g->group, spans, bytes, e))
        return -1;
    for (int i = 0; i < n; i++) {
        const size_t count = bytes[i] / sizeof(*spans);

        live_join(&g->live, spans, (int)count, &g->room);
        spans += count;
    }
    return 0;
}

/* What is too small goes. */
static void make_packed_room(struct engine *g, size_t n)
{
    if (!g->packed)
        g->packed = memory_zeroed(TREE_MAX_PARTIALS, sizeof(*g->packed));
    if (n <= g->packed_room)
        return;
    for (int k = 0; k < TREE_MAX_PARTIALS; k++) {
        comm_free(g->packed[k]);
        g->packed[k] = NULL;
    }
    g->packed_room = n + n / 8;
}

/* Sum k of this rank with its live spans one behind the other. */
static float *packed(struct engine *g, int k)
{
    const float *sum = g->mine.sum[k];
    const struct live *l = &g->live;

    if (!g->tables)
        return g->mine.sum[k];
    make_packed_room(g, live_before(l, g->len));
    if (!g->packed[k])
        g->packed[k] = comm_new(g->packed_room * sizeof(*sum));
    for (int i = 0; i < l->n; i++)
        memcpy(g->packed[k] + l->at[i], sum + l->span[i].from,
               (l->span[i].to - l->span[i].from) * sizeof(*sum));
    return g->packed[k];
}

/* Where a member's slice lies, packed. */
static struct span packed_slice(const struct engine *g, int member)
{
    const struct span s = block_span(g->len, engine_members(g), member);

    return (struct span){live_before(&g->live, s.from),
                         live_before(&g->live, s.to)};
}

/* Sums and slices on their way; g->all ends as every rank's sums in the order
 * of the grains. */
static int send_slices(struct engine *g, float *const *mine, struct error *e)
{
    const struct span own = packed_slice(g, g->group->me);
    struct tree_node node[TREE_MAX_PARTIALS];
    int at = 0;

    g->all.n = 0;
    for (int i = 0; i < engine_members(g); i++) {
        const struct span s = packed_slice(g, i);

        if (i == g->group->me) {
            sums_add(&g->all, g->mine.node, mine, g->mine.n, s.from);
            continue;
        }
        const int covers = tree_cover(engine_grains_of(g, i), node);

        for (int k = 0; k < covers; k++)
            group_expect(g->group, i, KIND_SUMS, g->received[at + k],
                         (own.to - own.from) * sizeof(float));
        sums_add(&g->all, node, &g->received[at], covers, 0);
        at += covers;
        for (int k = 0; k < g->mine.n; k++)
            group_send(g->group, i, KIND_SUMS, mine[k] + s.from,
                       (s.to - s.from) * sizeof(float));
    }
    return group_flush(g->group, e);
}

int engine_exchange(struct engine *g, int threads, struct error *e)
{
    float *mine[TREE_MAX_PARTIALS];

    if (g->tables && join_live(g, e))
        return -1;
    gather_threads(g, &g->mine, threads);
    sums_merge(&g->mine, NULL, 0, 0);
    for (int k = 0; k < g->mine.n; k++)
        mine[k] = packed(g, k);
    return send_slices(g, mine, e);
}

void engine_merge_ranks(struct engine *g, int me, int n)
{
    const struct run r = block_run(g->slice.to - g->slice.from, n, me);
    const size_t first = live_before(&g->live, g->slice.from);
    struct sums *s = &g->worker[me].sums;

    for (int i = r.first; i < r.end; i++) {
        const struct span b = block_of(g->slice, i);

        s->n = 0;
        sums_add(s, g->all.node, g->all.sum, g->all.n, 0);
        sums_merge(s, NULL, live_before(&g->live, b.from) - first,
                   live_before(&g->live, b.to) - first);
        engine_squares(g)[i] = squares(g, b);
    }
}

const float *engine_gradient(const struct engine *g, int i, size_t from)
{
    const struct live *l = &g->live;

    if (engine_members(g) == 1)
        return g->worker[0].partials.sum[0] + from;
    return g->all.sum[0] + l->at[i] + (from - l->span[i].from) -
           live_before(l, g->slice.from);
}
