/*
 * membership.h - the ranks as members: which are there, and which train
 * together.
 *
 * A slot of the study is taken by a team of ranks; the first of them leads. A
 * silent rank is gone until it is heard from again. A rank whose host lacks
 * what a trial needs is set aside. If a team is no longer whole, its slot is
 * closed and its living members are free; as soon as enough members are free,
 * some slot is opened with them.
 *
 * Threads: the coordinator's.
 */
#ifndef SWEEP_COORDINATOR_MEMBERSHIP_H
#define SWEEP_COORDINATOR_MEMBERSHIP_H

#include <stdbool.h>

#include "sweep/coordinator/rank_groups.h"

struct member {
    char host[64];
    long process;
    bool gone;
    double unsure; /* clock since when it may be gone; 0 if it is not */
    int slot;      /* in whose team it is; -1 if in none */
    long trial;    /* the last one that it has begun, and its attempt */
    int attempt;
};

/* A trial could not begin on a host, and is not tried there again. If it can
 * begin elsewhere, the host is at fault; if it can begin nowhere, the trial is.
 */
struct start_failure {
    char host[64];
    char reason[256];
    long trial;
    bool memory; /* only memory is missing, which other trials may not need */
    bool begins_elsewhere; /* the trial could begin elsewhere */
    bool aside;            /* the host is set aside for this */
};

struct membership {
    struct rank_groups rank_groups;
    int n;                 /* ranks of the world */
    struct member *member; /* [n] owned */
    int *team; /* [rank_groups.groups][rank_groups.ranks], or -1; owned */
    int start_failures, room;
    struct start_failure *start_failure; /* [start_failures] owned */
};

/* Of so many ranks, whose hosts nobody has said yet; all slots are closed. */
void membership_init(struct membership *r,
                     const struct rank_groups *rank_groups, int ranks);
void membership_release(struct membership *r);

/* Form a team for a closed slot, and return that slot. -1 if no slot is closed
 * or too few members are free. */
int membership_fill(struct membership *r);

/* Return the ranks of a slot's team, the same for all slots of a group;
 * borrowed. */
const int *membership_team(const struct membership *r, int slot);

bool membership_is_open(const struct membership *r, int slot);

/* True if all members of a slot's team are there, and none is set aside. */
bool membership_is_sound(const struct membership *r, int slot);

/* Close a slot: its members that are there become free. */
void membership_close(struct membership *r, int slot);

/* Note that a trial could not begin on a rank, and why. */
void membership_add_start_failure(struct membership *r, int rank, long trial,
                                  bool memory, const char *reason);

/* True if a slot has a whole team on whose hosts this trial has not been tried.
 */
bool membership_suits(const struct membership *r, int slot, long trial);

/* True if any slot has such a team, or could have one. */
bool membership_has_elsewhere(const struct membership *r, long trial);

/* A trial has begun. A host is set aside when two trials could not begin there,
 * not for lack of memory, that began elsewhere. Return the next such host, NULL
 * if there is none. */
const struct start_failure *membership_note_begun(struct membership *r,
                                                  long trial);

/* Return why a host is set aside, NULL if it is not. */
const struct start_failure *membership_aside(const struct membership *r,
                                             const char *host);

/* A trial is over, or can begin nowhere: forget where it could not begin,
 * unless it has begun elsewhere. -1: the same for all trials. */
void membership_forget(struct membership *r, long trial);

/* True if a rank is on rank 0's host. */
bool membership_is_here(const struct membership *r, int rank);

#endif
