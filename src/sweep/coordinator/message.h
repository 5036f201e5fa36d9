/*
 * message.h - what coordinator and workers tell each other.
 */
#ifndef SWEEP_COORDINATOR_MESSAGE_H
#define SWEEP_COORDINATOR_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "sweep/ledger/ending.h"

/* Room for the values of a trial, as assignment_whole() has them, and
 * for the ranks of a group, of which run.ranks_per_trial allows no more. */
#define ORDER_VALUES 16384
#define ORDER_RANKS 1024

/* Coordinator to worker. */
enum order_word {
    ORDER_TRAIN,  /* to every rank of a group */
    ORDER_STOP,   /* the same: keep what there is of the trial, and report */
    ORDER_RETURN, /* report what waits to be trained as not begun */
    ORDER_DROP,   /* the attempt was given up: it ends, and nothing is told */
    ORDER_QUIT,   /* there is nothing more: answer with REPORT_BYE */
    ORDER_LEAVE,  /* everyone has answered */
};

/* Who is there at the end. */
enum attendance {
    ALL_THERE,  /* they end MPI together */
    SOME_DEAD,  /* they end each by itself */
    SOME_SILENT /* who may wake: rank 0 ends all */
};

struct order {
    int word;
    int attempt;
    int members;     /* TRAIN: ranks of the group, the first leads, */
    uint32_t number; /* and what tells their messages (comm/tag_pool.h) */
    int attendance;  /* LEAVE */
    long trial;
    double until;    /* as in struct training */
    bool ends_there; /* the same */
    /* world ranks [members], and the values; cut behind them */
    _Alignas(int) char rest[ORDER_RANKS * sizeof(int) + ORDER_VALUES];
};

static inline int *order_ranks(const struct order *o)
{
    return (int *)(void *)o->rest;
}

static inline char *order_values(const struct order *o)
{
    return (char *)o->rest + (size_t)o->members * sizeof(int);
}

static inline size_t order_bytes(const struct order *o)
{
    return (size_t)(order_values(o) - (const char *)o) +
           strlen(order_values(o)) + 1;
}

/* Worker to coordinator; of a trial its group's leader. */
enum report_word {
    REPORT_BEGUN, /* an order to train has come; by every rank of the group */
    REPORT_PROGRESS,
    REPORT_END,
    REPORT_SIGNAL,
    REPORT_BYE,
    REPORT_WARNING, /* by any rank */
};
struct report {
    int word;
    int attempt;  /* of the trial */
    int end;      /* REPORT_END: enum train_end */
    bool lost;    /* REPORT_END: as in struct group */
    bool unbegun; /* REPORT_END: it was handed back */
    int unready;  /* REPORT_END: a rank that could not begin the trial; -1 */
    bool lacks_memory; /* that rank's host */
    bool saved;        /* REPORT_PROGRESS: a state of this attempt is there */
    long trial;        /* WARNING: or -1 */
    struct file_mark file; /* REPORT_END: the result's */
    bool brief;            /* REPORT_END: in a result_message */
    int evaluations;       /* PROGRESS, END: bytes of lines behind the text, as
                              coordinator/evaluations.h has them */
    long step, steps;      /* REPORT_PROGRESS: done, expected */
    long trained;          /* PROGRESS, END: steps of this attempt */
    double loss;           /* REPORT_PROGRESS: of the last step */
    double best;           /* valid goal; NaN when there is none */
    double seconds;        /* END: of training; PROGRESS: the longest between
                              two looks at whether to stop */
    char text[1000]; /* REPORT_END: why it failed; WARNING: of what; cut behind
                        its end */
};

/* Blank, but for what it is of; trial -1: of none. */
static inline void report_begin(struct report *r, enum report_word word,
                                long trial)
{
    memset(r, 0, sizeof(*r));
    r->word = word;
    r->trial = trial;
    r->unready = -1;
}

static inline size_t report_bytes(const struct report *r)
{
    return offsetof(struct report, text) + strlen(r->text) + 1;
}

/* Lines of evaluations, without a NUL. */
static inline char *report_evaluations(const struct report *r)
{
    return (char *)r + report_bytes(r);
}

/*
 * A report that ends a trial, and right behind its text the trial's result in
 * short (store/result_summary.h): what it shares with others, and behind that
 * text's end its own.  Of one that has not ended evaluations stand there.  No
 * longer than what is sent at once (comm/mailbox.c).
 */
#define RESULT_MESSAGE_MOST 3900
struct result_message {
    struct report report;
    char room[RESULT_MESSAGE_MOST - sizeof(struct report)];
};

/* What it shares. */
static inline char *result_message_shared(const struct result_message *l)
{
    return (char *)l + report_bytes(&l->report);
}

static inline const char *result_message_own(const struct result_message *l)
{
    return result_message_shared(l) + strlen(result_message_shared(l)) + 1;
}

/* Put both texts in, behind the report as it is; false: there is no room, and
 * it stays without. */
static inline bool result_message_add(struct result_message *l,
                                      const char *shared, const char *own)
{
    const size_t n = strlen(shared) + 1, m = strlen(own) + 1;

    l->report.brief = report_bytes(&l->report) + n + m <= sizeof(*l);
    if (l->report.brief) {
        memcpy(result_message_shared(l), shared, n);
        memcpy(result_message_shared(l) + n, own, m);
    }
    return l->report.brief;
}

static inline size_t result_message_bytes(const struct result_message *l)
{
    const char *own = result_message_own(l);

    return (size_t)(own + strlen(own) + 1 - (const char *)l);
}

/* Of a report as it is sent: with what stands behind it. */
static inline size_t report_bytes_sent(const struct report *r)
{
    return r->brief ? result_message_bytes(
                          (const struct result_message *)(const void *)r)
                    : report_bytes(r) + (size_t)r->evaluations;
}

/* The message that a report as it came in is the beginning of, or NULL. */
static inline const struct result_message *
result_message_of(const struct report *r)
{
    return r->brief ? (const struct result_message *)(const void *)r : NULL;
}

#endif
