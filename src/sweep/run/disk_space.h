/*
 * disk_space.h - checks the place of a results folder.
 *
 * Threads: any.
 */
#ifndef SWEEP_RUN_DISK_SPACE_H
#define SWEEP_RUN_DISK_SPACE_H

#include "base/core/error.h"

/* Check that `dir` may be written and that so many bytes are free; -1 if not.
 */
int disk_space_check(const char *dir, double bytes, struct error *e);

#endif
