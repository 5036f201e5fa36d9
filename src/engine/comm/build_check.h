/*
 * build_check.h - checks that all ranks run the same build of codarun.
 *
 * In another build messages may have other lengths and meanings, so ranks check
 * this before any other message.  The format of the check never changes:
 *
 *   1. the first communication after MPI_Init() is an MPI_Allgather() over
 *      MPI_COMM_WORLD of the 16 bytes of the digest of a text that describes
 *      the build;
 *   2. if these differ, a second one of 256 bytes: the text, and from byte 160
 *      on the host, each NUL-terminated;
 *   3. then rank 0 prints two that differ, and all ranks end, rank 0 with
 *      status 1.
 *
 * A codarun older than this check does something else first: then the ranks
 * wait until the time of comm/start_timeout.h is over.
 *
 * Threads: one, before there are others.
 */
#ifndef ENGINE_COMM_BUILD_CHECK_H
#define ENGINE_COMM_BUILD_CHECK_H

/* Collective over the world.  Returns only if all ranks run the same build. */
void build_check(void);

#endif
