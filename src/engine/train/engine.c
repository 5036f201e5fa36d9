#include "engine/train/engine.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/train/average.h"

size_t engine_numbers_of(const struct engine *g, int member)
{
    return (size_t)(run_size(engine_grains_of(g, member)) +
                    run_size(block_run(g->len, engine_members(g), member)) + 1);
}

double *engine_numbers_at(const struct engine *g, int member)
{
    double *at = g->numbers;

    for (int i = 0; i < member; i++)
        at += g->bytes[i] / sizeof(double);
    return at;
}

double *engine_squares(const struct engine *g)
{
    return engine_numbers_at(g, g->group->me) + run_size(g->grains);
}

/* --- making and freeing ----------------------------------------------- */

static void init_numbers(struct engine *g)
{
    size_t n = 0;

    g->bytes = memory_new((size_t)engine_members(g) * sizeof(*g->bytes));
    g->slice_bytes =
        memory_new((size_t)engine_members(g) * sizeof(*g->slice_bytes));
    for (int i = 0; i < engine_members(g); i++) {
        const struct element_range s = block_span(g->len, engine_members(g), i);
        g->bytes[i] = engine_numbers_of(g, i) * sizeof(double);
        g->slice_bytes[i] = (s.to - s.from) * sizeof(float);
        n += engine_numbers_of(g, i);
    }
    g->numbers = comm_new(n * sizeof(double));
    g->loss = memory_zeroed((size_t)train_grains(g->conf), sizeof(double));
}

/* Allocate what is kept beside the parameters. */
static void init_vectors(struct engine *g)
{
    const size_t len = g->slice.to - g->slice.from;

    g->moments = optimizer_moments(&g->conf->optimizer);
    for (int i = 0; i < g->moments; i++)
        g->moment[i] = comm_new(len * sizeof(float));
    if (!average_is_kept(&g->conf->average))
        return;
    g->average = comm_new(len * sizeof(float));
    g->whole = comm_new(g->len * sizeof(float));
    memcpy(g->average, g->params + g->slice.from, len * sizeof(float));
}

static void init_held(struct engine *g)
{
    const struct params *p = &g->model->params;
    size_t n = 0;

    for (int i = 0; i < p->n; i++)
        n += p->param[i].held ? param_len(&p->param[i]) : 0;
    g->held = n ? memory_floats(n) : NULL;
}

void engine_place_nonzero(struct engine *g)
{
    nonzero_find(&g->nonzero, g->len, &g->tables, &g->rows);
    g->first = nonzero_before(&g->nonzero, g->slice.from);
}

static void init_received(struct engine *g)
{
    const size_t slice = param_tables_dense(&g->tables, g->slice.to) -
                         param_tables_dense(&g->tables, g->slice.from);
    struct tree_node node[TREE_MAX_PARTIALS];

    for (int i = 0; i < engine_members(g); i++)
        if (i != g->group->me)
            g->receives += tree_cover(engine_grains_of(g, i), node);
    g->received = memory_zeroed((size_t)g->receives, sizeof(*g->received));
    for (int i = 0; i < g->receives; i++)
        g->received[i].dense = comm_new(slice * sizeof(float));
    g->sent = memory_zeroed(TREE_MAX_PARTIALS, sizeof(*g->sent));
}

static void init_tables(struct engine *g)
{
    const struct params *p = &g->model->params;

    for (int i = 0; i < p->n; i++) {
        const struct param *x = &p->param[i];

        if (x->table)
            param_tables_add(&g->tables, i, x->offset, x->rows, x->cols);
    }
    g->dense = param_tables_dense(&g->tables, g->len);
    engine_place_nonzero(g);
}

