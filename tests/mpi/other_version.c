/* other_version.c - a codarun built from another commit, whose messages have
 * other lengths. */
#include "config.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/version.h"

const char *version_text(void)
{
    return PACKAGE_VERSION;
}

const char *version_commit(void)
{
    return "0123456789012345678901234567890123456789";
}

/* Messages not of the world have 8 bytes more; those of the check of builds
 * are. */
int MPI_Allgather(const void *from, int n, MPI_Datatype type, void *to, int m,
                  MPI_Datatype to_type, MPI_Comm comm)
{
    int size, status;

    if (comm == MPI_COMM_WORLD)
        return PMPI_Allgather(from, n, type, to, m, to_type, comm);
    MPI_Comm_size(comm, &size);
    const int more = n + 8;
    char *mine = calloc((size_t)more, 1);
    char *all = malloc((size_t)size * (size_t)more);

    memcpy(mine, from, (size_t)n);
    status = PMPI_Allgather(mine, more, MPI_BYTE, all, more, MPI_BYTE, comm);
    for (int i = 0; i < size; i++)
        memcpy((char *)to + (size_t)i * (size_t)n,
               all + (size_t)i * (size_t)more, (size_t)n);
    free(mine);
    free(all);
    return status;
}
