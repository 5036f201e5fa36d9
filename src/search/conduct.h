/*
 * conduct.h - the number of how a sweep is conducted.
 *
 * What a search proposes and whom a scheduler lets go on follow from the
 * experiment, from what its trials have come to and from this number.  The
 * journal tells it with each beginning; one that does not was begun under 1.
 *
 * Raise it by one in the same change that alters a proposal or a ruling,
 * however rare the case.  A sweep that was begun under the old number is then
 * not gone on with, unless nothing is left to propose or to rule on or the user
 * insists.  What was proposed in it stays as it was recorded, and the bits of
 * its trials are none of this number's (see kernel/numerics.h).
 */
#ifndef SEARCH_CONDUCT_H
#define SEARCH_CONDUCT_H

#define CONDUCT 2

#endif
