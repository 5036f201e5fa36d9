/*
 * forest.h - how much of what a forest explains of a function is each
 * argument's, and each pair's: functional ANOVA over a random forest.
 *
 * A forest of regression trees is fitted to samples.  A tree is constant on
 * boxes, so the mean over all other arguments, and its variance over one
 * argument or two, are sums over boxes: exact, and taken over the whole space,
 * whatever the samples' places.  A pair's share is what it has beyond both.
 * Shares are of the trees' variance: what is luck in the samples is in none of
 * them, so that of pure luck they may be anything.  How much of the samples'
 * variance the forest explains is told by those that a tree has not drawn.
 *
 * Each of FOREST_TREES trees has its own draw of samples, with replacement, and
 * each split looks at 5 of 6 arguments, drawn for it; a leaf has three samples
 * at least.  Draws are addressed, and nothing but + - * / is computed: the same
 * shares everywhere, to the last bit.
 *
 * Threads: pure functions.
 * Source:  Hutter, Hoos and Leyton-Brown 2014; Breiman 2001.
 */
#ifndef REPORT_PLOT_FOREST_H
#define REPORT_PLOT_FOREST_H

#define FOREST_TREES 64
#define FOREST_SAMPLES 2000 /* that a tree draws, at most */

/* Samples of a function of d arguments, each from 0 to 1. */
struct samples {
    int n, d;
    const double *x; /* [n x d] */
    const double *y; /* [n] no NaN */
};

/* The mean over the trees, and their deviation (divisor: trees). */
struct importance_share {
    double mean, deviation;
};

/*
 * share[i d + i] becomes that of argument i, share[i d + j], i < j, that of the
 * pair; [d x d], the others 0.  Returns the number of trees that have any
 * variance; of 0 nothing is known, and all shares are 0.
 *
 * *explained becomes R squared out of bag: 1 - the mean square by which a
 * sample is off the mean of the trees that have not drawn it, over the
 * variance; at most 1, and below 0 where the mean of all would do better.
 */
int forest_shares(const struct samples *s, struct importance_share *share,
                  double *explained);

#endif
