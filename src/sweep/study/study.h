/*
 * study.h - a state machine that decides what a sweep does next.
 *
 * Events go in by study_tell(), decisions come out of study_next().  There are
 * no messages, clocks or files here, so the caller may be the sweep itself or a
 * simulated fleet.  The events of a journal, told in the same order, restore
 * the same study.
 *
 * Trials are numbered in the order in which they are proposed, and given to
 * slots in that order, except those for which no free slot is suitable.  A
 * proposal depends on the seed, its number and the results of earlier rounds
 * alone (sampler/sampler.h), never on the order in which trials end.  Trials
 * that begin from another's state (scheduler/scheduler.h) come after those of
 * the search, but before anything else is trained, so that this state still
 * exists.
 *
 * Trials that were running when the whole job died, and whose attempts had
 * saved nothing, are suspects: one of them may have killed it.  They wait until
 * nothing else can be trained, and are tried one half at a time (suspects.c):
 * with n of them running, a culprit is alone after log2 n more deaths of the
 * job.  It fails only for deaths at which it was alone.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_STUDY_STUDY_H
#define SWEEP_STUDY_STUDY_H

#include "base/numbers/digest.h"
#include "sweep/sampler/sampler.h"
#include "sweep/scheduler/scheduler.h"

enum trial_phase {
    PHASE_WAITING,
    PHASE_RUNNING,
    PHASE_PAUSED, /* at a rung, waiting for a decision */
    PHASE_FINISHED,
    PHASE_FAILED,
    PHASES
};

/* Kept small, since there may be very many. */
struct trial {
    struct digest name;
    double goal;      /* the goal on valid, NaN if there is none */
    size_t values;    /* index in the study's (sampler/assignments.h) */
    int slot;         /* on which it is trained; -1: none */
    int duplicate_of; /* an earlier trial of the same name, or -1.  A duplicate
                         is never run; its result is that of the other */
    int duplicates;   /* number of later trials that duplicate this one */
    int attempt;      /* the last one begun; 0: none */
    int losses;       /* number of attempts that were lost */
    int job_deaths;   /* times in a row that the job died with it running */
    int blames;       /* the last of these in a row at which it was alone */
    enum trial_phase phase : 8;
    bool dropped : 1;  /* it does not keep the rules, or is not valid: it has no
                          name and is no trial */
    bool saved : 1;    /* the current attempt has saved something */
    bool given_up : 1; /* it was lost too often, and is to fail */
};

_Static_assert(sizeof(struct trial) <= 64, "there may be very many");

/* True if it is ever run itself. */
static inline bool trial_runs(const struct trial *t)
{
    return t->duplicate_of < 0 && !t->dropped;
}

/* True if it may have killed the job. */
static inline bool trial_is_suspect(const struct trial *t)
{
    return t->job_deaths > 0;
}

enum event_word {
    EVENT_NAMED,    /* the proposed trial has this name */
    EVENT_REFUSED,  /* ... or is not valid: if a search that learns proposed it,
                       it is dropped, else the sweep ends */
    EVENT_PROPOSED, /* from the journal: a trial's values and name */
    EVENT_DROPPED,  /* the proposal is no trial; from the journal: values that
                       are not valid or do not keep the rules */
    EVENT_STARTED,  /* from the journal: an attempt that began, and is over */
    EVENT_FINISHED, /* with or without a goal */
    EVENT_FAILED,   /* by its own fault */
    EVENT_PAUSED,   /* at a rung, with the best goal so far */
    EVENT_STOPPED,  /* on request */
    EVENT_LOST,     /* not by its own fault */
    EVENT_SAVED,    /* it has saved progress: it is no longer a suspect */
    EVENT_SUSPECTED, /* from the journal: the job died, perhaps because of this
                   trial */
    EVENT_BLAMED,    /* ... which was the only possible cause */
    EVENT_CLEARED,   /* from the journal: no trial is a suspect any longer */
    EVENT_AGAIN,     /* it was over, and is to be trained again */
    EVENT_SETTLED,   /* a decision NEXT_SETTLE was obeyed */
    EVENT_CLOSED,    /* a slot that trains nothing has no worker */
    EVENT_OPENED,    /* ... and has one again */
    EVENT_STOP,      /* start nothing more, and stop all that run */
};

struct event {
    enum event_word word;
    int slot; /* CLOSED, OPENED */
    long trial;
    struct digest name;  /* NAMED, PROPOSED */
    struct assignment a; /* PROPOSED, DROPPED: taken over by the study */
    int attempt;         /* STARTED */
    double goal;         /* FINISHED, PAUSED */
};

enum next_word {
    NEXT_NAME,   /* find the name of this trial, and tell it at once */
    NEXT_TRAIN,  /* train this trial on that slot */
    NEXT_FAIL,   /* this trial was lost too often: tell at once that it
                    failed */
    NEXT_STOP,   /* stop the trial on that slot */
    NEXT_SETTLE, /* decide on the waiting trials by what is known: tell at
                    once */
    NEXT_QUIT,   /* all trials are over, or stopped */
};

struct next {
    enum next_word word;
    long trial;
    int attempt; /* TRAIN: from 1 */
    int slot;
    double until;    /* TRAIN: as in struct training */
    bool ends_there; /* TRAIN: the same */
};

struct study;

