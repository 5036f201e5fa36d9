/*
 * trial_setup.h - a trial made ready to train, what it takes, and where it was
 * trained.
 *
 * Threads: one trial a rank.  The last task is kept between trials, since most
 *          sweeps train every trial on one data set.
 */
#ifndef SWEEP_RUN_TRIAL_SETUP_H
#define SWEEP_RUN_TRIAL_SETUP_H

#include "base/system/memory_budget.h"
#include "engine/kernel/kernel.h"
#include "engine/model/model.h"
#include "engine/store/result.h"
#include "sweep/experiment/experiment.h"

/* A trial made ready to train. */
struct trial_setup {
    const struct task
        *task;           /* borrowed from the keeper, see trial_setup_begin() */
    struct model *model; /* owned */
    struct training training;
    struct memory_budget budget; /* what names it; unless the experiment does */
    struct trial_setup *from;    /* whose state it begins from; owned */
    struct trial_config *conf;   /* that one's; owned */
};

/*
 * Load the task of a trial (or take the one kept from before), build its model
 * and fill in what training needs of them; refuse what these say against it.
 * The task lives until the next trial_setup_begin() or trial_setup_forget();
 * `conf`, a's configuration, until trial_setup_end().
 */
int trial_setup_begin(struct trial_setup *setup, const struct experiment *x,
                      const struct assignment *a,
                      const struct trial_config *conf, int ranks,
                      struct error *e);
void trial_setup_end(struct trial_setup *setup);

struct trial_size {
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
int trial_setup_check(const struct experiment *x, const struct assignment *a,
                      const struct trial_config *conf, int ranks,
                      struct trial_size *size, struct error *e);

/* Has this trial a short line of the journal, and may no other one have more to
 * say? */
bool trial_setup_all_small(const struct experiment *x,
                           const struct trial_config *c);

/* The kept task, borrowed as above; NULL: none is. */
const struct task *trial_setup_task(void);

/* One digest of all files the kept task was read from. */
struct digest trial_setup_data(void);

/* Free the task that trial_run() and trial_setup_check() keep. */
void trial_setup_forget(void);

/* Where a trial was trained, as its members told the leader. */
struct rank_info {
    char host[64];
    enum simd simd;
    struct digest data; /* of all files its task was read from */
    char error[1000];   /* empty: all is well */
};

/* The provenance of a trial, for its result file; the job may have failed to
 * begin. */
void trial_setup_facts(struct facts *f, const struct trial_setup *setup,
                       const struct trial_config *conf,
                       const struct rank_info *member, int members,
                       const char *started);

#endif
