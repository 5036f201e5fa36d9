/*
 * sweep_check.h - checks a sweep before it starts: whatever can be wrong with
 * the input is found before anything is written.
 *
 * The call is collective over the world. Errors are printed.
 */
#ifndef SWEEP_RUN_SWEEP_CHECK_H
#define SWEEP_RUN_SWEEP_CHECK_H

#include "sweep/coordinator/message.h"
#include "sweep/coordinator/rank_groups.h"
#include "sweep/run/run_ledger.h"

/* What is known of a sweep before it starts; the same on every rank. */
struct sweep_check {
    long waiting;              /* number of trials to run */
    long first;                /* the first of them; -1: none */
    char values[ORDER_VALUES]; /* its values, with tabs between */
    bool small;       /* every trial makes a short line in the journal */
    bool other_data;  /* finished trials had other data: */
    struct error why; /* which data; on rank 0 */
};

/*
 * Divide the ranks into groups, take what the results folder has, and check the
 * input by the first trial that is left to run. Then, if all is well, open the
 * folder for this program's decisions; for a dry run only list the trials.
 * False if there was an error. The caller has zeroed *groups, *b and *found;
 * only rank 0 uses *b.
 */
bool sweep_check(struct experiment *x, const struct sweep_options *o,
                 struct rank_groups *groups, struct run_ledger *b,
                 struct sweep_check *found);

#endif
