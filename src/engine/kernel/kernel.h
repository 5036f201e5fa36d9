/*
 * kernel.h - which machine code computes the numbers.
 *
 * An identity names everything that fixes the bits: the number of the
 * arithmetic (numerics.h), and OpenBLAS's version and kernel if OpenBLAS makes
 * the products.  It is stored with every result.  Build, processor, SIMD level
 * and libc are recorded beside it, and change no bit.
 */
#ifndef ENGINE_KERNEL_KERNEL_H
#define ENGINE_KERNEL_KERNEL_H

#include <stdbool.h>

#include "base/core/error.h"

/* What computes matrix products: the field train.products. */
enum products { PRODUCTS_OWN, PRODUCTS_OPENBLAS };
extern const char *const products_names[]; /* ends with NULL */

enum simd { SIMD_PLAIN, SIMD_NEON, SIMD_AVX2, SIMD_AVX512 };

/* The SIMD level of the processor, lowered by CODARUN_SIMD; fixed at the first
 * call. */
enum simd kernel_simd(void);
/* As kernel_simd(), but by the current value of CODARUN_SIMD. */
enum simd kernel_users_simd(void);
const char *kernel_simd_name(enum simd level);

/* Choose the level for a processor of level `have` and the user's CODARUN_SIMD,
 * `users` (NULL or empty if unset); -1 if the processor does not have that
 * level. */
int kernel_choose_simd(enum simd have, const char *users, enum simd *chosen,
                       struct error *e);

/*
 * The kernel that OpenBLAS should use on a processor of level `have` if it has
 * chosen `core` by itself; NULL if `core` is right, or if the user has set
 * OPENBLAS_CORETYPE, `users` (NULL if unset).
 */
const char *kernel_better_blas(enum simd have, const char *core,
                               const char *users);

/*
 * Call first in main(), before MPI_Init: if OpenBLAS did not recognise the
 * processor (its kernel is slower than cpuid allows) and OPENBLAS_CORETYPE is
 * unset, set it and exec this program again.  Returns if nothing is to be done.
 * CODARUN_BLAS_KEEP=1 switches the correction off.
 */
void kernel_correct_blas(char **argv);

/* The BLAS kernel that was corrected, or NULL if none was. */
const char *kernel_blas_corrected_from(void);

/* True if the correction has set this line of the environment.  The line suits
 * this host alone, so programs started on other hosts must not inherit it. */
bool kernel_says(const char *line);

/* Set one thread per BLAS call; refuse a serial OpenBLAS, and a CODARUN_SIMD
 * that this processor does not have. */
int kernel_start(struct error *e);

const char *kernel_blas_name(void);   /* "SkylakeX", borrowed */
const char *kernel_blas_config(void); /* openblas_get_config(), borrowed */

const char *kernel_libc(void); /* "2.36", borrowed */

/* Equal texts mean equal bits: "numerics=1", or "numerics=1 products=openblas
 * version=0.3.21 kernel=SkylakeX".  Borrowed. */
const char *kernel_identity(enum products p);

/* The number of the arithmetic in an identity; 0 if it was written before
 * identities had one. */
int kernel_numerics(const char *identity);

/* Build information that changes no bit: "compiler=gcc-12.2.0 simd=avx512
 * blas=SkylakeX libc=2.36".  Borrowed. */
const char *kernel_build(void);

#endif
