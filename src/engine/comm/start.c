#include "config.h"

#include "engine/comm/wire.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/system/launcher.h"
#include "base/system/machine.h"
#include "base/system/memory_limit.h"
#include "engine/comm/build_check.h"
#include "engine/comm/heartbeat.h"

#define SPIN_SECONDS 40e-6
#define FIRST_NAP 20e-6
#define WORLD_NAP 5e-3
#define GONE_SECONDS 5.0 /* for rank 0 to end, if it is about to */

struct wire wire;

/* Ranks that have died or are silent. */
static struct {
    bool any, silent;
} missing;

/* Until comm_start() there is only this process. */
static struct comm world = {.size = 1, .node_size = 1, .started = 1};

const char *wire_reason(int status, char text[MPI_MAX_ERROR_STRING])
{
    int n;

    return MPI_Error_string(status, text, &n) ? "unknown error" : text;
}

void wire_check(int status, const char *call)
{
    char text[MPI_MAX_ERROR_STRING];

    if (status != MPI_SUCCESS)
        die("MPI: %s failed on rank %d: %s", call, world.rank,
            wire_reason(status, text));
}

bool wire_done(MPI_Request *request)
{
    int done;

    return MPI_Test(request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done;
}

struct wait wait_begin(double most)
{
    return (struct wait){clock_now(), FIRST_NAP, most};
}

double wait_turn(struct wait *w)
{
    const double waited = clock_now() - w->began;

    if (waited < SPIN_SECONDS) {
        sched_yield();
    } else {
        clock_sleep(w->nap);
        w->nap = 1.25 * w->nap < w->most ? 1.25 * w->nap : w->most;
    }
    return waited;
}

/* How a collective call ends: MPI reports that a rank has died, or a rank is
 * silent. */
enum finish { FINISH_WELL, FINISH_DEATH, FINISH_SILENCE };

static enum finish all_finish(MPI_Request *request, const char *call)
{
    struct wait w = wait_begin(WORLD_NAP);

    for (;;) {
        int done = 0;
        const int status = MPI_Test(request, &done, MPI_STATUS_IGNORE);

        if (wire_died(status))
            return FINISH_DEATH;
        wire_check(status, call);
        if (done)
            return FINISH_WELL;
        if (heartbeat_lost() >= 0)
            return FINISH_SILENCE;
        wait_turn(&w);
    }
}

void wire_finish(MPI_Request *request, const char *call)
{
    switch (all_finish(request, call)) {
    case FINISH_WELL:
        return;
    case FINISH_DEATH:
        die("MPI: a rank has died during %s, says rank %d", call, world.rank);
    case FINISH_SILENCE:
        die("rank %d is not heard of any more", heartbeat_lost());
    }
}

static void abort_all(void)
{
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

static MPI_Comm duplicate(void)
{
    MPI_Comm c;
    wire_check(MPI_Comm_dup(MPI_COMM_WORLD, &c), "MPI_Comm_dup");
    wire_check(MPI_Comm_set_errhandler(c, MPI_ERRORS_RETURN),
               "MPI_Comm_set_errhandler");
    return c;
}

static int tag_bits(void)
{
    int *most, found, bits = 15; /* MPI guarantees tags up to 32767 */

    wire_check(
        MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, (void *)&most, &found),
        "MPI_Comm_get_attr");
    while (found && bits < 30 && *most >= (1 << (bits + 1)) - 1)
        bits++;
    return bits;
}

static void find_node_ranks(void)
{
    MPI_Comm node;

    wire_check(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED,
                                   world.rank, MPI_INFO_NULL, &node),
               "MPI_Comm_split_type");
    MPI_Comm_rank(node, &world.node_rank);
    MPI_Comm_size(node, &world.node_size);
    cores_start(node);
    MPI_Comm_free(&node);
}

/* Without this, the system's rounding makes a nap of 20 us last 75. */
static void sleep_exactly(void)
{
    prctl(PR_SET_TIMERSLACK, 1UL);
}

/*
 * If no launcher started a process, Open MPI 4 starts a daemon for it, in case
 * the process starts ranks.  That takes half of MPI's starting time, and
 * codarun starts none.  Without the daemon, such processes of a user share a
 * folder, which one may remove as it ends while another begins: so that folder
 * is not created either.
 */
static void be_by_itself(void)
{
    setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
    setenv("OMPI_MCA_orte_create_session_dirs", "0", 0);
}

/*
 * Open MPI 4 ends a task of srun that has no way to connect to others, even a
 * single one.  If it does not see the step, it takes the task for a process
 * without a launcher.
 */
