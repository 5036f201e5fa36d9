/*
 * io_watchdog.h - a warning for file system calls that do not return.
 *
 * While the server of a network file system is away every call on its files
 * waits, perhaps for ever, and the process cannot even be killed.  So each such
 * call is recorded before it begins and after it ends.  A thread reports on
 * standard error which file or folder has not answered for 10 seconds, or
 * CODARUN_STORAGE_SECONDS, and once more when it has.
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

/* Start the watching thread at the first recorded call.  To be called before
 * there are threads.  -1 if the variable is no number of seconds. */
int io_watchdog_start(struct error *e);

/* Record a call that is about to be made: `verb` is a literal, the path is
 * copied.  io_watchdog_end() leaves errno as it is. */
int io_watchdog_begin(const char *verb, const char *path);
void io_watchdog_end(int call);

/* The call that has been waiting longest, if that is too long: "sync 'PATH' for
 * 12 s".  False if there is none. */
bool io_watchdog_stalled(char *text, size_t room);

#endif
