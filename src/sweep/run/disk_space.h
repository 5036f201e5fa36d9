/*
 * disk_space.h - is there a place for a results folder?
 *
 * Threads: any.
 */
#ifndef SWEEP_RUN_DISK_SPACE_H
#define SWEEP_RUN_DISK_SPACE_H

#include "base/core/error.h"

/* May `dir` be written, and are so many bytes free?  -1: no. */
int disk_space_check(const char *dir, double bytes, struct error *e);

#endif
