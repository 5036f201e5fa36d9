/*
 * history_view.h - how a history is to be written, and what of it.
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
    const char *const *metric; /* [metrics] these alone; none: all */
    int metrics;
    long trial;                         /* this one alone; -1: all */
    const char *output;                 /* a file, or a folder; NULL: */
    int (*put)(const struct str *text); /* text goes there; -1: it cannot, and
                                           who asked knows why */
};

#endif
