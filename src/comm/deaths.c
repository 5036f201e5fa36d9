/*
 * deaths.c - what MPI says of a rank that has died.
 *
 * Open MPI 4 says nothing.  Open MPI 5, under `mpirun --with-ft ulfm`, has such
 * calls fail as need the rank: a receive from anybody until the death has been
 * acknowledged.  Nothing more is made of that: a rank that is dead is silent,
 * and silence is what the others go by (pulse.h).
 */
#include "config.h"

#include "comm/wire.h"

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
    MPIX_Comm_failure_ack(wire.desk);
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

bool wire_probe(int tag, MPI_Message *message, MPI_Status *about)
{
    int found;
    const int status = MPI_Improbe(MPI_ANY_SOURCE, tag, wire.desk, &found,
                                   message, about);

    if (wire_died(status)) {
        acknowledge();
        return false;
    }
    wire_check(status, "MPI_Improbe");
    return found;
}
