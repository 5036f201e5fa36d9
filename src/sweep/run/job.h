/*
 * job.h - a trial made ready to train, what it takes, and where it was trained.
 *
 * Threads: one job a rank.  The last task is kept between jobs, since most
 *          sweeps train every trial on one data set.
 */
#ifndef SWEEP_RUN_JOB_H
#define SWEEP_RUN_JOB_H

#include "base/system/memory_budget.h"
#include "engine/kernel/kernel.h"
#include "engine/model/model.h"
#include "engine/store/result.h"
#include "sweep/experiment/experiment.h"

/* A trial made ready to train. */
struct job {
    const struct task *task; /* borrowed from the keeper, see job_begin() */
    struct model *model;     /* owned */
    struct training training;
    struct memory_budget budget; /* what names it; unless the experiment does */
    struct job *from;            /* whose state it begins from; owned */
    struct trial_config *conf;   /* that one's; owned */
};

/*
 * Load the task of a trial (or take the one kept from before), build its model
 * and fill in what training needs of them; refuse what these say against it.
 * The task lives until the next job_begin() or job_forget(); `conf`, a's
 * configuration, until job_end().
 */
int job_begin(struct job *job, const struct experiment *x,
              const struct assignment *a, const struct trial_config *conf,
              int ranks, struct error *e);
void job_end(struct job *job);

struct job_size {
    size_t params;
    double bytes;  /* of memory: the estimate a rank */
    double budget; /* and what a rank may use */
    long steps, grains;
};

/*
 * Load the task of a trial and build its model, to find bad input before
 * anything is written.  The task is kept for trial_run().  `conf` is a's
 * configuration.
 */
int job_check(const struct experiment *x, const struct assignment *a,
              const struct trial_config *conf, int ranks, struct job_size *size,
              struct error *e);

/* Has this trial a short line of the journal, and may no other one have more to
 * say? */
bool job_all_small(const struct experiment *x, const struct trial_config *c);

/* The kept task, borrowed as above; NULL: none is. */
const struct task *job_task(void);

/* One digest of all files the kept task was read from. */
struct digest job_data(void);

/* Free the task that trial_run() and job_check() keep. */
void job_forget(void);

/* Where a trial was trained, as its members told the leader. */
struct muster {
    char host[64];
    enum simd simd;
    struct digest data; /* of all files its task was read from */
    char error[1000];   /* empty: all is well */
};

/* The provenance of a trial, for its result file; the job may have failed to
 * begin. */
void job_facts(struct facts *f, const struct job *job,
               const struct trial_config *conf, const struct muster *member,
               int members, const char *started);

#endif
