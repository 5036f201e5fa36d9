/* stuck.c - a sweep that waits for ranks which may not come back. */
#include "config.h"

#include <math.h>

#include "sweep/coordinator/coordinator_internal.h"

/* A sweep waits so many times run.silence for a rank to wake. Between two
 * checks at most so many seconds count, since a rank 0 that was itself stopped
 * has not waited. */
#define STUCK_WAIT 3
#define STUCK_MOST 0.5

static bool is_any_open(const struct coordinator *c)
{
    for (int i = 0; i < rank_groups_slots(&c->membership->rank_groups); i++)
        if (c->open[i])
            return true;
    return false;
}

/* End the sweep if no rank is left that could train the waiting trials. Silent
 * ranks may wake, so it waits first. */
void stuck_check(struct coordinator *c)
{
    const double now = coordinator_now(c);
    struct error e;

    if (!study_stuck(c->study) || members_forget_all(c)) {
        c->stuck = c->stuck_checked = 0;
        return;
    }
    if (c->stuck_checked > 0)
        c->stuck += fmin(now - c->stuck_checked, STUCK_MOST);
    c->stuck_checked = now;
    if ((members_may_return(c) || members_may_answer(c)) &&
        c->stuck < STUCK_WAIT * c->x->run.silence)
        return;
    if (is_any_open(c))
        error_set(&e,
                  "trial %ld, the first that waits, can begin on none of the "
                  "ranks that are left; the same command goes on from here",
                  study_first(c->study));
    else
        error_set(&e, "no rank is left to train with; the same command goes on "
                      "from here");
    coordinator_break(c, &e);
}
