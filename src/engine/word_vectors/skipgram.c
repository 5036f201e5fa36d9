#include "config.h"

#include "engine/word_vectors/skipgram.h"

#include "engine/word_vectors/skipgram_step.h"

/* THREADS: more than blocks, so that the others find pairs meanwhile; one for
 * two blocks is fast enough. */
enum { SKIPGRAM_BLOCKS = 4, THREADS = SKIPGRAM_BLOCKS + 2, BATCH = 256 };

/* A step has 64 parts, or fewer if a pass would have fewer than 64 steps. */
enum { STEP_PARTS = 64, STEPS = 64 };

static int steps_of(int parts)
{
    const int whole = (parts + STEP_PARTS - 1) / STEP_PARTS;

    return whole >= STEPS ? whole : parts < STEPS ? parts : STEPS;
}

void skipgram_init(struct skipgram *g, const struct running_text *r,
                   const struct vectors_settings *s, const struct tables *t,
                   struct thread_pool *pool)
{
    const int blocks = blocks_of(r->n);

    *g = (struct skipgram){.text = r,
                           .settings = s,
                           .tables = t,
                           .key = random_key(s->seed, "vectors: negatives"),
                           .pool = pool,
                           .parts = parts_of(r)};
    g->blocks = blocks < SKIPGRAM_BLOCKS ? blocks : SKIPGRAM_BLOCKS;
    g->steps = steps_of(g->parts);
    pair_finder_init(&g->finder, r, s->window, s->sample, s->seed);
    negatives_init(&g->negatives, r, g->blocks);
}

void skipgram_release(struct skipgram *g)
{
    for (int i = 0; i < PARTS_AHEAD; i++)
        bucket_pairs_release(&g->pairs[i]);
    pair_finder_release(&g->finder);
    negatives_release(&g->negatives);
    *g = (struct skipgram){0};
}

/* The rate at the beginning of a part, from the number of tokens before it;
 * parts are numbered over all passes. */
static float rate_at(const struct skipgram *g, int part)
{
    const double tokens = (double)g->text->tokens;
    const double done = (double)(part / g->parts) * tokens +
                        (double)(part % g->parts) * PART_TOKENS;
    const double left = 1 - done / (tokens * g->settings->passes);

    return (float)(g->settings->rate * (left > 1e-4 ? left : 1e-4));
}

/* Draw the negatives of pairs [from, from + n) of a bucket. */
static void draw(const struct skipgram *g, const struct learning_job *job,
                 struct partition partition, int block, size_t from, size_t n,
                 int32_t *negative)
{
    const size_t all = n * (size_t)g->settings->negatives;
    const struct address at = {(uint32_t)job->part,
                               (uint32_t)(job->block * g->blocks + block),
                               (uint32_t)(from / BATCH)};
    uint32_t bits[BATCH * (size_t)NEGATIVES_MOST];

    random_words(g->key, at, all, bits);
    negatives_draw(&g->negatives, partition, block, all, bits, negative);
}

static void work_through(const struct skipgram *g,
                         const struct learning_job *job)
{
    const struct bucket_pairs *p = &g->pairs[job->part % PARTS_AHEAD];
    const int block = blocks_meet(job->block, job->round, g->blocks);
    const int bucket = job->block * g->blocks + block;
    const struct vector_pair *pair = p->pair + p->bucket[bucket];
    const size_t all = p->bucket[bucket + 1] - p->bucket[bucket];
    const float rate = rate_at(g, job->part);
    int32_t negative[BATCH * (size_t)NEGATIVES_MOST];

    for (size_t from = 0; from < all; from += BATCH) {
        const size_t n = all - from < BATCH ? all - from : BATCH;

        draw(g, job, p->partition, block, from, n, negative);
        skipgram_steps(g->tables, n, pair + from, negative,
                       g->settings->negatives, rate);
    }
}

static void find(struct skipgram *g, const struct learning_job *job)
{
    bucket_pairs_find(
        &g->pairs[job->part % PARTS_AHEAD], &g->finder, job->part % g->parts,
        job->part / g->parts,
        partition_of(g->settings->seed, (uint32_t)job->part, g->blocks));
}

struct some_parts {
    struct skipgram *g;
    struct jobs *todo;
};

static void work(const void *of, int i)
{
    const struct some_parts *s = of;
    struct learning_job job;

    (void)i;
    while (jobs_next(s->todo, &job)) {
        if (job.find)
            find(s->g, &job);
        else
            work_through(s->g, &job);
        jobs_done(s->todo, &job);
    }
}

/* The first part of a step. */
static int first_part(const struct skipgram *g, int step)
{
    return step / g->steps * g->parts +
           (int)((long)(step % g->steps) * g->parts / g->steps);
}

void skipgram_step(struct skipgram *g, int step)
{
    struct jobs todo;
    const struct some_parts s = {g, &todo};

    jobs_init(&todo, g->blocks, first_part(g, step), first_part(g, step + 1));
    thread_pool_run(g->pool, THREADS, work, &s);
    jobs_release(&todo);
}
