/*
 * rule.h - what must hold between the values of a trial, for it to be run:
 *
 *     model.filter >= 2 * model.hidden
 *     model.attention.kind == coda
 *     variant != "wide, deep"
 *
 * Sums, products and brackets of numbers and swept fields, compared by <, <=,
 * >, >=, == or !=; names compare by == and !=, in quotes where they have blanks
 * or signs, or are numbers.  Where a field has no value, its condition not
 * being met, there is nothing to hold.
 *
 * Threads: pure functions.
 */
#ifndef SWEEP_SAMPLER_RULE_H
#define SWEEP_SAMPLER_RULE_H

#include "sweep/sampler/space.h"

/* Can it be read?  -1: what was found, and what is expected. */
int rule_check(const char *rule, const struct space *s, struct error *e);

/* Does one that can be read hold? */
bool rule_holds(const char *rule, const struct space *s,
                const struct assignment *a);

#endif
