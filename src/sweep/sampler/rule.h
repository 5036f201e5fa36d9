/*
 * rule.h - conditions on the values of a trial; one that does not meet them is
 * not run:
 *
 *     model.filter >= 2 * model.hidden
 *     model.attention.kind == coda
 *     variant != "wide, deep"
 *
 * Sums, products and brackets of numbers and swept fields are compared by <,
 * <=, >, >=, == or !=.  Names are compared by == and !=; they need quotes if
 * they contain blanks or signs, or look like numbers.  If a field has no value
 * because its condition is not met, the rule holds.
 *
 * Threads: pure functions.
 */
#ifndef SWEEP_SAMPLER_RULE_H
#define SWEEP_SAMPLER_RULE_H

#include "sweep/sampler/space.h"

/* Check that a rule can be read.  -1 with an error that says what was found and
 * what is expected. */
int rule_check(const char *rule, const struct space *s, struct error *e);

/* True if a rule that can be read holds. */
bool rule_holds(const char *rule, const struct space *s,
                const struct assignment *a);

#endif
