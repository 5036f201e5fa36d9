/*
 * Gates of a row, SIMD_WIDTH elements at a time.  The functions are those of
 * vector_math.c, except that the functions of one element share a division: all
 * their denominators are between 1 and 2.
 */
#include "engine/kernel/gates.h"

#include <stdbool.h>

#include "engine/kernel/simd.h"

/* --- functions ------------------------------------------------------------ */

/* 1.5 * 2^23 plus the exponent's bias: adding it rounds to an integer n, and
 * leaves n + 127 in the low bits. */
#define ROUNDER (12582912.0f + 127.0f)

#define EXP_LEAST -43.66827f /* ln 2^-63: e^x is 0 below, see exp.h */

/* e^x for x <= 0. */
INLINE vec exp_below(vec x)
{
    const vec shifted =
        vec_fma(x, vec_set(1.44269504088896341f), vec_set(ROUNDER));
    const vec n = vec_sub(shifted, vec_set(ROUNDER));
    vec r = vec_fma(n, vec_set(-0.693359375f), x);
    vec p = vec_set(1.9875691500e-4f);

    r = vec_fma(n, vec_set(2.12194440e-4f), r);
    p = vec_fma(p, r, vec_set(1.3981999507e-3f));
    p = vec_fma(p, r, vec_set(8.3334519073e-3f));
    p = vec_fma(p, r, vec_set(4.1665795894e-2f));
    p = vec_fma(p, r, vec_set(1.6666665459e-1f));
    p = vec_fma(p, r, vec_set(5.0000001201e-1f));
    p = vec_add(vec_fma(p, vec_mul(r, r), r), vec_set(1.0f));
    p = vec_mul(p, vec_power(shifted));
    return vec_pick(vec_not_below(vec_set(EXP_LEAST), x), vec_zero(), p);
}

INLINE vec minus_abs(vec x)
{
    return vec_sub(vec_zero(), vec_abs(x));
}

/* A function's value as a fraction. */
struct fraction {
    vec top, bottom;
};

/* 1 / (1 + e^-x), from e^-|x|. */
INLINE struct fraction sigmoid(vec x)
{
    const vec e = exp_below(minus_abs(x)), one = vec_set(1.0f);

    return (struct fraction){vec_pick(vec_not_below(x, vec_zero()), one, e),
                             vec_add(one, e)};
}

/* |tanh(x)| = (1 - e^-2|x|) / (1 + e^-2|x|); inaccurate near 0. */
INLINE struct fraction tanh_far(vec x)
{
    const vec a = minus_abs(x), one = vec_set(1.0f);
    const vec e = exp_below(vec_add(a, a));

    return (struct fraction){vec_sub(one, e), vec_add(one, e)};
}

/* tanh(x) from the value of tanh_far(), and from an odd polynomial near 0. */
INLINE vec tanh_of(vec x, vec far)
{
    const vec s = vec_mul(x, x), zero = vec_zero();
    vec p = vec_set(-5.70498872745e-3f);

    p = vec_fma(p, s, vec_set(2.06390887954e-2f));
    p = vec_fma(p, s, vec_set(-5.37397155531e-2f));
    p = vec_fma(p, s, vec_set(1.33314422036e-1f));
    p = vec_fma(p, s, vec_set(-3.33332819422e-1f));
    far = vec_pick(vec_not_below(x, zero), far, vec_sub(zero, far));
    return vec_pick(vec_not_below(vec_abs(x), vec_set(0.625f)), far,
                    vec_fma(vec_mul(p, s), x, x));
}

INLINE vec divided(struct fraction f)
{
    return vec_div(f.top, f.bottom);
}

/* Both fractions with one division: 1/a = b / (a b). */
INLINE void divide_two(struct fraction a, struct fraction b, vec *x, vec *y)
{
    const vec q = vec_div(vec_set(1.0f), vec_mul(a.bottom, b.bottom));

    *x = vec_mul(a.top, vec_mul(q, b.bottom));
    *y = vec_mul(b.top, vec_mul(q, a.bottom));
}

INLINE void divide_four(const struct fraction f[4], vec y[4])
{
    const vec left = vec_mul(f[0].bottom, f[1].bottom);
    const vec right = vec_mul(f[2].bottom, f[3].bottom);
    const vec q = vec_div(vec_set(1.0f), vec_mul(left, right));
    const vec over_left = vec_mul(q, right), over_right = vec_mul(q, left);

    y[0] = vec_mul(f[0].top, vec_mul(over_left, f[1].bottom));
    y[1] = vec_mul(f[1].top, vec_mul(over_left, f[0].bottom));
    y[2] = vec_mul(f[2].top, vec_mul(over_right, f[3].bottom));
    y[3] = vec_mul(f[3].top, vec_mul(over_right, f[2].bottom));
}

