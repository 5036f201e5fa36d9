/*
 * sampler.h - samplers, kinds of search: they choose the values of the next
 * trial; and the recipe for adding one.
 *
 * To add one:
 *   1. copy sampler/kinds/random.c to sampler/kinds/NAME.c and rename in it;
 *   2. describe its settings in the table of fields; set whether it draws from
 *      ranges and, if it learns, how long its rounds are;
 *   3. write propose(), which chooses the value of every parameter of a trial;
 *      values that another trial has are drawn again by its caller;
 *   4. add `src/sweep/sampler/kinds/NAME.c` to sampler_kinds in src/local.mk.
 * That is all: `sweep: {method: NAME}` reads it, the journal keeps what it
 * proposed.
 *
 * A proposal is a pure function of the seed, the trial's number, the proposals
 * before it and, for a kind that learns, the results of trials of earlier
 * rounds.  So it is the same for any number of workers and any order in which
 * trials finish.
 *
 * Threads: functions use only their arguments; a memory is used by one thread
 * at a time.
 */
#ifndef SWEEP_SAMPLER_SAMPLER_H
#define SWEEP_SAMPLER_SAMPLER_H

#include <stdatomic.h>

#include "config/field/field.h"
#include "sweep/sampler/hash_set.h"
#include "sweep/sampler/space.h"

#define MOST_TRIALS 1000000

/* What is searched, and how. */
struct search {
    struct space space;
    struct chosen sampler; /* owned */
    long trials;           /* how many, for a kind that does not count them */
    long seed;
    bool maximize;
    long repeats; /* trials of each proposal; they differ only in the last
                     parameter, which has a list of as many values; 0: one
                     trial, and no such parameter */
    int rules;
    char **rule;    /* [rules] owned: trials that break one are not run */
    bool conduct_2; /* it was begun under conduct 2 (study/conduct.h) or
                       before: reals have six digits; only kinds that learn
                       draw again a value that another trial has, and not
                       always often enough; lengths are fitted to all points */
};
void search_release(struct search *s);

/* A finished trial. */
struct outcome {
    struct assignment a; /* borrowed */
    double goal;         /* value of the goal, NaN if there is none */
    bool duplicate;      /* it equals an earlier trial, whose result counts
                            for both */
};

/*
 * The proposals of a search so far, and what was computed from them: kept only
 * to save time, it changes no proposal.  It belongs to one search and its
 * trials in their order.  A zeroed one is empty.
 */
struct search_memory {
    long n;                    /* trials that it contains, in their order */
    struct hash_set proposed;  /* hashes of their values */
    bool spent;                /* all combinations of values have been
                                  proposed */
    bool another;              /* the last proposal was drawn again, because
                                  other trials have the values first proposed */
    struct assignment last;    /* a proposal with several trials; owned */
    const atomic_bool *cancel; /* set by another thread to stop the
                                  computation; borrowed, may be NULL: see
                                  core/interrupt.h */
    void *model;               /* a kind's own data; owned, freed by: */
    void (*forget)(void *model);
    long fits; /* number of fits: one a round, if its proposals are asked for in
                  order */
};
void search_forget(const struct search *s, struct search_memory *m);

/* Add trial a->number, the next one, which is settled. */
void search_remember(const struct search *s, const struct assignment *a,
                     struct search_memory *m);

struct sampler_kind {
    struct kind is;
    bool ranges;      /* draws from ranges; else all parameters are lists */
    int most;         /* largest number of parameters; 0: any */
    long most_trials; /* largest number of proposals; 0: any */
    /* The number of proposals, or any number above MOST_TRIALS; NULL: `trials`
     * of the search is the number. */
    long (*count)(const struct space *s);
    /* The number of proposals of a round; NULL: it does not learn. */
    long (*round)(const void *conf);
    /* The number of first proposals that are drawn as in a random search, as is
     * the rest of their round; NULL: none. */
    long (*start)(const void *conf);
    /* Fill in a's values, which the caller frees; leaders and conditions need
     * not be regarded.  For a kind that learns, once a round is over, `known`
     * are the proposals before this one in their order: n of earlier rounds,
     * then those of its own round, which are not over, and m contains all of
     * them.  m is NULL if it contains none and the kind does not learn.  A slow
     * one calls cancelled(m->cancel) (core/interrupt.h) about every tenth of a
     * second; if that is true it fills in any values and leaves m usable. */
    void (*propose)(const struct search *s, const struct outcome *known, long n,
                    struct assignment *a, struct search_memory *m);
};

extern const struct kinds sampler_kinds;

const struct sampler_kind *search_kind(const struct search *s);

/* True if the search draws its trials, so that their number is a setting. */
bool search_draws(const struct search *s);

/* The number of trials if all keep the rules; MOST_TRIALS + 1 if there are
 * more. */
long search_trials(const struct search *s);

/* True if a trial keeps the rules. */
bool search_allows(const struct search *s, const struct assignment *a);

/* The number of first trials whose results a proposal needs: those before the
 * returned number; 0 if none. */
long search_needs(const struct search *s, long number);

/* The number of proposals of a kind that learns that are drawn before it does;
 * 0 for other kinds. */
long search_drawn(const struct search *s);

/* The number of trials that can be proposed before any has been run. */
long search_free(const struct search *s);

/* For the kinds: draw each value independently, as in a random search. */
void search_draw(const struct search *s, struct assignment *a);

/* For kinds that learn: true if a, settled, equals one of the trials before
 * it. */
bool search_tried(const struct search *s, const struct search_memory *m,
                  const struct assignment *a);

/* For kinds that learn, if they find no new values: draw as in a random
 * search. */
void search_draw_another(const struct search *s, const struct search_memory *m,
                         struct assignment *a);

/*
 * Propose trial `number`; the caller releases the result.  With a memory, or
 * for a kind that learns, it equals no earlier trial unless nothing else is
 * found (sampler_internal.h); the memory then contains the earlier trials, or
 * is NULL, and `known` are these trials.  Without both it is proposed as if it
 * were the only one.  Its `value` is NULL if it was cancelled.  That is only
 * possible if earlier rounds are used or thousands of combinations are
 * searched; with the same memory it may then be proposed again.
 */
struct assignment search_propose(const struct search *s,
                                 const struct outcome *known, long n,
                                 long number, struct search_memory *m);

/* Set whether the search was begun under conduct 2 or before, and with it the
 * digits of the space's parameters. */
void search_conduct(struct search *s, bool conduct_2);

#endif
