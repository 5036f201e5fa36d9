/* data_kinds.h - what can be named in an experiment. */
#ifndef CMD_DATA_KINDS_H
#define CMD_DATA_KINDS_H

#include "base/error.h"
#include "cmd/offers.h"

/* Print every kind of every registry and every section, with its fields; with
 * a name those of that name alone, and an error when there is none. */
int data_kinds(const char *name, struct error *e);

/* Offer their names. */
void data_kinds_offer(struct offers *o);

#endif
