/* data_kinds.h - what can be named in an experiment. */
#ifndef CMD_DATA_KINDS_H
#define CMD_DATA_KINDS_H

#include "base/error.h"
#include "cmd/offers.h"

/* Print the names of all kinds, by sort, and of the sections; with a name the
 * kinds and the section of it, with their fields, or the kinds of that sort, a
 * line each.  An error when there is none. */
int data_kinds(const char *name, struct error *e);

/* Offer their names. */
void data_kinds_offer(struct offers *o);

#endif
