#include "config.h"

#include "sweep/simulate/fleet.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "base/numbers/heap.h"
#include "base/numbers/math_functions.h"
#include "sweep/simulate/replay_log.h"

/* An attempt of a worker, and its outcome. */
struct attempt {
    struct training_span span;
    struct event end;
    double before, done; /* seconds of the trial that are kept, at begin and end
                            */
    double saves;        /* time of the event of its first checkpoint; INFINITY:
                            none */
    bool cut;            /* the trial ends at a rung */
};

struct simulation {
    const struct fleet *f;
    struct fleet_account *a;
    struct study *s;
    double now;
    struct heap due;         /* workers, by the time of their next event */
    struct attempt *attempt; /* [workers] owned */
    struct random_key losses, deaths;
    double death;          /* time of the job's next death; INFINITY: never */
    struct replay_log log; /* used only if the job dies */
    struct outage {        /* of a worker: */
        double loss;       /* time of its next loss */
        uint32_t losses;   /* losses so far */
    } * outage;            /* [workers] owned; NULL if none is lost */
    long n, room;
    double *done; /* [n] seconds of each trial that are kept; owned */
};

/* --- losses --------------------------------------------------------------- */

/* Exponentially distributed: the chance of a loss does not depend on age. */
static double draw_wait(struct random_key key, struct address at, long n,
                        double mean)
{
    return -mean * natural_log(1 - random_real(key, at, (uint32_t)n));
}

/* The time of a worker's next loss, from now on; INFINITY: never. */
static double next_loss(struct simulation *g, int worker)
{
    const struct address at = {.example = (uint32_t)worker};

    if (!g->outage)
        return INFINITY;
    struct outage *outage = &g->outage[worker];

    while (outage->loss <= g->now)
        outage->loss +=
            draw_wait(g->losses, at, outage->losses++, g->f->between_losses);
    return outage->loss;
}

/* Interrupt an attempt: only what was trained up to the last checkpoint is
 * kept. */
static void break_off(const struct fleet *f, struct attempt *r, double when,
                      enum event_word by)
{
    const double trained = when - r->span.begin;
    const double kept =
        f->checkpoint > 0 ? floor(trained / f->checkpoint) * f->checkpoint : 0;

    r->span.end = when;
    r->span.lost = trained - kept;
    r->done = r->before + kept;
    r->end.word = by;
    r->cut = false;
}

/* --- events for the study ------------------------------------------------- */

/* True if the job may die. */
static bool dies(const struct simulation *g)
{
    return g->f->between_deaths > 0;
}

static void tell(struct simulation *g, const struct event *e)
{
    if (dies(g))
        replay_log_add(&g->log, g->s, e);
    else
        study_tell(g->s, e);
}

/* --- attempts ------------------------------------------------------------- */

/* The seconds of a trial that are kept; 0 for a new one. */
static double *done_of(struct simulation *g, long trial)
{
    while (g->n <= trial) {
        GROW(g->done, g->n, g->room);
        g->done[g->n++] = 0;
    }
    return &g->done[trial];
}

/* The same, or, if more, what the trial it begins from has trained. */
static double before_of(struct simulation *g, long trial, double seconds)
{
    struct assignment a = study_assignment(g->s, trial);
    double done = *done_of(g, trial);

    if (a.from)
        done = fmax(done, rung_place(a.share, g->f->evaluates) * seconds);
    assignment_release(&g->f->search->space, &a);
    return done;
}

/* The event at the end of training a trial up to a share of its run. */
static enum event_word word_of(const struct simulated_trial *of,
                               const struct next *d, bool by_itself)
{
    if (by_itself)
        return of->fails ? EVENT_FAILED : EVENT_FINISHED;
    return d->ends_there ? EVENT_FINISHED : EVENT_PAUSED;
}

/* Whether a trial has saved a state matters only after a death of the job. */
static double next_save(const struct simulation *g, const struct attempt *r)
{
    const double first = r->span.begin + g->f->checkpoint;

    return dies(g) && g->f->checkpoint > 0 && first < r->span.end ? first
                                                                  : INFINITY;
}

