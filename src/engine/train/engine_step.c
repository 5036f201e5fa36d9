#include "engine/train/engine_step.h"

#include <math.h>
#include <omp.h>
#include <string.h>

#include "engine/kernel/team.h"
#include "engine/train/engine_sums.h"
#include "engine/train/engine_update.h"

/* What the threads of the parallel region share in a step. */
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

static double *my_losses(const struct engine *g)
{
    return engine_numbers_at(g, g->group->me);
}

/* The grains of thread me of n.  If there are more threads than grains, the
 * last threads have none. */
static struct run grains_of_thread(const struct engine *g, int me, int n)
{
    const int grains = run_size(g->grains), most = n < grains ? n : grains;

    return me < most ? tree_run(grains, most, me) : (struct run){0, 0};
}

/* Forward and backward of one grain; returns its share of the loss. */
static double grain_step(const struct engine *g, struct engine_thread *w,
                         const struct batch *b, int index)
{
    const struct run r = {b->cut[index], b->cut[index + 1]};
    const struct visit visit = {(uint64_t)g->conf->seed, (uint32_t)b->epoch,
                                (uint32_t)b->step};
    double value = 0;

    arena_reset(&w->arena);
    tape_begin(&w->tape, (uint32_t)b->step);
    table_grads_begin(&w->tables);
    w->tape.grads = sums_begin(&w->own, g->dense);
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
    struct engine_thread *w = &g->worker[me];
    const struct run mine = grains_of_thread(g, me, n);

    w->own.n = 0;
    for (int i = mine.first; i < mine.end; i++) {
        my_losses(g)[i] = grain_step(g, w, b, g->grains.first + i);
        sums_push(&w->own, g->grains.first + i, g->dense, &w->tables);
    }
}

/* Compute loss, norm and flags from all ranks' numbers. */
static void add_up(struct engine *g, struct step *out)
{
    double squares = 0;
    int grain = 0;

    out->flags = 0;
    for (int i = 0; i < engine_members(g); i++) {
        const double *at = engine_numbers_at(g, i);
        const int grains = run_size(engine_grains_of(g, i));
        const int blocks = run_size(block_run(g->len, engine_members(g), i));
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
    const size_t flags = engine_numbers_of(g, g->group->me) - 1;
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
    if (g->tables.n) {
#pragma omp master
        engine_find_nonzero(g, n);
#pragma omp barrier
        engine_cover_nonzero(g, me);
#pragma omp barrier
    }
    engine_merge_threads(g, me, n);
    if (engine_members(g) > 1) {
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

/* Save the parameters that are held, before a step. */
static void set_aside(struct engine *g)
{
    const struct params *p = &g->model->params;
    float *to = g->held;

    for (int i = 0; to && i < p->n; i++)
        if (p->param[i].held) {
            memcpy(to, g->params + p->param[i].offset,
                   param_len(&p->param[i]) * sizeof(*to));
            to += param_len(&p->param[i]);
        }
}

/* Restore them and their average after the step: even with a gradient of 0, l2
 * would change them. */
static void put_back(struct engine *g)
{
    const struct params *p = &g->model->params;
    const float *from = g->held;

    for (int i = 0; from && i < p->n; i++) {
        const size_t at = p->param[i].offset,
                     n = p->param[i].held ? param_len(&p->param[i]) : 0;

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
