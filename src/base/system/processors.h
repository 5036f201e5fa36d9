/*
 * processors.h - sets of processors of this machine, the cores they are of and
 * the NUMA nodes they are near.  They are hwloc's, of any size.
 *
 * Threads: any; a set is one thread's while it is made.  The first call is as
 *          machine.h says.
 * Errors:  what the system does not tell is NULL.
 */
#ifndef BASE_SYSTEM_PROCESSORS_H
#define BASE_SYSTEM_PROCESSORS_H

#include <stdbool.h>

#include "base/numbers/digest.h"

struct processors; /* a set */

/* Those that the calling thread may run on; its own. */
struct processors *processors_bound(void);

/* Those that a process may. */
struct processors *processors_bound_of(long pid);

/* From "0-3,8"; NULL: it is no such list. */
struct processors *processors_parse(const char *list);
struct processors *processors_copy(const struct processors *p);
void processors_free(struct processors *p); /* or NULL */

/* Back to a list; to be freed. */
char *processors_text(const struct processors *p);
struct digest processors_digest(const struct processors *p);

int processors_count(const struct processors *p);
int processors_cores(const struct processors *p); /* that they are of */

/* Is any of them near the NUMA node of that number? */
bool processors_near(const struct processors *p, int number);

/* Part i of n, neighbours, never empty: whole cores while there are n of them,
 * else hyperthreads; of more parts than processors several are the same. */
struct processors *processors_part(const struct processors *p, int n, int i);

/* Have the calling thread, and those that it starts, run on these.  -1: the
 * system does not. */
int processors_bind(const struct processors *p);

#endif
