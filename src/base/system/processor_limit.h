/*
 * processor_limit.h - how many processors' time the ranks of a host have, where
 * that is less than the processors they may run on.
 *
 * That is a quota of their control group or one above it, or what Slurm has
 * granted on this host, which not every cluster enforces by a mask.  hwloc
 * knows of masks and of cpusets, and of neither of these.
 *
 * Threads: any.
 */
#ifndef BASE_SYSTEM_PROCESSOR_LIMIT_H
#define BASE_SYSTEM_PROCESSOR_LIMIT_H

struct processor_limit {
    double most;  /* INFINITY: there is none */
    char by[200]; /* "cpu.max of control group '/slurm/trial_setup_3'"; "": none
                   */
};

/* The least there is; `root` as in control_group.h. */
struct processor_limit processor_limit_find(const char *root);

/* How many of a limit's a rank of n may use, at least one. */
int processor_limit_share(const struct processor_limit *l, int n);

#endif