static void await(struct simulation *g, int worker)
{
    const struct attempt *r = &g->attempt[worker];

    heap_add(&g->due,
             (struct heap_item){fmin(r->saves, r->span.end), worker, 0});
}

/* The best goal so far, or the latest at a rung of a scheduler that asks for
 * it. */
static double goal_of(const struct simulation *g,
                      const struct simulated_trial *of, double share,
                      enum event_word word)
{
    const struct chosen *c = g->f->scheduler;

    return simulated_trial_goal(g->f->trials, of, share,
                                word == EVENT_PAUSED &&
                                    scheduler_kind_of(c)->latest);
}

static void begin(struct simulation *g, const struct next *d)
{
    const struct trial_model *p = g->f->trials;
    const struct simulated_trial of =
        trial_model_draw(p, d->trial, study_trial(g->s, d->trial)->name);
    const double until = rung_place(d->until, g->f->evaluates);
    const bool by_itself = !(d->until > 0 && until < of.ends);
    const double share = by_itself ? of.ends : until;
    const double before = before_of(g, d->trial, of.seconds);
    const double loss = next_loss(g, d->slot);
    const enum event_word word = word_of(&of, d, by_itself);
    struct attempt r = {.before = before,
                        .done = fmax(before, share * of.seconds),
                        .cut = d->ends_there && !by_itself,
                        .end = {.word = word,
                                .trial = d->trial,
                                .goal = goal_of(g, &of, share, word)}};

    r.span = (struct training_span){.worker = d->slot,
                                    .trial = d->trial,
                                    .begin = g->now,
                                    .end = g->now + (r.done - before)};
    if (loss < r.span.end)
        break_off(g->f, &r, loss, EVENT_LOST);
    r.saves = next_save(g, &r);
    g->attempt[d->slot] = r;
    await(g, d->slot);
}

static void account(struct fleet_account *a, const struct attempt *r)
{
    a->makespan = r->span.end;
    a->trained += r->span.end - r->span.begin;
    a->lost += r->span.lost;
    a->longest = fmax(a->longest, r->done);
    a->finished += r->end.word == EVENT_FINISHED;
    a->failed += r->end.word == EVENT_FAILED;
    a->losses += r->end.word == EVENT_LOST;
    a->cut += r->cut;
}

/* Fail a trial that was lost too often. */
static void give_up(struct simulation *g, long trial)
{
    tell(g, &(struct event){.word = EVENT_FAILED, .trial = trial});
    g->a->failed++;
    g->a->given_up++;
}

static void close_attempt(struct simulation *g, const struct attempt *r)
{
    *done_of(g, r->span.trial) = r->done;
    account(g->a, r);
    if (g->f->watch)
        g->f->watch(g->f->watcher, &r->span);
}

static void end(struct simulation *g, const struct attempt *r)
{
    g->now = r->span.end;
    close_attempt(g, r);
    tell(g, &r->end);
}

static void save(struct simulation *g, struct attempt *r)
{
    g->now = r->saves;
    r->saves = INFINITY;
    await(g, r->span.worker);
    study_tell(g->s,
               &(struct event){.word = EVENT_SAVED, .trial = r->span.trial});
}

/* Process the next event of the attempts. */
static void go_on(struct simulation *g)
{
    const int worker = g->due.item[0].number;
    struct attempt *r = &g->attempt[worker];

    heap_take(&g->due, worker);
    if (r->saves < r->span.end)
        save(g, r);
    else
        end(g, r);
}

/* --- deaths --------------------------------------------------------------- */

static void await_death(struct simulation *g)
{
    g->death = dies(g) ? g->now + draw_wait(g->deaths, (struct address){0},
                                            g->a->deaths, g->f->between_deaths)
                       : INFINITY;
}

/* Count the trials that failed as the only possible cause of too many
 * deaths. */
static void count_blamed(struct simulation *g)
{
    for (long i = 0; i < g->log.interrupted_n; i++)
        g->a->blamed += g->log.interrupted[i].verdict == EVENT_FAILED;
}

