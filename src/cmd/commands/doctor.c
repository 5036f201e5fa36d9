/*
 * doctor.c - `codarun doctor`: shows the conditions for a run, and problems.
 *
 * It works alone and under mpirun or srun.  Everything that would slow down or
 * stop a run is reported in plain words, after the facts.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/core/show.h"
#include "base/files/cache.h"
#include "base/files/file.h"
#include "base/files/folder_nearest.h"
#include "base/system/machine.h"
#include "base/system/thread_binding.h"
#include "cmd/command.h"
#include "cmd/doctor/doctor_rank.h"
#include "cmd/doctor/doctor_report.h"
#include "cmd/launch.h"
#include "cmd/option.h"
#include "engine/comm/comm.h"
#include "engine/kernel/kernel.h"

#define GIB (1024.0 * 1024.0 * 1024.0)

struct doctor_arguments {
    const char *dir;
    int json;
};

static const struct cli_option options[] = {
    {CLI_TEXT(struct doctor_arguments, dir), .name = "output", .letter = 'o',
     .value = "DIR", .help = "Results folder to look at; results unless given"},
    OPTION_TEXT_OR_JSON(struct doctor_arguments, json),
    CLI_END,
};

static void check_results(struct doctor_report *r, const char *dir)
{
    char *place = folder_nearest(dir);

    r->results.folder = dir;
    r->results.nearest = place;
    r->results.writable = folder_is_writable(place);
    r->results.bytes_free = (double)folder_free_bytes(place);
    if (!r->results.writable)
        findings_warn(&r->results.found, "results_writable",
                      "results cannot be written in '%s'", place);
    if (r->results.bytes_free >= 0 && r->results.bytes_free < GIB)
        findings_warn(&r->results.found, "results_space",
                      "less than 1 GiB is free for results; state files of "
                      "large models need more");
}

static void check_data(struct doctor_report *r)
{
    const char *data = getenv("CODARUN_DATA");
    struct stat s;

    r->data.folder = data;
    if (data && (stat(data, &s) || !S_ISDIR(s.st_mode)))
        findings_warn(&r->data.found, "data_folder",
                      "CODARUN_DATA names '%s', which is no folder", data);
}

static void check_cache(struct doctor_report *r)
{
    char *folder = cache_folder();
    struct error e;

    r->cache.folder = folder;
    if (!folder)
        return;
    r->cache.there = file_exists(folder);
    if (r->cache.there)
        cache_size(folder, &r->cache.size, &r->cache.unread);
    if (cache_in_memory()) {
        char *text = cache_memory_text(folder, cache_limit(INFINITY));

        findings_hint(&r->cache.found, "cache_in_memory", "%s", text);
        free(text);
    }
    if (cache_could_be(folder, &e))
        findings_warn(&r->cache.found, "cache_usable",
                      "every rank loads its data by itself: %s", e.text);
}

/* Add hints that concern only users of OpenBLAS for products. */
static void hint_openblas(struct doctor_report *r)
{
    bool slow = false, mixed = false;

    for (int i = 0; i < r->ranks; i++) {
        slow |= strstr(r->rank[i].blas, "Prescott") ||
                strstr(r->rank[i].blas, "Generic");
        mixed |= strcmp(r->rank[i].openblas, r->rank[0].openblas) != 0;
    }
    if (slow)
        findings_hint(&r->job, "blas_slow",
                      "train.products: openblas would be slow, as Prescott and "
                      "Generic are its slowest kernels; set OPENBLAS_CORETYPE "
                      "to what the processor is (Haswell, SkylakeX, Zen)");
    if (mixed)
        findings_hint(&r->job, "blas_same",
                      "train.products: openblas would be refused, as ranks "
                      "have different kernels of it; set OPENBLAS_CORETYPE to "
                      "what all have");
}

/* Add hints for settings that are ignored, as their users would not expect
 * that. */
static void hint_ignored(struct findings *f)
{
    const char *binding = thread_binding_ignored();
    const char *machine = machine_ignored();

    if (binding)
        findings_hint(f, "binding_ignored",
                      "%s is ignored: threads run on whatever cores the job "
                      "has on their host",
                      binding);
    if (machine)
        findings_hint(f, "machine_ignored",
                      "%s is ignored: it is of another machine, for "
                      "HWLOC_THISSYSTEM=1 is not set",
                      machine);
}

/* Add a hint on signals: mpirun kills its ranks soon after SIGTERM; with Open
 * MPI 4 the time can be set. */
static void hint_launcher(struct findings *f)
{
    const bool may_wait = strstr(comm_library(), "Open MPI v4");

    if (getenv("OMPI_COMM_WORLD_SIZE") &&
        !(may_wait && getenv("OMPI_MCA_odls_base_sigkill_timeout")))
        findings_hint(
            f, "launcher_signals",
            "after Ctrl-C or SIGTERM mpirun kills its ranks within 3 s, "
            "perhaps before their checkpoint: send it SIGUSR1%s",
            may_wait ? ", or set OMPI_MCA_odls_base_sigkill_timeout=10" : "");
}

static void check_job(struct doctor_report *r)
{
    struct error e;

    for (int i = 0; i < r->ranks; i++)
        rank_report_check(r->rank, i, &r->job);
    if (!comm_world()->threads && r->ranks > 1)
        findings_warn(&r->job, "mpi_threads",
                      "this MPI library lacks threads, so rank 0 coordinates "
                      "and does not train");
    if (!launch_is_joined(&e)) /* a run would be refused */
        findings_warn(&r->job, "launcher", "a run is refused: %s", e.text);
    hint_openblas(r);
    hint_ignored(&r->job);
    hint_launcher(&r->job);
}

static void print(const struct rank_report *all, int n,
                  const struct doctor_arguments *a)
{
    struct doctor_report r = {.rank = all, .ranks = n};
    struct str json = {0};

    check_results(&r, a->dir);
    check_data(&r);
    check_cache(&r);
    check_job(&r);
    if (a->json) {
        doctor_report_put(&r, &json);
        show_put(str_text(&json), stdout);
    } else
        doctor_report_say(&r);
    str_release(&json);
    doctor_report_release(&r);
}

static int run(void *asked, struct error *e)
{
    const struct doctor_arguments *a = asked;
    struct rank_report me, *all;

    (void)e;
    comm_start();
    log_setup(comm_world()->rank, comm_world()->host, false);
    all = memory_zeroed((size_t)comm_world()->size, sizeof(*all));
    rank_report_fill(&me);
    world_gather(&me, sizeof(me), all);
    if (comm_world()->rank == 0)
        print(all, comm_world()->size, a);
    free(all);
    return launch_end(EXIT_DONE);
}

const struct command command_doctor = {
    .name = "doctor",
    .summary = "say what a run would find here, and what is wrong with it",
    .about = "Say what ranks, cores, BLAS kernel, memory and disk a run would "
             "find, and what is wrong with it.  Run it the way you will run "
             "the sweep: mpirun -n 4 codarun doctor.",
    .options = options,
    .size = sizeof(struct doctor_arguments),
    .preset = &(const struct doctor_arguments){.dir = "results"},
    .ranks = true,
    .run = run,
};
