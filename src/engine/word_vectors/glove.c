#include "config.h"

#include "engine/word_vectors/glove.h"

#include "engine/word_vectors/blocks.h"
#include "engine/word_vectors/glove_step.h"

void glove_init(struct glove *g, const struct running_text *r,
                const struct vectors_settings *s, const struct tables *t,
                struct thread_pool *pool)
{
    *g = (struct glove){
        .settings = s, .tables = t, .blocks = blocks_of(r->n), .pool = pool};
    cooccurrences_init(&g->counts, r, g->blocks, s->window, s->x_max, s->seed,
                       pool);
}

void glove_release(struct glove *g)
{
    cooccurrences_release(&g->counts);
    *g = (struct glove){0};
}

struct round {
    const struct glove *g;
    int number;
};

static void work_through(const void *of, int i)
{
    const struct round *r = of;
    const struct glove *g = r->g;
    const int bucket = i * g->blocks + blocks_meet(i, r->number, g->blocks);
    const size_t from = g->counts.bucket[bucket];

    glove_steps(g->tables, g->counts.bucket[bucket + 1] - from,
                g->counts.entry + from, (float)g->settings->rate);
}

void glove_step(struct glove *g, int step)
{
    const struct round r = {g, step % g->blocks};

    thread_pool_run(g->pool, g->blocks, work_through, &r);
}
