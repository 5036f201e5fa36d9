/* simd_neon.h - simd.h with the vectors that every 64-bit ARM processor has. */
#ifndef ENGINE_KERNEL_SIMD_NEON_H
#define ENGINE_KERNEL_SIMD_NEON_H

#include <arm_neon.h>

#define SIMD_WIDTH 4
#define SIMD_REGISTERS 32
#define SIMD_LANES_FREE 0
#define SIMD_COUNTS_LANES /* part functions follow, see simd.h */

typedef float32x4_t vec;

INLINE vec vec_zero(void)
{
    return vdupq_n_f32(0.0f);
}

INLINE vec vec_set(float x)
{
    return vdupq_n_f32(x);
}

INLINE vec vec_load(const float *p)
{
    return vld1q_f32(p);
}

INLINE vec vec_load_part(const float *p, int c)
{
    vec v = vec_zero();

    if (c >= 4)
        return vec_load(p);
    if (c > 0)
        v = vld1q_lane_f32(p, v, 0);
    if (c > 1)
        v = vld1q_lane_f32(p + 1, v, 1);
    if (c > 2)
        v = vld1q_lane_f32(p + 2, v, 2);
    return v;
}

INLINE void vec_store(float *p, vec v)
{
    vst1q_f32(p, v);
}

INLINE void vec_store_part(float *p, int c, vec v)
{
    if (c >= 4) {
        vec_store(p, v);
        return;
    }
    if (c > 0)
        vst1q_lane_f32(p, v, 0);
    if (c > 1)
        vst1q_lane_f32(p + 1, v, 1);
    if (c > 2)
        vst1q_lane_f32(p + 2, v, 2);
}

INLINE vec vec_add(vec a, vec b)
{
    return vaddq_f32(a, b);
}

/* Equal to vec_add(): see simd_x86.h. */
INLINE vec vec_add_aside(vec a, vec b)
{
    return vaddq_f32(a, b);
}

INLINE vec vec_sub(vec a, vec b)
{
    return vsubq_f32(a, b);
}

INLINE vec vec_mul(vec a, vec b)
{
    return vmulq_f32(a, b);
}

INLINE vec vec_div(vec a, vec b)
{
    return vdivq_f32(a, b);
}

INLINE vec vec_max(vec a, vec b)
{
    return vmaxq_f32(a, b);
}

INLINE vec vec_abs(vec a)
{
    return vabsq_f32(a);
}

INLINE vec vec_fma(vec a, vec b, vec c)
{
    return vfmaq_f32(c, a, b);
}

INLINE vec vec_fnma(vec a, vec b, vec c)
{
    return vfmsq_f32(c, a, b);
}

INLINE float vec_sum(vec v)
{
    float32x2_t two = vadd_f32(vget_low_f32(v), vget_high_f32(v));

    return vget_lane_f32(two, 0) + vget_lane_f32(two, 1);
}

/* The bit that stands for each lane. */
INLINE uint32x4_t vec_bits(void)
{
    static const uint32_t bits[4] = {1, 2, 4, 8};

    return vld1q_u32(bits);
}

INLINE unsigned vec_at_least(vec a, vec b)
{
    return vaddvq_u32(vandq_u32(vcgeq_f32(a, b), vec_bits()));
}

INLINE vec vec_choose(unsigned bits, vec a, vec b)
{
    return vbslq_f32(vtstq_u32(vdupq_n_u32(bits), vec_bits()), a, b);
}

typedef uint32x4_t vec_mask;

INLINE vec_mask vec_not_below(vec a, vec b)
{
    return vcgeq_f32(a, b);
}

INLINE vec vec_pick(vec_mask m, vec a, vec b)
{
    return vbslq_f32(m, a, b);
}

INLINE vec vec_power(vec v)
{
    return vreinterpretq_f32_u32(vshlq_n_u32(vreinterpretq_u32_f32(v), 23));
}

/* Scaled beyond +-1 and clipped to it; 2^127 twice scales every value but 0
 * that far.  Min and max return NaN if an operand is NaN. */
INLINE vec vec_sign(vec v)
{
    const vec lift = vec_set(0x1p127f);

    v = vec_mul(vec_mul(v, lift), lift);
    return vmaxq_f32(vec_set(-1.0f), vminq_f32(vec_set(1.0f), v));
}

INLINE void vec_turn(const float *from, int ld, int rows, int cols, float *to,
                     int ldt)
{
    float32x4_t r[4];
    float32x4x2_t even, odd;

    for (int i = 0; i < 4; i++)
        r[i] = i < rows ? vec_load_part(from + (size_t)i * (size_t)ld, cols)
                        : vec_zero();
    even = vtrnq_f32(r[0], r[1]);
    odd = vtrnq_f32(r[2], r[3]);
    for (int c = 0; c < 2; c++) {
        r[c] =
            vcombine_f32(vget_low_f32(even.val[c]), vget_low_f32(odd.val[c]));
        r[2 + c] =
            vcombine_f32(vget_high_f32(even.val[c]), vget_high_f32(odd.val[c]));
    }
    for (int k = 0; k < cols; k++)
        vec_store(to + (size_t)k * (size_t)ldt, r[k]);
}

#endif
