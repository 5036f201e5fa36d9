/*
 * processors.h - sets of processors of this machine, with their cores and the
 * NUMA nodes near them.  They are hwloc's bitmaps, of any size.
 *
 * Threads: any; a set belongs to one thread while it is made.  The first call
 * is subject to the rule in machine.h. Errors:  NULL for what the system does
 * not tell.
 */
#ifndef BASE_SYSTEM_PROCESSORS_H
#define BASE_SYSTEM_PROCESSORS_H

#include <stdbool.h>

#include "base/numbers/digest.h"

struct processors; /* a set */

/* The processors on which the calling thread may run; the caller frees the
 * set. */
struct processors *processors_bound(void);

/* The processors on which a process may run. */
struct processors *processors_bound_of(long pid);

/* From "0-3,8"; NULL if it is no such list. */
struct processors *processors_parse(const char *list);
struct processors *processors_copy(const struct processors *p);
void processors_free(struct processors *p); /* NULL is fine */

/* The list as text; the caller frees it. */
char *processors_text(const struct processors *p);
struct digest processors_digest(const struct processors *p);

int processors_count(const struct processors *p);
int processors_cores(const struct processors *p); /* that have any of them */

/* True if any of them is near the NUMA node of that number. */
bool processors_near(const struct processors *p, int number);

/* Part i of n, of neighbouring processors, never empty: whole cores if there
 * are at least n of them, else hyperthreads; if there are more parts than
 * processors some parts are equal. */
struct processors *processors_part(const struct processors *p, int n, int i);

/* Bind the calling thread, and those that it starts, to these.  -1 if the
 * system refuses. */
int processors_bind(const struct processors *p);

#endif
