/*
 * numerics.h - the number of the arithmetic.
 *
 * The bits of every result follow from the experiment, its data and this
 * number: two programs with the same one give the same bits on any processor,
 * at any level of vector instructions, with any compiler and C library, on any
 * number of ranks and threads.  It is stored with every result and state.
 *
 * Raise it by one in the same change that alters a bit of any result, however
 * rare the case: another order of a sum, another polynomial, another draw of
 * randomness, another cut of a batch, another rule for a value that the
 * experiment leaves to codarun.  Trials begun under the old number are then
 * not gone on with unless the user insists, and tables made under it say so.
 * What only makes things faster, and leaves every bit, leaves it alone.
 *
 * (A field's default that changes is another matter: it changes what an
 * experiment means, see EXPERIMENT_SCHEMA in experiment/experiment.h.)
 *
 * Which trials there are and how long they are trained is a sweep's matter: see
 * CONDUCT in study/conduct.h.
 *
 * Products by OpenBLAS are its own business: see kernel_identity().
 */
#ifndef ENGINE_KERNEL_NUMERICS_H
#define ENGINE_KERNEL_NUMERICS_H

#define NUMERICS 4

#endif
