/*
 * share.h - threads that would wait take part in the work of others.
 *
 * For work whose bits do not depend on who does it, such as the rows of a
 * product.  A thread with much to do offers a part of it when another is idle,
 * does the rest, and settles: the part is then done, by whomever.
 *
 *     struct share part = {.run = f, .of = &context};
 *     const bool offered = share_offer(&part);
 *     ...
 *     if (offered)
 *         share_settle(&part);
 *
 * Threads: any; one part is on offer at a time, in the whole process.
 */
#ifndef KERNEL_SHARE_H
#define KERNEL_SHARE_H

#include <stdatomic.h>
#include <stdbool.h>

struct share {
    void (*run)(const void *of);
    const void *of;
    atomic_int done; /* has another thread done it? */
};

/* False when nobody is idle, or another part is on offer. */
bool share_offer(struct share *s);
void share_settle(struct share *s);

/* Do what others offer until *finished is n. */
void share_help(const atomic_int *finished, int n);

#endif
