/*
 * message.h - what coordinator and workers tell each other.
 */
#ifndef RUN_MESSAGE_H
#define RUN_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Room for the values of a trial, as assignment_text() has them with tabs. */
#define ORDER_VALUES 16384

/* Coordinator to worker, to every rank of a group; cut behind the values. */
enum order_word { ORDER_TRAIN, ORDER_STOP, ORDER_QUIT };
struct order {
    int word;
    int attempt;
    long trial;
    double until;    /* as in struct training */
    bool ends_there; /* the same */
    char values[ORDER_VALUES];
};

static inline size_t order_bytes(const struct order *o)
{
    return offsetof(struct order, values) + strlen(o->values) + 1;
}

/* Leader to coordinator. */
enum report_word {
    REPORT_PROGRESS,
    REPORT_END,
    REPORT_SIGNAL,
    REPORT_WARNING, /* by any rank */
};
struct report {
    int word;
    int end;          /* REPORT_END: enum train_end */
    bool lost;        /* REPORT_END: as in struct group */
    long trial;       /* WARNING: or -1 */
    long bytes;       /* REPORT_END: of the result file */
    long step, steps; /* REPORT_PROGRESS: done, expected */
    double loss;      /* REPORT_PROGRESS: of the last step */
    double best;      /* valid goal; NaN when there is none */
    double seconds;
    char text[1000]; /* REPORT_END: why it failed; WARNING: of what */
};

#endif
