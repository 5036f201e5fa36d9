/*
 * workers.h - threads that stay, for work that comes in rounds, small ones too.
 *
 * A round is over when all of it is done; whoever waits for the next one looks
 * for it for some microseconds, and sleeps then.
 *
 * Threads: a struct workers belongs to the thread that started it.
 */
#ifndef BASE_SYSTEM_WORKERS_H
#define BASE_SYSTEM_WORKERS_H

enum { WORKERS_MOST = 16 };

struct workers;

/* So many threads with the calling one, 1 or more, WORKERS_MOST at most.  One
 * that cannot be started leaves its share to the others. */
struct workers *workers_start(int threads);
void workers_stop(struct workers *w); /* NULL is fine */

/* Run one(of, i) for each i below n, in any order. */
void workers_run(struct workers *w, int n, void (*one)(const void *of, int i),
                 const void *of);

#endif
