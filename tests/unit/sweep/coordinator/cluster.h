/*
 * cluster.h - a cluster that is played by a seed: ranks that train, a network
 * between them and a disk, for the coordinator and the workers as they are.
 *
 * Time is a number, and goes on only while the coordinator waits.  What is to
 * happen stands in a queue.  The coordinator runs on the test's stack; where it
 * waits for a message or for the disk, what is next in the queue happens.
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

enum happening_word {
    HAPPENS_MAIL,    /* a message arrives */
    HAPPENS_STEP,    /* a team has trained a step */
    HAPPENS_LEAVING, /* a member has waited long for its team */
    HAPPENS_SYNC,    /* the disk has done what it was asked for */
    HAPPENS_WAKE,    /* a rank that was paused goes on */
    HAPPENS_HEAL,    /* ranks can be reached again */
    HAPPENS_BEAT,    /* a rank is heard of again */
    HAPPENS_DEATH,   /* a rank dies */
    HAPPENS_TROUBLE, /* something is rolled */
};

struct happening {
    double at;
    unsigned long number; /* of equal times the first is first */
    enum happening_word word;
    int rank;
    void *of; /* MAIL; STEP, LEAVING: a team */
};

/* A message on its way, or that has come. */
struct cluster_mail {
    struct cluster_mail *next;
    int from, to; /* ranks; to -1: the coordinator */
    size_t n;
    _Alignas(16) char bytes[];
};

struct cluster_mailbox {
    struct cluster_mail *first, *last;
};

/* Ranks that train an attempt of a trial. */
struct cluster_team {
    struct cluster_team *next;
    struct assignment a; /* of its trial; owned */
    double until;
    bool ends_there;
    long trial;
    int attempt, n, rank[MOST_TEAM];
    uint32_t number;
    bool ordered[MOST_TEAM], joined[MOST_TEAM], left[MOST_TEAM];
    bool heard[MOST_TEAM];     /* the coordinator: that it has begun */
    bool dismissed[MOST_TEAM]; /* by an order that was sent later */
    bool read[MOST_TEAM], dropped[MOST_TEAM]; /* by the rank: the order, and one
                                                 that ends it */
    bool stopped[MOST_TEAM]; /* an order to stop was sent to it */
    bool broke;              /* its end was no end of its training */
    bool steps;              /* the next one is in the queue */
    bool begun;              /* by all */
    bool over;               /* it trains no more */
    bool told;               /* the coordinator has heard of its end */
    bool excused;            /* it may have been taken for lost */
    int step, last;
    double since; /* when its members last came on */
};

struct cluster_rank {
    struct cluster *cluster;
    int number;
    bool dead, paused, cut, left;
    double heal;    /* when it can be reached again */
    double unheard; /* since when; negative: it is heard of */
    struct cluster_mailbox in;
    struct cluster_mailbox out; /* posted, and not sent */
    double arrives;             /* its last message to the coordinator, and */
    double arrives_in;          /* the last one to it */
    bool stop;                  /* it is asked to, alone */
    bool warned;                /* of something that nobody knows yet */
    struct world world;
    struct worker worker;
    struct order order;
    struct cluster_team *team;
    bool was_gone; /* the coordinator took it for gone, and has told it nothing
                      since */
    double missed; /* its leader has lost somebody of its team; 0: it has not */
    bool bye;      /* the coordinator has heard it say so */
    double idle;   /* since when it trains nothing, or goes on */
    long begun;    /* the last trial that it said it has begun, */
    int attempt;   /* ... and its attempt */
};

/* A line of the journal. */
struct cluster_line {
    char *detail; /* owned */
    char word[16];
    long trial;
    bool durable;
};

struct cluster_disk {
    long n, room;
    struct cluster_line *line; /* [n] owned */
    long begin;                /* lines before this job */
    long done;                 /* written, and synced where durable */
    long synced;
    long at_work; /* lines that are written now; 0: none */
    bool fails;   /* the next write does */
    bool failed;
};

/* What there is of a trial beside the journal. */
struct cluster_kept {
    struct digest name;
    int attempt, step;  /* of its state; 0: there is none */
    int result_attempt; /* of its result; 0: there is none */
    bool failed;        /* the result says so, or else */
    double goal;        /* this */
};

