/*
 * machine.h - the machine that this process runs on: its cores, their
 * hyperthreads, its NUMA nodes, the model of its processors.
 *
 * hwloc reads all of it, once, limited to what this process's control group
 * allows.  What hwloc does not know is found elsewhere: which instructions
 * there are (kernel/kernel.h) and quotas of time (system/processor_limit.h).
 *
 * Threads: any.  The first call reads the environment, and may change it for a
 *          while: it must come before MPI starts.
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

/* A NUMA node: memory, and the processors near it.  hwloc counts all processors
 * as near to memory without processors of its own, such as a device's, unless
 * the system says otherwise. */
struct numa_node {
    int number; /* the system's number of it */
    int cores, processors;
    double bytes;
};

/* Node i of machine_find().nodes. */
struct numa_node machine_node(int i);

/* "AMD EPYC 9654 96-Core Processor", "ARM, implementer 0x41, part 0xd0c" or
 * "unknown": the model of the first processor; borrowed. */
const char *machine_model(void);

/* The hwloc variable that describes another machine (HWLOC_XMLFILE without
 * HWLOC_THISSYSTEM=1) and is ignored; NULL if there is none. */
const char *machine_ignored(void);

/* hwloc's own object, for system/processors.c; NULL if it cannot be read. */
struct hwloc_topology *machine_topology(void);

#endif
