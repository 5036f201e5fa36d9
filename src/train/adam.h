/*
 * adam.h - Adam with bias correction (Kingma and Ba 2015, algorithm 1).
 *
 * Element by element, so any slice of the vector may be updated by anyone.
 */
#ifndef TRAIN_ADAM_H
#define TRAIN_ADAM_H

#include <stddef.h>

/* The scalars of one step. */
struct adam {
    float beta1, rest1; /* and 1 - beta1 */
    float beta2, rest2;
    float rate;    /* learning rate / (1 - beta1^step) */
    float root;    /* 1 / sqrt(1 - beta2^step) */
    float epsilon; /* added to the corrected root */
    float scale;   /* of the gradient: below 1 when it is clipped */
};

struct adam adam_scalars(double rate, double beta1, double beta2,
                         double epsilon, double scale, long step);

/* Update n parameters and their moments in place. */
void adam_update(size_t n, const struct adam *a, const float *grad,
                 float *first, float *second, float *param);

#endif
