/*
 * control_group.h - the limits of this process's control groups.
 *
 * A process is in a control group (cgroup) of version 2, in one per controller
 * of version 1, or in both.  A group's limit holds for all processes in it and
 * below it, so every group from the process's own up to the topmost mounted one
 * is read.  /proc/self/cgroup lists the groups, /proc/self/mountinfo where they
 * are mounted.
 *
 * `root` is put before every path: "" except in tests, which make a tree of
 * such files.
 *
 * Threads: any.  Errors: a file that cannot be read sets no limit.
 */
#ifndef BASE_SYSTEM_CONTROL_GROUP_H
#define BASE_SYSTEM_CONTROL_GROUP_H

/* A limit and its name. */
struct group_limit {
    double most;  /* bytes or processors; INFINITY: no limit */
    double used;  /* bytes in use in that group, without what the system gives
                     back when asked (file cache); 0 for processors */
    char by[200]; /* "memory.max of control group '/slurm/trial_setup_3'"; "":
                     no limit */
};

/* The memory limit with the fewest bytes left: memory.max and memory.high, or
 * memory.limit_in_bytes. */
struct group_limit control_group_memory(const char *root);

/* The smallest processor limit: cpu.max, or cpu.cfs_quota_us.  1.5 means one
 * and a half times the time of one processor. */
struct group_limit control_group_processors(const char *root);

#endif
