/*
 * thread_pool.h - threads that stay, for work that comes in rounds, small ones
 * too.
 *
 * A round is over when all of it is done; whoever waits for the next one looks
 * for it for some microseconds, and sleeps then.
 *
 * Threads: a struct thread_pool belongs to the thread that started it.
 */
#ifndef BASE_SYSTEM_THREAD_POOL_H
#define BASE_SYSTEM_THREAD_POOL_H

enum { THREAD_POOL_MOST = 16 };

struct thread_pool;

/* So many threads with the calling one, 1 or more, THREAD_POOL_MOST at most.
 * One that cannot be started leaves its share to the others. */
struct thread_pool *thread_pool_start(int threads);
void thread_pool_stop(struct thread_pool *w); /* NULL is fine */

/* Run one(of, i) for each i below n, in any order. */
void thread_pool_run(struct thread_pool *w, int n,
                     void (*one)(const void *of, int i), const void *of);

#endif
