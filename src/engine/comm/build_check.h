/*
 * build_check.h - are all ranks of one build of codarun?
 *
 * Messages of another build may have other lengths and meanings, so this is
 * asked before ranks tell each other anything else.  What is told here is laid
 * out in one way for ever, whatever else changes:
 *
 *   1. the first communication behind MPI_Init() is an MPI_Allgather() over
 *      MPI_COMM_WORLD of the 16 bytes of the digest of a text, which says what
 *      the build is;
 *   2. where these differ, a second one of 256 bytes: the text, and from byte
 *      160 on the host, each with a NUL behind it;
 *   3. then rank 0 prints two that differ, and all ranks end, rank 0 with
 *      status 1.
 *
 * A codarun of before this was so does something else first: then the ranks
 * wait until the time of comm/start_timeout.h is over.
 *
 * Threads: one, before there are others.
 */
#ifndef ENGINE_COMM_BUILD_CHECK_H
#define ENGINE_COMM_BUILD_CHECK_H

/* Collective over the world.  Returns where all are of one build. */
void build_check(void);

#endif