/* Derivatives, from the functions' values: s (1 - s) and 1 - t^2. */
INLINE vec sigmoid_slope(vec s)
{
    return vec_fnma(s, s, s);
}

INLINE vec tanh_slope(vec t)
{
    return vec_fnma(t, t, vec_set(1.0f));
}

/* --- rows ----------------------------------------------------------------- */

/* Elements [at, at + SIMD_WIDTH) of a row, or only those in `lanes`. */
struct simd_part {
    size_t at;
    bool whole;
    vec_lanes lanes;
};

INLINE vec get(const struct simd_part *k, const float *p)
{
    return k->whole ? vec_load(p + k->at) : vec_load_lanes(p + k->at, k->lanes);
}

INLINE void put(const struct simd_part *k, float *p, vec v)
{
    if (k->whole)
        vec_store(p + k->at, v);
    else
        vec_store_lanes(p + k->at, k->lanes, v);
}

/* The sum of g and p. */
INLINE vec sum(const struct simd_part *k, const float *g, const float *p)
{
    return vec_add(get(k, g), get(k, p));
}

/* Define a function of a row that calls NAME_part for its parts in order. */
#define EACH_PART(name, parameters, ...)                           \
    BY_LEVEL(void, name, parameters, (__VA_ARGS__))                \
    {                                                              \
        struct simd_part part = {.whole = true}, *const k = &part; \
                                                                   \
        for (; k->at + SIMD_WIDTH <= w; k->at += SIMD_WIDTH)       \
            name##_part(k, __VA_ARGS__);                           \
        k->whole = false;                                          \
        k->lanes = vec_first((int)(w - k->at));                    \
        if (k->at < w)                                             \
            name##_part(k, __VA_ARGS__);                           \
    }

INLINE void gates_lstm_part(const struct simd_part *k, size_t w, const float *p,
                            float *g, const float *c0, float *c, float *y)
{
    const vec fresh = sum(k, g + 2 * w, p + 2 * w);
    const struct fraction f[] = {
        sigmoid(sum(k, g, p)), sigmoid(sum(k, g + w, p + w)),
        sigmoid(sum(k, g + 3 * w, p + 3 * w)), tanh_far(fresh)};
    vec v[4];

    divide_four(f, v);
    v[3] = tanh_of(fresh, v[3]);
    const vec state = vec_fma(v[1], get(k, c0), vec_mul(v[0], v[3]));

    put(k, g, v[0]);
    put(k, g + w, v[1]);
    put(k, g + 2 * w, v[3]);
    put(k, g + 3 * w, v[2]);
    put(k, c, state);
    put(k, y, vec_mul(v[2], tanh_of(state, divided(tanh_far(state)))));
}
EACH_PART(gates_lstm,
          (size_t w, const float *p, float *g, const float *c0, float *c,
           float *y),
          w, p, g, c0, c, y)

/* tanh(c) is y / o; if o is 0 no gradient passes through it. */
INLINE void gates_lstm_back_part(const struct simd_part *k, size_t w,
                                 const float *g, const float *c0,
                                 const float *y, const float *dy,
                                 const float *dh, float *dc, float *d)
{
    const vec i = get(k, g), f = get(k, g + w), fresh = get(k, g + 2 * w);
    const vec o = get(k, g + 3 * w), zero = vec_zero();
    const vec t = vec_pick(vec_not_below(zero, o), zero, vec_div(get(k, y), o));
    const vec dstate = vec_add(get(k, dy), get(k, dh));
    const vec dsum = vec_fma(vec_mul(dstate, o), tanh_slope(t), get(k, dc));

    put(k, d, vec_mul(vec_mul(dsum, fresh), sigmoid_slope(i)));
    put(k, d + w, vec_mul(vec_mul(dsum, get(k, c0)), sigmoid_slope(f)));
    put(k, d + 2 * w, vec_mul(vec_mul(dsum, i), tanh_slope(fresh)));
    put(k, d + 3 * w, vec_mul(vec_mul(dstate, t), sigmoid_slope(o)));
    put(k, dc, vec_mul(dsum, f));
}
EACH_PART(gates_lstm_back,
          (size_t w, const float *g, const float *c0, const float *y,
           const float *dy, const float *dh, float *dc, float *d),
          w, g, c0, y, dy, dh, dc, d)

/* x clipped to [-most, most] if most is above 0; NaN stays NaN. */
INLINE vec within(vec x, float most)
{
    if (!(most > 0.0f))
        return x;
    const vec top = vec_set(most), least = vec_sub(vec_zero(), top);

    x = vec_pick(vec_not_below(x, top), top, x);
    return vec_pick(vec_not_below(least, x), least, x);
}

/* (1 - z) n + z h */
INLINE vec between(vec z, vec n, vec h)
{
    return vec_fma(z, vec_sub(h, n), n);
}

