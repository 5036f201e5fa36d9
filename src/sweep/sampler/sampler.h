/*
 * sampler.h - samplers, kinds of search: who says what the next trial is; and
 * the recipe for adding one.
 *
 * To add one:
 *   1. copy sampler/kinds/random.c to sampler/kinds/NAME.c and rename in it;
 *   2. describe its settings in the table of fields, and say whether it draws
 *      from ranges and, where it learns, how long its rounds are;
 *   3. write propose(), the value of every parameter of a trial; what others
 *      have already is drawn anew behind it;
 *   4. add `src/sweep/sampler/kinds/NAME.c` to sampler_kinds in src/local.mk.
 * That is all: `sweep: {method: NAME}` reads it, the journal keeps what it
 * proposed.
 *
 * A proposal is a pure function of the seed, the trial's number, the proposals
 * before it and, of a kind that learns, what the trials of earlier rounds came
 * to: so it is the same for any number of workers and any order in which they
 * are done.
 *
 * Threads: functions of what they are given alone; one thread at a time has a
 * memory.
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
    long trials;           /* how many, of a kind that does not count them */
    long seed;
    bool maximize;
    long repeats; /* trials of each proposal, which differ in the last parameter
                     alone, a list of as many; 0: one, and there is none */
    int rules;
    char **rule;    /* [rules] owned: those that do not keep them are not run */
    bool conduct_2; /* it was begun under that number (study/conduct.h) or
                       before: reals have six digits, a value that another trial
                       has is drawn again by kinds that learn alone, not always
                       as often as it takes, and lengths are fitted to all
                       points */
};
void search_release(struct search *s);

/* A trial that is over. */
struct outcome {
    struct assignment a; /* borrowed */
    double goal;         /* its value, NaN when there is none */
    bool duplicate;      /* it equals an earlier one, which counts for both */
};

/*
 * What the proposals of a search so far are, and what was worked out for them:
 * kept, so as not to work it out again, it changes no proposal.  It belongs to
 * one search and its trials in their order.  Zeroed, it knows of none.
 */
struct search_memory {
    long n;                    /* trials that it knows of, in their order */
    struct hash_set proposed;  /* their values */
    bool spent;                /* there are no others */
    bool another;              /* the last proposal was drawn anew: other trials
                                  have what would have been proposed */
    struct assignment last;    /* a proposal of which there are several trials;
                                  owned */
    const atomic_bool *cancel; /* set by whoever does not want what is being
                                  worked out any more; borrowed, NULL: see
                                  core/interrupt.h */
    void *model;               /* a kind's own; owned, freed by: */
    void (*forget)(void *model);
};
void search_forget(const struct search *s, struct search_memory *m);

/* Take in trial a->number, the next one, settled. */
void search_remember(const struct search *s, const struct assignment *a,
                     struct search_memory *m);

struct sampler_kind {
    struct kind is;
    bool ranges;      /* draws from them; else parameters are lists alone */
    int most;         /* parameters; 0: any number */
    long most_trials; /* proposals; 0: any number */
    /* How many proposals there are, or any number beyond MOST_TRIALS; NULL: as
     * many as `trials` says. */
    long (*count)(const struct space *s);
    /* Proposals of a round; NULL: it does not learn. */
    long (*round)(const void *conf);
    /* ... so many are drawn as in a random search, and what is left of their
     * round; NULL: none is. */
    long (*start)(const void *conf);
    /* Fill in a's values, each the caller's to free(), whatever leaders and
     * conditions say of them.  Of a kind that learns, once a round is over,
     * `known` are the proposals before this one in their order: n of earlier
     * rounds, then those of its own, not over.  m knows of them all; NULL: of
     * none, and the kind does not learn.  One that takes long asks
     * cancelled(m->cancel) (core/interrupt.h) every tenth of a second or so,
     * and then fills in what it likes, and leaves m fit to be used again. */
    void (*propose)(const struct search *s, const struct outcome *known, long n,
                    struct assignment *a, struct search_memory *m);
};

extern const struct kinds sampler_kinds;

const struct sampler_kind *search_kind(const struct search *s);

/* Draws its trials, rather than having so many. */
bool search_draws(const struct search *s);

/* How many trials there will be, were all to keep the rules; MOST_TRIALS + 1
 * when there are more. */
long search_trials(const struct search *s);

/* Does a trial keep the rules? */
bool search_allows(const struct search *s, const struct assignment *a);

/* The trials that a proposal has to know of: those before this number; 0: of
 * none. */
long search_needs(const struct search *s, long number);

/* How many proposals of a kind that learns are drawn before it does; 0 of
 * another. */
long search_drawn(const struct search *s);

/* How many trials may be proposed before any has been run. */
long search_free(const struct search *s);

/* For the kinds: each value drawn by itself, as in a random search. */
void search_draw(const struct search *s, struct assignment *a);

/* For those that learn.  Does a, settled, equal one of the trials before it? */
bool search_tried(const struct search *s, const struct search_memory *m,
                  const struct assignment *a);

/* ... and nothing better was found: draw one as in a random search. */
void search_draw_another(const struct search *s, const struct search_memory *m,
                         struct assignment *a);

/*
 * Trial `number`, to be released.  With a memory, or of a kind that learns, it
 * is none of those before it while anything else is found (sampler_internal.h
 * says how); the memory then knows of them, or is NULL, and `known` are they.
 * Without both it is as it would be if it were the only one.  Its `value` is
 * NULL where it was cancelled: only one that takes earlier rounds into account
 * is, or is looked for among thousands of combinations, and by the same memory
 * it may be proposed again.
 */
struct assignment search_propose(const struct search *s,
                                 const struct outcome *known, long n,
                                 long number, struct search_memory *m);

/* Begun under conduct 2 or before, or not: sets that, and the digits of the
 * space's parameters. */
void search_conduct(struct search *s, bool conduct_2);

#endif
