/*
 * factorisation.h - compares a row with what it attends to by three numbers:
 * factorisation machines of both side by side, of their difference and of their
 * product (Tay et al., NeurIPS 2018, section 2.1).
 */
#ifndef ENGINE_LAYER_FACTORISATION_H
#define ENGINE_LAYER_FACTORISATION_H

#include "engine/layer/params.h"
#include "engine/tape/ops.h"

struct factorisation {
    struct factorisation_machine {
        int factors, weight, bias; /* parameter numbers */
    } of[FACTORED];
};

/* For rows `width` wide, in the current scope: parameters "both.factors" [2
 * width x factors], "both.weight" [2 width x 1], "both.bias", and the same of
 * "difference" and "product" [width ...].  Factors start as normal with
 * deviation 0.1, the others as 0. */
struct factorisation factorisation_add(struct params *p, int width,
                                       int factors);

/* x, y [n x width] to [n x FACTORED]. */
struct node *factorisation_apply(struct tape *t, const struct params *p,
                                 const struct factorisation *f, struct node *x,
                                 struct node *y);

#endif
