/*
 * worker.h - a rank that trains what the coordinator hands out.
 *
 * Threads: one worker a rank.
 */
#ifndef RUN_WORKER_H
#define RUN_WORKER_H

#include "run/crew.h"
#include "run/sweep.h"

/*
 * Take orders from the coordinator until it says quit.  `pump`, when not
 * NULL, is called instead of waiting (the coordinator without a thread).
 */
void worker_loop(const struct experiment *x, const struct sweep_options *o,
                 const struct crew *crew, void (*pump)(void *),
                 void *pump_context);

#endif
