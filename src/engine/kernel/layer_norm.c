#include "engine/kernel/layer_norm.h"

#include <math.h>

#include "engine/kernel/levels.h"
#include "engine/kernel/sums.h"

BY_LEVEL(struct norm_row, norm_forward,
         (size_t d, float epsilon, const float *restrict x,
          const float *restrict gain, const float *restrict bias,
          float *restrict y),
         (d, epsilon, x, gain, bias, y))
{
    const float mean = sum_in_lanes(d, x) / d;

    for (size_t j = 0; j < d; j++)
        y[j] = x[j] - mean;
    const float r = 1.0f / sqrtf(dot_in_lanes(d, y, y) / d + epsilon);

    for (size_t j = 0; j < d; j++)
        y[j] = y[j] * r * gain[j] + bias[j];
    return (struct norm_row){mean, r};
}

BY_LEVEL(void, norm_backward,
         (size_t d, struct norm_row of, const float *restrict x,
          const float *restrict gain, float *restrict dy, float *restrict z,
          float *restrict dx, int stores, float *restrict dgain,
          float *restrict dbias),
         (d, of, x, gain, dy, z, dx, stores, dgain, dbias))
{
    for (size_t j = 0; j < d; j++)
        z[j] = (x[j] - of.mean) * of.r;
    for (size_t j = 0; dgain && j < d; j++)
        dgain[j] += dy[j] * z[j];
    for (size_t j = 0; dbias && j < d; j++)
        dbias[j] += dy[j];
    if (!dx)
        return;
    for (size_t j = 0; j < d; j++)
        dy[j] *= gain[j];
    const float mean = sum_in_lanes(d, dy) / d;
    const float along = dot_in_lanes(d, dy, z) / d;

    if (stores)
        for (size_t j = 0; j < d; j++)
            dx[j] = of.r * (dy[j] - mean - z[j] * along);
    else
        for (size_t j = 0; j < d; j++)
            dx[j] += of.r * (dy[j] - mean - z[j] * along);
}
