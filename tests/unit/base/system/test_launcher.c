/* The environment variables of launchers. */
#include "config.h"

#include "tests/test.h"

#include <stdlib.h>

#include "base/system/launcher.h"

static const char *const names[] = {
    "OMPI_COMM_WORLD_SIZE",
    "OMPI_COMM_WORLD_RANK",
    "PMIX_RANK",
    "PMI_SIZE",
    "PMI_RANK",
    "PMI_FD",
    "MV2_COMM_WORLD_SIZE",
    "SLURM_STEP_NUM_TASKS",
    "SLURM_STEP_ID",
    "SLURM_JOB_ID",
    "SLURM_ARRAY_JOB_ID",
    "SLURM_ARRAY_TASK_ID",
    "SLURM_RESTART_COUNT",
    "SLURM_JOB_PARTITION",
    "SLURM_CLUSTER_NAME",
    "SLURM_NTASKS",
    "SLURM_PROCID",
    "FLUX_JOB_SIZE",
    "JSM_NAMESPACE_SIZE",
    "CODARUN_ALONE",
};

static int forget(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        unsetenv(names[i]);
    return 0;
}

static void set(const char *name, const char *value)
{
    setenv(name, value, 1);
}

static void alone_unless_a_launcher_says_more(void **state)
{
    const char *by;

    (void)state;
    assert_int_equal(launcher_tasks(&by), 1);
    assert_null(by);
    set("SLURM_NTASKS", "8"); /* of a batch script, which is started once */
    set("SLURM_PROCID", "0");
    assert_int_equal(launcher_tasks(&by), 1);
    set("SLURM_STEP_NUM_TASKS", "1"); /* an interactive step */
    assert_int_equal(launcher_tasks(&by), 1);
    set("PMI_SIZE", "4"); /* in which another MPI started four */
    assert_int_equal(launcher_tasks(&by), 4);
    assert_string_equal(by, "PMI_SIZE");
    set("PMI_SIZE", "");
    set("SLURM_STEP_NUM_TASKS", "16");
    assert_int_equal(launcher_tasks(&by), 16);
    assert_string_equal(by, "SLURM_STEP_NUM_TASKS");
}

static void an_mpirun_within_a_task_counts_alone(void **state)
{
    const char *by;

    (void)state;
    set("SLURM_STEP_NUM_TASKS", "16");
    set("OMPI_COMM_WORLD_SIZE", "1");
    assert_int_equal(launcher_tasks(&by), 1);
    set("OMPI_COMM_WORLD_SIZE", "3");
    assert_int_equal(launcher_tasks(&by), 3);
    assert_string_equal(by, "OMPI_COMM_WORLD_SIZE");
}

static void srun_that_joins_no_ranks_is_silent(void **state)
{
    (void)state;
    assert_false(launcher_cannot_join());
    set("SLURM_STEP_NUM_TASKS", "2");
    assert_true(launcher_cannot_join());
    set("PMI_RANK", "0");
    assert_false(launcher_cannot_join());
    unsetenv("PMI_RANK");
    set("PMIX_RANK", "0");
    assert_false(launcher_cannot_join());
}

static void the_first_is_of_rank_0(void **state)
{
    (void)state;
    assert_true(launcher_first());
    set("SLURM_PROCID", "3");
    assert_false(launcher_first());
    set("CODARUN_ALONE", "1"); /* each is a run of its own */
    assert_true(launcher_first());
    set("PMIX_RANK", "3"); /* these ranks can connect */
    assert_false(launcher_first());
    set("PMIX_RANK", "0");
    assert_true(launcher_first());
    set("CODARUN_ALONE", "0");
    unsetenv("PMIX_RANK");
    assert_false(launcher_first());
}

static void a_slurm_job_is_known(void **state)
{
    struct slurm_job j = launcher_slurm();

    (void)state;
    assert_null(j.job);
    assert_int_equal(j.restarts, 0);
    set("SLURM_JOB_ID", "14");
    set("SLURM_ARRAY_JOB_ID", "12");
    set("SLURM_ARRAY_TASK_ID", "2");
    set("SLURM_RESTART_COUNT", "3");
    set("SLURM_JOB_PARTITION", "long");
    set("SLURM_CLUSTER_NAME", "");
    j = launcher_slurm();
    assert_string_equal(j.job, "14");
    assert_string_equal(j.array_job, "12");
    assert_string_equal(j.array_task, "2");
    assert_int_equal(j.restarts, 3);
    assert_string_equal(j.partition, "long");
    assert_null(j.cluster);
    assert_null(j.step);
    char *task = launcher_array_task(&j);

    assert_string_equal(task, "12_2");
    free(task);
    unsetenv("SLURM_ARRAY_TASK_ID");
    j = launcher_slurm();
    assert_null(launcher_array_task(&j));
}

/* Variables that a separate job, started by a rank, must not have. */
static void what_is_told_a_rank_is_known(void **state)
{
    (void)state;
    assert_true(launcher_says("PMIX_RANK=0"));
    assert_true(launcher_says("OMPI_COMM_WORLD_RANK=0"));
    assert_true(launcher_says("OMPI_UNIVERSE_SIZE=4"));
    assert_true(launcher_says("OMPI_MCA_ess_base_jobid=1"));
    assert_true(launcher_says("OMPI_MCA_ess_singleton_isolated=1"));
    assert_true(launcher_says("ORTE_SCHIZO_DETECTION=ORTE"));
    assert_false(launcher_says("OMPI_MCA_btl=self,tcp"));
    assert_false(launcher_says("SLURM_JOB_ID=7"));
    assert_false(launcher_says("HOME=/PMIX_RANK"));
}

#define TEST(name) cmocka_unit_test_setup(name, forget)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(alone_unless_a_launcher_says_more),
        TEST(an_mpirun_within_a_task_counts_alone),
        TEST(srun_that_joins_no_ranks_is_silent),
        TEST(the_first_is_of_rank_0),
        TEST(a_slurm_job_is_known),
        TEST(what_is_told_a_rank_is_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
