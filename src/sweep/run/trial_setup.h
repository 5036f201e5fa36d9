/*
 * trial_setup.h - a trial made ready to train, its costs, and where it was
 * trained.
 *
 * Threads: one trial per rank. The last task is kept between trials, since most
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
    struct memory_budget budget; /* holds the text of training.memory_by, unless
                                    the experiment sets the memory */
    struct trial_setup *from;    /* trial whose state it begins from; owned */
    struct trial_config *conf;   /* configuration of `from`; owned */
};

/*
 * Load the task of a trial (or take the kept one), build its model and fill in
 * what training needs of them. A trial that does not suit them is refused. The
 * task lives until the next trial_setup_begin() or trial_setup_forget();
 * `conf`, a's configuration, must live until trial_setup_end().
 */
int trial_setup_begin(struct trial_setup *setup, const struct experiment *x,
                      const struct assignment *a,
                      const struct trial_config *conf, int ranks,
                      struct error *e);
void trial_setup_end(struct trial_setup *setup);

struct trial_size {
    size_t params;
    double bytes;  /* estimated bytes of memory per rank */
    double budget; /* bytes that a rank may use */
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

/* True if this trial has a short line in the journal and no other trial can
 * have a longer one. */
bool trial_setup_all_small(const struct experiment *x,
                           const struct trial_config *c);

/* Return the kept task, borrowed as above; NULL if there is none. */
const struct task *trial_setup_task(void);

/* Return one digest of all files from which the kept task was read. */
struct digest trial_setup_data(void);

/* Free the task that trial_run() and trial_setup_check() keep. */
void trial_setup_forget(void);

/* Where a trial was trained, as its members reported to the leader. */
struct rank_info {
    char host[64];
    enum simd simd;
    struct digest data; /* of all files its task was read from */
    char error[1000];   /* empty if there is none */
};

/* Fill in the provenance of a trial, for its result file. `setup` may have
 * failed to begin. */
void trial_setup_facts(struct facts *f, const struct trial_setup *setup,
                       const struct trial_config *conf,
                       const struct rank_info *member, int members,
                       const char *started);

#endif
