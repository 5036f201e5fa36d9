#include "config.h"

#include "sweep/run/trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/core/clock.h"
#include "base/core/interrupt.h"
#include "base/core/memory.h"
#include "sweep/folder/folder.h"
#include "sweep/run/trial_setup.h"

/* What keeps a member from training; the worst of all members counts. */
enum trouble { NO_TROUBLE, TRIAL_AT_FAULT, TOLD_TO_STOP, WORLD_AT_FAULT };

static struct rank_info name_self(struct digest data)
{
    struct rank_info me = {.data = data, .simd = kernel_simd()};

    snprintf(me.host, sizeof(me.host), "%s", comm_world()->host);
    return me;
}

/*
 * Every member sends the leader its host and its error; then all get the worst
 * trouble. *e on the leader is the error of the first member with the worst
 * trouble, *unready that member. Collective over the group; `all` is [g->n],
 * filled in on the leader.
 */
static int gather_ranks(struct group *g, enum trouble mine, struct digest data,
                        struct rank_info *all, int *worst, int *unready,
                        struct error *e)
{
    struct rank_info me = name_self(data);
    size_t *n = memory_zeroed((size_t)g->n, sizeof(*n));
    int bad;

    if (mine)
        snprintf(me.error, sizeof(me.error), "%.999s", e->text);
    for (int i = 0; i < g->n; i++)
        n[i] = sizeof(me);
    bad =
        group_gather(g, 0, &me, n, all, e) || group_max(g, (int)mine, worst, e);
    free(n);
    if (bad)
        return -1;
    for (int i = 0; g->me == 0 && *worst && i < g->n; i++)
        if (all[i].error[0]) {
            *unready = i;
            return error_set(e, "%s", all[i].error), 0;
        }
    return 0;
}

/* Check that all members have read the same data. The leader knows, and informs
 * all. */
static int check_data(struct group *g, const struct rank_info *all,
                      struct error *e)
{
    int other = 0, found;

    for (int i = 1; g->me == 0 && i < g->n && !other; i++)
        if (!digest_equal(all[i].data, all[0].data))
            other = i;
    if (group_max(g, other, &found, e))
        return -1;
    if (!found)
        return 0;
    return error_set(e,
                     "rank %d on host %s read other data than rank %d on host "
                     "%s",
                     g->rank[found], all[found].host, g->rank[0], all[0].host);
}

/* Fill in the row of a trial without numbers. */
static void blank_metrics(const struct trial_config *c, struct result *r)
{
    const struct task_kind *kind = (const struct task_kind *)c->task.kind;

    r->metrics = task_metric_names(kind, r->metric);
    for (int i = 0; i < r->metrics; i++)
        r->valid[i] = r->test[i] = NAN;
    r->train_loss = NAN;
}

static void complete(const struct trial_call *c,
                     const struct trial_setup *setup,
                     const struct rank_info *member, const char *started,
                     enum train_end end, const struct error *e,
                     struct result *r)
{
    const struct trial_config *conf = c->config;

    if (c->group->me)
        return;
    if (end == TRAIN_FAILED) {
        r->status = TRIAL_FAILED;
        free(r->reason);
        r->reason = memory_string(e->text);
        if (!r->metrics)
            blank_metrics(conf, r);
    }
    r->trial = conf->digest;
    free(r->config);
    r->config = memory_string(conf->text);
    r->number = (int)c->assignment->number;
    r->attempt = (int)c->group->attempt;
    trial_setup_facts(&r->facts, setup, conf, member, c->group->n, started);
    if (setup->from) {
        char hex[DIGEST_HEX];

        digest_hex(setup->from->training.trial, hex);
        facts_add(&r->facts, "from", "%s at %.17g of its run", hex,
                  c->assignment->share);
    }
    if (c->ends_there && end == TRAIN_FINISHED)
        facts_add(&r->facts, "ended_early", "%.17g of its run, by %s", c->until,
                  c->experiment->scheduler.kind->name);
}

static enum train_end train_job(const struct trial_call *c,
                                struct trial_setup *setup, struct result *r,
                                struct error *e)
{
    setup->training.until = c->until;
    setup->training.ends_there = c->ends_there;
    for (struct trial_setup *j = setup; j; j = j->from) {
        struct training *t = &j->training;

        t->group = c->group;
        t->attempt = (int)c->group->attempt;
        t->state = c->state;
        t->other_identity = c->other_identity;
        t->stop = c->stop;
        t->progress = c->progress;
        t->evaluated = c->evaluated;
        t->context = c->context;
        t->trained = c->trained;
        t->saved = j == setup ? c->saved : NULL;
        t->poor = c->poor;
    }
    return train_run(&setup->training, r, e);
}

/* Every member makes the folder of the states, so that none has to wait until
 * it sees another's on a network file system. */
static enum trouble get_ready(const struct trial_call *c,
                              struct trial_setup *setup, struct error *e)
{
    if (c->state && folder_make_for_trial(c->state, e))
        return WORLD_AT_FAULT;
    if (!trial_setup_begin(setup, c->experiment, c->assignment, c->config,
                           c->group->n, e))
        return NO_TROUBLE;
    return interrupted() ? TOLD_TO_STOP : TRIAL_AT_FAULT;
}

enum train_end trial_run(const struct trial_call *c, struct result *r,
                         struct error *e)
{
    struct rank_info *member =
        memory_zeroed((size_t)c->group->n, sizeof(*member));
    struct trial_setup setup = {0};
    enum train_end end = TRAIN_FAILED;
    int worst = NO_TROUBLE, nobody;
    int *told = c->unready ? c->unready : &nobody;
    char started[24];

    *r = (struct result){0};
    clock_stamp(started);
    const enum trouble mine = get_ready(c, &setup, e);
    *told = -1;
    if (gather_ranks(c->group, mine, trial_setup_data(), member, &worst, told,
                     e) ||
        worst == WORLD_AT_FAULT ||
        (worst == NO_TROUBLE && check_data(c->group, member, e)))
        end = TRAIN_BROKEN;
    else if (worst == TOLD_TO_STOP) {
        end = TRAIN_STOPPED;
        *told = -1;
    } else if (worst == NO_TROUBLE)
        end = train_job(c, &setup, r, e);
    if (end == TRAIN_FINISHED || end == TRAIN_FAILED)
        complete(c, &setup, member, started, end, e, r);
    trial_setup_end(&setup);
    free(member);
    return end;
}

void trial_give_up(const struct trial_call *c, const char *reason,
                   struct result *r)
{
    const struct trial_setup none = {0};
    const struct rank_info me = name_self((struct digest){0});
    struct error e;
    char now[24];

    *r = (struct result){0};
    error_set(&e, "%s", reason);
    clock_stamp(now);
    complete(c, &none, &me, now, TRAIN_FAILED, &e, r);
}
