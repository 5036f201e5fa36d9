#include "train/engine.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel/team.h"
#include "kernel/vector.h"
#include "train/average.h"
#include "train/engine_parts.h"

/* A step as the threads of the parallel region see it. */
struct shared_step {
    const struct batch *batch;
    unsigned (*ask)(void *);
    void *context;
    struct step *out;
    struct error *error;
    struct descent descent;
    enum step_end end;
    atomic_int finished; /* threads whose grains are done */
};

/* Where member i's numbers stand, and how many they are. */
static size_t numbers_of(const struct engine *g, int member)
{
    return (size_t)(run_size(grains_of(g, member)) +
                    run_size(block_run(g->len, members(g), member)) + 1);
}

static double *numbers_at(const struct engine *g, int member)
{
    double *at = g->numbers;

    for (int i = 0; i < member; i++)
        at += g->bytes[i] / sizeof(double);
    return at;
}

static double *my_losses(const struct engine *g)
{
    return numbers_at(g, g->group->me);
}

double *engine_squares(const struct engine *g)
{
    return my_losses(g) + run_size(g->grains);
}

/* --- making and freeing ----------------------------------------------- */

static void init_numbers(struct engine *g)
{
    size_t n = 0;

    g->bytes = memory_new((size_t)members(g) * sizeof(*g->bytes));
    g->slice_bytes = memory_new((size_t)members(g) * sizeof(*g->slice_bytes));
    for (int i = 0; i < members(g); i++) {
        const struct span s = block_span(g->len, members(g), i);
        g->bytes[i] = numbers_of(g, i) * sizeof(double);
        g->slice_bytes[i] = (s.to - s.from) * sizeof(float);
        n += numbers_of(g, i);
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

static size_t len_of(const struct param *x)
{
    return (size_t)x->rows * (size_t)x->cols;
}

static void init_held(struct engine *g)
{
    const struct params *p = &g->model->params;
    size_t n = 0;

    for (int i = 0; i < p->n; i++)
        n += p->param[i].held ? len_of(&p->param[i]) : 0;
    g->held = n ? memory_floats(n) : NULL;
}

static void init_received(struct engine *g)
{
    const size_t slice = g->slice.to - g->slice.from;
    struct tree_node node[TREE_MAX_PARTIALS];

    for (int i = 0; i < members(g); i++)
        if (i != g->group->me)
            g->receives += tree_cover(grains_of(g, i), node);
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
            .training = true,
            .dropout = random_key((uint64_t)g->conf->seed, "dropout"),
        };
        sums_init(&w->sums, (g->threads + g->receives + 1) * TREE_MAX_PARTIALS);
        init_tables(w, g->model);
    }
    g->tables = g->worker[0].partials.touched.tables > 0;
    live_find(&g->live, g->len, &(struct touched){0}); /* without tables, all */
}

