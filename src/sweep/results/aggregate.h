/*
 * aggregate.h - sweep.h5, made from the trial files.
 *
 * /trials has a row a trial: number, trial (digest), status (finished, failed
 * or missing), reason, the swept fields, steps, epochs, best_step, train_loss,
 * valid_METRIC and test_METRIC, params (digest), identity, seconds, attempt,
 * hosts.
 * Numbers that are not there are NaN or -1.  The root's attribute `ends` is how
 * many ends of trials the journal told of when it was made.  The root's
 * attributes are the experiment's text and seed and, from the first result,
 * commit, versions, MPI, BLAS kernel and hosts.
 */
#ifndef SWEEP_RESULTS_AGGREGATE_H
#define SWEEP_RESULTS_AGGREGATE_H

#include "sweep/experiment/experiment.h"
#include "sweep/folder/lease.h"

/* Of more trials it is made once all are over: it takes 50 us a trial, and who
 * trains, or asks a sweep to stop, may not wait so long. */
#define AGGREGATE_MOST 20000

/* `lease` is the folder's, or NULL: where it is lost by the end the file is not
 * put in place. */
int aggregate_write(const char *dir, const struct experiment *x,
                    struct lease *lease, struct error *e);

/* Is it there, whole, and made when the journal told of so many ends, of an
 * experiment of this text? */
bool aggregate_is_fresh(const char *dir, const struct experiment *x, long ends);

#endif
