/*
 * hook.h - run.hook: a user's command that is run when a sweep ends.
 *
 * Rank 0 has /bin/sh run it once all ranks are done and the folder's lease is
 * given back, in the folder where codarun was started, with standard input
 * empty and both outputs on codarun's standard error. It begins before MPI
 * ends, since an mpirun that was asked to stop soon kills all ranks and lets
 * none pass the end of MPI. It has a session of its own, so that mpirun does
 * not kill it; no signal is blocked or ignored in it, and no file of codarun's
 * is open. codarun waits for it, and passes on signals that come meanwhile.
 *
 * Its environment is that of rank 0, without the variables that mpirun and srun
 * set for ranks and without the BLAS kernel that codarun has chosen for itself,
 * so that it can start a job of its own, here or elsewhere. It also contains
 * what `codarun status` says of the sweep; unknown values are empty:
 *
 *     CODARUN_STATUS       done, failed, stopped or error
 *     CODARUN_WHY          of stopped and error, and of done where the data
 *                          have changed since
 *     CODARUN_EXIT         codarun's exit status
 *     CODARUN_DIR          the results folder, absolute
 *     CODARUN_NAME         the experiment's
 *     CODARUN_TRIALS       in all,
 *     CODARUN_TRIALS_DONE  finished and failed,
 *     CODARUN_FAILED       failed
 *     CODARUN_GOAL         "valid.map"
 *     CODARUN_BEST         its value in the best trial,
 *     CODARUN_BEST_TRIAL   that trial's number,
 *     CODARUN_BEST_VALUES  and its values, name=value, with tabs between
 *
 * Errors:  they are printed, as is a status other than 0, and change nothing.
 * Threads: the main one.
 */
#ifndef SWEEP_RUN_HOOK_H
#define SWEEP_RUN_HOOK_H

#include <sys/types.h>

#include "sweep/folder/sweep_status.h"

struct hook {
    char *command; /* "": there is none; owned */
    char *dir;     /* results folder, absolute; owned */
    struct sweep_status
        end;     /* the sweep's last status; without a name no sweep was run */
    pid_t child; /* that runs it; 0 if none does */
};

/* Start the command if a sweep was run; `status` is codarun's exit status. */
void hook_begin(struct hook *h, int status);

/* Wait until it has ended. */
void hook_finish(struct hook *h);

void hook_release(struct hook *h);

#endif
