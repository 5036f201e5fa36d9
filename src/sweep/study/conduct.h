/*
 * conduct.h - the number of the rules by which a sweep is conducted.
 *
 * A search's proposals and a scheduler's decisions depend on the experiment, on
 * the results of its trials and on this number.  The journal records it each
 * time a job begins; if it does not, the job began under 1.
 *
 * Raise it by one in the same change that alters a proposal or a decision,
 * however rare the case.  If the old rule is kept, under a name with the old
 * number such as `conduct_2`, a sweep that was begun under it uses it until it
 * ends.  If not, such a sweep cannot be resumed, unless nothing is left to
 * propose or to decide or the user insists.  Earlier proposals stay as they
 * were recorded.  The bits of trials do not depend on this number (see
 * kernel/numerics.h).
 *
 *   2  the ends of normal distributions of steps have their whole share; asha
 *      and median also decide on trials for which no other waits
 *   3  proposals have values that no earlier trial has, as long as any are
 *      found; narrow ranges have more than six digits; a Gaussian process of
 *      many points is fitted to some of them
 */
#ifndef SWEEP_STUDY_CONDUCT_H
#define SWEEP_STUDY_CONDUCT_H

#define CONDUCT 3
#define CONDUCT_KEPT 2 /* rules from this number on are kept */

#endif
