#include "config.h"

#include "engine/word_vectors/skipgram_step.h"

#include "engine/kernel/exp.h"
#include "engine/kernel/levels.h"
#include "engine/kernel/simd.h"
#include "engine/kernel/sums.h"

enum { PARTS = LANES / SIMD_WIDTH };

/* Sixteen partial sums, then a tree: the same order at every SIMD level. */
INLINE float row_dot(size_t stride, const float *x, const float *y)
{
    vec sum[PARTS];

    EACH (p, PARTS)
        sum[p] = vec_zero();
    for (size_t i = 0; i < stride; i += LANES)
        EACH (p, PARTS)
            sum[p] = vec_fma(vec_load(x + i + p * SIMD_WIDTH),
                             vec_load(y + i + p * SIMD_WIDTH), sum[p]);
    for (int half = PARTS / 2; half; half /= 2)
        for (int p = 0; p < half; p++)
            sum[p] = vec_add(sum[p], sum[p + half]);
    return vec_sum(sum[0]);
}

/* The gradients of the context and of the negatives, from their scores. */
INLINE void slopes(int n, float rate, const float *score, float *slope)
{
    for (int k = 0; k < n; k++)
        slope[k] = -rate / (1.0f + exp_one(-score[k]));
    slope[0] += rate;
}

INLINE void update(size_t stride, int n, const float *slope, float *centre,
                   float *const *row)
{
    for (size_t i = 0; i < stride; i += SIMD_WIDTH) {
        const vec v = vec_load(centre + i);
        vec moved = v;

        for (int k = 0; k < n; k++) {
            const vec u = vec_load(row[k] + i), g = vec_set(slope[k]);

            moved = vec_fma(g, u, moved);
            vec_store(row[k] + i, vec_fma(g, v, u));
        }
        vec_store(centre + i, moved);
    }
}

INLINE void step(const struct tables *t, int n, float rate, float *centre,
                 float *const *row)
{
    float score[NEGATIVES_MOST + 1], slope[NEGATIVES_MOST + 1];

    for (int k = 0; k < n; k++)
        score[k] = row_dot(t->stride, centre, row[k]);
    slopes(n, rate, score, slope);
    update(t->stride, n, slope, centre, row);
}

/* Prefetch the rows of the next pair: threads change them in turn, so they may
 * be in another core's cache. */
INLINE void fetch(const struct tables *t, const struct vector_pair *pair,
                  const int32_t *negative, int negatives)
{
    tables_fetch(t, t->in + (size_t)pair->centre * t->stride);
    tables_fetch(t, t->out + (size_t)pair->context * t->stride);
    for (int k = 0; k < negatives; k++)
        tables_fetch(t, t->out + (size_t)negative[k] * t->stride);
}

BY_LEVEL(void, skipgram_steps,
         (const struct tables *t, size_t n, const struct vector_pair *pair,
          const int32_t *negative, int negatives, float rate),
         (t, n, pair, negative, negatives, rate))
{
    float *row[NEGATIVES_MOST + 1];

    for (size_t i = 0; i < n; i++, negative += negatives) {
        int rows = 0;

        if (i + 1 < n)
            fetch(t, pair + i + 1, negative + negatives, negatives);
        row[rows++] = t->out + (size_t)pair[i].context * t->stride;
        for (int k = 0; k < negatives; k++)
            if (negative[k] != pair[i].context)
                row[rows++] = t->out + (size_t)negative[k] * t->stride;
        step(t, rows, rate, t->in + (size_t)pair[i].centre * t->stride, row);
    }
}
