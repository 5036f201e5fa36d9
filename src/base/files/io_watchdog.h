/*
 * io_watchdog.h - what waits for a disk that does not answer, and a line that
 * says so.
 *
 * A network file system whose server is away lets every call on its files wait,
 * for ever perhaps, and the process cannot even be killed.  So each such call
 * is told of before and behind it, and a thread says on standard error which
 * file or folder has not answered for 10 seconds, or CODARUN_STORAGE_SECONDS,
 * and once more when it has.
 *
 *     const int call = io_watchdog_begin("sync", path);
 *     fsync(fd);
 *     io_watchdog_end(call);
 *
 * Threads: any.
 */
#ifndef BASE_FILES_IO_WATCHDOG_H
#define BASE_FILES_IO_WATCHDOG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/core/error.h"

/* Before there are threads: have somebody look from the first call on.  -1: the
 * variable is no number of seconds. */
int io_watchdog_start(struct error *e);

/* A call is about to be made: `verb` is a literal, the path is copied.  errno
 * stays as it is behind io_watchdog_end(). */
int io_watchdog_begin(const char *verb, const char *path);
void io_watchdog_end(int call);

/* The call that has been waiting longest, where that is too long: "sync 'PATH'
 * for 12 s".  False: there is none. */
bool io_watchdog_stalled(char *text, size_t room);

#endif
