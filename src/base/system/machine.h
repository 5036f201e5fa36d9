/*
 * machine.h - the machine that this process runs on: its cores, their
 * hyperthreads, its NUMA nodes, the model of its processors.
 *
 * All of it is what hwloc reads, once, as far as this process's control group
 * is let.  What hwloc does not know is asked elsewhere: which instructions
 * there are (kernel/kernel.h) and quotas of time (system/processor_limit.h).
 *
 * Threads: any.  The first call reads, and may change for a while, the
 *          environment: before MPI starts.
 */
#ifndef BASE_SYSTEM_MACHINE_H
#define BASE_SYSTEM_MACHINE_H

/* A processor is what the system schedules a thread on: a core, or one of its
 * hyperthreads. */
struct machine {
    int cores, processors;
    int nodes; /* of NUMA; 0: not known */
};
struct machine machine_find(void);

/* A NUMA node: memory, and what is near it.  hwloc takes memory without
 * processors of its own, as that of a device, for near to all of them, unless
 * the system says more. */
struct numa_node {
    int number; /* the system's */
    int cores, processors;
    double bytes;
};

/* Node i of machine_find()'s. */
struct numa_node machine_node(int i);

/* "AMD EPYC 9654 96-Core Processor", "ARM, implementer 0x41, part 0xd0c" or
 * "unknown", of the first; borrowed. */
const char *machine_model(void);

/* The variable of hwloc's that tells of another machine (HWLOC_XMLFILE without
 * HWLOC_THISSYSTEM=1) and is not heeded; NULL: none does. */
const char *machine_ignored(void);

/* As hwloc has it, for system/processors.c; NULL: it cannot be read. */
struct hwloc_topology *machine_topology(void);

#endif