static int start_mpi(int *provided)
{
    const char *name = "SLURM_STEP_ID", *step = getenv(name);
    char *kept = step && launcher_cannot_join() ? memory_string(step) : NULL;

    if (!launcher_can_join())
        be_by_itself();
    if (kept)
        unsetenv(name);
    const int status =
        MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, provided);
    if (kept)
        setenv(name, kept, 1);
    free(kept);
    return status;
}

void comm_start(void)
{
    int provided, n;
    char name[MPI_MAX_PROCESSOR_NAME] = "";

    sleep_exactly();
    machine_find(); /* reads the environment before MPI's threads exist */
    world.started = launcher_tasks(&world.started_by); /* before MPI sets some
                                                          of them, too */
    wire_check(start_mpi(&provided), "MPI_Init_thread");
    die_hook = abort_all;
    wire_check(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN),
               "MPI_Comm_set_errhandler");
    MPI_Comm_rank(MPI_COMM_WORLD, &world.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world.size);
    build_check();
    world.threads = provided >= MPI_THREAD_MULTIPLE;
    wire_check(MPI_Get_processor_name(name, &n), "MPI_Get_processor_name");
    memcpy(world.host, name, sizeof(world.host) - 1);
    wire.group = duplicate();
    wire.mail = duplicate();
    wire.world = duplicate();
    wire.tag_bits = tag_bits();
    find_node_ranks();
    memory_limits_note(world.node_size);
    log_first(world.node_rank == 0);
}

const struct comm *comm_world(void)
{
    return &world;
}

void comm_lose(bool silent)
{
    missing.any = true;
    missing.silent = silent;
}

static const struct comm_last *last;

void comm_at_end(const struct comm_last *l)
{
    last = l;
}

static void begin_last(int status)
{
    if (last)
        last->begin(last->context, status);
}

static void finish_last(void)
{
    if (last)
        last->finish(last->context);
}

static void end_without_the_missing(int status)
{
    fflush(NULL);
    begin_last(status);
    finish_last();
    if (!missing.silent)
        _exit(status);
    signal(SIGTERM, SIG_DFL);
    while (world.rank && heartbeat_silence(0) < GONE_SECONDS)
        clock_sleep(GONE_SECONDS / 10);
    if (!world.rank)
        MPI_Abort(MPI_COMM_WORLD, status);
    _exit(status);
}

static enum finish wait_for_all(void)
{
    MPI_Request request;
    const int status = MPI_Ibarrier(wire.world, &request);

    if (wire_died(status))
        return FINISH_DEATH;
    wire_check(status, "MPI_Ibarrier");
    return all_finish(&request, "MPI_Ibarrier");
}

void comm_end(int status)
{
    if (missing.any)
        end_without_the_missing(status);
    const enum finish met = wait_for_all();

    if (met != FINISH_WELL) { /* only the end is left */
        comm_lose(met == FINISH_SILENCE);
        end_without_the_missing(status);
    }
    begin_last(status);
    heartbeat_end();
    mailbox_end();
    block_end();
    MPI_Comm_free(&wire.group);
    MPI_Comm_free(&wire.mail);
    MPI_Comm_free(&wire.world);
    die_hook = NULL;
    wire_check(MPI_Finalize(), "MPI_Finalize");
    finish_last();
}

const char *comm_library(void)
{
    static char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int n;

    if (text[0] == '\0') {
        MPI_Get_library_version(text, &n);
        text[strcspn(text, "\n")] = '\0';
    }
    return text;
}

bool comm_launched(void)
{
    return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMIX_RANK") ||
           (getenv("SLURM_PROCID") && getenv("PMI_RANK"));
}

void world_broadcast(void *bytes, size_t n)
{
    const size_t chunk = (size_t)1 << 30;

    for (size_t at = 0; at < n && world.size > 1; at += chunk) {
        MPI_Request request;
        const size_t part = n - at < chunk ? n - at : chunk;
        wire_check(MPI_Ibcast((char *)bytes + at, (int)part, MPI_BYTE, 0,
                              wire.world, &request),
                   "MPI_Ibcast");
        wire_finish(&request, "MPI_Ibcast");
    }
}

bool world_any(bool value)
{
    MPI_Request request;
    int mine = value, any = value;

    if (world.size == 1)
        return value;
    wire_check(
        MPI_Iallreduce(&mine, &any, 1, MPI_INT, MPI_MAX, wire.world, &request),
        "MPI_Iallreduce");
    wire_finish(&request, "MPI_Iallreduce");
    return any;
}

void world_gather(const void *bytes, size_t n, void *all)
{
    MPI_Request request;

    if (world.size == 1) {
        memcpy(all, bytes, n);
        return;
    }
    wire_check(MPI_Igather(bytes, (int)n, MPI_BYTE, all, (int)n, MPI_BYTE, 0,
                           wire.world, &request),
               "MPI_Igather");
    wire_finish(&request, "MPI_Igather");
}
