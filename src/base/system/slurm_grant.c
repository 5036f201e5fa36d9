#include "base/system/slurm_grant.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/system/launcher.h"

/* The number at the beginning of a variable, such as "72(x2),36"; INFINITY if
 * there is none above 0, or if this is no job. */
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

/* Bytes; the number is in MiB unless a unit follows it. */
static double granted_memory(const char *name)
{
    static const char units[] = "KMGT";
    const double value = granted(name);
    const char *unit = NULL;

    if (!isfinite(value))
        return INFINITY;
    for (const char *at = getenv(name); *at && !unit; at++)
        unit = memchr(units, *at, sizeof(units) - 1);
    return ldexp(value, unit ? 10 + 10 * (int)(unit - units) : 20);
}

/* Slurm sets one of the three for a job. */
double slurm_memory(const char **by)
{
    const double of[] = {
        granted_memory("SLURM_MEM_PER_NODE"),
        granted_memory("SLURM_MEM_PER_CPU") * slurm_processors(by),
        granted_memory("SLURM_MEM_PER_GPU") * granted("SLURM_GPUS_ON_NODE"),
    };
    static const char *const names[] = {
        "SLURM_MEM_PER_NODE", "SLURM_MEM_PER_CPU", "SLURM_MEM_PER_GPU"};
    int least = 0;

    for (int i = 1; i < 3; i++)
        if (of[i] < of[least])
            least = i;
    *by = names[least];
    return of[least];
}
