/* conduct.c - is a sweep conducted as its folder and its scheduler have it? */
#include "config.h"

#include "base/log.h"
#include "run/books.h"
#include "search/conduct.h"

/* Does a search or a scheduler decide by what trials come to, or a draw by a
 * rule that has changed? */
static bool decides(const struct experiment *x)
{
    return search_kind(&x->search)->round ||
           space_has_rounded(&x->search.space) ||
           race_runs(&(struct race){.scheduler = &x->scheduler});
}

int books_check_conduct(const struct books *b, struct error *e)
{
    const struct study_tally t = study_tally(b->study);
    const int was = b->index.conduct;

    if (!was || was == CONDUCT || b->o->other_identity || !decides(b->x) ||
        t.own[PLACE_WAITING] + t.own[PLACE_PAUSED] == 0)
        return 0;
    return error_set(e,
                     "results folder '%s': found a sweep conducted under %d, "
                     "expected %d: its search or scheduler would go on by "
                     "other rules (choose another with -o, or insist with "
                     "--other-identity)",
                     b->o->dir, was, CONDUCT);
}

static void warn_of_start(const struct search *s)
{
    const long drawn = search_drawn(s);

    if (drawn && s->trials <= drawn)
        log_warning("sweep.trials: found %ld, expected more than the %ld that "
                    "method: %s draws before it learns (start, in whole "
                    "rounds)",
                    s->trials, drawn, search_kind(s)->is.name);
}

static void warn_of_rungs(const struct books *b)
{
    const struct race r = {.scheduler = &b->x->scheduler,
                           .all = experiment_trials(b->x)};
    const double every = experiment_evaluates(b->x);
    const int n = race_rungs(&r, 0);
    double before = 0;
    int lost = 0;

    for (int k = 0; k < n; k++) {
        const double at = rung_place(race_share(&r, 0, k), every);

        lost += at <= before + 1e-9 || at >= 1;
        before = at;
    }
    if (lost)
        log_warning("sweep.scheduler: found %d of %d rungs at an evaluation "
                    "with another one or at the end of a run, expected each at "
                    "its own (there is one each %.3g of a run: "
                    "train.evaluate_every)",
                    lost, n, every);
}

void books_warn(const struct books *b)
{
    warn_of_start(&b->x->search);
    warn_of_rungs(b);
}
