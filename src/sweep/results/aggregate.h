/*
 * aggregate.h - writes sweep.h5 from the trial files.
 *
 * /trials has a row a trial: number, trial (digest), status (finished, failed
 * or missing), reason, the swept fields, steps, epochs, best_step, train_loss,
 * valid_METRIC and test_METRIC, params (digest), identity, seconds, attempt,
 * hosts.  Missing numbers are NaN or -1.  The root's attribute `ends` is the
 * number of trial ends that the journal had when the file was made.  The other
 * attributes of the root are the experiment's text and seed and, from the first
 * result, commit, versions, MPI, BLAS kernel and hosts.
 */
#ifndef SWEEP_RESULTS_AGGREGATE_H
#define SWEEP_RESULTS_AGGREGATE_H

#include "sweep/experiment/experiment.h"
#include "sweep/folder/lease.h"

/* With more trials the file is made only once all are over: it takes 50 us a
 * trial, and training, or a request to stop, may not wait so long. */
#define AGGREGATE_MOST 20000

/* `lease` is the folder's, or NULL; if it is lost by the end, the file is not
 * put in place. */
int aggregate_write(const char *dir, const struct experiment *x,
                    struct lease *lease, struct error *e);

/* True if the file exists, is whole, and was made when the journal had so many
 * ends, of an experiment of this text. */
bool aggregate_is_fresh(const char *dir, const struct experiment *x, long ends);

#endif
