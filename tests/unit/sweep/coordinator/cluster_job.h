/*
 * cluster_job.h - jobs of a simulated cluster, one after the other, until all
 * trials are over.
 */
#ifndef CLUSTER_JOB_H
#define CLUSTER_JOB_H

#include "tests/unit/sweep/coordinator/cluster_ends.h"

/* From this job on there is no trouble, so that the sweep ends. */
enum { JOBS_IN_TROUBLE = 12 };

/* --- the beginning -------------------------------------------------------- */

static struct rank_groups rank_groups_of(const struct cluster_setting *is)
{
    return (struct rank_groups){.first = is->dedicated,
                                .ranks = is->team,
                                .groups =
                                    (is->ranks - is->dedicated) / is->team,
                                .slots_per_group = is->slots_per_group};
}

static void begin_membership(struct cluster *c)
{
    const struct rank_groups rank_groups = rank_groups_of(&c->is);

    membership_init(&c->membership, &rank_groups, c->is.ranks);
    for (int i = 0; i < c->is.ranks; i++)
        c->membership.member[i].host[0] = (char)('a' + i % c->is.hosts);
    while (membership_fill(&c->membership) >= 0)
        ;
}

/* Draw the number of ranks of this job, and their groups. */
static void roll_ranks(struct cluster *c)
{
    struct cluster_setting *is = &c->is;

    is->ranks = 1 + (int)roll(&c->dice, MOST_RANKS);
    is->dedicated = is->ranks > 1 && chance(c, 4);
    const int workers = is->ranks - is->dedicated;

    is->team =
        1 + (int)roll(&c->dice,
                      (uint32_t)(workers < MOST_TEAM ? workers : MOST_TEAM));
    is->slots_per_group = is->team > 1 ? 1 : 1 << roll(&c->dice, 5);
    is->hosts = 1 + (int)roll(&c->dice, 3);
    is->sick = is->trouble && chance(c, 4) ? (int)roll(&c->dice, 3) : -1;
}

static void job_begin(struct cluster *c)
{
    if (!c->calm)
        roll_ranks(c);
    c->is.trouble &= c->jobs < JOBS_IN_TROUBLE;
    c->began = c->now;
    c->down = c->stop = c->asked = c->held = c->stopped = c->broken = c->quits =
        c->leaves = false;
    c->sleeps = 0;
    c->dies = 0;
    for (int i = 0; i < MOST_TRIALS_PLAYED; i++)
        c->sent[i].noticed = false;
    begin_membership(c);
    open_ledger(c, rank_groups_slots(&c->membership.rank_groups));
    law_of_ends(c);
    c->first = c->disk.n;
    c->goes = c->now;
    c->stuck_for = 0;
    for (int i = 0; i < c->is.ranks; i++)
        rank_begin(c, i);
    slots_init(&c->slots, &c->membership.rank_groups, c->study);
    c->coordinator = coordinator_new(
        &(struct coordinator_setup){.world = &c->world,
                                    .experiment = &c->experiment,
                                    .options = &c->options,
                                    .study = c->study,
                                    .membership = &c->membership,
                                    .slots = &c->slots});
    if (c->is.trouble) {
        study_propose_by(c->study, propose_late, c);
        c->troubles = (int)roll(&c->dice, 16);
        c->dies = chance(c, 3) ? 1 + (long)roll(&c->dice, 600) : 0;
        enqueue(c, c->now + roll_seconds(c, 4), CLUSTER_TROUBLE, -1, NULL);
    }
}

/* --- the end -------------------------------------------------------------- */

static void clear_queue(struct cluster *c)
{
    for (int i = 0; i < c->queued; i++)
        if (c->queue[i].word == CLUSTER_MESSAGE)
            free(c->queue[i].of);
    c->queued = 0;
    mailbox_clear(&c->in);
    mailbox_clear(&c->out);
}

static void release_teams(struct cluster *c)
{
    for (struct cluster_team *t; (t = c->teams); free(t)) {
        c->teams = t->next;
        c->sent[t->trial].excused += t->excused;
        assignment_release(&c->search->space, &t->a);
    }
}

static void close_disk(struct cluster *c)
{
    if (c->down || c->disk.failed)
        disk_down(c);
    c->disk.synced = c->disk.done = c->disk.n;
    c->disk.at_work = 0;
    c->disk.fails = c->disk.failed = false;
    law_of_ends(c);
}

