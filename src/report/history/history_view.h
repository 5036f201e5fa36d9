/*
 * history_view.h - which part of a history is written, and how.
 *
 * Threads: pure data.
 */
#ifndef REPORT_HISTORY_HISTORY_VIEW_H
#define REPORT_HISTORY_HISTORY_VIEW_H

#include "base/core/str.h"

enum history_format {
    HISTORY_CSV,
    HISTORY_JSON,
    HISTORY_HDF5,
    HISTORY_TENSORBOARD,
};

struct history_view {
    enum history_format format;
    const char *const *metric; /* [metrics] the metrics to write; all if
                                  there are none */
    int metrics;
    long trial;                         /* the only trial to write; -1 for
                                           all */
    const char *output;                 /* a file or folder; NULL to call
                                           put() */
    int (*put)(const struct str *text); /* writes a text; -1 if it cannot,
                                           the caller knows why */
};

#endif
