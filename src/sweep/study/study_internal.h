/*
 * study_internal.h - the pieces of a study; private to this folder.
 */
#ifndef SWEEP_STUDY_STUDY_INTERNAL_H
#define SWEEP_STUDY_STUDY_INTERNAL_H

#include "base/numbers/digest_index.h"
#include "sweep/sampler/assignments.h"
#include "sweep/study/queue.h"
#include "sweep/study/study.h"

struct study {
    const struct search *search; /* borrowed */
    long most;                   /* proposals of the search there may be */
    long n, room;
    struct trial *trial;        /* [n] owned */
    struct assignments values;  /* of trials */
    struct assignment proposed; /* the last one's; owned */
    struct digest_index names;  /* of trials that are no duplicates */
    int slots, idle, busy;
    long *slot;     /* [slots] a trial, -1: none; owned */
    int *idle_slot; /* [idle] that could train, the next one last; owned */
    bool (*suits)(void *context, long trial, int slot); /* NULL: all */
    void *context;
    int told; /* slots before this one know that they have to stop */
    struct queue waiting;    /* trials to be trained, */
    struct queue suspects;   /* those that wait or are tried: not among them */
    int unsaved;             /* trials in hand of which nothing was saved yet */
    int tried;               /* of them, suspects */
    long settled;            /* all trials before this one are over */
    long known;              /* of these trials `outcome` tells, */
    long outcomes;           /* and of these it has the values */
    struct outcome *outcome; /* [outcomes] owned, as are its assignments */
    struct search_memory memory; /* of the search's proposals */
    bool (*ask)(void *asker, const struct proposal_request *w,
                struct assignment *a);
    void *asker;                /* see study_propose_by(); ask NULL: nobody */
    bool waits;                 /* the next proposal is being worked out */
    struct scheduler scheduler; /* without rungs it has no trials */
    double evaluates;           /* study_evaluates() */
    struct study_tally now;
    struct policy policy;
    struct queue given_up; /* trials that may be failed: of losses */
    long failing;          /* the one that is to be failed now; -1: none */
    long failures;         /* of this job */
    bool asked;            /* a trial is proposed, and has no name yet */
    bool stopping, over;
};

/* --- phase.c: where trials stand ------------------------------------------ */

void phase_move(struct study *s, long number, enum trial_phase phase);
void phase_finish(struct study *s, long number, double goal);
void phase_reset(struct study *s, long number);

/* --- suspects.c: those that the job has gone down with -------------------- */

/* The job went down with a trial that waits; alone: it was the only one. */
void suspects_down(struct study *s, long number, bool alone);
void suspects_clear(struct study *s, long number);
void suspects_clear_all(struct study *s);

/* It takes a slot; something was saved of it, or it is about to leave. */
void suspects_begin(struct study *s, long number);
void suspects_save(struct study *s, long number);

/* One more may be tried of those that the job went down with so many times in a
 * row, fewer than `below`; 0: none may. */
int suspects_next(const struct study *s, int below);

/* --- rungs.c: what the scheduler knows of trials -------------------------- */

/* A trial becomes known to it, if it runs at all. */
void rungs_enter(struct study *s, long number);

/* It came to its end, or is not over after all. */
void rungs_leave(struct study *s, long number);

/* It has come to its next rung. */
void rungs_pause(struct study *s, long number, double goal);

/* Nothing goes on, and some wait to be decided on: on those there are. */
void rungs_settle(struct study *s);

/* How far a trial is trained next. */
void rungs_next(const struct study *s, long number, struct next *d);

/* --- policy.c: what it puts up with --------------------------------------- */

void policy_init(struct study *s);

/* A trial was lost, which was in hand, or not: it waits, or is given up. */
void policy_lose(struct study *s, long number, bool in_hand);

/* One is given up, and to be failed. */
bool policy_next(struct study *s, struct next *d);

/* A trial has failed, which was in hand, or not. */
void policy_fail(struct study *s, long number, bool in_hand);

/* What was proposed cannot be: is it dropped, or is that the end? */
bool policy_drops(const struct study *s);

/* --- proposals.c --------------------------------------------------------- */

/* Is the next one to begin from another's state? */
bool proposals_born(const struct study *s);

/* A trial that was proposed or dropped before, or one that is dropped now. */
void proposals_take(struct study *s, const struct event *e);

/* What was proposed has this name, or none. */
void proposals_name(struct study *s, struct digest name);
void proposals_refuse(struct study *s);

#endif
