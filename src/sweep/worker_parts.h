/*
 * worker_parts.h - what the files of the worker share.
 */
#ifndef SWEEP_WORKER_PARTS_H
#define SWEEP_WORKER_PARTS_H

#include "kernel/kernel.h"
#include "sweep/worker.h"

/* A trial made ready to train. */
struct job {
    struct trial_config config;
    const struct task *task; /* borrowed from the keeper, see job_begin() */
    struct model *model;     /* owned */
    struct training training;
};

/*
 * Bind the configuration of a trial, load its task (or take the one kept from
 * before), build its model and fill in what training needs of them.  The task
 * lives until the next job_begin() or trial_forget().
 */
int job_begin(struct job *job, const struct experiment *x, long number,
              int ranks, struct error *e);
void job_end(struct job *job);

/* Where a trial was trained, as its members told the leader. */
struct muster {
    char host[64];
    enum simd simd;
    struct digest data; /* of all files its task was read from */
    char error[1000];   /* empty: all is well */
};

/* The provenance of a trial, for its result file; the job may have failed to
 * begin. */
void worker_facts(struct facts *f, const struct job *job,
                  const struct trial_config *conf, const struct muster *member,
                  int members, const char *started);

#endif
