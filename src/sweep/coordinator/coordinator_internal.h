/*
 * coordinator_internal.h - what the files of the coordinator share; private to
 * them.
 */
#ifndef SWEEP_COORDINATOR_COORDINATOR_INTERNAL_H
#define SWEEP_COORDINATOR_COORDINATOR_INTERNAL_H

#include "engine/comm/tag_pool.h"
#include "sweep/coordinator/coordinator.h"
#include "sweep/coordinator/message.h"
#include "sweep/ledger/record.h"

struct coordinator {
    const struct experiment *x;
    const struct sweep_options *o;
    const struct world *world;
    struct membership *membership;
    struct slots *slots;
    struct study *study;
    bool broken, quit, over;
    struct error error; /* why it is broken */
    double stuck; /* seconds for which it is stuck, without pauses of its own
                     process, */
    double stuck_checked;   /* clock of the last check; 0: not stuck */
    double checked;         /* clock of the last check of the ranks */
    bool *said_bye;         /* [ranks of the world]; owned */
    double aggregated;      /* clock of the last aggregation */
    double aggregate_costs; /* seconds that it took */
    double longest;         /* seconds between two checks for a stop */
    bool fresh; /* a result has come in since the last aggregation */
    bool *open; /* [rank_groups_slots()] as reported to the study; owned */
    int slots_per_group; /* open slots of a group; 0 if unknown */
    bool unsettled;      /* slots have to be checked */
    bool *suspect; /* [rank_groups_slots()] to be stopped, but perhaps the cause
                      of the job's end; owned */
    bool suspects; /* some slot is suspect */
    struct tag_pool tags; /* numbers of the groups' messages */
    uint32_t *number; /* [rank_groups_slots()] tag number of the slot's attempt;
                         owned */
    double costs; /* seconds of the longest of the last trials; NaN if none */
    struct outgoing *outgoing, *outgoing_last; /* owned; outgoing.c */
};

/* --- coordinator.c ------------------------------------------------------- */

void coordinator_tell(struct coordinator *c, enum event_word word, long trial,
                      double goal);

/* End the sweep for this reason, unless an earlier one is known. */
void coordinator_break(struct coordinator *c, const struct error *why);

/* End the sweep if the journal could not be written or another process has
 * taken it over (`failed` is not 0). Return `failed`. */
int coordinator_noted(struct coordinator *c, int failed, const struct error *e);

/* Journal what happened to a trial. */
int coordinator_add(struct coordinator *c, enum record_word word, long trial,
                    const char *why);

/* The same, and wait until the entry is in the journal. */
int coordinator_note(struct coordinator *c, enum record_word word, long trial,
                     const char *why);

/* Post an order to one rank, or to those of a slot's team that are there. It
 * leaves at the end of the round, or with what waited for the journal. */
void coordinator_post(const struct coordinator *c, int rank,
                      const struct order *order);
void coordinator_post_team(const struct coordinator *c, int slot,
                           const struct order *order);

double coordinator_now(const struct coordinator *c);

/* Notify observers of an event of a slot, or of a rank's warning. */
void coordinator_notify(const struct coordinator *c, enum notice_word word,
                        int slot, const struct report *r);

/* Notify observers that the attempt of a slot is over; the study has the event
 * already. `again`: the attempt was lost, and its trial is tried again. */
void coordinator_over(const struct coordinator *c, int slot,
                      const struct report *r, bool again);

/* --- outgoing.c: what waits until the journal has all that was added --- */

/* Queue an order to train, an order to stop, and, for observers, the report
 * that an attempt is over or had not begun, and that its trial is not tried
 * again for that. */
void outgoing_order(struct coordinator *c, const struct next *d);
void outgoing_stop(struct coordinator *c, const struct next *d);
void outgoing_over(struct coordinator *c, int slot, const struct report *r);

/* Send what need not wait any longer. When the journal has failed, everything
 * is taken back. */
void outgoing_send(struct coordinator *c);

/* Wait a short time until something can be sent. */
void outgoing_wait(struct coordinator *c);

/* Wait until everything can be sent, and send it: before a message that must
 * not overtake it. */
void outgoing_settle(struct coordinator *c);
void outgoing_release(struct coordinator *c);

/* --- reports.c: reports of the ranks -----------------------------------------
 */

void reports_take(struct coordinator *c, int from, const struct report *r);

/* The trial of a slot was lost with a rank. If its result is there, it counts.
 * Else the trial is tried again or given up; the loss counts if that rank had
 * begun the trial. */
void reports_lose(struct coordinator *c, int slot, int rank, const char *why);

/* Fail a trial that was lost too often before this job. */
void reports_give_up(struct coordinator *c, long trial);

/* The trial of a slot had not begun when its rank was lost. */
void reports_return(struct coordinator *c, int slot);

/* --- stuck.c --------------------------------------------------------------
 */

/* End the sweep if no rank is left that could train the waiting trials. */
void stuck_check(struct coordinator *c);

/* --- members.c: which ranks are there ----------------------------------------
 */

/* From now on the study asks which slot may train which trial. */
void members_begin(struct coordinator *c);

/* Check which ranks are gone and which are back, and give slots to those that
 * are there. */
void members_update(struct coordinator *c);

/* A slot's team has lost a member: it gets no trial until every other member
 * has been heard from again or is known to be gone. */
void members_ask(struct coordinator *c, int slot);

/* A trial took so many seconds: the number of trials that a rank holds at a
 * time depends on it. */
void members_took(struct coordinator *c, double seconds);

/* A trial could not begin on a rank. True if it is tried elsewhere. */
bool members_start_failed(struct coordinator *c, const struct report *r);

/* A trial is over: forget where it could not begin. */
void members_forget(struct coordinator *c, long trial);

/* A trial has begun: set aside the hosts where it could not. */
void members_note_begun(struct coordinator *c, long trial);

/* Nothing is running. True if waiting trials may be tried again where they
 * could not begin. */
bool members_forget_all(struct coordinator *c);

/* True if all ranks of a slot that is to stop are known to live. */
bool members_live(const struct coordinator *c, int slot);

/* True if a rank is silent that may not be dead. */
bool members_may_return(const struct coordinator *c);

/* True if a rank that was asked about has not been heard from yet. */
bool members_may_answer(const struct coordinator *c);

/* Return whether all ranks are there at the end. */
enum attendance members_attendance(const struct coordinator *c);

/* True if every rank that is there has said bye. */
bool members_all_said_bye(const struct coordinator *c);

#endif
