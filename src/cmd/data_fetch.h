/* data_fetch.h - `codarun data fetch`: public data sets from their homes. */
#ifndef CMD_DATA_FETCH_H
#define CMD_DATA_FETCH_H

#include "fetch/fetch.h"

struct fetch_wanted {
    struct fetch how; /* its folder is $CODARUN_DATA */
    bool list, dry_run;
};

/* Fetch n data sets one after the other, or say what that would do; list: list
 * them all. */
int data_fetch(const char *const *name, int n, const struct fetch_wanted *w,
               struct error *e);

#endif
