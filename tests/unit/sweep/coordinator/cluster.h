/*
 * cluster.h - a simulated cluster, driven by a seed: ranks that train, a
 * network and a disk, for the real coordinator and workers.
 *
 * Time is a number, and advances only while the coordinator waits. Future
 * events are in a queue. The coordinator runs on the test's stack; when it
 * waits for a message or for the disk, the next events in the queue happen.
 */
#ifndef CLUSTER_H
#define CLUSTER_H

#include "tests/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "sweep/coordinator/coordinator.h"
#include "sweep/coordinator/worker.h"
#include "sweep/ledger/journal.h"
#include "sweep/ledger/ledger.h"
#include "tests/unit/dice.h"

enum { MOST_RANKS = 7, MOST_TEAM = 3, MOST_TRIALS_PLAYED = 120 };

enum cluster_event_word {
    CLUSTER_MESSAGE,   /* a message arrives */
    CLUSTER_STEP,      /* a team has trained a step */
    CLUSTER_LEAVING,   /* a member has waited long for its team */
    CLUSTER_SYNC,      /* the disk has completed a request */
    CLUSTER_WAKE,      /* a paused rank continues */
    CLUSTER_HEAL,      /* ranks can be reached again */
    CLUSTER_HEARTBEAT, /* a rank's heartbeat arrives again */
    CLUSTER_DEATH,     /* a rank dies */
    CLUSTER_TROUBLE,   /* a random trouble happens */
};

struct cluster_event {
    double at;
    unsigned long number; /* of equal times the lowest number is first */
    enum cluster_event_word word;
    int rank;
    void *of; /* MESSAGE: a message; STEP, LEAVING: a team */
};

/* A message on its way, or one that has arrived. */
struct cluster_message {
    struct cluster_message *next;
    int from, to; /* ranks; to -1: the coordinator */
    size_t n;
    _Alignas(16) char bytes[];
};

struct cluster_mailbox {
    struct cluster_message *first, *last;
};

/* Ranks that train an attempt of a trial. */
struct cluster_team {
    struct cluster_team *next;
    struct assignment a; /* values of its trial; owned */
    double until;
    bool ends_there;
    long trial;
    int attempt, n, rank[MOST_TEAM];
    uint32_t number;
    bool ordered[MOST_TEAM], joined[MOST_TEAM], left[MOST_TEAM];
    bool heard[MOST_TEAM]; /* the coordinator has the report that the rank has
                              begun */
    bool dismissed[MOST_TEAM]; /* dismissed by an order that was sent later */
    bool read[MOST_TEAM], dropped[MOST_TEAM]; /* the rank has read the order,
                                                 and one that ends it */
    bool stopped[MOST_TEAM]; /* an order to stop was sent to it */
    bool broke;              /* its end did not end the training */
    bool steps;              /* the next one is in the queue */
    bool begun;              /* all members have begun */
    bool over;               /* its training is over */
    bool reported;           /* the coordinator has the report of its end */
    bool excused;            /* it may have been considered lost */
    int step, last;
    double since; /* time of its members' last progress */
};

struct cluster_rank {
    struct cluster *cluster;
    int number;
    bool dead, paused, cut, left;
    double heal;    /* when it can be reached again */
    double unheard; /* time since when it is silent; negative if it is not */
    double heard;   /* last heartbeat that the coordinator knows of */
    struct cluster_mailbox in;
    struct cluster_mailbox out; /* posted, and not sent yet */
    double arrives;    /* arrival of its last message to the coordinator, */
    double arrives_in; /* and of the last one to it */
    bool stop;         /* it alone is asked to stop */
    bool warned;       /* it has a warning that was not sent yet */
    struct world world;
    struct worker worker;
    struct order order;
    struct cluster_team *team;
    bool was_gone; /* the coordinator considered it gone, and has sent it
                      nothing since */
    double missed; /* time when its leader lost a member of the team; 0 if it
                      did not */
    bool bye;      /* the coordinator has its bye */
    double idle;   /* time since when it trains nothing, or continues */
    long begun;    /* the last trial that it reported as begun, */
    int attempt;   /* ... and its attempt */
};

/* A line of the journal. */
struct cluster_line {
    char *detail; /* owned */
    char word[16];
    long trial;
    bool durable;
    size_t end; /* bytes of the file up to its end */
};

struct cluster_disk {
    struct str bytes; /* the journal's file; owned */
    long n, room;
    struct cluster_line *line; /* [n] what was added to it; owned */
    long begin;                /* lines before this job */
    long done;                 /* written, and synced where durable */
    long synced;
    long at_work; /* lines being written now; 0 if none */
    bool fails;   /* the next write fails */
    bool failed;
};

/* What exists of a trial besides the journal. */
struct cluster_kept {
    struct digest name;
    int attempt, step;  /* of its state; 0 if there is none */
    int result_attempt; /* of its result; 0 if there is none */
    bool failed;        /* the result is a failure, or else */
    double goal;        /* has this goal */
};

/* By trial number: what was sent. */
struct cluster_sent {
    struct digest name;
    int attempt;
    int excused;  /* attempts that may have been lost, in earlier jobs */
    bool over;    /* its end is durable, */
    bool noticed; /* and observers were notified of it in this job */
};

