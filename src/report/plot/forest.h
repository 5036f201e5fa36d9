/*
 * forest.h - the importance of each argument of a function, and of each pair:
 * functional ANOVA over a random forest.
 *
 * A forest of regression trees is fitted to samples.  A tree is constant on
 * boxes.  Therefore its mean over all other arguments, and the variance of that
 * mean over one or two arguments, are sums over boxes.  They are exact, and
 * cover the whole space, wherever the samples are.  A pair's share is what it
 * adds to the shares of both its arguments.  Shares are relative to the
 * variance of the trees, which does not include noise of the samples; if the
 * samples are pure noise, the shares mean nothing.  How much of the samples'
 * variance the forest explains is measured on the samples that a tree has not
 * drawn.
 *
 * Each of FOREST_TREES trees draws its own samples, with replacement.  Each
 * split considers 5 of 6 arguments, drawn for this split; a leaf has at least
 * three samples.  Random numbers are addressed, and only + - * / are used, so
 * the shares are equal on all machines, to the last bit.
 *
 * Threads: pure functions.
 * Source:  Hutter, Hoos and Leyton-Brown 2014; Breiman 2001.
 */
#ifndef REPORT_PLOT_FOREST_H
#define REPORT_PLOT_FOREST_H

#define FOREST_TREES 64
#define FOREST_SAMPLES 2000 /* the most that a tree draws */

/* Samples of a function of d arguments, each from 0 to 1. */
struct samples {
    int n, d;
    const double *x; /* [n x d] */
    const double *y; /* [n] without NaN */
};

/* A share: mean and standard deviation over the trees (divisor: trees). */
struct importance_share {
    double mean, deviation;
};

/*
 * Compute the shares. share[i d + i] becomes that of argument i, share[i d + j]
 * with i < j that of the pair; [d x d], the others are 0.  Returns the number
 * of trees with any variance.  If it is 0, nothing is known and all shares are
 * 0.
 *
 * *explained becomes the out-of-bag R squared: 1 minus the mean squared error
 * of a sample's prediction by the trees that have not drawn it, divided by the
 * variance.  It is at most 1, and negative if predicting the overall mean would
 * be better.
 */
int forest_shares(const struct samples *s, struct importance_share *share,
                  double *explained);

#endif
