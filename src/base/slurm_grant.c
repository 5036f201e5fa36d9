#include "base/slurm_grant.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/launcher.h"

#define MIB (1024.0 * 1024.0)

/* The number that a variable begins with, as of "72(x2),36"; INFINITY: it has
 * none above 0, or this is no job. */
static double granted(const char *name)
{
    const char *text = launcher_slurm().job ? getenv(name) : NULL;
    const double value = text ? strtod(text, NULL) : 0;

    return value > 0 ? value : INFINITY;
}

double slurm_processors(const char **by)
{
    const double here = granted("SLURM_CPUS_ON_NODE");

    *by = isfinite(here) ? "SLURM_CPUS_ON_NODE" : "SLURM_JOB_CPUS_PER_NODE";
    return isfinite(here) ? here : granted(*by);
}

double slurm_memory(const char **by)
{
    const double node = granted("SLURM_MEM_PER_NODE");
    const double all = granted("SLURM_MEM_PER_CPU") * slurm_processors(by);
    const bool by_node = node <= all;

    *by = by_node ? "SLURM_MEM_PER_NODE" : "SLURM_MEM_PER_CPU";
    return MIB * (by_node ? node : all);
}
