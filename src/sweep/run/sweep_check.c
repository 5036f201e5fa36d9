/* sweep_check.c - finds what is wrong with a sweep's input before it starts. */
#include "config.h"

#include "sweep/run/sweep_check.h"

#include <stdio.h>
#include <string.h>

#include "base/core/interrupt.h"
#include "base/core/log.h"
#include "engine/comm/comm.h"
#include "sweep/run/conduct.h"
#include "sweep/run/list.h"
#include "sweep/run/ranks.h"
#include "sweep/run/trial_setup.h"

/* Bytes of a result, in a file or in the journal. */
#define FILE_BYTES 16384
#define LINE_BYTES 2048

/* Return the bytes needed on disk: each group's states twice, for they are
 * replaced; and for every waiting trial the states that it keeps, or pauses
 * with, and its result. */
static double disk_need(const struct experiment *x,
                        const struct rank_groups *groups,
                        const struct sweep_check *found,
                        const struct trial_size *size)
{
    static const double vectors[] = {
        [KEEP_NONE] = 0, [KEEP_BEST] = 1, [KEEP_LAST] = 3, [KEEP_ALL] = 4};
    const bool pauses =
        scheduler_has_rungs(&(struct scheduler){.scheduler = &x->scheduler});
    const double vector = sizeof(float) * (double)size->params;
    const double each = pauses ? 4 : vectors[x->run.keep];

    return (double)groups->groups * 9 * vector +
           (double)found->waiting *
               (each * vector + (found->small ? LINE_BYTES : FILE_BYTES)) +
           1048576;
}

static void describe(const struct run_ledger *b, struct sweep_check *found)
{
    struct str values = {0};

    const struct study_tally t = study_tally(b->study);

    found->waiting = t.own[PHASE_WAITING] + t.own[PHASE_PAUSED];
    if (found->first < 0)
        return;
    study_text(b->study, found->first, "\t", &values);
    snprintf(found->values, sizeof(found->values), "%s", str_text(&values));
    str_release(&values);
}

static int check_first(const struct experiment *x,
                       const struct rank_groups *groups,
                       struct sweep_check *found, struct trial_size *size,
                       struct error *e)
{
    struct trial_config c;
    struct assignment a;

    if (assignment_parse(&x->search.space, found->first, found->values, &a, e))
        return -1;
    int failed = experiment_bind(x, &a, &c, e);

    if (!failed) {
        failed = trial_setup_check(x, &a, &c, groups->ranks, size, e);
        found->small = trial_setup_all_small(x, &c);
        trial_config_release(&c);
    }
    assignment_release(&x->search.space, &a);
    return failed;
}

/* Print warnings about the data that the first trial reads. */
static void say_warnings(void)
{
    struct str warnings = {0};

    task_warnings(trial_setup_task(), &warnings);
    for (const char *at = str_text(&warnings); *at; at += strcspn(at, "\n") + 1)
        log_warning("%.*s", (int)strcspn(at, "\n"), at);
    str_release(&warnings);
}

/* Check the input by a trial, which is noted; the same on all ranks. */
static bool check_input(const struct experiment *x,
                        const struct rank_groups *groups, struct run_ledger *b,
                        struct sweep_check *found, struct trial_size *size)
{
    const bool first = comm_world()->rank == 0;
    struct error e = {0};

    if (!ranks_agreed(first && run_ledger_checking_begin(b, found->first, &e),
                      &e))
        return false;
    const bool sound =
        ranks_agreed(check_first(x, groups, found, size, &e), &e) &&
        ranks_agreed(ranks_same_data(trial_setup_data(), &e), &e);

    if (first)
        run_ledger_checking_end(b);
    if (first && sound)
        say_warnings();
    return sound;
}

/* Check that new trials have the same data as earlier ones; if no trial is left
 * to run, it is enough to report that they had others. After a stop this is not
 * reported. */
static bool check_data(struct run_ledger *b, struct sweep_check *found)
{
    struct error e = {0};
    const int failed =
        comm_world()->rank == 0 && run_ledger_check_data(b, &found->why);

    if (failed)
        e = found->why;
    if (!ranks_agreed(failed && (found->waiting || interrupted()), &e))
        return false;
    found->other_data = failed;
    if (failed)
        log_warning("%s", e.text);
    return true;
}

bool sweep_check(struct experiment *x, const struct sweep_options *o,
                 struct rank_groups *groups, struct run_ledger *b,
                 struct sweep_check *found)
{
    const bool first = comm_world()->rank == 0;
    struct error e = {0};
    struct trial_size size = {0};

    if (!ranks_agreed(rank_groups_init(groups, x, comm_world()->size,
                                       comm_world()->threads, o->dedicated, &e),
                      &e) ||
        !ranks_agreed(ranks_same_identity(x, &e), &e) ||
        !ranks_agreed(
            first && (run_ledger_take(b, x, o, rank_groups_slots(groups), &e) ||
                      conduct_check(b, &e) ||
                      run_ledger_first(b, &found->first, &e)),
            &e))
        return false;
    if (first) {
        describe(b, found);
        if (found->waiting)
            conduct_warn(b);
    }
    world_broadcast(found, sizeof(*found));
    if (found->first >= 0 && !check_input(x, groups, b, found, &size))
        return false;
    if (o->dry_run)
        return ranks_agreed(first && list_trials(x, groups, o->json, &e), &e);
    if (!check_data(b, found))
        return false;
    return ranks_agreed(
        first && run_ledger_open(b, disk_need(x, groups, found, &size), &e),
        &e);
}
