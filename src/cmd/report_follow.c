#include "config.h"

#include "cmd/report_follow.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/core/clock.h"
#include "base/core/interrupt.h"
#include "base/core/memory.h"
#include "report/html/kept.h"
#include "sweep/ledger/presence.h"
#include "sweep/run/signals.h"

/* Seconds between two looks at whether the sweeps are over. */
#define LOOK_EVERY 2.0

struct follow {
    char *const *dir; /* [n] */
    int n;
    double *silent; /* [n] presence_over()'s */
};

static bool all_over(struct follow *f)
{
    bool over = true;

    for (int i = 0; i < f->n; i++) {
        struct presence p;

        presence_find(&p, f->dir[i]);
        over = presence_over(&p, &f->silent[i]) && over;
        presence_release(&p);
    }
    return over;
}

/* Until the next turn, or the last one. */
static void wait_for_turn(struct follow *f, double seconds)
{
    const double until = clock_now() + seconds;

    for (double left;
         (left = until - clock_now()) > 0 && !signals_seen() && !all_over(f);)
        signals_wait(fmin(left, LOOK_EVERY));
}

static int write_turn(const struct follow *f, const struct html_wish *wish,
                      struct html_turn *turn, struct error *e)
{
    struct html_wish now = *wish;

    now.turn = turn;
    turn->began = clock_now();
    const int faults = html_report(f->dir, f->n, &now, e);

    fflush(stdout);
    kept_sweep(turn->kept);
    turn->first = false;
    return faults;
}

/* A signal goes to gnuplot as well: a page that it came upon is made again. */
static int follow(struct follow *f, const struct html_wish *wish,
                  struct html_turn *turn, struct error *e)
{
    int faults;

    do {
        if (!turn->first)
            wait_for_turn(f, html_turn_pause(turn));
        turn->is = signals_seen() ? HTML_TURN_LEFT : HTML_TURN_NEXT;
        turn->is = all_over(f) ? HTML_TURN_LAST : turn->is;
        faults = write_turn(f, wish, turn, e);
    } while (faults >= 0 && turn->is == HTML_TURN_NEXT);
    return faults;
}

int report_follow(char *const *dir, int n, const struct html_wish *wish,
                  double every, struct error *e)
{
    struct kept kept = {0};
    struct html_turn turn = {.first = true, .every = every, .kept = &kept};
    struct follow f = {.dir = dir, .n = n};

    f.silent = memory_zeroed((size_t)n + 1, sizeof(*f.silent));
    signals_catch();
    interrupt_by(NULL); /* a page is made whole */
    const int faults = follow(&f, wish, &turn, e);

    kept_release(&kept);
    free(f.silent);
    return faults;
}
