/*
 * membership.h - the ranks as members: who is there, who trains with whom.
 *
 * A slot of the study is taken by a team of ranks, the first of which leads.
 * Who falls silent is gone until heard of again; whose host lacks what a trial
 * needs is set aside.  A slot whose team is no longer whole is closed, its
 * living members are free, and as soon as there are enough of those some slot
 * is opened with them.
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
    double unsure; /* clock, since when it may be gone; 0: it is not */
    int slot;      /* of whose team it is; -1: of none */
    long trial;    /* the last one that it has begun, and which attempt of it */
    int attempt;
};

/* A trial could not begin on a host, where it is not tried again.  When it can
 * begin elsewhere the host is at fault; when it can nowhere, it is. */
struct doubt {
    char host[64];
    char reason[256];
    long trial;
    bool memory; /* it lacks only that, which other trials may not need */
    bool proven; /* it could begin elsewhere */
    bool aside;  /* the host is set aside for this */
};

struct membership {
    struct rank_groups rank_groups;
    int n;                 /* ranks of the world */
    struct member *member; /* [n] owned */
    int *team; /* [rank_groups.groups][rank_groups.ranks], or -1; owned */
    int doubts, room;
    struct doubt *doubt; /* [doubts] owned */
};

/* Of so many ranks, whose hosts nobody has said yet; all slots are closed. */
void membership_init(struct membership *r,
                     const struct rank_groups *rank_groups, int ranks);
void membership_release(struct membership *r);

/* A team for a closed slot, which it takes; -1: no slot is closed, or too few
 * members are free. */
int membership_fill(struct membership *r);

/* The ranks of a slot's team, the same for all lanes of a group; borrowed. */
const int *membership_team(const struct membership *r, int slot);

bool membership_is_open(const struct membership *r, int slot);

/* Are all of a slot's team there, and none set aside? */
bool membership_is_sound(const struct membership *r, int slot);

/* Its members that are there are free. */
void membership_close(struct membership *r, int slot);

/* Note that a trial could not begin on a rank, and why. */
void membership_doubt(struct membership *r, int rank, long trial, bool memory,
                      const char *reason);

/* Has a slot a team that is whole and on whose hosts this trial has not been
 * tried? */
bool membership_suits(const struct membership *r, int slot, long trial);

/* Has any slot, or could one have? */
bool membership_has_elsewhere(const struct membership *r, long trial);

/* A trial has begun.  A host where this is so of two that could not begin
 * there, and not for memory, is set aside: the next such is answered; NULL:
 * none. */
const struct doubt *membership_prove(struct membership *r, long trial);

/* Why a host is set aside; NULL: it is not. */
const struct doubt *membership_aside(const struct membership *r,
                                     const char *host);

/* A trial is over, or can begin nowhere: nothing speaks against a host but what
 * has been proven.  -1: the same for all trials. */
void membership_forget(struct membership *r, long trial);

/* Is it on rank 0's host? */
bool membership_is_here(const struct membership *r, int rank);

#endif