int engine_init(struct engine *g, const struct model *m,
                const struct train_config *c, struct group *group, int threads,
                struct error *e)
{
    *g = (struct engine){.model = m, .conf = c, .group = group};
    if (group->n > train_grains(c))
        return error_set(e,
                         "%d ranks for a trial of %ld grains: raise "
                         "train.grains, or lower run.ranks_per_trial to train "
                         "more trials at once",
                         group->n, train_grains(c));
    if (c->label_smoothing > 0 && !m->spec.head.kind->smooths)
        return error_set(e,
                         "train.label_smoothing: found %g, expected 0 for "
                         "answer '%s'",
                         c->label_smoothing, m->spec.head.kind->is.name);
    g->threads = threads > 0 ? threads : 1;
    comm_widen(g->threads); /* before there are threads to inherit the mask */
    g->grains = grains_of(g, group->me);
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

/* --- a step, phase by phase ------------------------------------------- */

/* Forward and backward of one grain; returns its share of the loss. */
static double grain_step(const struct engine *g, struct worker *w,
                         const struct batch *b, int index)
{
    const struct run r = {b->cut[index], b->cut[index + 1]};
    const struct visit visit = {(uint64_t)g->conf->seed, (uint32_t)b->epoch};
    double value = 0;

    arena_reset(&w->arena);
    tape_begin(&w->tape, (uint32_t)b->step);
    w->tape.grads = partials_begin(&w->partials, g->len);
    if (r.first < r.end) {
        struct grain grain;

        grain_pack(b->x, b->order, r, &g->model->kind->framing, &visit,
                   (float)(1 / b->count), &w->arena, &grain);
        struct node *loss = model_loss(&w->tape, g->model, &grain,
                                       (float)g->conf->label_smoothing);
        tape_backward(&w->tape, loss);
        value = loss->val[0];
    }
    params_clear_rest(&w->tape, &g->model->params);
    return value;
}

static void run_grains(struct engine *g, const struct batch *b, int me, int n)
{
    struct worker *w = &g->worker[me];
    const struct run mine = grains_of_thread(g, me, n);

    w->partials.n = 0;
    for (int i = mine.first; i < mine.end; i++) {
        my_losses(g)[i] = grain_step(g, w, b, g->grains.first + i);
        partials_push(&w->partials, g->grains.first + i, g->len);
    }
}

/* Put loss, norm and flags together from everyone's numbers. */
static void add_up(struct engine *g, struct step *out)
{
    double squares = 0;
    int grain = 0;

    out->flags = 0;
    for (int i = 0; i < members(g); i++) {
        const double *at = numbers_at(g, i);
        const int grains = run_size(grains_of(g, i));
        const int blocks = run_size(block_run(g->len, members(g), i));
        for (int k = 0; k < grains; k++)
            g->loss[grain++] = *at++;
        for (int k = 0; k < blocks; k++)
            squares += *at++;
        out->flags |= (unsigned)*at;
    }
    out->norm = sqrt(squares);
    out->loss = tree_sum((int)train_grains(g->conf), g->loss);
}

static void decide(struct engine *g, struct shared_step *t)
{
    const struct train_config *c = g->conf;
    const size_t flags = numbers_of(g, g->group->me) - 1;
    double scale = 1;

    my_losses(g)[flags] = t->ask ? t->ask(t->context) : 0;
    if (group_allgather(g->group, g->numbers, g->bytes, t->error)) {
        t->end = STEP_BROKEN;
        return;
    }
    add_up(g, t->out);
    if (!isfinite(t->out->loss) || !isfinite(t->out->norm)) {
        t->end = STEP_NAN;
        return;
    }
    if (c->clip_norm > 0 && t->out->norm > c->clip_norm)
        scale = c->clip_norm / t->out->norm;
    t->descent = (struct descent){.rate = t->batch->rate,
                                  .scale = scale,
                                  .l2 = c->l2_in_loss ? scale * c->l2 : c->l2,
                                  .step = t->batch->step + 1};
}

static void work(struct engine *g, struct shared_step *t, int me, int n)
{
    run_grains(g, t->batch, me, n);
    atomic_fetch_add(&t->finished, 1);
    team_help(&t->finished, n, &g->worker[me].arena);
#pragma omp barrier
    if (g->tables) {
#pragma omp master
        engine_find_live(g, n);
#pragma omp barrier
    }
    engine_merge_threads(g, me, n);
    if (members(g) > 1) {
#pragma omp barrier
#pragma omp master
        if (engine_exchange(g, n, t->error))
            t->end = STEP_BROKEN;
#pragma omp barrier
        if (t->end == STEP_DONE)
            engine_merge_ranks(g, me, n);
    }
#pragma omp barrier
#pragma omp master
    if (t->end == STEP_DONE)
        decide(g, t);
#pragma omp barrier
    if (t->end == STEP_DONE)
        engine_update(g, &t->descent, me, n);
}

/* Parameters that are held, before a step. */
static void set_aside(struct engine *g)
{
    const struct params *p = &g->model->params;
    float *to = g->held;

    for (int i = 0; to && i < p->n; i++)
        if (p->param[i].held) {
            memcpy(to, g->params + p->param[i].offset,
                   len_of(&p->param[i]) * sizeof(*to));
            to += len_of(&p->param[i]);
        }
}

/* They and their average after it: a gradient of 0 is not all that moves a
 * parameter, for there is l2. */
static void put_back(struct engine *g)
{
    const struct params *p = &g->model->params;
    const float *from = g->held;

    for (int i = 0; from && i < p->n; i++) {
        const size_t at = p->param[i].offset,
                     n = p->param[i].held ? len_of(&p->param[i]) : 0;

        for (size_t k = at; k < at + n; k++) {
            g->params[k] = from[k - at];
            if (g->average && k >= g->slice.from && k < g->slice.to)
                g->average[k - g->slice.from] = from[k - at];
        }
        from += n;
    }
}

enum step_end engine_step(struct engine *g, const struct batch *b,
                          unsigned (*ask)(void *), void *context,
                          struct step *out, struct error *e)
{
    struct shared_step t = {
        .batch = b, .ask = ask, .context = context, .out = out, .error = e};

    set_aside(g);
#pragma omp parallel num_threads(g->threads)
    work(g, &t, omp_get_thread_num(), omp_get_num_threads());

    put_back(g);
    if (t.end == STEP_DONE &&
        group_allgather(g->group, g->params, g->slice_bytes, e))
        t.end = STEP_BROKEN;
    return t.end;
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
