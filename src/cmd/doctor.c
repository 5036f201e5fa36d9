/*
 * doctor.c - what a run would find here, and what is wrong with it.
 *
 * Works alone and under mpirun or srun.  Everything that would slow a run
 * down or stop it is said in plain words, behind the facts.
 */
#include "config.h"

#include <gnu/libc-version.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cache.h"
#include "base/file.h"
#include "base/folder_place.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/processors.h"
#include "base/show.h"
#include "base/thread_binding.h"
#include "base/version.h"
#include "cmd/command.h"
#include "cmd/doctor_rank.h"
#include "cmd/launch.h"
#include "comm/comm.h"
#include "kernel/kernel.h"
#include "store/hdf5.h"

#define GIB (1024.0 * 1024.0 * 1024.0)

struct arguments {
    const char *dir;
};

static const struct cli_option options[] = {
    {CLI_TEXT(struct arguments, dir), .name = "output", .letter = 'o',
     .value = "DIR", .help = "Results folder to look at; results unless given"},
    CLI_END,
};

static void print_program(void)
{
    char hdf5[32];

    hdf5_version(hdf5);
    say("codarun      %s, commit %s\n", version_text(), version_commit());
    say("MPI          %s, %s, %d rank%s%s\n", comm_library(),
        comm_world()->threads ? "with threads" : "without threads",
        comm_world()->size, comm_world()->size == 1 ? "" : "s",
        comm_launched() ? "" : " (not started by mpirun or srun)");
    say("OpenBLAS     %s\n", kernel_blas_config());
    say("HDF5         %s; files are built in memory, so no file locks\n", hdf5);
    say("libc         %s\n", gnu_get_libc_version());
}

static int check_results(const char *dir)
{
    char *place = folder_nearest(dir);
    const bool writable = folder_is_open(place);
    const double left = (double)folder_free_bytes(place);
    int warnings = 0;

    say("results      '%s'%s: %.1f GiB free, %s\n", dir,
        strcmp(place, dir) ? " (not there yet)" : "", left / GIB,
        writable ? "writable" : "not writable");
    if (!writable)
        warnings +=
            say("warning: results cannot be written in '%s'\n", place) > 0;
    if (left >= 0 && left < GIB)
        warnings += say("warning: less than 1 GiB is free for results; "
                        "state files of large models need more\n") > 0;
    free(place);
    return warnings;
}

static int check_data(void)
{
    const char *data = getenv("CODARUN_DATA");
    struct stat s;

    if (!data) {
        say("data         looked up beside the experiment file "
            "(CODARUN_DATA is not set)\n");
        return 0;
    }
    say("data         '%s' (CODARUN_DATA), then beside the experiment "
        "file\n",
        data);
    if (!stat(data, &s) && S_ISDIR(s.st_mode))
        return 0;
    say("warning: CODARUN_DATA names '%s', which is no folder\n", data);
    return 1;
}

static int print_cache(const char *folder)
{
    struct cache_size size;
    struct error e;

    if (!file_exists(folder))
        say("cache        '%s' (not there yet)\n", folder);
    else if (cache_size(folder, &size, &e))
        say("cache        '%s': %s\n", folder, e.text);
    else
        say("cache        '%s': %ld image%s of encoded data, %.2f GiB\n",
            folder, size.images, size.images == 1 ? "" : "s", size.bytes / GIB);
    if (cache_in_memory()) {
        char *text = cache_memory_text(folder, cache_limit(INFINITY));

        say("hint: %s\n", text);
        free(text);
    }
    if (!cache_could_be(folder, &e))
        return 0;
    say("warning: every rank loads its data by itself: %s\n", e.text);
    return 1;
}

static int check_cache(void)
{
    char *folder = cache_folder();
    int warnings = 0;

    if (folder)
        warnings = print_cache(folder);
    else
        say("cache        none (CODARUN_CACHE is empty)\n");
    free(folder);
    return warnings;
}

/* What only those are concerned with who let OpenBLAS make the products. */
static void hint_openblas(const struct rank_report *all, int n)
{
    bool slow = false, mixed = false;

    for (int i = 0; i < n; i++) {
        slow |=
            strstr(all[i].blas, "Prescott") || strstr(all[i].blas, "Generic");
        mixed |= strcmp(all[i].openblas, all[0].openblas) != 0;
    }
    if (slow)
        say("hint: train.products: openblas would be slow, as Prescott and "
            "Generic are its slowest kernels; set OPENBLAS_CORETYPE to what "
            "the processor is (Haswell, SkylakeX, Zen)\n");
    if (mixed)
        say("hint: train.products: openblas would be refused, as ranks have "
            "different kernels of it; set OPENBLAS_CORETYPE to what all "
            "have\n");
}

/* Told, for whoever set it may wonder. */
static void hint_ignored(void)
{
    const char *binding = thread_binding_ignored();
    const char *machine = processors_ignored();

    if (binding)
        say("hint: %s is ignored: threads run on whatever cores the job has "
            "on their host\n",
            binding);
    if (machine)
        say("hint: %s is ignored: it is of another machine, for "
            "HWLOC_THISSYSTEM=1 is not set\n",
            machine);
}

/* mpirun kills its ranks soon after SIGTERM; Open MPI 4 lets its user say how
 * soon. */
static void hint_launcher(void)
{
    const bool may_wait = strstr(comm_library(), "Open MPI v4");

    if (getenv("OMPI_COMM_WORLD_SIZE") &&
        !(may_wait && getenv("OMPI_MCA_odls_base_sigkill_timeout")))
        say("hint: after Ctrl-C or SIGTERM mpirun kills its ranks within "
            "3 s, perhaps before their checkpoint: send it SIGUSR1%s\n",
            may_wait ? ", or set OMPI_MCA_odls_base_sigkill_timeout=10" : "");
}

/* A run would be refused. */
static int check_launcher(void)
{
    struct error e;

    if (launch_has_met(&e))
        return 0;
    say("warning: a run is refused: %s\n", e.text);
    return 1;
}

static void report(const struct rank_report *all, int n, const char *dir)
{
    int warnings = 0;

    print_program();
    for (int i = 0; i < n; i++)
        if (rank_report_is_first(all, i))
            rank_report_print_machine(&all[i]);
    for (int i = 0; i < n; i++)
        rank_report_print(i, &all[i]);
    warnings += check_results(dir);
    warnings += check_data();
    warnings += check_cache();
    for (int i = 0; i < n; i++)
        warnings += rank_report_check(all, i);
    if (!comm_world()->threads && n > 1)
        warnings += say("warning: this MPI library lacks threads, so rank 0 "
                        "coordinates and does not train\n") > 0;
    warnings += check_launcher();
    hint_openblas(all, n);
    hint_ignored();
    hint_launcher();
    if (warnings)
        say("%d warning%s\n", warnings, warnings == 1 ? "" : "s");
    else
        say("nothing is wrong\n");
}

static int run(void *asked, struct error *e)
{
    const struct arguments *a = asked;
    struct rank_report me, *all;

    (void)e;
    comm_start();
    log_setup(comm_world()->rank, comm_world()->host, false);
    all = memory_zeroed((size_t)comm_world()->size, sizeof(*all));
    rank_report_fill(&me);
    world_gather(&me, sizeof(me), all);
    if (comm_world()->rank == 0)
        report(all, comm_world()->size, a->dir);
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
    .size = sizeof(struct arguments),
    .preset = &(const struct arguments){.dir = "results"},
    .ranks = true,
    .run = run,
};
