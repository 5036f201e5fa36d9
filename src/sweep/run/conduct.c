#include "config.h"

#include "sweep/run/conduct.h"

#include <stdlib.h>

#include "base/core/log.h"
#include "sweep/folder/folder.h"
#include "sweep/study/conduct.h"

static bool has_rungs(const struct experiment *x)
{
    return scheduler_has_rungs(&(struct scheduler){.scheduler = &x->scheduler});
}

/* Name the part of the experiment that proposes from results, or draws by a
 * rule that has changed, or may have, since the conduct `was`; NULL if there is
 * none. */
static const char *proposing_part(const struct experiment *x, int was)
{
    return search_kind(&x->search)->round ||
                   (was > CONDUCT && search_draws(&x->search))
               ? "search"
           : space_has_rounded(&x->search.space)
               ? "normal distributions of whole numbers or steps"
               : NULL;
}

/* Name the part that is to decide on the trials that are left; NULL if there is
 * none. */
static const char *deciding_part(const struct run_ledger *b)
{
    const struct study_tally t = study_tally(b->study);

    if (has_rungs(b->x) && t.own[PHASE_WAITING] + t.own[PHASE_PAUSED] > 0)
        return "scheduler";
    return study_trials(b->study) < search_trials(&b->x->search)
               ? proposing_part(b->x, b->ledger.index.conduct)
               : NULL;
}

static bool is_kept(int conduct)
{
    return conduct >= CONDUCT_KEPT && conduct <= CONDUCT;
}

/* Warn that the rules are unknown by which the trials with results were chosen.
 */
static int warn_of_no_number(const struct run_ledger *b, const char *what,
                             struct error *e)
{
    struct digest *trial;
    const long n = folder_results(b->o->dir, &trial, e);

    free(trial);
    if (n > 0)
        log_warning("results folder '%s': found %ld results and no number of "
                    "how their sweep was conducted, expected it in the "
                    "journal: its %s will go by the rules of %d, which may be "
                    "others",
                    b->o->dir, n, what, CONDUCT);
    return n < 0 ? -1 : 0;
}

int conduct_check(const struct run_ledger *b, struct error *e)
{
    const char *what = deciding_part(b);
    const int was = b->ledger.index.conduct;

    if (!what || is_kept(was) || b->o->other_identity)
        return 0;
    if (was)
        return error_set(e,
                         "results folder '%s': found a sweep conducted under "
                         "%d, expected %d to %d: its %s would go on by other "
                         "rules "
                         "(choose another with -o, or insist with "
                         "--other-identity)",
                         b->o->dir, was, CONDUCT_KEPT, CONDUCT, what);
    return b->fresh || b->o->dry_run ? 0 : warn_of_no_number(b, what, e);
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

static void warn_of_rungs(const struct run_ledger *b)
{
    const struct scheduler r = {.scheduler = &b->x->scheduler,
                                .all = experiment_trials(b->x)};
    const double every = experiment_evaluates(b->x);
    const int n = scheduler_rungs(&r, 0);
    double before = 0;
    int lost = 0;

    for (int k = 0; k < n; k++) {
        const double at = rung_place(scheduler_share(&r, 0, k), every);

        lost += at <= before + 1e-9 || at >= 1;
        before = at;
    }
    if (lost)
        log_warning("sweep.scheduler: %d of %d rungs fall%s on another's "
                    "evaluation, or on the end of a run: a run is evaluated "
                    "every %.3g of its length (train.evaluate_every)",
                    lost, n, lost == 1 ? "s" : "", every);
}

void conduct_warn(const struct run_ledger *b)
{
    warn_of_start(&b->x->search);
    warn_of_rungs(b);
}
