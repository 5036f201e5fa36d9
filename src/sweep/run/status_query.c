#include "config.h"

#include "sweep/run/status_query.h"

#include <stdlib.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "engine/task/task.h"
#include "sweep/results/results.h"
#include "sweep/run/run_ledger.h"

char *status_query_goal(const struct experiment *x)
{
    struct trial_config c;
    struct error e;

    if (experiment_trial(x, experiment_first(x), &c, &e))
        return memory_string("goal");
    const struct task_kind *k = (const struct task_kind *)c.task.kind;
    char *goal = memory_format("valid.%s", k->metrics[x->goal].name);

    trial_config_release(&c);
    return goal;
}

static void add_best(const struct study *s, struct sweep_status *out)
{
    const struct trial *t = study_trial(s, out->best);
    char hex[DIGEST_HEX];
    struct str values = {0};

    digest_hex(t->name, hex);
    study_text(s, out->best, "\t", &values);
    out->best_goal = t->goal;
    out->best_digest = memory_string(hex);
    out->best_values = str_take(&values);
}

void status_query_study(const struct experiment *x, const char *goal,
                        const struct study *s, struct sweep_status *out)
{
    const struct study_tally t = study_tally(s);

    out->name = memory_string(x->name);
    out->goal = memory_string(goal);
    out->maximize = x->search.maximize;
    out->trials = t.trials;
    out->finished = t.count[PHASE_FINISHED];
    out->failed = t.count[PHASE_FAILED];
    out->running = t.count[PHASE_RUNNING];
    out->waiting = t.count[PHASE_WAITING];
    out->paused = t.count[PHASE_PAUSED];
    out->equal = 0;
    for (int i = 0; i < PHASES; i++)
        out->equal += t.count[i] - t.own[i];
    out->best = t.best;
    if (t.best >= 0)
        add_best(s, out);
}

/* --- a folder without a running sweep ------------------------------------ */

int status_query_folder(const char *dir, const struct liveness *p,
                        struct sweep_status *out, struct error *e)
{
    const struct sweep_options o = {.dir = dir, .dry_run = true};
    struct experiment x = {0};
    struct run_ledger b;

    *out = sweep_status_blank();
    if (results_experiment(dir, &x, e))
        return -1;
    const int failed = run_ledger_read_only(&b, &x, &o, p, e);

    if (!failed) {
        char *goal = status_query_goal(&x);

        status_query_study(&x, goal, b.study, out);
        free(goal);
        out->left_out = b.left_out;
    }
    run_ledger_close(&b);
    experiment_release(&x);
    return failed;
}

const struct sweep_status *status_query_now(const char *dir, struct liveness *p,
                                            struct sweep_status *folder,
                                            struct error *e)
{
    *folder = sweep_status_blank();
    liveness_read(p, dir);
    const bool counts = liveness_is_current(p);
    const int failed = !counts && status_query_folder(dir, p, folder, e);

    if (p->state == LIVENESS_UNKNOWN) {
        log_warning("%s: left out", p->wrong.text);
        folder->left_out++;
    }
    return failed ? NULL : counts ? &p->last : folder;
}
