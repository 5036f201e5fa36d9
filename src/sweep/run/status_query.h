/*
 * status_query.h - how a sweep stands, as its study has it, and as its folder
 * has it where nobody runs it.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_RUN_STATUS_QUERY_H
#define SWEEP_RUN_STATUS_QUERY_H

#include "sweep/experiment/experiment.h"
#include "sweep/ledger/liveness.h"
#include "sweep/study/study.h"

/* "valid.map", the caller's to free(). */
char *status_query_goal(const struct experiment *x);

/* Fill in what the study knows: names, numbers of trials, the best of them. */
void status_query_study(const struct experiment *x, const char *goal,
                        const struct study *s, struct sweep_status *out);

/*
 * The same from journal and result files alone, which are read and nothing
 * more: nothing is claimed, mended or set aside.  What is damaged is named and
 * left out, as results_salvage() has it.  `p` was found before; `out` is to be
 * released whatever is returned.
 */
int status_query_folder(const char *dir, const struct liveness *p,
                        struct sweep_status *out, struct error *e);

/*
 * How it stands now: what its coordinator says, where that counts, or else
 * *folder, as status_query_folder() fills it; NULL and an error: that cannot be
 * read. A status.json that cannot be read is warned of, and counted as left out
 * there. Both are to be released whatever is returned.
 */
const struct sweep_status *status_query_now(const char *dir, struct liveness *p,
                                            struct sweep_status *folder,
                                            struct error *e);

#endif
