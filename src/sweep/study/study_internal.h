/*
 * study_internal.h - the parts of a study; private to this folder.
 */
#ifndef SWEEP_STUDY_STUDY_INTERNAL_H
#define SWEEP_STUDY_STUDY_INTERNAL_H

#include "base/numbers/digest_index.h"
#include "sweep/sampler/assignments.h"
#include "sweep/study/queue.h"
#include "sweep/study/study.h"

struct study {
    const struct search *search; /* borrowed */
    long most;                   /* most proposals of the search */
    long n, room;
    struct trial *trial;        /* [n] owned */
    struct assignments values;  /* values of trials */
    struct assignment proposed; /* the last one's; owned */
    struct digest_index names;  /* names of trials that are no duplicates */
    int slots, idle, busy;
    long *slot;     /* [slots] trial on each, -1: none; owned */
    int *idle_slot; /* [idle] free slots, the next one last; owned */
    bool (*suits)(void *context, long trial, int slot); /* NULL: every slot is
                                                           suitable */
    void *context;
    int told;                /* slots before this one were told to stop */
    struct queue waiting;    /* trials to be trained, without suspects */
    struct queue suspects;   /* suspects that wait or are tried */
    int unsaved;             /* running trials that have saved nothing yet */
    int tried;               /* suspects among them */
    long settled;            /* all trials before this one are over */
    long known;              /* the number of trials whose goal `outcome` has */
    long outcomes;           /* the number of trials whose values it has */
    struct outcome *outcome; /* [outcomes] owned, as are its assignments */
    struct search_memory memory; /* for the search's proposals */
    bool (*ask)(void *asker, const struct proposal_request *w,
                struct assignment *a);
    void *asker;                /* see study_propose_by(); ask is NULL if not
                                   set */
    bool waits;                 /* the next proposal is being made */
    struct scheduler scheduler; /* without rungs it has no trials */
    double evaluates;           /* study_evaluates() */
    struct study_tally now;
    struct policy policy;
    struct queue given_up; /* trials that are to fail after too many losses */
    long failing;          /* the one that is to fail now; -1: none */
    long failures;         /* trials that failed in this job */
    bool asked;            /* a proposed trial has no name yet */
    bool stopping, over;
};

/* --- phase.c: the phases of trials ---------------------------------------- */

void phase_move(struct study *s, long number, enum trial_phase phase);
void phase_finish(struct study *s, long number, double goal);
void phase_reset(struct study *s, long number);

/* --- suspects.c: trials that may have killed the job ---------------------- */

/* The job died while a trial that now waits was running; alone: only this one
 * was. */
void suspects_job_died(struct study *s, long number, bool alone);
void suspects_clear(struct study *s, long number);
void suspects_clear_all(struct study *s);

/* A trial takes a slot; it saved something, or is about to leave the slot. */
void suspects_begin(struct study *s, long number);
void suspects_save(struct study *s, long number);

/* Of the suspects with the most deaths in a row, but fewer than `below`: return
 * that number of deaths if one more may be tried now, else 0. */
int suspects_next(const struct study *s, int below);

/* --- rungs.c: what the scheduler knows of trials -------------------------- */

/* Add a trial to the scheduler, if it is ever run. */
void rungs_enter(struct study *s, long number);

/* A trial is over, or is not over after all. */
void rungs_leave(struct study *s, long number);

/* A trial has reached its next rung. */
void rungs_pause(struct study *s, long number, double goal);

/* Nothing is running, and some trials wait for a decision: decide by what is
 * known. */
void rungs_settle(struct study *s);

/* Set how far a trial is trained next. */
void rungs_next(const struct study *s, long number, struct next *d);

/* --- policy.c: losses and failures ---------------------------------------- */

void policy_init(struct study *s);

/* A trial was lost, which was running or not (was_running): it waits, or is
 * given up. */
void policy_lose(struct study *s, long number, bool was_running);

/* Take a trial that was given up, and is to fail. */
bool policy_next(struct study *s, struct next *d);

/* A trial has failed, which was running or not. */
void policy_fail(struct study *s, long number, bool was_running);

/* True if a proposal that is not valid is dropped; else the sweep ends. */
bool policy_drops(const struct study *s);

/* --- proposals.c --------------------------------------------------------- */

/* True if the next trial is to begin from another's state. */
bool proposals_next_is_clone(const struct study *s);

/* Take a trial from the journal that was proposed or dropped, or drop the one
 * just proposed. */
void proposals_take(struct study *s, const struct event *e);

/* Give the proposed trial this name, or none. */
void proposals_name(struct study *s, struct digest name);
void proposals_refuse(struct study *s);

#endif