static void init_workers(struct engine *g)
{
    g->worker = memory_zeroed((size_t)g->threads, sizeof(*g->worker));
    for (int i = 0; i < g->threads; i++) {
        struct engine_thread *w = &g->worker[i];
        w->tape = (struct tape){
            .arena = &w->arena,
            .params = g->params,
            .products = (enum products)g->conf->products,
            .training = true,
            .dropout = random_key((uint64_t)g->conf->seed, "dropout"),
        };
        table_grads_init(&w->tables, &g->tables);
        w->tape.tables = g->tables.n ? &w->tables : NULL;
        sums_init(&w->own, TREE_MAX_PARTIALS);
        sums_init(&w->sums, (g->threads + g->receives + 1) * TREE_MAX_PARTIALS);
    }
}

int engine_check(const struct model *m, const struct train_config *c, int ranks,
                 struct error *e)
{
    if (ranks > train_grains(c))
        return error_set(e,
                         "%d ranks for a trial of %ld grains: raise "
                         "train.grains, or lower run.ranks_per_trial to train "
                         "more trials at once",
                         ranks, train_grains(c));
    if (c->label_smoothing > 0 && !m->spec.head.kind->smooths)
        return error_set(e,
                         "train.label_smoothing: found %g, expected 0 for "
                         "answer '%s'",
                         c->label_smoothing, m->spec.head.kind->is.name);
    return 0;
}

int engine_init(struct engine *g, const struct model *m,
                const struct train_config *c, struct group *group, int threads,
                struct error *e)
{
    *g = (struct engine){.model = m, .conf = c, .group = group};
    if (engine_check(m, c, group->n, e))
        return -1;
    g->threads = threads > 0 ? threads : 1;
    /* before threads exist, which inherit the mask */
    comm_widen_mask(g->threads);
    g->grains = engine_grains_of(g, group->me);
    g->len = m->params.len;
    g->slice = block_span(g->len, group->n, group->me);
    g->params = comm_new(g->len * sizeof(float));
    params_init(&m->params, (uint64_t)c->seed, g->params);
    init_vectors(g);
    init_held(g);
    init_numbers(g);
    init_tables(g);
    init_received(g);
    init_workers(g);
    sums_init(&g->mine, g->threads * TREE_MAX_PARTIALS);
    sums_init(&g->all, g->receives + TREE_MAX_PARTIALS);
    return 0;
}

void engine_init_answers(struct engine *g, const struct model *m,
                         const struct train_config *c, struct group *group,
                         int threads)
{
    *g = (struct engine){.model = m, .conf = c, .group = group};
    g->threads = threads;
    g->len = m->params.len;
    comm_widen_mask(threads);
    init_tables(g);
    init_workers(g);
}

void engine_release(struct engine *g)
{
    for (int i = 0; g->worker && i < g->threads; i++) {
        arena_release(&g->worker[i].arena);
        table_grads_release(&g->worker[i].tables);
        sums_release_own(&g->worker[i].own);
        sums_release(&g->worker[i].sums);
    }
    for (int i = 0; i < g->receives; i++) {
        comm_free(g->received[i].dense);
        comm_free(g->received[i].rows.x);
    }
    for (int i = 0; g->sent && i < TREE_MAX_PARTIALS; i++)
        comm_free(g->sent[i].x);
    packed_rows_release(&g->rows);
    nonzero_release(&g->nonzero);
    param_tables_release(&g->tables);
    comm_free(g->ids);
    free(g->sent);
    free(g->received);
    free(g->worker);
    sums_release(&g->mine);
    sums_release(&g->all);
    comm_free(g->params);
    for (int i = 0; i < g->moments; i++)
        comm_free(g->moment[i]);
    free(g->held);
    comm_free(g->average);
    comm_free(g->whole);
    comm_free(g->numbers);
    free(g->bytes);
    free(g->slice_bytes);
    free(g->loss);
    *g = (struct engine){0};
}

const float *engine_evaluated(struct engine *g, struct error *e)
{
    if (!g->average)
        return g->params;
    memcpy(g->whole + g->slice.from, g->average,
           (g->slice.to - g->slice.from) * sizeof(float));
    return group_allgather(g->group, g->whole, g->slice_bytes, e) ? NULL
                                                                  : g->whole;
}