/* Note which attempts were running when the job died. */
static void note_running(struct cluster *c)
{
    memset(c->was_running, 0, sizeof(c->was_running));
    for (const struct cluster_team *t = c->teams; t && c->down; t = t->next) {
        const struct cluster_kept *k = kept_of(c, name_of(c->search, &t->a));

        c->was_running[t->trial] |= t->begun && !t->over && !t->excused &&
                                    !c->asked && !c->stopped &&
                                    k->attempt < t->attempt;
    }
}

static void job_end(struct cluster *c)
{
    c->ended_in_order = !c->down && !c->held;
    note_running(c);
    c->jobs++;
    clear_queue(c);
    close_disk(c);
    release_teams(c);
    for (int i = 0; i < c->is.ranks; i++)
        rank_end(&c->rank[i]);
    coordinator_free(c->coordinator);
    slots_release(&c->slots);
    membership_release(&c->membership);
}

/* --- a job ---------------------------------------------------------------- */

/* Run one job; true if all trials are over. */
static bool job(struct cluster *c)
{
    enum sweep_end end = SWEEP_STOPPED;
    struct error e;

    job_begin(c);
    const bool waiting = !is_all_over(c->study);

    while (!c->down && waiting && coordinator_round(c->coordinator, true))
        ;
    if (!c->down) {
        end = coordinator_end(c->coordinator, &e);
        expect_end(c, end);
        if (is_all_over(c->study))
            expect_makespan(c);
        if (c->quits)
            expect_leave(c);
    }
    job_end(c);
    return (end == SWEEP_DONE || end == SWEEP_FAILED_TRIALS) &&
           is_all_over(c->study);
}

/* Values, duplicates and goals of all trials, which nothing may change. */
static char *outcome_text(const struct cluster *c)
{
    struct str out = {0};

    for (long i = 0; i < study_trials(c->study); i++) {
        const struct trial *t = study_trial(c->study, i);

        str_addf(&out, "%ld: ", i);
        study_text(c->study, i, " ", &out);
        str_addf(&out, " duplicate %d rungs %d place %d %g\n", t->duplicate_of,
                 study_rung(c->study, i), t->phase,
                 t->duplicate_of < 0 && t->phase == PHASE_FINISHED ? t->goal
                                                                   : -1);
    }
    return str_take(&out);
}

/* Each trial has exactly one end in the journal. */
static void expect_ends(const struct cluster *c)
{
    for (long i = 0; i < study_trials(c->study); i++)
        assert_int_equal(c->sent[i].over, trial_runs(study_trial(c->study, i)));
}

/* Run jobs until all trials are over; return their outcome. */
static char *play(struct cluster *c)
{
    bool over = false;
    char *text = NULL;

    while (!over) {
        assert_true(c->jobs < 100);
        over = job(c);
        if (over) {
            expect_ends(c);
            text = outcome_text(c);
        }
        close_ledger(c);
    }
    assert_true(c->jobs == 1 || c->troubled || c->options.most_failures);
    return text;
}

static void cluster_begin(struct cluster *c, const struct search *search,
                          const struct chosen *scheduler, uint64_t seed,
                          bool calm)
{
    *c = (struct cluster){.search = search,
                          .scheduler = scheduler,
                          .calm = calm,
                          .dice = {.key = random_key(seed, "cluster")},
                          .is = {.ranks = 1,
                                 .team = 1,
                                 .slots_per_group = 1,
                                 .hosts = 1,
                                 .sick = -1,
                                 .retries = 1000,
                                 .steps = 9,
                                 .step = 0.1,
                                 .slow = 1},
                          .ended_in_order = true};
    c->world = world_of(c);
    c->traced = !calm && getenv("CODARUN_TRACE");
    c->experiment.search = *search;
    if (!calm) {
        c->is.trouble = c->troubled = seed % 4 > 0;
        c->is.small = chance(c, 2);
        c->is.retries = chance(c, 2) ? 1000 : (long)roll(&c->dice, 3);
        c->is.step = chance(c, 16) ? 2 : chance(c, 2) ? 0.1 : 2e-4;
        c->is.slow = c->is.step < 0.01 && chance(c, 2) ? 2000 : 1;
        c->options.most_failures = chance(c, 8) ? 1 : 0;
    }
    c->experiment.run.silence = 2;
    c->experiment.run.retries = c->is.retries;
}

static void cluster_end(struct cluster *c)
{
    disk_release(&c->disk);
    free(c->queue);
}

#endif
