/*
 * room.h - is there a place for a results folder?
 *
 * Threads: any.
 */
#ifndef RUN_ROOM_H
#define RUN_ROOM_H

#include "base/error.h"

/* The nearest folder on the way to `dir` that is there; the caller's. */
char *room_nearest(const char *dir);

/* May it be written, and are so many bytes free?  -1: no. */
int room_check(const char *dir, double bytes, struct error *e);

#endif
