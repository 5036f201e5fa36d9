/*
 * wire.h - communicators and waiting, shared by the files of this folder.
 */
#ifndef ENGINE_COMM_WIRE_H
#define ENGINE_COMM_WIRE_H

#include <mpi.h>
#include <stdbool.h>

#include "engine/comm/comm.h"

/* Duplicates of the world's communicator, one for each sort of message. */
struct wire {
    MPI_Comm group, mail, world;
    int tag_bits; /* tags are below 2^tag_bits */
};
extern struct wire wire;

/* End the program if an MPI call failed. */
void wire_check(int status, const char *call);

/* The library's message for a failed MPI call. */
const char *wire_reason(int status, char text[MPI_MAX_ERROR_STRING]);

/* True if an MPI call failed because a rank has died. */
bool wire_died(int status);

/* A message that has arrived. */
struct found {
    MPI_Message message;
    int from, n; /* rank; bytes */
};

/* Look for a message with this tag from any rank; it must then be taken.  False
 * if there is none. */
bool wire_probe(int tag, struct found *m);

/* Receive its bytes; false if its sender died before all had arrived. */
bool wire_take(struct found *m, void *bytes);

/* True if a message is complete, or never will be because its peer has died. */
bool wire_done(MPI_Request *request);

/*
 * A wait: it spins for some tens of microseconds, since a peer is often almost
 * ready, then naps longer and longer, up to `most` seconds.
 */
struct wait {
    double began, nap, most;
};
struct wait wait_begin(double most);
double wait_turn(struct wait *w); /* returns the seconds waited so far */

/* Wait for a request to complete, without spinning. */
void wire_finish(MPI_Request *request, const char *call);

/* Read which cores this rank may use; collective over the world. */
void cores_start(MPI_Comm node);

/* Release the pending messages of mailbox_send(). */
void mailbox_end(void);

/* True if n bytes lie within one block of comm_new(). */
bool block_holds(const void *bytes, size_t n);

/* Give up a message that is not complete.  MPI may still use its memory:
 * `copy`, which is taken over, or n bytes within a block. */
void block_lose(MPI_Request request, void *copy, const void *bytes, size_t n);
void block_end(void);

#endif