/* The setting of a world, drawn by its seed. */
struct cluster_setting {
    int ranks, team, slots_per_group, hosts;
    bool dedicated;
    bool trouble; /* trouble of any kind */
    bool small;   /* results are only in the journal */
    long retries;
    int steps;   /* of a whole run */
    double step; /* seconds, of the fastest trial */
    double slow; /* factor of the slowest trials */
    int sick;    /* a host where some trials cannot begin; -1 if none */
};

struct cluster {
    struct cluster_setting is;
    bool traced;
    bool troubled; /* trouble was possible at first */
    bool calm;     /* one rank, and no trouble */
    struct dice dice;
    const struct search *search;
    const struct chosen *scheduler;
    struct experiment experiment; /* only the fields that are used */
    struct sweep_options options;

    double now, began;
    unsigned long happened, numbered;
    int queued, queue_room;
    struct cluster_event *queue; /* a heap; owned */

    /* of a job */
    bool down;  /* it has died, or is over */
    bool stop;  /* it was asked to stop, */
    bool asked; /* or one of its ranks was, */
    double asked_at;
    int troubles;     /* troubles that are left */
    long calls;       /* calls of the world since time last advanced */
    double stuck_for; /* seconds, last, since: */
    double goes;  /* last time when something made progress, or could have */
    long first;   /* first line of this job */
    bool held;    /* another process has taken the folder over */
    bool stopped; /* the coordinator has ordered ranks to stop */
    bool broken;  /* the coordinator has given up, and has waited since */
    int since_broken; /* ... so many times */
    bool quits;       /* the coordinator has sent ORDER_QUIT */
    bool leaves;      /* it has sent ORDER_LEAVE */
    long seen;        /* lines that the laws have checked */
    long dies;        /* the job dies after so many events */
    double sleeps;    /* rank 0 is stopped until then, */
    double slept;     /* for so long */
    struct cluster_rank rank[MOST_RANKS];
    struct cluster_mailbox in; /* the coordinator's */
    struct cluster_mailbox out;
    struct cluster_team *teams; /* owned */
    struct ledger ledger;
    struct journal *journal; /* owned */
    struct study *study;     /* the ledger's */
    struct membership membership;
    struct slots slots;
    struct world world;
    struct coordinator *coordinator;
    bool was_running[MOST_TRIALS_PLAYED]; /* when the last job died, and nothing
                                         of it was saved */

    /* of the whole simulation */
    struct cluster_disk disk;
    int kepts;
    struct cluster_kept kept[MOST_TRIALS_PLAYED];
    struct cluster_sent sent[MOST_TRIALS_PLAYED];
    int jobs;
    bool ended_in_order;  /* the last one */
    bool failed_by_world; /* a trial has failed because of its environment */
};

/* Print what happens in a world that runs alone: CODARUN_TRACE=1. */
static void trace(const struct cluster *c, const char *fmt, ...)
{
    va_list args;

    if (!c->traced)
        return;
    fprintf(stderr, "%9.4f ", c->now);
    va_start(args, fmt);
    vfprintf(stderr, fmt, args);
    va_end(args);
    fputc('\n', stderr);
}

static bool chance(struct cluster *c, uint32_t sides)
{
    return roll(&c->dice, sides) == 0;
}

/* A random number of [0, most). */
static double roll_seconds(struct cluster *c, double most)
{
    return most * (double)roll(&c->dice, 1024) / 1024;
}

/* --- the queue ------------------------------------------------------------ */

static bool comes_before(const struct cluster_event *a,
                         const struct cluster_event *b)
{
    return a->at < b->at || (!(b->at < a->at) && a->number < b->number);
}

static void enqueue(struct cluster *c, double at, enum cluster_event_word word,
                    int rank, void *of)
{
    const struct cluster_event h = {at, c->numbered++, word, rank, of};
    int i = c->queued;

    GROW(c->queue, c->queued, c->queue_room);
    for (c->queued++; i > 0 && comes_before(&h, &c->queue[(i - 1) / 2]);
         i = (i - 1) / 2)
        c->queue[i] = c->queue[(i - 1) / 2];
    c->queue[i] = h;
}

static struct cluster_event dequeue(struct cluster *c)
{
    const struct cluster_event first = c->queue[0], h = c->queue[--c->queued];
    int i = 0;

    for (int k; (k = 2 * i + 1) < c->queued; i = k) {
        if (k + 1 < c->queued && comes_before(&c->queue[k + 1], &c->queue[k]))
            k++;
        if (!comes_before(&c->queue[k], &h))
            break;
        c->queue[i] = c->queue[k];
    }
    c->queue[i] = h;
    return first;
}

/* --- mailboxes ------------------------------------------------------------ */

static void mailbox_add(struct cluster_mailbox *b, struct cluster_message *m)
{
    m->next = NULL;
    *(b->first ? &b->last->next : &b->first) = m;
    b->last = m;
}

static struct cluster_message *mailbox_take(struct cluster_mailbox *b)
{
    struct cluster_message *m = b->first;

    if (m)
        b->first = m->next;
    return m;
}

static void mailbox_clear(struct cluster_mailbox *b)
{
    for (struct cluster_message *m; (m = mailbox_take(b));)
        free(m);
}

#endif
