#include "config.h"

#include "engine/word_vectors/jobs.h"

#define SPINS 50000 /* before it sleeps; takes longer than a bucket */

void jobs_init(struct jobs *s, int blocks, int first, int end)
{
    *s = (struct jobs){
        .blocks = blocks, .end = end, .learning = first, .finding = first};
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->changed, NULL);
}

void jobs_release(struct jobs *s)
{
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
}

/* The block whose row has finished the fewest rounds among those that can go
 * on; -1 if none can.  The row with the fewest of all can always go on, unless
 * a thread is processing it. */
static int ready(const struct jobs *s)
{
    int best = -1;

    if (s->learning == s->end || !s->found[s->learning % PARTS_AHEAD])
        return -1;
    for (int b = 0; b < s->blocks; b++) {
        const int behind = (b + 1) % s->blocks;

        if (!s->busy[b] && s->done[b] < s->blocks &&
            s->done[behind] >= s->done[b] &&
            (best < 0 || s->done[b] < s->done[best]))
            best = b;
    }
    return best;
}

static bool take(struct jobs *s, struct learning_job *job)
{
    const int block = ready(s);

    if (block >= 0) {
        s->busy[block] = true;
        *job = (struct learning_job){false, s->learning, block, s->done[block]};
        return true;
    }
    if (s->finding == s->end || s->finding == s->learning + PARTS_AHEAD)
        return false;
    *job = (struct learning_job){.find = true, .part = s->finding++};
    return true;
}

static void wait_for_change(struct jobs *s, unsigned changes)
{
    for (int i = 0; i < SPINS; i++)
        if (atomic_load(&s->changes) != changes)
            return;
    pthread_mutex_lock(&s->lock);
    s->waiting++;
    while (atomic_load(&s->changes) == changes)
        pthread_cond_wait(&s->changed, &s->lock);
    s->waiting--;
    pthread_mutex_unlock(&s->lock);
}

bool jobs_try(struct jobs *s, struct learning_job *job)
{
    pthread_mutex_lock(&s->lock);
    const bool taken = take(s, job);

    pthread_mutex_unlock(&s->lock);
    return taken;
}

bool jobs_next(struct jobs *s, struct learning_job *job)
{
    for (;;) {
        const unsigned changes = atomic_load(&s->changes);

        if (jobs_try(s, job))
            return true;
        if (atomic_load(&s->learning) == s->end)
            return false;
        wait_for_change(s, changes);
    }
}

static bool all_done(const struct jobs *s)
{
    for (int b = 0; b < s->blocks; b++)
        if (s->done[b] < s->blocks)
            return false;
    return true;
}

void jobs_done(struct jobs *s, const struct learning_job *job)
{
    pthread_mutex_lock(&s->lock);
    if (job->find) {
        s->found[job->part % PARTS_AHEAD] = true;
    } else {
        s->busy[job->block] = false;
        s->done[job->block]++;
        if (all_done(s)) {
            for (int b = 0; b < s->blocks; b++)
                s->done[b] = 0;
            s->found[s->learning % PARTS_AHEAD] = false;
            s->learning++;
        }
    }
    atomic_fetch_add(&s->changes, 1);
    if (s->waiting)
        pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}
