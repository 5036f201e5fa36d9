/*
 * coordinator_internal.h - the pieces of the coordinator; private to them.
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
    bool too_many;          /* trials have failed */
    struct error error;     /* why it is broken */
    double stuck;           /* seconds, as long as it ran itself, */
    double stuck_looked;    /* and clock, when that was looked at; 0: it is
                               not */
    double looked;          /* clock, when the ranks were last looked at */
    bool *said_bye;         /* [ranks of the world]; owned */
    double aggregated;      /* clock, when last */
    double aggregate_costs; /* seconds it took */
    double longest;         /* seconds, between two looks at whether to stop */
    bool fresh;             /* a result came in since */
    bool *open;     /* [rank_groups_slots()] as the study was told; owned */
    int lanes;      /* of a group, that are open; 0: not known */
    bool unsettled; /* slots have to be looked at */
    bool *suspect;  /* [rank_groups_slots()] to stop, perhaps what ends all;
                       owned */
    bool suspects;  /* some are */
    struct tag_pool tags; /* of what groups say to each other */
    uint32_t *number; /* [rank_groups_slots()] of the attempt there; owned */
    double costs;     /* seconds of the longest of the last trials; NaN: none */
    struct outgoing *outgoing, *outgoing_last; /* owned; outgoing.c */
};

/* --- coordinator.c ------------------------------------------------------- */

void coordinator_tell(struct coordinator *c, enum event_word word, long trial,
                      double goal);

/* End the sweep, for this reason unless there was one before. */
void coordinator_break(struct coordinator *c, const struct error *why);

/* A journal that cannot be written, or that is another's by now, ends the
 * sweep: pass `failed` on. */
int coordinator_noted(struct coordinator *c, int failed, const struct error *e);

/* Journal what happened to a trial. */
int coordinator_add(struct coordinator *c, enum record_word word, long trial,
                    const char *why);

/* The same, and wait until that stands there. */
int coordinator_note(struct coordinator *c, enum record_word word, long trial,
                     const char *why);

/* Post an order to one rank, or to a slot's team as far as it is there: it
 * leaves at the end of the round, or with what waited for the journal. */
void coordinator_post(const struct coordinator *c, int rank,
                      const struct order *order);
void coordinator_post_team(const struct coordinator *c, int slot,
                           const struct order *order);

double coordinator_now(const struct coordinator *c);

/* Tell those who watch what came of a slot, or of a rank's warning. */
void coordinator_notify(const struct coordinator *c, enum notice_word word,
                        int slot, const struct report *r);

/* The attempt that a slot was at is over, which the study knows; of a lost one,
 * is it tried again? */
void coordinator_over(const struct coordinator *c, int slot,
                      const struct report *r, bool again);

/* --- outgoing.c: what waits until the journal has all that was added --------
 */

/* An order to train or to stop, and the report that an attempt is over or had
 * not begun, and its trial is not tried again for that, for those who watch. */
void outgoing_order(struct coordinator *c, const struct next *d);
void outgoing_stop(struct coordinator *c, const struct next *d);
void outgoing_over(struct coordinator *c, int slot, const struct report *r);

/* Send what waits no more; when the journal has failed, all comes back. */
void outgoing_send(struct coordinator *c);

/* Wait for a while until something can be sent. */
void outgoing_wait(struct coordinator *c);

/* Wait until all can, and send it: before what must not overtake it. */
void outgoing_settle(struct coordinator *c);
void outgoing_release(struct coordinator *c);

/* --- reports.c: what ranks say ------------------------------------------- */

void reports_take(struct coordinator *c, int from, const struct report *r);

/* What a slot trains was lost with a rank.  Its result counts where it is there
 * all the same; else it is tried again or given up: the loss counts if that
 * rank had begun it. */
void reports_lose(struct coordinator *c, int slot, int rank, const char *why);

/* A trial is failed that was lost too often before this job. */
void reports_give_up(struct coordinator *c, long trial);

/* What a slot was to train had not begun when its rank was lost. */
void reports_return(struct coordinator *c, int slot);

/* --- stuck.c --------------------------------------------------------------
 */

/* End the sweep where no rank is left that could train what waits. */
void stuck_look(struct coordinator *c);

/* --- members.c: who is there -----------------------------------------------
 */

/* From now on the study asks who may train what. */
void members_begin(struct coordinator *c);

/* See who is gone and who is back, and give slots to those who are there. */
void members_look(struct coordinator *c);

/* A slot's team has lost one of its own: it is given nothing before all have
 * been heard of again, or are known to be gone. */
void members_ask(struct coordinator *c, int slot);

/* A trial took so long: how many a rank holds at a time hangs on that. */
void members_took(struct coordinator *c, double seconds);

/* A trial could not begin on a rank: is it tried elsewhere? */
bool members_doubt(struct coordinator *c, const struct report *r);

/* A trial is over: where it could not begin is nobody's concern. */
void members_forget(struct coordinator *c, long trial);

/* A trial has begun: hosts where it could not are set aside. */
void members_believe(struct coordinator *c, long trial);

/* Nothing goes on: may what waits be tried again where it could not begin? */
bool members_forgive(struct coordinator *c);

/* Does everyone live who trains on a slot and is to stop, for sure? */
bool members_live(const struct coordinator *c, int slot);

/* Is any rank silent that may not be dead? */
bool members_may_wake(const struct coordinator *c);

/* Or has one that was asked about not been heard of yet? */
bool members_may_answer(const struct coordinator *c);

/* Who is there at the end? */
enum attendance members_attendance(const struct coordinator *c);

/* Has everyone who is there said bye? */
bool members_all_said_bye(const struct coordinator *c);

#endif
