/*
 * state.h - the state file of a trial: parameters, moments, step, and what a
 * reader without the data needs to compute with them.
 *
 * A state file is replaced whole (see result.h for the form on disk).  It has
 * everything that training needs to go on bit for bit; random numbers need
 * nothing stored.
 *
 *     /          attributes: the trial, and its progress; see state.c
 *     /params    [len] floats; in a last state also /moment_0, /moment_1 ...,
 *                as many as the optimiser has, and /average if one is kept
 *     /layout    a table of the parameters, columns name, rows, cols, offset:
 *                each is the rows x cols floats from its offset on, row by row
 *     /words_0   a part's vocabulary, each token by its number and ended by
 *                '\n'; one for each part that has its own, or none
 *     /classes   the names of the classes, in the order of the scores'
 *                columns, each ended by '\n'; if the task has classes
 *     /features  a line for each feature, in the order of their columns: its
 *                name and, after spaces, the names of its classes by number;
 *                if the task has features
 *     /config    the trial's configuration, a line for each field
 *     /sources   a line for each file that was read: role, digest, name
 *     /history   as in result.h; metrics by number: valid_0 ...
 */
#ifndef ENGINE_STORE_STATE_H
#define ENGINE_STORE_STATE_H

#include "engine/data/examples.h"
#include "engine/layer/params.h"
#include "engine/optimizer/optimizer.h"
#include "engine/store/result.h"

/*
 * The version of files written now; versions from 1 on are read.  Version 1 has
 * its moments in /first and /second, no layout and no texts: it can be
 * inspected, but it does not say what its parameters are, and nothing computes
 * with them.
 */
#define STATE_VERSION 2

struct state {
    int version; /* of the file it was read from; not written */
    struct digest trial;
    int attempt;
    long step;       /* steps done */
    long epoch;      /* epochs done */
    long position;   /* examples used up in this epoch's order */
    double loss_sum; /* training loss since the last evaluation */
    long loss_steps;
    long best_step; /* -1 if none yet */
    double best_value;
    long since_best;    /* evaluations since the best one */
    long worse;         /* how often train.halve_after evaluations in a row
                           brought no better value */
    double seconds;     /* training time so far; changes no result */
    char identity[160]; /* kernel_identity() that it was made under */
    char earlier[480];  /* earlier ones of its run, separated by "; " */
    size_t len;
    float *params; /* [len] */
    int moments;
    float *moment[MAX_MOMENTS]; /* [len]; none in a best state */
    float *average;             /* [len] or NULL */
    struct params layout;
    char *words[MAX_PARTS]; /* NULL if none, or the same as the part before */
    char *classes, *features, *config, *sources; /* or NULL */
    struct history history;
};

void state_release(struct state *s);
int state_write(const char *path, const struct state *s, struct error *e);
int state_read(const char *path, struct state *s, struct error *e);

#endif
