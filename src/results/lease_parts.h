/*
 * lease_parts.h - what lease.c and lease_take.c share.
 */
#ifndef RESULTS_LEASE_PARTS_H
#define RESULTS_LEASE_PARTS_H

#include "results/lease.h"

/* Begin the heartbeat of a lease whose file was just made. */
struct lease *lease_begin(const struct lease_terms *terms,
                          const struct holder *own);

/*
 * Remove the file of a lease if it still holds `text`.  Another process may
 * have replaced or renewed it meanwhile: what was moved away is looked at, and
 * put back.  1: it holds something else by now; 0: it is gone.
 */
int lease_remove(const char *dir, const struct str *text, struct error *e);

#endif
