/*
 * simd_x86.h - operations that AVX2 and AVX-512 share, for their headers.
 *
 * MM(operation) is the intrinsic of an operation on a vec.
 */
#ifndef ENGINE_KERNEL_SIMD_X86_H
#define ENGINE_KERNEL_SIMD_X86_H

INLINE vec vec_zero(void)
{
    return MM(setzero_ps)();
}

INLINE vec vec_set(float x)
{
    return MM(set1_ps)(x);
}

INLINE vec vec_load(const float *p)
{
    return MM(loadu_ps)(p);
}

INLINE void vec_store(float *p, vec v)
{
    MM(storeu_ps)(p, v);
}

INLINE vec vec_add(vec a, vec b)
{
    return MM(add_ps)(a, b);
}

/* vec_add(), equal to the last bit, on the execution units for multiplication:
 * for loops whose other operations occupy the units for addition. */
INLINE vec vec_add_aside(vec a, vec b)
{
    return MM(fmadd_ps)(b, vec_set(1.0f), a);
}

INLINE vec vec_sub(vec a, vec b)
{
    return MM(sub_ps)(a, b);
}

INLINE vec vec_mul(vec a, vec b)
{
    return MM(mul_ps)(a, b);
}

INLINE vec vec_div(vec a, vec b)
{
    return MM(div_ps)(a, b);
}

INLINE vec vec_max(vec a, vec b)
{
    return MM(max_ps)(a, b);
}

INLINE vec vec_fma(vec a, vec b, vec c)
{
    return MM(fmadd_ps)(a, b, c);
}

INLINE vec vec_fnma(vec a, vec b, vec c)
{
    return MM(fnmadd_ps)(a, b, c);
}

#endif
