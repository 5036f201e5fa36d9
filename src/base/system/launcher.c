#include "config.h"

#include "base/system/launcher.h"

#include <fnmatch.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/core/memory.h"

static const char *const rank_names[] = {
    "OMPI_COMM_WORLD_RANK",
    "PMIX_RANK",
    "PMI_RANK",
    "SLURM_PROCID",
};

/* If Open MPI's own variable is set only that counts: an mpirun of one rank may
 * run within a task of srun. */
static const char *const size_names[] = {
    "OMPI_COMM_WORLD_SIZE", /* Open MPI */
    "PMI_SIZE",             /* MPICH, Intel MPI; srun --mpi=pmi2 */
    "MV2_COMM_WORLD_SIZE",  /* MVAPICH2 */
    "SLURM_STEP_NUM_TASKS", /* srun */
    "FLUX_JOB_SIZE",        /* flux run */
    "JSM_NAMESPACE_SIZE",   /* jsrun */
};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* An empty variable counts as unset. */
static const char *value(const char *name)
{
    const char *text = getenv(name);

    return text && *text ? text : NULL;
}

static long number(const char *name)
{
    const char *text = value(name);

    return text ? strtol(text, NULL, 10) : 0;
}

bool launcher_alone(void)
{
    return number("CODARUN_ALONE") == 1;
}

bool launcher_first(void)
{
    if (launcher_alone() && !value("OMPI_COMM_WORLD_RANK") &&
        !value("PMIX_RANK"))
        return true;
    for (size_t i = 0; i < COUNT(rank_names); i++)
        if (value(rank_names[i]))
            return number(rank_names[i]) == 0;
    return true;
}

long launcher_tasks(const char **variable)
{
    long most = 1;

    *variable = NULL;
    for (size_t i = 0; i < COUNT(size_names); i++) {
        const long tasks = number(size_names[i]);

        if (tasks > most) {
            most = tasks;
            *variable = size_names[i];
        }
        if (i == 0 && tasks > 0)
            break;
    }
    return most;
}

/* Variables of Open MPI, PMI and PMIx. */
static const char *const own_lines[] = {
    "PMIX_*",
    "PMI_*",
    "PRTE_LAUNCHED=*",
    "ORTE_SCHIZO_DETECTION=*",
    "OMPI_APP_CTX_NUM_PROCS=*",
    "OMPI_ARGV=*",
    "OMPI_COMMAND=*",
    "OMPI_COMM_WORLD_*",
    "OMPI_FILE_LOCATION=*",
    "OMPI_FIRST_RANKS=*",
    "OMPI_MCA_ess=*",
    "OMPI_MCA_ess_*",
    "OMPI_MCA_initial_wdir=*",
    "OMPI_MCA_orte_*",
    "OMPI_MCA_pmix=*",
    "OMPI_NUM_APP_CTX=*",
    "OMPI_UNIVERSE_SIZE=*",
};

bool launcher_says(const char *line)
{
    for (size_t i = 0; i < COUNT(own_lines); i++)
        if (!fnmatch(own_lines[i], line, 0))
            return true;
    return false;
}

bool launcher_can_join(void)
{
    return value("PMIX_RANK") || value("PMI_RANK") || value("PMI_FD") ||
           value("OMPI_COMM_WORLD_SIZE");
}

bool launcher_cannot_join(void)
{
    return value("SLURM_STEP_NUM_TASKS") && !launcher_can_join();
}

char *launcher_array_task(const struct slurm_job *j)
{
    return j->array_job && j->array_task
               ? memory_format("%s_%s", j->array_job, j->array_task)
               : NULL;
}

struct slurm_job launcher_slurm(void)
{
    return (struct slurm_job){
        .job = value("SLURM_JOB_ID"),
        .array_job = value("SLURM_ARRAY_JOB_ID"),
        .array_task = value("SLURM_ARRAY_TASK_ID"),
        .restarts = number("SLURM_RESTART_COUNT"),
        .partition = value("SLURM_JOB_PARTITION"),
        .cluster = value("SLURM_CLUSTER_NAME"),
        .step = value("SLURM_STEP_ID"),
    };
}
