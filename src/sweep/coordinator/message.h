/*
 * message.h - messages between the coordinator and the workers.
 */
#ifndef SWEEP_COORDINATOR_MESSAGE_H
#define SWEEP_COORDINATOR_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "sweep/ledger/ending.h"

/* Room for the values of a trial, as assignment_whole() writes them, and for
 * the ranks of a group; run.ranks_per_trial allows no more. */
#define ORDER_VALUES 16384
#define ORDER_RANKS 1024

/* Coordinator to worker. */
enum order_word {
    ORDER_TRAIN, /* to every rank of a group */
    ORDER_STOP,  /* to every rank of a group: save the trial's state, and report
                  */
    ORDER_RETURN, /* report waiting trials as not begun */
    ORDER_DROP,   /* the attempt was given up: end it, without a report */
    ORDER_QUIT,   /* nothing is left: answer with REPORT_BYE */
    ORDER_LEAVE,  /* all ranks have answered */
};

/* Which ranks are there at the end. */
enum attendance {
    ALL_THERE,  /* they end MPI together */
    SOME_DEAD,  /* each rank ends by itself */
    SOME_SILENT /* silent ranks may wake: rank 0 ends all */
};

struct order {
    int word;
    int attempt;
    int members;     /* TRAIN: ranks of the group, the first leads */
    uint32_t number; /* TRAIN: and their tag number (comm/tag_pool.h) */
    int attendance;  /* LEAVE */
    long trial;
    double until;    /* as in struct training */
    bool ends_there; /* as in struct training */
    /* world ranks [members], then the values; sent without the unused end */
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

/* Worker to coordinator; reports of a trial come from its group's leader. */
enum report_word {
    REPORT_BEGUN, /* an order to train has come; from every rank of the group */
    REPORT_PROGRESS,
    REPORT_END,
    REPORT_SIGNAL,
    REPORT_BYE,
    REPORT_WARNING, /* from any rank */
};
struct report {
    int word;
    int attempt;  /* of the trial */
    int end;      /* REPORT_END: enum train_end */
    bool lost;    /* REPORT_END: as in struct group */
    bool unbegun; /* REPORT_END: the trial was returned, not begun */
    int unready;  /* REPORT_END: a rank that could not begin the trial; -1 if
                     none */
    bool lacks_memory;     /* the host of `unready` lacks memory */
    bool saved;            /* REPORT_PROGRESS: this attempt has saved a state */
    long trial;            /* -1 if none (WARNING only) */
    struct file_mark file; /* REPORT_END: mark of the result file */
    bool brief;       /* REPORT_END: the result follows, in a result_message */
    int evaluations;  /* PROGRESS, END: bytes of lines after the text
                         (coordinator/evaluations.h) */
    long step, steps; /* REPORT_PROGRESS: done, expected */
    long trained;     /* PROGRESS, END: steps of this attempt */
    double loss;      /* REPORT_PROGRESS: of the last step */
    double best;      /* best goal on valid; NaN if there is none */
    double seconds;   /* END: of training; PROGRESS: the longest between two
                         checks for a stop */
    char text[1000];  /* REPORT_END: why it failed; WARNING: its text; sent
                         without the unused end */
};

/* Initialize a report of this word and trial; -1: no trial. */
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

/* The lines of evaluations, without a terminating NUL. */
static inline char *report_evaluations(const struct report *r)
{
    return (char *)r + report_bytes(r);
}

/*
 * A report that ends a trial, followed by the trial's short result
 * (store/result_summary.h): first the text shared with other results, then the
 * trial's own text. In a report that ends no trial evaluations are in this
 * place. Not longer than what is sent at once (comm/mailbox.c).
 */
#define RESULT_MESSAGE_MOST 3900
struct result_message {
    struct report report;
    char room[RESULT_MESSAGE_MOST - sizeof(struct report)];
};

/* The text that the result shares with others. */
static inline char *result_message_shared(const struct result_message *l)
{
    return (char *)l + report_bytes(&l->report);
}

static inline const char *result_message_own(const struct result_message *l)
{
    return result_message_shared(l) + strlen(result_message_shared(l)) + 1;
}

/* Append both texts to the report. False if there is no room; the report then
 * stays without them. */
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

/* Bytes of a report as it is sent, with what follows its text. */
static inline size_t report_bytes_sent(const struct report *r)
{
    return r->brief ? result_message_bytes(
                          (const struct result_message *)(const void *)r)
                    : report_bytes(r) + (size_t)r->evaluations;
}

/* Return the result_message that a received report is the beginning of, or
 * NULL. */
static inline const struct result_message *
result_message_of(const struct report *r)
{
    return r->brief ? (const struct result_message *)(const void *)r : NULL;
}

#endif
