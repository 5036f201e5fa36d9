/*
 * task_cache.h - tasks that are loaded once a host, and once for many runs.
 *
 * What a task loads is kept as an image (files/image.h) in the user's cache
 * (files/cache.h), which ranks map, so that a host holds the tokens, columns,
 * texts and word vectors once, and only the first rank, of the first run, reads
 * and encodes them.  All of a task is in it: it is equal to one that is loaded,
 * notes, digests and stat data of files as well.  A split that is made takes no
 * room.
 *
 * The key is what the data are a function of but the files' bytes: the task's
 * fields, where files are looked for, this very program (its executable's
 * stat data) and the library of Unicode's tables.  Of every file the image has
 * the digest and the stat data, of a folder that of all that is in it: it is
 * right while each has these stat data, or else those bytes, and made anew
 * where one has not. Stamps are written anew where the bytes are the same.
 *
 * Each process looks at its files.  Where that takes more than a look at one
 * file each, as of a folder, or of a file with other stat data, one process
 * looks and the others that come meanwhile wait for it, so that a host asks for
 * what is in a folder once, however many ranks it has.
 *
 * Whatever is wrong with the cache, the task is loaded as without it: an image
 * that is damaged is made anew, with a warning; one that is too large, or has
 * no room, is not made.  Errors are those of loading, which leaves no image.
 *
 * Threads: one at a time.  Not collective.
 */
#ifndef ENGINE_TASK_TASK_CACHE_H
#define ENGINE_TASK_TASK_CACHE_H

#include "engine/task/task.h"

/* As task_new(), by way of a cache of so many bytes at most; 0: without one. */
struct task *task_cached(const struct chosen *kind, const char *beside,
                         double limit, struct error *e);

#endif
