/*
 * presence.h - does a sweep run in a results folder, as far as can be told from
 * this host?
 *
 * Reads the claim (claim.h) and what the coordinator last said (sight.h), and
 * touches neither.
 *
 * Threads: one at a time.
 */
#ifndef RESULTS_PRESENCE_H
#define RESULTS_PRESENCE_H

#include "results/claim.h"
#include "results/index.h"
#include "results/sight.h"

enum presence_state {
    PRESENCE_RUNNING,  /* it lives, and was heard of just now */
    PRESENCE_STARTING, /* a living process has claimed it, and said nothing */
    PRESENCE_SILENT,   /* claimed, but not heard of for too long */
    PRESENCE_ENDED,    /* it said how it ended */
    PRESENCE_ABSENT,   /* never there, of an older codarun, or killed */
    PRESENCE_UNKNOWN,  /* it does not run; what it said cannot be read */
};
extern const char *const presence_names[];

struct presence {
    enum presence_state state;
    bool claimed;       /* by: */
    struct owner owner; /* ... who lives, for all that is known here */
    bool lives;         /* he does: a process of this host */
    bool said;          /* there is a status.json that can be read */
    struct sight last;  /* what it says; to be released */
    struct error wrong; /* what is wrong with one that cannot be read */
    double age;         /* seconds since; NaN: never */
};

void presence_find(struct presence *p, const char *dir);
void presence_release(struct presence *p);

/* Are the numbers of `last` those of now? */
bool presence_counts(const struct presence *p);

/* Has the journal, of which `ix` was read since, all that the last sweep had
 * noted when it said how it ended?  Else it was emptied, cut or taken away: -1,
 * with what it lacks.  Of a sweep that may run nothing is asked. */
int presence_check_journal(const struct presence *p, const char *dir,
                           const struct index *ix, struct error *e);

#endif
