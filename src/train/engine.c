#include "train/engine.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "train/average.h"

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
        const struct span s = block_span(g->len, engine_members(g), i);
        g->bytes[i] = engine_numbers_of(g, i) * sizeof(double);
        g->slice_bytes[i] = (s.to - s.from) * sizeof(float);
        n += engine_numbers_of(g, i);
    }
    g->numbers = comm_new(n * sizeof(double));
    g->loss = memory_zeroed((size_t)train_grains(g->conf), sizeof(double));
}

/* What is kept beside the parameters. */
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

static void init_received(struct engine *g)
{
    const size_t slice = g->slice.to - g->slice.from;
    struct tree_node node[TREE_MAX_PARTIALS];

    for (int i = 0; i < engine_members(g); i++)
        if (i != g->group->me)
            g->receives += tree_cover(engine_grains_of(g, i), node);
    g->received = memory_zeroed((size_t)g->receives, sizeof(*g->received));
    for (int i = 0; i < g->receives; i++)
        g->received[i] = comm_new(slice * sizeof(float));
}

static void init_tables(struct worker *w, const struct model *m)
{
    struct touched *t = &w->partials.touched;

    for (int i = 0; i < m->params.n; i++) {
        const struct param *x = &m->params.param[i];

        if (x->table)
            touched_add_table(t, x->offset, x->rows, x->cols);
    }
    w->tape.touched = t->tables ? t : NULL;
}

static void init_workers(struct engine *g)
{
    g->worker = memory_zeroed((size_t)g->threads, sizeof(*g->worker));
    for (int i = 0; i < g->threads; i++) {
        struct worker *w = &g->worker[i];
        w->tape = (struct tape){
            .arena = &w->arena,
            .params = g->params,
            .products = (enum products)g->conf->products,
            .training = true,
            .dropout = random_key((uint64_t)g->conf->seed, "dropout"),
        };
        sums_init(&w->sums, (g->threads + g->receives + 1) * TREE_MAX_PARTIALS);
        init_tables(w, g->model);
    }
    g->tables = g->worker[0].partials.touched.tables > 0;
    live_find(&g->live, g->len, &(struct touched){0}); /* without tables, all */
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
    comm_widen(g->threads); /* before there are threads to inherit the mask */
    g->grains = engine_grains_of(g, group->me);
    g->len = m->params.len;
    g->slice = block_span(g->len, group->n, group->me);
    g->params = comm_new(g->len * sizeof(float));
    params_init(&m->params, (uint64_t)c->seed, g->params);
    init_vectors(g);
    init_held(g);
    init_numbers(g);
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
    comm_widen(threads);
    init_workers(g);
}

void engine_release(struct engine *g)
{
    for (int i = 0; g->worker && i < g->threads; i++) {
        arena_release(&g->worker[i].arena);
        partials_release(&g->worker[i].partials);
        sums_release(&g->worker[i].sums);
    }
    for (int i = 0; i < g->receives; i++)
        comm_free(g->received[i]);
    for (int i = 0; g->packed && i < TREE_MAX_PARTIALS; i++)
        comm_free(g->packed[i]);
    free(g->packed);
    live_release(&g->live);
    live_release(&g->room);
    comm_free(g->spans);
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
