/*
 * namer.h - the names of trials, thousands a millisecond.
 *
 * A trial's name is the digest of its canonical text, for which
 * experiment_bind() reads YAML.  Trials that differ in numbers alone have texts
 * that differ in the lines of these alone.  So a namer keeps some bound
 * configurations, puts the numbers of a trial into one of them, checks it as
 * experiment_bind() does, and writes those lines anew: it is then that trial's
 * configuration, too.  What does not go that way is bound.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_EXPERIMENT_NAMER_H
#define SWEEP_EXPERIMENT_NAMER_H

#include "sweep/experiment/experiment.h"

struct namer;

/* The experiment is borrowed until namer_free(), for which NULL is fine. */
struct namer *namer_new(const struct experiment *x);
void namer_free(struct namer *n);

/* The digest that experiment_bind() gives; -1 with its error. */
int namer_name(struct namer *n, const struct assignment *a, struct digest *name,
               struct error *e);

/* The configuration that experiment_bind() gives, borrowed until the namer is
 * called again; NULL with its error. */
const struct trial_config *
namer_bind(struct namer *n, const struct assignment *a, struct error *e);

#endif
