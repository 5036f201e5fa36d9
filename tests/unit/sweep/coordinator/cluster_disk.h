/*
 * cluster_disk.h - the journal of a simulated cluster: lines that are written
 * and synced together some time after a request, or fail.
 */
#ifndef CLUSTER_DISK_H
#define CLUSTER_DISK_H

#include "tests/unit/sweep/coordinator/cluster.h"

static void disk_release(struct cluster_disk *d)
{
    for (long i = 0; i < d->n; i++)
        free(d->line[i].detail);
    free(d->line);
    *d = (struct cluster_disk){0};
}

static void disk_cut(struct cluster_disk *d, long n)
{
    while (d->n > n)
        free(d->line[--d->n].detail);
}

static int disk_error(struct error *e)
{
    return error_set(e, "the disk is full");
}

static int disk_add(struct cluster *c, const char *word, long trial,
                    bool durable, const char *detail, struct error *e)
{
    struct cluster_disk *d = &c->disk;

    if (d->failed)
        return disk_error(e);
    GROW(d->line, d->n, d->room);
    struct cluster_line *l = &d->line[d->n++];

    *l = (struct cluster_line){
        .trial = trial, .durable = durable, .detail = memory_string(detail)};
    snprintf(l->word, sizeof(l->word), "%s", word);
    return 0;
}

/* Request that the waiting lines are written. */
static void disk_ask(struct cluster *c)
{
    struct cluster_disk *d = &c->disk;

    if (d->at_work || d->failed || d->done == d->n)
        return;
    d->at_work = d->n;
    const double takes = chance(c, 64) && c->is.trouble ? roll_seconds(c, 3)
                                                        : roll_seconds(c, 0.02);

    enqueue(c, c->now + takes, CLUSTER_SYNC, -1, NULL);
}

static bool any_durable(const struct cluster_disk *d)
{
    for (long i = d->synced; i < d->at_work; i++)
        if (d->line[i].durable)
            return true;
    return false;
}

static void disk_sync(struct cluster *c)
{
    struct cluster_disk *d = &c->disk;

    d->failed = d->fails;
    if (!d->failed) {
        if (any_durable(d))
            d->synced = d->at_work;
        d->done = d->at_work;
    }
    d->at_work = 0;
}

/* The job is gone: any part of the lines that were not synced remains. */
static void disk_down(struct cluster *c)
{
    struct cluster_disk *d = &c->disk;

    disk_cut(d, d->synced + roll(&c->dice, (uint32_t)(d->n - d->synced) + 1));
    d->synced = d->done = d->n;
    d->at_work = 0;
    d->failed = d->fails = false;
    d->begin = d->n;
}

#endif
