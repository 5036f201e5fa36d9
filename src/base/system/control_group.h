/*
 * control_group.h - what the control groups of this process allow it.
 *
 * A process is in a control group (cgroup) of version 2, in one a controller of
 * version 1, or in both, and what a group allows is for all in it and below it:
 * so every group from its own up to the topmost that is mounted is asked. Which
 * groups these are stands in /proc/self/cgroup, where they lie in
 * /proc/self/mountinfo.
 *
 * `root` stands before every path: "" but in tests, which make a tree of such
 * files.
 *
 * Threads: any.  Errors: what cannot be read allows everything.
 */
#ifndef BASE_SYSTEM_CONTROL_GROUP_H
#define BASE_SYSTEM_CONTROL_GROUP_H

/* A limit, and what it is known by. */
struct group_limit {
    double most;  /* bytes or processors; INFINITY: there is none */
    double used;  /* bytes in use in that group but for what the system gives
                     back when asked (file cache); of processors 0 */
    char by[200]; /* "memory.max of control group '/slurm/trial_setup_3'"; "":
                     none */
};

/* That of which the fewest bytes are left: memory.max and memory.high, or
 * memory.limit_in_bytes. */
struct group_limit control_group_memory(const char *root);

/* The least: cpu.max, or cpu.cfs_quota_us.  1.5 is three halves of the time of
 * one processor. */
struct group_limit control_group_processors(const char *root);

#endif
