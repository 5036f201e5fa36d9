/*
 * team_vector.h - elementwise work on arrays so long that idle threads may take
 * parts of it (team.h).  The bits are those of vector.h.
 */
#ifndef ENGINE_KERNEL_TEAM_VECTOR_H
#define ENGINE_KERNEL_TEAM_VECTOR_H

#include <stddef.h>

void team_zero(size_t n, float *y);
void team_copy(size_t n, const float *x, float *y);
void team_add(size_t n, const float *x, float *y);                 /* y += x */
void team_sum(size_t n, const float *x, const float *z, float *y); /* y=x+z */
void team_minus(size_t n, const float *x, const float *z, float *y); /* x-z */
void team_scale(size_t n, float a, const float *x, float *y); /* y = a x */
void team_axpy(size_t n, float a, const float *x, float *y);  /* y += a x */
void team_mul(size_t n, const float *x, const float *z, float *y); /* y=xz */
void team_muladd(size_t n, const float *x, const float *z, float *y);
/* y = c + x z */
void team_mul_plus(size_t n, const float *x, const float *z, const float *c,
                   float *y);

#endif
