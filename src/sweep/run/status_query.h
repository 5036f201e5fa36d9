/*
 * status_query.h - the status of a sweep, from its study, or from its folder if
 * it does not run.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_RUN_STATUS_QUERY_H
#define SWEEP_RUN_STATUS_QUERY_H

#include "sweep/experiment/experiment.h"
#include "sweep/ledger/liveness.h"
#include "sweep/study/study.h"

/* Return the goal, such as "valid.map"; the caller frees it. */
char *status_query_goal(const struct experiment *x);

/* Fill in what the study contains: names, numbers of trials, the best of them.
 */
void status_query_study(const struct experiment *x, const char *goal,
                        const struct study *s, struct sweep_status *out);

/*
 * The same from journal and result files alone, which are only read: nothing is
 * leased, repaired or set aside. What is damaged is named and left out, as
 * results_salvage() does. `p` was read before; `out` is to be released whatever
 * is returned.
 */
int status_query_folder(const char *dir, const struct liveness *p,
                        struct sweep_status *out, struct error *e);

/*
 * Return the present status: the coordinator's, if that is current, or else
 * *folder, as status_query_folder() fills it. NULL and an error if that cannot
 * be read. If status.json cannot be read, a warning is printed and it counts as
 * left out. `p` and `folder` are to be released whatever is returned.
 */
const struct sweep_status *status_query_now(const char *dir, struct liveness *p,
                                            struct sweep_status *folder,
                                            struct error *e);

#endif
