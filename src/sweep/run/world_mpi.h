/*
 * world_mpi.h - the world in production: messages and heartbeats by comm/, the
 * ledger of the folder, and the monitor.
 *
 * Threads: as in world.h.
 */
#ifndef SWEEP_RUN_WORLD_MPI_H
#define SWEEP_RUN_WORLD_MPI_H

#include "sweep/coordinator/membership.h"
#include "sweep/coordinator/world.h"
#include "sweep/run/monitor.h"
#include "sweep/run/proposer.h"
#include "sweep/run/run_ledger.h"

/* The coordinator's, on rank 0. */
struct world_mpi {
    struct run_ledger *run_ledger;
    struct monitor *monitor;
    const struct membership *membership;
    struct proposer *proposer; /* the study's; owned */
    struct world world;
};

/* Everything borrowed until the release. */
void world_mpi_init(struct world_mpi *m, struct run_ledger *b,
                    struct monitor *w, const struct membership *r);
void world_mpi_release(struct world_mpi *m);

/* A worker's. `pump`, unless NULL, is called when it waits: the coordinator
 * without a thread. */
struct world_worker {
    void (*pump)(void *);
    void *pump_context;
    struct world world;
};

void world_worker_init(struct world_worker *m, void (*pump)(void *),
                       void *pump_context);

#endif
