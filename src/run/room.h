/*
 * room.h - is there a place for a results folder?
 *
 * Threads: any.
 */
#ifndef RUN_ROOM_H
#define RUN_ROOM_H

#include "base/error.h"

/* May `dir` be written, and are so many bytes free?  -1: no. */
int room_check(const char *dir, double bytes, struct error *e);

#endif
