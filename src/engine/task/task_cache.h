/*
 * task_cache.h - tasks that are loaded once a host, and once for many runs.
 *
 * What a task loads is kept as an image (files/image.h) in the user's cache
 * (files/cache.h), which ranks map.  So a host holds the tokens, columns, texts
 * and word vectors once, and only the first rank of the first run reads and
 * encodes them.  The image has all of a task: a mapped task is equal to a
 * loaded one, including notes, digests and stat data of files.  A split that is
 * made takes no space.
 *
 * The key has all that the data depend on except the bytes of files: the task's
 * fields, where files are looked for, this very program (its executable's stat
 * data) and the library of Unicode's tables.  The image holds the digest and
 * the stat data of every file, for a folder those of all that is in it.  It is
 * valid while each file has these stat data, or else the same bytes; otherwise
 * it is made again.  If only the stat data have changed, they are updated in
 * the image.
 *
 * Each process checks its files.  If that takes more than one stat() a file, as
 * for a folder or for a file with other stat data, one process checks and the
 * others that come meanwhile wait for it.  So a host reads the contents of a
 * folder once, however many ranks it has.
 *
 * Whatever is wrong with the cache, the task is loaded as without it: a damaged
 * image is made again, with a warning; an image that is too large, or for which
 * there is no space, is not made.  Errors are those of loading, which leaves no
 * image.
 *
 * Threads: one at a time.  Not collective.
 */
#ifndef ENGINE_TASK_TASK_CACHE_H
#define ENGINE_TASK_TASK_CACHE_H

#include "engine/task/task.h"

/* As task_new(), with a cache of at most `limit` bytes; 0: without one. */
struct task *task_cached(const struct chosen *kind, const char *beside,
                         double limit, struct error *e);

#endif
