/*
 * optimizer.h - optimisers, kinds of update, and the recipe for adding one.
 *
 * To add one:
 *   1. copy optimizer/kinds/sgd.c to optimizer/kinds/NAME.c and rename in it;
 *   2. describe its hyperparameters in the table of fields; give the number of
 *      vectors that it keeps beside the parameters, its moments;
 *   3. write the loop over elements, which is compiled for each SIMD level
 *      (kernel/levels.h), using slope(), with every moment through cut(); and
 *      update(), which calls it;
 *   4. add `src/engine/optimizer/kinds/NAME.c` to optimizer_kinds in
 *      src/local.mk;
 *   5. for tests, which do not build without it, write its form in double,
 *      tests/unit/engine/optimizer/papers/NAME.h, and pin its digits by a case
 *      in tests/unit/engine/train/golden/optimizer/NAME.def
 *      (engine/train/test_golden.c).
 * That is all: state files, resuming, the slices of ranks and the memory
 * estimate depend only on the number of moments.
 *
 * Updates are elementwise, so anyone may update any slice of the vectors.
 *
 * Threads: pure functions of their arguments.
 */
#ifndef ENGINE_OPTIMIZER_OPTIMIZER_H
#define ENGINE_OPTIMIZER_OPTIMIZER_H

#include <stddef.h>

#include "config/field/field.h"
#include "engine/kernel/levels.h"

#define MAX_MOMENTS 4

/* One step, the same for every element. */
struct descent {
    double rate;  /* the schedule's rate for this step */
    double scale; /* factor of the gradient: below 1 if it is clipped */
    double l2;    /* times the parameter, added to the scaled gradient */
    long step;    /* from 1 */
};

struct optimizer_kind {
    struct kind is;
    int moments; /* at most MAX_MOMENTS; all begin at 0 */
    /* Update n parameters and their moments, [n] each, in place. */
    void (*update)(const void *conf, const struct descent *d, size_t n,
                   const float *grad, float *const *moment, float *param);
};

extern const struct kinds optimizer_kinds;

int optimizer_moments(const struct chosen *kind);
void optimizer_update(const struct chosen *kind, const struct descent *d,
                      size_t n, const float *grad, float *const *moment,
                      float *param);

/* --- for the kinds ------------------------------------------------------ */

/*
 * Gradients below this count as 0: 2^-56 (1.4e-17) moves a parameter by about
 * 1e-9 of the rate at an epsilon of 1e-8, and its square times 1 - beta2 is
 * still a normal number unless beta2 > 0.9999.
 */
#define LEAST_GRADIENT 0x1p-56f

/* x, or 0 if |x| < least, so that a decaying value never becomes denormal. NaN
 * stays NaN. */
INLINE float cut(float x, float least)
{
    return __builtin_fabsf(x) < least ? 0.0f : x;
}

/* The gradient that an update uses. */
INLINE float slope(float scale, float grad, float l2, float param)
{
    return cut(__builtin_fmaf(l2, param, scale * grad), LEAST_GRADIENT);
}

#endif
