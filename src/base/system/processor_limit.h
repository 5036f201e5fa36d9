/*
 * processor_limit.h - the processor time that the ranks of a host may use, if
 * that is less than the processors they may run on.
 *
 * The limit is a quota of their control group or of one above it, or Slurm's
 * grant on this host, which not every cluster enforces by a mask.  hwloc knows
 * masks and cpusets, but neither of these.
 *
 * Threads: any.
 */
#ifndef BASE_SYSTEM_PROCESSOR_LIMIT_H
#define BASE_SYSTEM_PROCESSOR_LIMIT_H

struct processor_limit {
    double most;  /* INFINITY: no limit */
    char by[200]; /* "cpu.max of control group '/slurm/trial_setup_3'"; "": no
                     limit */
};

/* The smallest limit; `root` as in control_group.h. */
struct processor_limit processor_limit_find(const char *root);

/* How many processors of a limit one of n ranks may use, at least one. */
int processor_limit_share(const struct processor_limit *l, int n);

#endif