INLINE void gates_gru_part(const struct simd_part *k, size_t w, const float *p,
                           const float *b, float *g, const float *h0, float *q,
                           float *y)
{
    const vec r_state = vec_add(get(k, p), get(k, b));
    const vec z_state = vec_add(get(k, p + w), get(k, b + w));
    const vec n_state = vec_add(get(k, p + 2 * w), get(k, b + 2 * w));
    vec r, z;

    divide_two(sigmoid(vec_add(get(k, g), r_state)),
               sigmoid(vec_add(get(k, g + w), z_state)), &r, &z);
    const vec in = vec_fma(r, n_state, get(k, g + 2 * w));
    const vec n = tanh_of(in, divided(tanh_far(in)));

    put(k, g, r);
    put(k, g + w, z);
    put(k, g + 2 * w, n);
    put(k, q, n_state);
    put(k, y, between(z, n, get(k, h0)));
}
EACH_PART(gates_gru,
          (size_t w, const float *p, const float *b, float *g, const float *h0,
           float *q, float *y),
          w, p, b, g, h0, q, y)

INLINE void gates_gru_back_part(const struct simd_part *k, size_t w,
                                const float *g, float *q, const float *h0,
                                const float *dy, float *dh, float *d,
                                float most)
{
    const vec r = get(k, g), z = get(k, g + w), n = get(k, g + 2 * w);
    const vec dstate = vec_add(get(k, dy), get(k, dh));
    const vec dstate_z = vec_mul(dstate, z);
    const vec dn =
        within(vec_mul(vec_sub(dstate, dstate_z), tanh_slope(n)), most);

    put(k, d, within(vec_mul(vec_mul(dn, get(k, q)), sigmoid_slope(r)), most));
    put(k, d + w,
        within(
            vec_mul(vec_mul(dstate, vec_sub(get(k, h0), n)), sigmoid_slope(z)),
            most));
    put(k, d + 2 * w, dn);
    put(k, q, vec_mul(dn, r));
    put(k, dh, dstate_z);
}
EACH_PART(gates_gru_back,
          (size_t w, const float *g, float *q, const float *h0, const float *dy,
           float *dh, float *d, float most),
          w, g, q, h0, dy, dh, d, most)

INLINE void gates_reset_part(const struct simd_part *k, size_t w,
                             const float *p, float *g, const float *h0,
                             float *rh)
{
    vec r, z;

    divide_two(sigmoid(sum(k, g, p)), sigmoid(sum(k, g + w, p + w)), &r, &z);
    put(k, g, r);
    put(k, g + w, z);
    put(k, rh, vec_mul(r, get(k, h0)));
}
EACH_PART(gates_reset,
          (size_t w, const float *p, float *g, const float *h0, float *rh), w,
          p, g, h0, rh)

INLINE void gates_rest_part(const struct simd_part *k, size_t w, const float *p,
                            float *g, const float *h0, float *y)
{
    const vec in = sum(k, g + 2 * w, p);
    const vec n = tanh_of(in, divided(tanh_far(in)));

    put(k, g + 2 * w, n);
    put(k, y, between(get(k, g + w), n, get(k, h0)));
}
EACH_PART(gates_rest,
          (size_t w, const float *p, float *g, const float *h0, float *y), w, p,
          g, h0, y)

INLINE void gates_rest_back_part(const struct simd_part *k, size_t w,
                                 const float *g, const float *h0,
                                 const float *dy, float *dh, float *d,
                                 float most)
{
    const vec z = get(k, g + w), n = get(k, g + 2 * w);
    const vec dstate = vec_add(get(k, dy), get(k, dh));
    const vec dstate_z = vec_mul(dstate, z);

    put(k, d + w,
        within(
            vec_mul(vec_mul(dstate, vec_sub(get(k, h0), n)), sigmoid_slope(z)),
            most));
    put(k, d + 2 * w,
        within(vec_mul(vec_sub(dstate, dstate_z), tanh_slope(n)), most));
    put(k, dh, dstate_z);
}
EACH_PART(gates_rest_back,
          (size_t w, const float *g, const float *h0, const float *dy,
           float *dh, float *d, float most),
          w, g, h0, dy, dh, d, most)

INLINE void gates_reset_back_part(const struct simd_part *k, size_t w,
                                  const float *g, const float *h0,
                                  const float *drh, float *dh, float *d,
                                  float most)
{
    const vec r = get(k, g), drest = get(k, drh);

    (void)w;
    put(k, d,
        within(vec_mul(vec_mul(drest, get(k, h0)), sigmoid_slope(r)), most));
    put(k, dh, vec_fma(drest, r, get(k, dh)));
}
EACH_PART(gates_reset_back,
          (size_t w, const float *g, const float *h0, const float *drh,
           float *dh, float *d, float most),
          w, g, h0, drh, dh, d, most)
