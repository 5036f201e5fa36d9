/*
 * kernel.h - which machine code the numbers come from.
 *
 * What fixes the bits is an identity: build, BLAS kernel, our own SIMD level
 * and libc.  It is stored with every result.
 */
#ifndef KERNEL_KERNEL_H
#define KERNEL_KERNEL_H

#include <stdio.h>

#include "base/error.h"

enum simd { SIMD_PLAIN, SIMD_NEON, SIMD_AVX2, SIMD_AVX512 };

/* What the processor has, lowered by
 * CODARUN_SIMD=plain|neon|avx2|avx512. */
enum simd kernel_simd(void);
const char *kernel_simd_name(enum simd level);

/* Lower the level from now on; for tests and benchmarks that compare levels,
 * while no other thread computes. */
void kernel_limit_simd(enum simd most);

/*
 * The kernel OpenBLAS should be told to use on a processor of level `have`,
 * where it has chosen `core` by itself; NULL when that one is right, or when
 * the user has made the choice: `users` is OPENBLAS_CORETYPE, NULL unset.
 */
const char *kernel_better_blas(enum simd have, const char *core,
                               const char *users);

/*
 * First thing in main(), before MPI_Init: when OpenBLAS did not recognise the
 * processor (its kernel is slower than cpuid allows) and OPENBLAS_CORETYPE is
 * unset, set it and exec this program again.  Returns when nothing is to be
 * done.  CODARUN_BLAS_KEEP=1 switches the correction off.
 */
void kernel_correct_blas(char **argv);

/* Was the BLAS kernel corrected, and from which? NULL when not. */
const char *kernel_blas_corrected_from(void);

/* One thread a BLAS call; refuses a serial OpenBLAS. */
int kernel_start(struct error *e);

const char *kernel_blas_name(void);   /* "SkylakeX", borrowed */
const char *kernel_blas_config(void); /* openblas_get_config(), borrowed */
const char *kernel_cpu_name(void);    /* model name, borrowed */

/* The name of the first processor in text of /proc/cpuinfo's form, which on
 * ARM has numbers of maker and part instead. */
void kernel_read_cpu(FILE *cpuinfo, char name[128]);

/* "build=0123456789ab compiler=gcc-12.2.0 blas=SkylakeX simd=avx512
 * libc=2.36": equal texts, equal bits. */
const char *kernel_identity(void);

#endif
