/*
 * study.h - what a sweep does next: a state machine without a world.
 *
 * Events go in by study_tell(), decisions come out of study_next(); there are
 * no messages, clocks, files or screens here, so whoever drives it may be the
 * sweep itself or a fleet that is simulated.  What was told before, as a
 * journal has it, is told again in the same order to have the same study.
 *
 * Trials are numbered in the order in which they are proposed, and handed out
 * in that order, but for those that no free slot suits.  What is proposed hangs
 * on the seed, the number and the results of earlier rounds alone
 * (sampler/sampler.h), never on who was first.  Those that begin from another's
 * state (scheduler/scheduler.h) come behind those of the search, and before
 * anything else is trained: so that state is still there.
 *
 * Trials that were in hand when the whole job went down, and of which those
 * attempts had saved nothing, are suspects: one of them may be what took it
 * down.  They wait until nothing else can be trained, and are found out by
 * halves (suspects.c): with n of them in hand, a culprit is alone after log2 n
 * more downs.  Only for those that it is alone with it is failed.
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
    PHASE_PAUSED, /* at a rung, until it is decided on */
    PHASE_FINISHED,
    PHASE_FAILED,
    PHASES
};

/* So little, for there may be very many. */
struct trial {
    struct digest name;
    double goal;      /* valid value of the goal, NaN when there is none */
    size_t values;    /* the study's (sampler/assignments.h) */
    int slot;         /* it is trained on; -1: none */
    int duplicate_of; /* an earlier trial of the same name, or -1: a duplicate
                 is never run, its result is the other's */
    int duplicates; /* how many later trials have this one as their duplicate */
    int attempt;    /* the last one begun; 0: none yet */
    int losses;     /* attempts that were lost */
    int downs;      /* times in a row that the job went down with it, */
    int blames;     /* and of these, the last in a row, with it alone */
    enum trial_phase phase : 8;
    bool dropped : 1;  /* it does not keep the rules, or cannot be: it has no
                          name and is no trial */
    bool saved : 1;    /* of the attempt in hand something was saved */
    bool given_up : 1; /* it was lost too often, and is to be failed */
};

_Static_assert(sizeof(struct trial) <= 64, "there may be very many");

/* Is it ever run by itself? */
static inline bool trial_runs(const struct trial *t)
{
    return t->duplicate_of < 0 && !t->dropped;
}

/* May the job have gone down by it? */
static inline bool trial_is_suspect(const struct trial *t)
{
    return t->downs > 0;
}

enum event_word {
    EVENT_NAMED,    /* what was proposed has this name */
    EVENT_REFUSED,  /* ... and cannot have one: of a search that learns it is
                       dropped, else that is the end */
    EVENT_PROPOSED, /* from before: a trial's values and its name */
    EVENT_DROPPED,  /* what was proposed is none; from before: values that are
                       none, or do not keep the rules */
    EVENT_STARTED,  /* from before: an attempt began, which is over */
    EVENT_FINISHED, /* with a goal, or with none */
    EVENT_FAILED,   /* by its own fault */
    EVENT_PAUSED,   /* at a rung, with the best goal so far */
    EVENT_STOPPED,  /* on request */
    EVENT_LOST,     /* the world's fault */
    EVENT_SAVED,   /* it has come further for good: nothing speaks against it */
    EVENT_DOWN,    /* from before: the job went down, perhaps by this trial, */
    EVENT_BLAMED,  /* ... which was the only one that could have done it */
    EVENT_CLEARED, /* from before: no trial is a suspect any longer */
    EVENT_AGAIN,   /* it was over, and is to be run again */
    EVENT_SETTLED, /* a decision to settle was obeyed */
    EVENT_CLOSED,  /* a slot, which trains nothing, has no one to train */
    EVENT_OPENED,  /* ... and has again */
    EVENT_STOP,    /* hand out nothing more, and let everyone stop */
};

struct event {
    enum event_word word;
    int slot; /* CLOSED, OPENED */
    long trial;
    struct digest name;  /* NAMED, PROPOSED */
    struct assignment a; /* PROPOSED, DROPPED: the study's from then on */
    int attempt;         /* STARTED */
    double goal;         /* FINISHED, PAUSED */
};

