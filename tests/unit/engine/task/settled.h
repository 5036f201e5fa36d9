/*
 * settled.h - makes stat data of files (files/file_stat.h) settled or not, as a
 * test says, whatever the clock says; for tests that are programs of their own.
 */
#ifndef SETTLED_H
#define SETTLED_H

#include <stdbool.h>
#include <time.h>

static bool settled;

/* Long after all files were written if `settled`, else before that. */
time_t time(time_t *t)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    const time_t is = settled ? now.tv_sec + 100 : 0;

    if (t)
        *t = is;
    return is;
}

#endif
