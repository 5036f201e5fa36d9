/*
 * data_show.h - The examples of an experiment's first trial: printed as a model
 * gets them, and those that a task generates written to files.
 */
#ifndef CMD_DATA_SHOW_H
#define CMD_DATA_SHOW_H

#include "cmd/data_task.h"

/*
 * Print what the task says of itself and the first `number` examples of
 * `split`. 0, or -1: the experiment or its data cannot be read, or there are
 * none.
 */
int data_show(const struct task_wanted *w, enum split split, long number,
              struct error *e);

/*
 * Write the examples that a task generates to DIR/train.txt, valid.txt and
 * test.txt, or with the ending that its kind has, and print how many each has.
 * 0, or -1: they are read from files, one cannot be written, or, where it is
 * not forced, is there; then none is written.
 */
int data_write(const struct task_wanted *w, const char *dir, bool force,
               struct error *e);

#endif
