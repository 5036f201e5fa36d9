/*
 * state.h - where a trial stands: parameters, moments, step.
 *
 * A state file is replaced whole (see result.h for the form on disk).  It
 * holds everything training needs to go on bit for bit; randomness needs
 * nothing stored.
 *
 *     /         attributes: the members below that are one number or text
 *     /params   [len] floats; /first and /second likewise, when there
 *     /history  as in result.h, metrics by their place: valid_0 ...
 */
#ifndef STORE_STATE_H
#define STORE_STATE_H

#include "store/result.h"

struct state {
    struct digest trial;
    int attempt;
    long step;       /* steps done */
    long epoch;      /* epochs done */
    long position;   /* examples of this epoch's order used up */
    double loss_sum; /* training loss since the last evaluation */
    long loss_steps;
    long best_step; /* -1: none yet */
    double best_value;
    long since_best;    /* evaluations without a better one */
    double seconds;     /* training time so far; changes no result */
    char identity[160]; /* kernel_identity() it was made under */
    char earlier[480];  /* others its run was at before, "; " between */
    size_t len;
    float *params;         /* [len] */
    float *first, *second; /* [len] Adam's moments; NULL in a best state */
    struct history history;
};

void state_release(struct state *s);
int state_write(const char *path, const struct state *s, struct error *e);
int state_read(const char *path, struct state *s, struct error *e);

#endif
