/*
 * kernel.h - which machine code the numbers come from.
 *
 * What fixes the bits is an identity: the number of the arithmetic
 * (numerics.h), and OpenBLAS's version and kernel where it makes the products.
 * It is stored with every result.  Build, processor, SIMD level and libc are
 * recorded beside it, and change no bit.
 */
#ifndef ENGINE_KERNEL_KERNEL_H
#define ENGINE_KERNEL_KERNEL_H

#include <stdbool.h>

#include "base/core/error.h"

/* Who makes matrix products: the field train.products. */
enum products { PRODUCTS_OWN, PRODUCTS_OPENBLAS };
extern const char *const products_names[]; /* NULL behind the last */

enum simd { SIMD_PLAIN, SIMD_NEON, SIMD_AVX2, SIMD_AVX512 };

/* What the processor has, lowered by CODARUN_SIMD when this is first called. */
enum simd kernel_simd(void);
/* The same, by the environment of now. */
enum simd kernel_users_simd(void);
const char *kernel_simd_name(enum simd level);

/* What a processor of level `have` works at for a user whose CODARUN_SIMD is
 * `users`, NULL or empty when unset; -1 when it has no such level. */
int kernel_choose_simd(enum simd have, const char *users, enum simd *chosen,
                       struct error *e);

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

/* Is this line of the environment one that the correction has set?  It suits
 * this host alone, and so it is not for programs that are started. */
bool kernel_says(const char *line);

/* One thread a BLAS call; refuses a serial OpenBLAS, and a CODARUN_SIMD that
 * this processor has not. */
int kernel_start(struct error *e);

const char *kernel_blas_name(void);   /* "SkylakeX", borrowed */
const char *kernel_blas_config(void); /* openblas_get_config(), borrowed */

const char *kernel_libc(void); /* "2.36", borrowed */

/* Equal texts, equal bits: "numerics=1", or "numerics=1 products=openblas
 * version=0.3.21 kernel=SkylakeX".  Borrowed. */
const char *kernel_identity(enum products p);

/* The number that an identity has; 0: it is of before they had one. */
int kernel_numerics(const char *identity);

/* What changes no bit, for information: "compiler=gcc-12.2.0 simd=avx512
 * blas=SkylakeX libc=2.36".  Borrowed. */
const char *kernel_build(void);

#endif
