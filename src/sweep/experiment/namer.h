/*
 * namer.h - computes the names of trials, thousands per millisecond.
 *
 * A trial's name is the digest of its canonical text, for which
 * experiment_bind() parses YAML.  The texts of trials that differ only in
 * numbers differ only in the lines of these numbers.  So a namer keeps some
 * bound configurations.  It puts the numbers of a trial into one of them,
 * checks it as experiment_bind() does, and rewrites those lines; then it is
 * that trial's configuration.  Trials for which this is not possible are bound.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_EXPERIMENT_NAMER_H
#define SWEEP_EXPERIMENT_NAMER_H

#include "sweep/experiment/experiment.h"

struct namer;

/* The experiment is borrowed until namer_free(), which accepts NULL. */
struct namer *namer_new(const struct experiment *x);
void namer_free(struct namer *n);

/* Compute the digest that experiment_bind() gives.  Error: -1, as there. */
int namer_name(struct namer *n, const struct assignment *a, struct digest *name,
               struct error *e);

/* Return the configuration that experiment_bind() gives, borrowed until the
 * next call of the namer.  Error: NULL, as there. */
const struct trial_config *
namer_bind(struct namer *n, const struct assignment *a, struct error *e);

#endif
