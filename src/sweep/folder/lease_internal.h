/*
 * lease_internal.h - functions shared by lease.c, lease_file.c and
 * lease_take.c.
 */
#ifndef SWEEP_FOLDER_LEASE_INTERNAL_H
#define SWEEP_FOLDER_LEASE_INTERNAL_H

#include "sweep/folder/lease.h"

/* Begin the heartbeat of a lease whose file was written no earlier than at
 * `written`, a time of clock_since_boot(). */
struct lease *lease_begin(const struct lease_terms *terms,
                          const struct holder *own, double written);

/* Write our line into our own file, and set its time.  A full disk may accept a
 * new time but no bytes, which is enough to renew a lease, but not if the
 * `whole` line is needed.  Returns 1 if the file belongs to another. */
int lease_rewrite(const char *path, const struct holder *own, bool whole,
                  struct error *e);

/*
 * Remove the file of a lease if it still holds `text`.  Another process may
 * have replaced or renewed it meanwhile: so the file is moved away, checked,
 * and put back if it differs. 1: it holds something else by now; 0: it is
 * removed.
 */
int lease_remove(const char *dir, const struct str *text, struct error *e);

#endif
