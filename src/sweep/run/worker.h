/*
 * worker.h - a rank that trains what the coordinator hands out.
 *
 * Threads: one worker a rank.
 */
#ifndef SWEEP_RUN_WORKER_H
#define SWEEP_RUN_WORKER_H

#include "sweep/run/message.h"
#include "sweep/run/sweep.h"

/*
 * Take orders from the coordinator until it says leave; the answer is who is
 * still there.  `pump`, when not NULL, is called instead of waiting (the
 * coordinator without a thread).
 */
enum attendance worker_loop(const struct experiment *x,
                            const struct sweep_options *o, void (*pump)(void *),
                            void *pump_context);

/* A word to the coordinator that is of no trial. */
void worker_say(enum report_word word);

#endif