enum next_word {
    NEXT_NAME,   /* what this trial is called, and tell at once */
    NEXT_TRAIN,  /* this trial on that slot */
    NEXT_FAIL,   /* this trial, lost too often: tell at once that it failed */
    NEXT_STOP,   /* what is trained on that slot */
    NEXT_SETTLE, /* those who wait to be decided on, as they stand: tell at once
                  */
    NEXT_QUIT,   /* all is over, or stopped */
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

/* Both are borrowed, scheduler NULL for none; `slots` train a trial each at a
 * time. */
struct study *study_new(const struct search *search,
                        const struct chosen *scheduler, int slots);
void study_free(struct study *s);

/* What a sweep puts up with. */
struct policy {
    long retries;       /* attempts after one that was lost, or that the job
                           went down by */
    long most_failures; /* trials that may fail before all stop; 0: any */
};

/* To be told before any event; without it trials are tried again for ever. */
void study_policy(struct study *s, const struct policy *p);

/* Is a trial, which was just lost, to be failed?  Whoever knows why tells that
 * it is, at once; else NEXT_FAIL comes next. */
bool study_gives_up(const struct study *s, long number);

/* Have so many trials failed in this job that all stop? */
bool study_failed_too_often(const struct study *s);

/* Asked before a trial is given to a slot; without it every slot suits. */
void study_suits(struct study *s, bool (*suits)(void *context, long, int),
                 void *context);

/* What the next proposal of a search that learns hangs on: the arguments of
 * search_propose(), borrowed until it is there. */
struct proposal_request {
    const struct search *search;
    const struct outcome *known; /* [number] */
    long n, number;
    struct search_memory *memory;
};

/* Who works out such proposals, which may take seconds: true, with what
 * search_propose() gives; false while it is at that, and it is asked for the
 * same one again.  Nothing that it has borrowed changes meanwhile; it may set
 * memory->cancel, to have done with it.  Without it
 * the study works them out itself. */
void study_propose_by(struct study *s,
                      bool (*ask)(void *context,
                                  const struct proposal_request *w,
                                  struct assignment *a),
                      void *context);

/* Is it at that? */
bool study_waits(const struct study *s);

void study_tell(struct study *s, const struct event *e);

/* Trials are evaluated each time so large a share of their run is behind them,
 * for estimates alone; 0, as it is at first: at any time. */
void study_evaluates(struct study *s, double share);

/* What follows was decided on under this number (study/conduct.h), not under
 * this program's. */
void study_conduct(struct study *s, int conduct);

/* A trial that the job had in hand when it went down. */
struct held {
    long trial;
    bool saved; /* something of it, by that attempt */
    enum event_word
        verdict; /* told the study: SAVED, DOWN, BLAMED, or FAILED */
    int blames;  /* FAILED: for so many */
};

/* From before: the job went down with these [n] in hand, or was merely silent,
 * for which no trial is failed at once.  Judges them; true: that clears the
 * others, as EVENT_CLEARED is to tell. */
bool study_judge(struct study *s, struct held *h, long n, bool silent);

/* The next decision, which counts as obeyed; false: there is none until
 * something is told. */
bool study_next(struct study *s, struct next *d);

/* How many trials have a name or were dropped, and one of them; borrowed until
 * something is told. */
long study_trials(const struct study *s);
const struct trial *study_trial(const struct study *s, long number);

/* Its values; to be released with the search's space. */
struct assignment study_assignment(const struct study *s, long number);

/* The same as assignment_text() has them. */
void study_text(const struct study *s, long number, const char *between,
                struct str *out);

/* Propose the next trial, which study_next() does by itself when a slot has
 * nothing else: to be named, and told at once.  NULL: there are no more, none
 * before others are over, or it is being worked out or was cancelled, which
 * study_waits() tells.  Borrowed until the next one is proposed. */
const struct assignment *study_propose(struct study *s);

/* Is another trial proposed sooner or later, as far as it is known? */
bool study_expects(const struct study *s);

/* The first trial that waits to be run; -1: none of those proposed. */
long study_first(const struct study *s);

/* Has a trial, or the one it is a duplicate of, come to its end?  A dropped one
 * has. */
bool study_over(const struct study *s, long number);

/* Is it trained to its end next, not to a rung? */
bool study_ends(const struct study *s, long number);

/* How many rungs a trial has come to. */
int study_rung(const struct study *s, long number);

/*
 * The share of its run that a trial has come to rungs with, and the one that it
 * will have trained when it is over: at its end or where it was cut; while that
 * is open, an estimate.
 */
double study_reached(const struct study *s, long number);
double study_expected(const struct study *s, long number);

/* The estimated work ahead, in whole runs: of all that are not over, those not
 * proposed yet among them, from the last rung on.  With rungs it takes time
 * with the number of trials. */
double study_ahead(const struct study *s);

/* What a slot trains; -1: nothing. */
long study_slot(const struct study *s, int slot);

/* Nothing is trained, and what waits suits no slot that is open?  Where one is
 * open, study_first() waits. */
bool study_stuck(const struct study *s);

/* Kept up to date, not counted. */
struct study_tally {
    long trials;        /* in all; those not proposed yet wait; dropped ones
                           are taken off as they turn up, and those added
                           that begin from others */
    long count[PHASES]; /* duplicates with their original */
    long own[PHASES];   /* without duplicates */
    long best;          /* the trial with the best goal so far, or -1 */
};
struct study_tally study_tally(const struct study *s);

#endif
