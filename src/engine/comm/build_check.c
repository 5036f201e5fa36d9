#include "config.h"

#include "engine/comm/build_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/core/version.h"
#include "base/files/file.h"
#include "base/numbers/digest.h"
#include "base/system/process.h"
#include "engine/comm/local_ranks.h"
#include "engine/comm/wire.h"

/* The format in the header; not to be changed. */
struct build {
    char text[160], host[96];
};
_Static_assert(sizeof(struct build) == 256 && sizeof(struct digest) == 16,
               "what other builds expect");

/* The digest of the program's file; 0 if it cannot be read. */
static struct digest program_digest(void)
{
    enum { PIECE = 1 << 16 };
    struct error ignored;
    const int fd = file_open("/proc/self/exe", &ignored);
    struct hasher *h = hasher_new();
    char piece[PIECE];
    ssize_t n = 0;

    while (fd >= 0 && (n = read(fd, piece, PIECE)) > 0)
        hasher_add(h, piece, (size_t)n);
    const struct digest d =
        fd >= 0 && n == 0 ? hasher_digest(h) : (struct digest){0};

    hasher_free(h);
    if (fd >= 0)
        close(fd);
    return d;
}

/* The compiler is part of the text since it chooses the layout of messages.
 * The program's digest is too if the commit does not identify the sources. */
static struct build own_build(void)
{
    const char *commit = version_commit();
    const bool known = strspn(commit, "0123456789abcdef") == strlen(commit);
    char hex[DIGEST_HEX] = "", host[256];
    struct build b = {0};

    if (!known)
        digest_hex(program_digest(), hex);
    snprintf(b.text, sizeof(b.text), "codarun %s %s%s%.12s compiler %.40s",
             version_text(), commit, known ? "" : " program ", hex,
             __VERSION__);
    process_host(host);
    snprintf(b.host, sizeof(b.host), "%.*s", (int)sizeof(b.host) - 1, host);
    return b;
}

/* Gather [size] values of all ranks; the caller frees them. */
static void *gather(const void *mine, int bytes, int size)
{
    void *all = memory_new((size_t)size * (size_t)bytes);

    wire_check(MPI_Allgather(mine, bytes, MPI_BYTE, all, bytes, MPI_BYTE,
                             MPI_COMM_WORLD),
               "MPI_Allgather");
    return all;
}

/* The first rank whose build differs from that of rank 0; 0 if there is
 * none. */
static int find_other(const struct build *mine, int size)
{
    const struct digest own = digest_of(mine->text, strlen(mine->text));
    struct digest *all = gather(&own, sizeof(own), size);
    int other = 1;

    while (other < size && digest_equal(all[other], all[0]))
        other++;
    free(all);
    return other < size ? other : 0;
}

static const char *shown(char *text, size_t room)
{
    text[room - 1] = '\0';
    return text[0] ? text : "unknown";
}

static void complain_of(struct build *one, struct build *other)
{
    complain("ranks are of different builds: '%s' on host %s, '%s' on host %s "
             "(start one and the same on all)",
             shown(one->text, sizeof(one->text)),
             shown(one->host, sizeof(one->host)),
             shown(other->text, sizeof(other->text)),
             shown(other->host, sizeof(other->host)));
}

/* mpirun uses the first status that is not 0 as the job's, and then kills the
 * other ranks: so only rank 0 has such a status, and ends last. */
static void end(int rank)
{
    local_ranks_leave();
    MPI_Finalize();
    if (rank == 0)
        clock_sleep(0.1);
    exit(rank == 0 ? EXIT_FAILURE : EXIT_SUCCESS);
}

void build_check(void)
{
    int size, rank;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (size == 1)
        return;
    const struct build mine = own_build();
    const int other = find_other(&mine, size);

    if (!other)
        return;
    struct build *all = gather(&mine, sizeof(mine), size);

    if (rank == 0)
        complain_of(&all[0], &all[other]);
    free(all);
    end(rank);
}
