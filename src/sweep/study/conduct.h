/*
 * conduct.h - the number of how a sweep is conducted.
 *
 * What a search proposes and whom a scheduler lets go on follow from the
 * experiment, from what its trials have come to and from this number.  The
 * journal tells it with each beginning; one that does not was begun under 1.
 *
 * Raise it by one in the same change that alters a proposal or a decision,
 * however rare the case.  Where the old rule is kept, behind a name with the
 * old number such as `conduct_2`, a sweep that was begun under it goes on by
 * it to its end.  Where it is not, such a sweep is not gone on with, unless
 * nothing is left to propose or to decide on or the user insists.  What was
 * proposed in it stays as it was recorded, and the bits of its trials are none
 * of this number's (see kernel/numerics.h).
 *
 *   2  ends of normal distributions of steps have their whole share; decisions
 *      of asha and median on trials that nobody waits for
 *   3  proposals have values that no trial before them has, while any are
 *      found; narrow ranges have more than six digits; a Gaussian process of
 *      many points is fitted to some of them
 */
#ifndef SWEEP_STUDY_CONDUCT_H
#define SWEEP_STUDY_CONDUCT_H

#define CONDUCT 3
#define CONDUCT_KEPT 2 /* the rules from this number on are kept */

#endif
