/*
 * trainer.h - a rank that trains what the coordinator hands out: the worker of
 * coordinator/worker.h, with a model behind it.
 *
 * Threads: one a rank.
 */
#ifndef SWEEP_RUN_TRAINER_H
#define SWEEP_RUN_TRAINER_H

#include "sweep/coordinator/message.h"
#include "sweep/coordinator/sweep_options.h"
#include "sweep/experiment/experiment.h"

/*
 * Take orders from the coordinator until it says leave; the answer is who is
 * still there.  `pump`, when not NULL, is called instead of waiting (the
 * coordinator without a thread).
 */
enum attendance trainer_run(const struct experiment *x,
                            const struct sweep_options *o, void (*pump)(void *),
                            void *pump_context);

#endif
