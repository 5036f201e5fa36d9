#include "config.h"

#include "base/system/machine.h"

#include <hwloc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/core/memory.h"

static hwloc_topology_t topology; /* NULL: it could not be read */
static char model[128];
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* --- reading it ------------------------------------------------------------
 */

/* If one of these is set hwloc reads the description of another machine, and
 * reports that this process may use all of its processors. */
static const char *const elsewhere[] = {"HWLOC_CPUID_PATH", "HWLOC_FSROOT",
                                        "HWLOC_SYNTHETIC", "HWLOC_XMLFILE"};
#define ELSEWHERE (sizeof(elsewhere) / sizeof(*elsewhere))

static const char *ignored; /* the one that was set; or NULL */

/* A NUMA node that is smaller than a package is attached to a group; without
 * groups it would seem to be near all cores.  Cores are in the order of
 * packages and groups, whatever their numbers. */
static hwloc_topology_t read_machine(void)
{
    hwloc_topology_t t;

    if (hwloc_topology_init(&t))
        return NULL;
    hwloc_topology_set_all_types_filter(t, HWLOC_TYPE_FILTER_KEEP_NONE);
    hwloc_topology_set_type_filter(t, HWLOC_OBJ_CORE,
                                   HWLOC_TYPE_FILTER_KEEP_ALL);
    hwloc_topology_set_type_filter(t, HWLOC_OBJ_PACKAGE,
                                   HWLOC_TYPE_FILTER_KEEP_ALL);
    hwloc_topology_set_type_filter(t, HWLOC_OBJ_GROUP,
                                   HWLOC_TYPE_FILTER_KEEP_STRUCTURE);
    if (!hwloc_topology_load(t))
        return t;
    hwloc_topology_destroy(t);
    return NULL;
}

/* Read with none of the variables set; they are restored, for other
 * programs. */
static hwloc_topology_t read_this_machine(void)
{
    char *kept[ELSEWHERE] = {0};

    for (size_t i = 0; i < ELSEWHERE; i++) {
        const char *value = getenv(elsewhere[i]);

        if (!value)
            continue;
        kept[i] = memory_string(value);
        ignored = elsewhere[i];
        unsetenv(elsewhere[i]);
    }
    hwloc_topology_t t = read_machine();

    for (size_t i = 0; i < ELSEWHERE; i++) {
        if (kept[i])
            setenv(elsewhere[i], kept[i], 1);
        free(kept[i]);
    }
    return t;
}

/* From the first package, or from the root if there is no package. */
static const char *info(const char *name)
{
    hwloc_obj_t package = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0);
    const char *value =
        package ? hwloc_obj_get_info_by_name(package, name) : NULL;

    return value
               ? value
               : hwloc_obj_get_info_by_name(hwloc_get_root_obj(topology), name);
}

/* ARM has numbers of implementer and part instead of a name. */
static void find_model(void)
{
    const char *name = topology ? info("CPUModel") : NULL;
    const char *maker = topology ? info("CPUImplementer") : NULL;
    const char *part = topology ? info("CPUPart") : NULL;

    if (!name && part)
        snprintf(model, sizeof(model), "ARM, implementer %s, part %s",
                 maker ? maker : "", part);
    else
        snprintf(model, sizeof(model), "%s", name ? name : "unknown");
}

static void load(void)
{
    topology = read_machine();
    if (topology && !hwloc_topology_is_thissystem(topology)) {
        hwloc_topology_destroy(topology);
        topology = read_this_machine();
    }
    find_model();
}

struct hwloc_topology *machine_topology(void)
{
    pthread_once(&once, load);
    return topology;
}

/* --- results -------------------------------------------------------------- */

const char *machine_ignored(void)
{
    machine_topology();
    return ignored;
}

const char *machine_model(void)
{
    machine_topology();
    return model;
}

/* hwloc cannot read some machines, and finds no cores on others. */
struct machine machine_find(void)
{
    hwloc_topology_t t = machine_topology();
    struct machine m = {0};

    if (t) {
        m.cores = hwloc_get_nbobjs_by_type(t, HWLOC_OBJ_CORE);
        m.processors = hwloc_get_nbobjs_by_type(t, HWLOC_OBJ_PU);
        m.nodes = hwloc_get_nbobjs_by_type(t, HWLOC_OBJ_NUMANODE);
    }
    if (m.processors < 1)
        m.processors = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (m.cores < 1)
        m.cores = m.processors;
    return m;
}

struct numa_node machine_node(int i)
{
    hwloc_topology_t t = machine_topology();
    hwloc_obj_t node =
        hwloc_get_obj_by_type(t, HWLOC_OBJ_NUMANODE, (unsigned)i);
    const int cores =
        hwloc_get_nbobjs_inside_cpuset_by_type(t, node->cpuset, HWLOC_OBJ_CORE);
    const int processors = hwloc_bitmap_weight(node->cpuset);

    return (struct numa_node){(int)node->os_index,
                              cores > 0 ? cores : processors, processors,
                              (double)node->attr->numanode.local_memory};
}
