/*
 * doctor.c - what a run would find here, and what is wrong with it.
 *
 * Works alone and under mpirun or srun.  Everything that would slow a run
 * down or stop it is said in plain words, behind the facts.
 */
#include "config.h"

#include <gnu/libc-version.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cache.h"
#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/version.h"
#include "cmd/command.h"
#include "cmd/launch.h"
#include "comm/comm.h"
#include "kernel/kernel.h"
#include "run/room.h"
#include "store/hdf5.h"

#define GIB (1024.0 * 1024.0 * 1024.0)

static const struct argp_option options[] = {
    {"output", 'o', "DIR", 0, "Results folder to look at; results unless given",
     0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    const char **dir = state->input;

    if (key != 'o')
        return ARGP_ERR_UNKNOWN;
    *dir = arg;
    return 0;
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .doc = "Say what ranks, cores, BLAS kernel, memory and disk a run would "
           "find, and what is wrong with it.  Run it the way you will run "
           "the sweep: mpirun -n 4 codarun doctor.",
};

/* What a rank knows of itself. */
struct patient {
    char host[64], blas[64], corrected[64], cpu[128];
    char identity[160]; /* of the arithmetic; differing ones are refused */
    char openblas[160]; /* the same where OpenBLAS makes the products */
    enum simd simd;
    int bound;   /* cores in the mask the launcher gave */
    int cores;   /* cores it will use */
    int online;  /* cores of the machine */
    int on_node; /* ranks of this job on the machine */
    double memory, available;
};

static double available_memory(void)
{
    FILE *f = fopen("/proc/meminfo", "r");
    char line[128];
    double kib = 0;

    while (f && fgets(line, sizeof(line), f))
        if (sscanf(line, "MemAvailable: %lf", &kib) == 1)
            break;
    if (f)
        fclose(f);
    return kib * 1024;
}

static void examine(struct patient *p)
{
    const char *from = kernel_blas_corrected_from();
    cpu_set_t mask;

    memset(p, 0, sizeof(*p));
    snprintf(p->host, sizeof(p->host), "%s", comm_world()->host);
    snprintf(p->identity, sizeof(p->identity), "%s",
             kernel_identity(PRODUCTS_OWN));
    snprintf(p->openblas, sizeof(p->openblas), "%s",
             kernel_identity(PRODUCTS_OPENBLAS));
    p->simd = kernel_simd();
    snprintf(p->blas, sizeof(p->blas), "%s", kernel_blas_name());
    snprintf(p->corrected, sizeof(p->corrected), "%s", from ? from : "");
    snprintf(p->cpu, sizeof(p->cpu), "%s", kernel_cpu_name());
    if (!sched_getaffinity(0, sizeof(mask), &mask))
        p->bound = CPU_COUNT(&mask);
    p->cores = comm_cores();
    p->online = (int)sysconf(_SC_NPROCESSORS_ONLN);
    p->on_node = comm_world()->node_size;
    p->memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    p->available = available_memory();
}

static void print_rank(int rank, const struct patient *p)
{
    printf("rank %-3d     %s: uses %d core%s of %d, bound by the launcher to "
           "%d\n",
           rank, p->host, p->cores, p->cores == 1 ? "" : "s", p->online,
           p->bound);
}

static void print_machine(const struct patient *p)
{
    printf("processor    %s, %s (%s)\n", p->cpu, kernel_simd_name(p->simd),
           p->host);
    if (p->corrected[0])
        printf("BLAS kernel  %s, corrected from %s, which OpenBLAS had taken "
               "this processor for\n",
               p->blas, p->corrected);
    else
        printf("BLAS kernel  %s\n", p->blas);
    printf("identity     %s\n", p->identity);
    printf("             %s, if train.products says so\n", p->openblas);
    printf("memory       %.1f GiB, %.1f GiB available, for %d rank%s\n",
           p->memory / GIB, p->available / GIB, p->on_node,
           p->on_node == 1 ? "" : "s");
}

static void print_program(void)
{
    char hdf5[32];

    hdf5_version(hdf5);
    printf("codarun      %s, commit %s\n", version_text(), version_commit());
    printf("MPI          %s, %s, %d rank%s%s\n", comm_library(),
           comm_world()->threads ? "with threads" : "without threads",
           comm_world()->size, comm_world()->size == 1 ? "" : "s",
           comm_launched() ? "" : " (not started by mpirun or srun)");
    printf("OpenBLAS     %s\n", kernel_blas_config());
    printf("HDF5         %s; files are built in memory, so no file locks\n",
           hdf5);
    printf("libc         %s\n", gnu_get_libc_version());
}

static int check_results(const char *dir)
{
    char *place = room_nearest(dir);
    const bool writable = room_is_open(place);
    const double left = (double)folder_free_bytes(place);
    int warnings = 0;

    printf("results      '%s'%s: %.1f GiB free, %s\n", dir,
           strcmp(place, dir) ? " (not there yet)" : "", left / GIB,
           writable ? "writable" : "not writable");
    if (!writable)
        warnings +=
            printf("warning: results cannot be written in '%s'\n", place) > 0;
    if (left >= 0 && left < GIB)
        warnings += printf("warning: less than 1 GiB is free for results; "
                           "state files of large models need more\n") > 0;
    free(place);
    return warnings;
}

static int check_data(void)
{
    const char *data = getenv("CODARUN_DATA");
    struct stat s;

    if (!data) {
        printf("data         looked up beside the experiment file "
               "(CODARUN_DATA is not set)\n");
        return 0;
    }
    printf("data         '%s' (CODARUN_DATA), then beside the experiment "
           "file\n",
           data);
    if (!stat(data, &s) && S_ISDIR(s.st_mode))
        return 0;
    printf("warning: CODARUN_DATA names '%s', which is no folder\n", data);
    return 1;
}

static int print_cache(const char *folder)
{
    const struct cache_size size = cache_size(folder);
    struct error e;

    if (!file_exists(folder)) {
        printf("cache        '%s' (not there yet)\n", folder);
        return 0;
    }
    printf("cache        '%s': %ld image%s of encoded data, %.2f GiB\n", folder,
           size.images, size.images == 1 ? "" : "s", size.bytes / GIB);
    if (!cache_check(folder, &e))
        return 0;
    printf("warning: every rank loads its data by itself: %s\n", e.text);
    return 1;
}

static int check_cache(void)
{
    char *folder = cache_folder();
    int warnings = 0;

    if (folder)
        warnings = print_cache(folder);
    else
        printf("cache        none (CODARUN_CACHE is empty)\n");
    free(folder);
    return warnings;
}

static int check_rank(const struct patient *all, int i)
{
    const struct patient *p = &all[i];
    int warnings = 0;

    if (strcmp(p->identity, all[0].identity))
        warnings += printf("warning: rank %d on %s computes other bits than "
                           "rank 0 ('%s' instead of '%s'); a run is refused\n",
                           i, p->host, p->identity, all[0].identity) > 0;
    for (int j = 0; j < i; j++)
        if (!strcmp(p->host, all[j].host))
            return warnings;
    if (p->on_node > p->online)
        warnings += printf("warning: %s has %d ranks on %d cores; fewer ranks "
                           "would be faster\n",
                           p->host, p->on_node, p->online) > 0;
    if (p->cores * p->on_node < p->online)
        warnings +=
            printf("warning: %d of the %d cores of %s stay idle; start "
                   "more ranks, or give each more cores (mpirun "
                   "--bind-to none, srun --cpus-per-task)\n",
                   p->online - p->cores * p->on_node, p->online, p->host) > 0;
    return warnings;
}

/* What only those are concerned with who let OpenBLAS make the products. */
static void hint_openblas(const struct patient *all, int n)
{
    bool slow = false, mixed = false;

    for (int i = 0; i < n; i++) {
        slow |=
            strstr(all[i].blas, "Prescott") || strstr(all[i].blas, "Generic");
        mixed |= strcmp(all[i].openblas, all[0].openblas) != 0;
    }
    if (slow)
        printf("hint: train.products: openblas would be slow, as Prescott and "
               "Generic are its slowest kernels; set OPENBLAS_CORETYPE to what "
               "the processor is (Haswell, SkylakeX, Zen)\n");
    if (mixed)
        printf("hint: train.products: openblas would be refused, as ranks have "
               "different kernels of it; set OPENBLAS_CORETYPE to what all "
               "have\n");
}

/* mpirun ends a job soon after passing on SIGTERM. */
static void hint_launcher(void)
{
    if (getenv("OMPI_COMM_WORLD_SIZE") &&
        !getenv("OMPI_MCA_odls_base_sigkill_timeout"))
        printf("hint: after Ctrl-C or SIGTERM mpirun kills its ranks within "
               "2 s, perhaps before their checkpoint: send it SIGUSR1, or "
               "set OMPI_MCA_odls_base_sigkill_timeout=10\n");
}

/* A run would be refused. */
static int check_launcher(void)
{
    struct error e;

    if (launch_has_met(&e))
        return 0;
    printf("warning: a run is refused: %s\n", e.text);
    return 1;
}

static void report(const struct patient *all, int n, const char *dir)
{
    int warnings = 0;

    print_program();
    for (int i = 0; i < n; i++) {
        bool known = false;

        for (int j = 0; j < i; j++)
            known |= !strcmp(all[i].host, all[j].host);
        if (!known)
            print_machine(&all[i]);
    }
    for (int i = 0; i < n; i++)
        print_rank(i, &all[i]);
    warnings += check_results(dir);
    warnings += check_data();
    warnings += check_cache();
    for (int i = 0; i < n; i++)
        warnings += check_rank(all, i);
    if (!comm_world()->threads && n > 1)
        warnings += printf("warning: this MPI library lacks threads, so rank 0 "
                           "coordinates and does not train\n") > 0;
    warnings += check_launcher();
    hint_openblas(all, n);
    hint_launcher();
    if (warnings)
        printf("%d warning%s\n", warnings, warnings == 1 ? "" : "s");
    else
        printf("nothing is wrong\n");
}

static int run(int argc, char **argv)
{
    const char *dir = "results";
    struct patient me, *all;

    launch_parse(&argp, argc, argv, &dir);
    comm_start(&argc, &argv);
    log_setup(comm_world()->rank, comm_world()->host, false);
    all = memory_zeroed((size_t)comm_world()->size, sizeof(*all));
    examine(&me);
    world_gather(&me, sizeof(me), all);
    if (comm_world()->rank == 0)
        report(all, comm_world()->size, dir);
    free(all);
    return launch_end(EXIT_DONE);
}

const struct command command_doctor = {
    .name = "doctor",
    .summary = "say what a run would find here, and what is wrong with it",
    .argp = &argp,
    .run = run,
};
