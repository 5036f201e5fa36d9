/*
 * room.h - is there a place for a results folder?
 *
 * Threads: any.
 */
#ifndef SWEEP_RUN_ROOM_H
#define SWEEP_RUN_ROOM_H

#include "base/core/error.h"

/* May `dir` be written, and are so many bytes free?  -1: no. */
int room_check(const char *dir, double bytes, struct error *e);

#endif