/* Both are borrowed, scheduler NULL for none; each of the `slots` trains one
 * trial at a time. */
struct study *study_new(const struct search *search,
                        const struct chosen *scheduler, int slots);
void study_free(struct study *s);

/* How many losses and failures a sweep tolerates. */
struct policy {
    long retries;       /* attempts after one that was lost, or that killed the
                           job */
    long most_failures; /* failed trials at which all stop; 0: no limit */
};

/* Set the policy before any event; without one, trials are retried without
 * limit. */
void study_policy(struct study *s, const struct policy *p);

/* True if a trial that was just lost is to fail.  A caller who knows the reason
 * tells at once that it failed; else NEXT_FAIL comes next. */
bool study_gives_up(const struct study *s, long number);

/* True if so many trials have failed in this job that all stop. */
bool study_failed_too_often(const struct study *s);

/* Set a function that is called before a trial is given to a slot; without it
 * every slot is suitable. */
void study_suits(struct study *s, bool (*suits)(void *context, long, int),
                 void *context);

/* What the next proposal of a search that learns depends on: the arguments of
 * search_propose(), borrowed until the proposal is made. */
struct proposal_request {
    const struct search *search;
    const struct outcome *known; /* [number] */
    long n, number;
    struct search_memory *memory;
};

/* Set a function that makes such proposals, which may take seconds: it returns
 * true with the result of search_propose(), or false while it is working, and
 * is then called for the same one again.  What it has borrowed does not change
 * meanwhile; it may set memory->cancel to end the work.  Without it the study
 * makes the proposals itself. */
void study_propose_by(struct study *s,
                      bool (*ask)(void *context,
                                  const struct proposal_request *w,
                                  struct assignment *a),
                      void *context);

/* True while a proposal is being made. */
bool study_waits(const struct study *s);

void study_tell(struct study *s, const struct event *e);

/* Set the share of a run between two evaluations, for estimates alone; 0, as it
 * is at first: any time. */
void study_evaluates(struct study *s, double share);

/* The events that follow were decided under this number (study/conduct.h), not
 * under this program's. */
void study_conduct(struct study *s, int conduct);

/* A trial that was running when the job died. */
struct interrupted_trial {
    long trial;
    bool saved; /* the attempt that was running had saved something */
    bool over;  /* an earlier attempt has ended meanwhile: it is not judged, but
                   may be the cause */
    enum event_word
        verdict; /* the event told: SAVED, SUSPECTED, BLAMED, or FAILED */
    int blames;  /* FAILED: the number of such deaths */
};

/* From the journal: the job died with these [n] running, or was only silent,
 * after which no trial fails at once.  Judges them; returns true if that clears
 * the other suspects, which is then told as EVENT_CLEARED. */
bool study_judge(struct study *s, struct interrupted_trial *h, long n,
                 bool silent);

/* Take the next decision, which counts as obeyed; false if there is none until
 * something is told. */
bool study_next(struct study *s, struct next *d);

/* The number of trials that have a name or were dropped, and one of them;
 * borrowed until something is told. */
long study_trials(const struct study *s);
const struct trial *study_trial(const struct study *s, long number);

/* Its values; the caller releases them with the search's space. */
struct assignment study_assignment(const struct study *s, long number);

/* The same as text, like assignment_text(). */
void study_text(const struct study *s, long number, const char *between,
                struct str *out);

/* Propose the next trial, to be named and told at once; study_next() does this
 * itself when a slot has nothing else.  NULL: there are no more, or none before
 * others are over, or the proposal is being made or was cancelled (then
 * study_waits() is true).  Borrowed until the next one is proposed. */
const struct assignment *study_propose(struct study *s);

/* True if another trial will be proposed, as far as is known. */
bool study_expects(const struct study *s);

/* The first waiting trial; -1 if none of those proposed waits. */
long study_first(const struct study *s);

/* True if a trial, or the one that it duplicates, is over.  A dropped one
 * is. */
bool study_over(const struct study *s, long number);

/* True if it is trained to its end next, not to a rung. */
bool study_ends(const struct study *s, long number);

/* The number of rungs that a trial has reached. */
int study_rung(const struct study *s, long number);

/*
 * The share of its run at the last rung that a trial has reached, and the share
 * that it will have trained when it is over, at its end or where it was cut; an
 * estimate while that is open.
 */
double study_reached(const struct study *s, long number);
double study_expected(const struct study *s, long number);

/* The estimated remaining work, in whole runs: of all trials that are not over,
 * including those not proposed yet, from their last rung on.  With rungs the
 * call takes time proportional to the number of trials. */
double study_ahead(const struct study *s);

/* The trial on a slot; -1 if none. */
long study_slot(const struct study *s, int slot);

/* True if nothing is trained, and no open slot is suitable for the waiting
 * trials.  If a slot is open, study_first() is waiting. */
bool study_stuck(const struct study *s);

/* Updated with each event, so the call is fast. */
struct study_tally {
    long trials;        /* in all.  Those not proposed yet count as waiting;
                           dropped ones are subtracted as they are found, and
                           those that begin from others are added */
    long count[PHASES]; /* including duplicates, in the phase of their
                           original */
    long own[PHASES];   /* without duplicates */
    long best;          /* the trial with the best goal so far, or -1 */
};
struct study_tally study_tally(const struct study *s);

#endif
