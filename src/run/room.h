/*
 * room.h - is there a place for a results folder?
 *
 * Threads: any.
 */
#ifndef RUN_ROOM_H
#define RUN_ROOM_H

#include <stdbool.h>

#include "base/error.h"

/* The nearest folder on the way to `dir` that is there; the caller's. */
char *room_nearest(const char *dir);

/* May files be put into a folder?  false with errno: no, or it is none. */
bool room_is_open(const char *place);

/* May `dir` be written, and are so many bytes free?  -1: no. */
int room_check(const char *dir, double bytes, struct error *e);

#endif