/* By the numbers of trials: what has left. */
struct cluster_promise {
    struct digest name;
    int attempt;
    int excused;  /* attempts that may have been lost, of jobs before */
    bool over;    /* its end is durable, */
    bool noticed; /* and those who watch were told of it in this job */
};

/* What a world is made of, by its seed. */
struct cluster_setting {
    int ranks, team, lanes, hosts;
    bool dedicated;
    bool trouble; /* of any kind */
    bool small;   /* results stand in the journal alone */
    long retries;
    int steps;   /* of a whole run */
    double step; /* seconds, of the quickest */
    double slow; /* times that the slowest take */
    int sick;    /* a host where some trials cannot begin; -1: none */
};

struct cluster {
    struct cluster_setting is;
    bool traced;
    bool troubled; /* it was, at first */
    bool calm;     /* it is one rank, and nothing goes wrong */
    struct dice dice;
    const struct search *search;
    const struct chosen *scheduler;
    struct experiment experiment; /* as far as it is asked */
    struct sweep_options options;

    double now, began;
    unsigned long happened, numbered;
    int queued, queue_room;
    struct happening *queue; /* a heap; owned */

    /* of a job */
    bool down;  /* it has died, or is over */
    bool stop;  /* it was told to, */
    bool asked; /* or a rank of it was, */
    double asked_at;
    int troubles;     /* left */
    long calls;       /* of the world, since time went on */
    double stuck_for; /* seconds, last, since: */
    double goes;      /* when something went on last, or could have */
    long first;       /* line of this job */
    bool held;        /* another process has taken the folder over */
    bool stopped;     /* the coordinator has told ranks to stop */
    bool broken;      /* the coordinator has given up, and waited since */
    int since_broken; /* ... so often */
    bool quits;       /* the coordinator has said so to ranks */
    bool leaves;      /* it is over */
    long seen;        /* lines that the laws have seen */
    long dies;        /* after so many happenings */
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
    bool in_hand[MOST_TRIALS_PLAYED]; /* when the last job died, and nothing of
                                         it was saved */

    /* for good */
    struct cluster_disk disk;
    int kepts;
    struct cluster_kept kept[MOST_TRIALS_PLAYED];
    struct cluster_promise promise[MOST_TRIALS_PLAYED];
    int jobs;
    bool ended_in_order;  /* the last one */
    bool failed_by_world; /* a trial has */
};

/* What happens in a world that is played alone: CODARUN_TRACE=1. */
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

/* Of [0, most). */
static double roll_seconds(struct cluster *c, double most)
{
    return most * (double)roll(&c->dice, 1024) / 1024;
}

/* --- the queue ------------------------------------------------------------ */

static bool comes_before(const struct happening *a, const struct happening *b)
{
    return a->at < b->at || (!(b->at < a->at) && a->number < b->number);
}

static void enqueue(struct cluster *c, double at, enum happening_word word,
                    int rank, void *of)
{
    const struct happening h = {at, c->numbered++, word, rank, of};
    int i = c->queued;

    GROW(c->queue, c->queued, c->queue_room);
    for (c->queued++; i > 0 && comes_before(&h, &c->queue[(i - 1) / 2]);
         i = (i - 1) / 2)
        c->queue[i] = c->queue[(i - 1) / 2];
    c->queue[i] = h;
}

static struct happening dequeue(struct cluster *c)
{
    const struct happening first = c->queue[0], h = c->queue[--c->queued];
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

static void mailbox_add(struct cluster_mailbox *b, struct cluster_mail *m)
{
    m->next = NULL;
    *(b->first ? &b->last->next : &b->first) = m;
    b->last = m;
}

static struct cluster_mail *mailbox_take(struct cluster_mailbox *b)
{
    struct cluster_mail *m = b->first;

    if (m)
        b->first = m->next;
    return m;
}

static void mailbox_clear(struct cluster_mailbox *b)
{
    for (struct cluster_mail *m; (m = mailbox_take(b));)
        free(m);
}

#endif
