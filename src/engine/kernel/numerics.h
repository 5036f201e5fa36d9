/*
 * numerics.h - the number of the arithmetic.
 *
 * The bits of every result follow from the experiment, its data and this
 * number: two programs with the same number give the same bits on any
 * processor, at any level of vector instructions, with any compiler and C
 * library, on any number of ranks and threads.  It is stored with every result
 * and state.
 *
 * Raise it by one in the same change that alters a bit of any result, however
 * rare the case: another order of a sum, another polynomial, another use of
 * random numbers, another way to cut a batch, another rule for a value that the
 * experiment leaves to codarun.  Trials begun under the old number are then not
 * continued unless the user insists, and tables made under it say so.  A change
 * that only makes things faster and keeps every bit does not raise it.
 *
 * (A changed default of a field is another matter: it changes what an
 * experiment means, see EXPERIMENT_SCHEMA in experiment/experiment.h.)
 *
 * Which trials a sweep has and how long they are trained is fixed by another
 * number: see CONDUCT in study/conduct.h.
 *
 * The bits of products by OpenBLAS are named in the identity: see
 * kernel_identity().
 */
#ifndef ENGINE_KERNEL_NUMERICS_H
#define ENGINE_KERNEL_NUMERICS_H

#define NUMERICS 4

#endif
