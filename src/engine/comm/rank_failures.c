/*
 * rank_failures.c - messages from any rank, some of which may have died.
 *
 * Open MPI 4 does not report the death of a rank.  Open MPI 5 does under
 * `mpirun --with-ft ulfm`: a call that needs the rank fails.  A probe for
 * messages from any rank needs it, too (since 5.0.11), until the death is
 * acknowledged.  So it is acknowledged, and nothing else is done: a dead rank
 * sends no heartbeats, and is found by that (heartbeat.h).
 */
#include "config.h"

#include "engine/comm/wire.h"

#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#ifdef OMPI_HAVE_MPI_EXT_FTMPI
bool wire_died(int status)
{
    int class;

    if (status == MPI_SUCCESS || MPI_Error_class(status, &class))
        return false;
    return class == MPIX_ERR_PROC_FAILED ||
           class == MPIX_ERR_PROC_FAILED_PENDING;
}

static void acknowledge(void)
{
    MPIX_Comm_failure_ack(wire.mail);
}
#else
bool wire_died(int status)
{
    (void)status;
    return false;
}

static void acknowledge(void)
{
}
#endif

/* True if a call succeeded.  A failure because of a death is no error. */
static bool goes_well(int status, const char *call)
{
    if (wire_died(status)) {
        acknowledge();
        return false;
    }
    wire_check(status, call);
    return true;
}

bool wire_probe(int tag, struct found *m)
{
    int is_there;
    MPI_Status about;

    if (!goes_well(MPI_Improbe(MPI_ANY_SOURCE, tag, wire.mail, &is_there,
                               &m->message, &about),
                   "MPI_Improbe") ||
        !is_there)
        return false;
    wire_check(MPI_Get_count(&about, MPI_BYTE, &m->n), "MPI_Get_count");
    m->from = about.MPI_SOURCE;
    return true;
}

bool wire_take(struct found *m, void *bytes)
{
    return goes_well(
        MPI_Mrecv(bytes, m->n, MPI_BYTE, &m->message, MPI_STATUS_IGNORE),
        "MPI_Mrecv");
}
