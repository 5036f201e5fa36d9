/*
 * thread_pool.h - threads that stay, for work that comes in rounds, also small
 * ones.
 *
 * A round is over when all of it is done.  A thread that waits for the next one
 * polls for some microseconds, and then sleeps.
 *
 * Threads: a struct thread_pool belongs to the thread that started it.
 */
#ifndef BASE_SYSTEM_THREAD_POOL_H
#define BASE_SYSTEM_THREAD_POOL_H

enum { THREAD_POOL_MOST = 16 };

struct thread_pool;

/* Start a pool of so many threads, the calling one included: 1 to
 * THREAD_POOL_MOST.  If one cannot be started the others do its share. */
struct thread_pool *thread_pool_start(int threads);
void thread_pool_stop(struct thread_pool *w); /* NULL is fine */

/* Run one(of, i) for each i below n, in any order. */
void thread_pool_run(struct thread_pool *w, int n,
                     void (*one)(const void *of, int i), const void *of);

#endif
