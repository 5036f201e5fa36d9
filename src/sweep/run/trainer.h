/*
 * trainer.h - a rank that trains what the coordinator hands out: the worker of
 * coordinator/worker.h with a model.
 *
 * Threads: one per rank.
 */
#ifndef SWEEP_RUN_TRAINER_H
#define SWEEP_RUN_TRAINER_H

#include "sweep/coordinator/message.h"
#include "sweep/coordinator/sweep_options.h"
#include "sweep/experiment/experiment.h"

/*
 * Carry out orders of the coordinator until the order to leave; return which
 * ranks are still there. `pump`, unless NULL, is called instead of waiting (the
 * coordinator without a thread).
 */
enum attendance trainer_run(const struct experiment *x,
                            const struct sweep_options *o, void (*pump)(void *),
                            void *pump_context);

#endif
