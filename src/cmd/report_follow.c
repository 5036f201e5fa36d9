#include "config.h"

#include "cmd/report_follow.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/core/clock.h"
#include "base/core/interrupt.h"
#include "base/core/memory.h"
#include "report/html/section_cache.h"
#include "sweep/ledger/liveness.h"
#include "sweep/run/signals.h"

/* Seconds between two checks whether the sweeps have ended. */
#define LOOK_EVERY 2.0

struct follow {
    char *const *dir; /* [n] */
    int n;
    double *silent; /* [n] for liveness_over() */
};

static bool all_over(struct follow *f)
{
    bool over = true;

    for (int i = 0; i < f->n; i++) {
        struct liveness p;

        liveness_read(&p, f->dir[i]);
        over = liveness_over(&p, &f->silent[i]) && over;
        liveness_release(&p);
    }
    return over;
}

/* Wait until the next writing is due, or the last one. */
static void wait_for_turn(struct follow *f, double seconds)
{
    const double until = clock_now() + seconds;

    for (double left;
         (left = until - clock_now()) > 0 && !signals_seen() && !all_over(f);)
        signals_wait(fmin(left, LOOK_EVERY));
}

static int write_page(const struct follow *f,
                      const struct html_options *options,
                      struct html_refresh *refresh, struct error *e)
{
    struct html_options now = *options;

    now.refresh = refresh;
    refresh->began = clock_now();
    const int faults = html_report(f->dir, f->n, &now, e);

    fflush(stdout);
    section_cache_sweep(refresh->cache);
    refresh->first = false;
    return faults;
}

/* Write pages until the end.  A signal can also kill gnuplot, so the page that
 * it interrupted is made again. */
static int follow(struct follow *f, const struct html_options *options,
                  struct html_refresh *refresh, struct error *e)
{
    int faults;

    do {
        if (!refresh->first)
            wait_for_turn(f, html_refresh_pause(refresh));
        refresh->is = signals_seen() ? HTML_REFRESH_LEFT : HTML_REFRESH_NEXT;
        refresh->is = all_over(f) ? HTML_REFRESH_LAST : refresh->is;
        faults = write_page(f, options, refresh, e);
    } while (faults >= 0 && refresh->is == HTML_REFRESH_NEXT);
    return faults;
}

int report_follow(char *const *dir, int n, const struct html_options *options,
                  double every, struct error *e)
{
    struct section_cache cache = {0};
    struct html_refresh refresh = {
        .first = true, .every = every, .cache = &cache};
    struct follow f = {.dir = dir, .n = n};

    f.silent = memory_zeroed((size_t)n + 1, sizeof(*f.silent));
    signals_catch();
    interrupt_by(NULL); /* a page is always completed */
    const int faults = follow(&f, options, &refresh, e);

    section_cache_release(&cache);
    free(f.silent);
    return faults;
}
