#include "engine/kernel/team_vector.h"

#include <string.h>

#include "engine/kernel/team.h"
#include "engine/kernel/vector.h"

struct vector_arguments {
    const float *x, *z, *c;
    float *y;
    float a;
};

/* A run is several pages long, so that threads do not share cache lines. */
static void each(size_t n, team_piece *piece, const struct vector_arguments *a)
{
    team_run(&(struct team_work){.n = n,
                                 .step = 4096,
                                 .total = TEAM_ELEMENT * (double)n,
                                 .piece = piece,
                                 .of = a});
}

static void zero(const void *of, size_t from, size_t to, struct arena *scratch)
{
    const struct vector_arguments *a = of;

    (void)scratch;
    memset(a->y + from, 0, (to - from) * sizeof(float));
}

void team_zero(size_t n, float *y)
{
    each(n, zero, &(struct vector_arguments){.y = y});
}

static void copy(const void *of, size_t from, size_t to, struct arena *scratch)
{
    const struct vector_arguments *a = of;

    (void)scratch;
    memcpy(a->y + from, a->x + from, (to - from) * sizeof(float));
}

void team_copy(size_t n, const float *x, float *y)
{
    each(n, copy, &(struct vector_arguments){.x = x, .y = y});
}

static void add(const void *of, size_t from, size_t to, struct arena *scratch)
{
    const struct vector_arguments *a = of;

    (void)scratch;
    vector_add(to - from, a->x + from, a->y + from);
}

void team_add(size_t n, const float *x, float *y)
{
    each(n, add, &(struct vector_arguments){.x = x, .y = y});
}

static void sum(const void *of, size_t from, size_t to, struct arena *scratch)
{
    const struct vector_arguments *a = of;

    (void)scratch;
    vector_plus(to - from, a->x + from, a->z + from, a->y + from);
}

void team_sum(size_t n, const float *x, const float *z, float *y)
{
    each(n, sum, &(struct vector_arguments){.x = x, .z = z, .y = y});
}

static void minus(const void *of, size_t from, size_t to, struct arena *scratch)
{
    const struct vector_arguments *a = of;

    (void)scratch;
    vector_minus(to - from, a->x + from, a->z + from, a->y + from);
}

void team_minus(size_t n, const float *x, const float *z, float *y)
{
    each(n, minus, &(struct vector_arguments){.x = x, .z = z, .y = y});
}

static void scale(const void *of, size_t from, size_t to, struct arena *scratch)
{
    const struct vector_arguments *a = of;

    (void)scratch;
    vector_scale(to - from, a->a, a->x + from, a->y + from);
}

void team_scale(size_t n, float a, const float *x, float *y)
{
    each(n, scale, &(struct vector_arguments){.x = x, .y = y, .a = a});
}

static void axpy(const void *of, size_t from, size_t to, struct arena *scratch)
{
    const struct vector_arguments *a = of;

    (void)scratch;
    vector_axpy(to - from, a->a, a->x + from, a->y + from);
}

void team_axpy(size_t n, float a, const float *x, float *y)
{
    each(n, axpy, &(struct vector_arguments){.x = x, .y = y, .a = a});
}

static void mul(const void *of, size_t from, size_t to, struct arena *scratch)
{
    const struct vector_arguments *a = of;

    (void)scratch;
    vector_mul(to - from, a->x + from, a->z + from, a->y + from);
}

void team_mul(size_t n, const float *x, const float *z, float *y)
{
    each(n, mul, &(struct vector_arguments){.x = x, .z = z, .y = y});
}

static void muladd(const void *of, size_t from, size_t to,
                   struct arena *scratch)
{
    const struct vector_arguments *a = of;

    (void)scratch;
    vector_muladd(to - from, a->x + from, a->z + from, a->y + from);
}

void team_muladd(size_t n, const float *x, const float *z, float *y)
{
    each(n, muladd, &(struct vector_arguments){.x = x, .z = z, .y = y});
}

static void mul_plus(const void *of, size_t from, size_t to,
                     struct arena *scratch)
{
    const struct vector_arguments *a = of;

    (void)scratch;
    vector_mul_plus(to - from, a->x + from, a->z + from, a->c + from,
                    a->y + from);
}

void team_mul_plus(size_t n, const float *x, const float *z, const float *c,
                   float *y)
{
    each(n, mul_plus,
         &(struct vector_arguments){.x = x, .z = z, .c = c, .y = y});
}
