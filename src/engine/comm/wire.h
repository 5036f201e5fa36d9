/*
 * wire.h - what the files of this folder share: communicators and waiting.
 */
#ifndef ENGINE_COMM_WIRE_H
#define ENGINE_COMM_WIRE_H

#include <mpi.h>
#include <stdbool.h>

#include "engine/comm/comm.h"

/* Duplicates of the world, one for each sort of traffic. */
struct wire {
    MPI_Comm group, mail, world;
    int tag_bits; /* tags lie below 2^tag_bits */
};
extern struct wire wire;

/* End the program unless an MPI call went well. */
void wire_check(int status, const char *call);

/* Why an MPI call failed, in the library's words. */
const char *wire_reason(int status, char text[MPI_MAX_ERROR_STRING]);

/* Does an MPI call say that it failed because a rank has died? */
bool wire_died(int status);

/* A message that has come. */
struct found {
    MPI_Message message;
    int from, n; /* rank; bytes */
};

/* Look for a message with this tag, from anybody, which is to be taken then;
 * false: there is none. */
bool wire_probe(int tag, struct found *m);

/* Take its bytes; false: its sender died before they were all here. */
bool wire_take(struct found *m, void *bytes);

/* Is a message done, or never going to be, since its peer is gone? */
bool wire_done(MPI_Request *request);

/*
 * A wait: it spins for some tens of microseconds, since a peer is often
 * nearly there, then naps longer and longer, up to `most` seconds.
 */
struct wait {
    double began, nap, most;
};
struct wait wait_begin(double most);
double wait_turn(struct wait *w); /* seconds waited so far */

/* Wait for a request to complete, without spinning. */
void wire_finish(MPI_Request *request, const char *call);

/* Read which cores this rank may use; collective over the world. */
void cores_start(MPI_Comm node);

/* Let go of what mailbox_send() has under way. */
void mailbox_end(void);

/* Do n bytes lie within one block of comm_new()? */
bool block_holds(const void *bytes, size_t n);

/* A message was given up before it was done: MPI may go on with its memory,
 * which is `copy`, taken over, or n bytes within a block. */
void block_lose(MPI_Request request, void *copy, const void *bytes, size_t n);
void block_end(void);

#endif