/* The job dies: the study and all that was not saved are lost, and another job
 * starts. */
static void job_dies(struct simulation *g)
{
    const long blamed = g->a->blamed;

    while (g->due.n) {
        const int worker = g->due.item[0].number;

        heap_take(&g->due, worker);
        break_off(g->f, &g->attempt[worker], g->death, EVENT_SUSPECTED);
        close_attempt(g, &g->attempt[worker]);
    }
    replay_log_crash(&g->log, g->s, g->f->workers);
    study_free(g->s);
    g->s = replay_log_replay(&g->log, g->f->workers);
    count_blamed(g);
    g->a->failed += g->a->blamed - blamed;
    g->a->deaths++;
    g->now = g->death + g->f->restart;
    await_death(g);
}

/* --- the simulation ------------------------------------------------------- */

static int name_next(struct simulation *g, long trial, struct error *e)
{
    struct event named = {.word = EVENT_NAMED, .trial = trial};
    struct assignment a = study_assignment(g->s, trial);
    const int failed = g->f->name(g->f->context, &a, &named.name, e);

    assignment_release(&g->f->search->space, &a);
    if (!failed) {
        tell(g, &named);
        return 0;
    }
    named.word = EVENT_REFUSED;
    tell(g, &named);
    return study_trials(g->s) > trial ? 0 : error_in(e, "trial %ld", trial);
}

/* Carry out all decisions of the study; false if it has ended. */
static bool obey(struct simulation *g, int *failed, struct error *e)
{
    struct next d;

    while (study_next(g->s, &d))
        switch (d.word) {
        case NEXT_NAME:
            *failed = name_next(g, d.trial, e);
            if (*failed)
                return false;
            break;
        case NEXT_TRAIN:
            if (dies(g))
                replay_log_begin(&g->log, g->s, &d);
            begin(g, &d);
            break;
        case NEXT_FAIL:
            give_up(g, d.trial);
            break;
        case NEXT_SETTLE:
            tell(g, &(struct event){.word = EVENT_SETTLED});
            break;
        case NEXT_STOP: /* never requested here */
        case NEXT_QUIT:
            return false;
        }
    return true;
}

static int play(struct simulation *g, struct error *e)
{
    int failed = 0;

    while (obey(g, &failed, e)) {
        /* no worker is idle while a trial waits, except for suspects */
        assert(g->due.n == g->f->workers || g->a->deaths ||
               study_first(g->s) < 0);
        if (g->death < g->due.item[0].value)
            job_dies(g);
        else
            go_on(g);
    }
    return failed;
}

/* Count the trials that are not run. */
static void count_unrun(struct simulation *g)
{
    for (long i = 0; i < study_trials(g->s); i++) {
        g->a->equal += study_trial(g->s, i)->duplicate_of >= 0;
        g->a->dropped += study_trial(g->s, i)->dropped;
    }
}

int fleet_simulate(const struct fleet *f, struct fleet_account *a,
                   struct error *e)
{
    const size_t n = (size_t)f->workers;
    struct simulation g = {
        .f = f,
        .a = a,
        .s = study_new(f->search, f->scheduler, f->workers),
        .attempt = memory_new(n * sizeof(*g.attempt)),
        .losses = random_key((uint64_t)f->search->seed, "losses"),
        .deaths = random_key((uint64_t)f->search->seed, "deaths"),
        .log = {.search = f->search,
                .scheduler = f->scheduler,
                .policy = {.retries = f->retries}}};

    *a = (struct fleet_account){0};
    study_policy(g.s, &g.log.policy);
    if (f->between_losses > 0)
        g.outage = memory_zeroed(n, sizeof(*g.outage));
    await_death(&g);
    const int failed = play(&g, e);

    count_unrun(&g);
    replay_log_release(&g.log);
    heap_release(&g.due);
    free(g.attempt);
    free(g.outage);
    free(g.done);
    study_free(g.s);
    return failed;
}
