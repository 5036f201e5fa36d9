#include "sweep/study/study.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "sweep/study/study_internal.h"

/* At most so many trials are passed over because no free slot is suitable. */
#define MOST_PASSED 8

struct study *study_new(const struct search *search,
                        const struct chosen *scheduler, int slots)
{
    struct study *s = memory_zeroed(1, sizeof(*s));
    const long n = search_trials(search);

    s->search = search;
    s->most = n;
    s->scheduler = (struct scheduler){.scheduler = scheduler,
                                      .maximize = search->maximize,
                                      .seed = search->seed,
                                      .all = n};
    policy_init(s);
    s->slots = slots;
    s->slot = memory_new(((size_t)slots + 1) * sizeof(*s->slot));
    s->idle_slot = memory_new(((size_t)slots + 1) * sizeof(*s->idle_slot));
    for (int i = slots - 1; i >= 0; i--) {
        s->slot[i] = -1;
        s->idle_slot[s->idle++] = i;
    }
    s->now = (struct study_tally){.trials = n,
                                  .best = -1,
                                  .count = {[PHASE_WAITING] = n},
                                  .own = {[PHASE_WAITING] = n}};
    return s;
}

void study_free(struct study *s)
{
    if (!s)
        return;
    for (long i = 0; i < s->outcomes; i++)
        assignment_release(&s->search->space, &s->outcome[i].a);
    assignment_release(&s->search->space, &s->proposed);
    assignments_release(&s->values);
    free(s->trial);
    digest_index_release(&s->names);
    queue_release(&s->waiting);
    queue_release(&s->suspects);
    queue_release(&s->given_up);
    free(s->slot);
    free(s->idle_slot);
    free(s->outcome);
    search_forget(s->search, &s->memory);
    scheduler_release(&s->scheduler);
    free(s);
}

long study_trials(const struct study *s)
{
    return s->n;
}

const struct trial *study_trial(const struct study *s, long number)
{
    assert(number >= 0 && number < s->n + s->asked);
    return &s->trial[number];
}

struct assignment study_assignment(const struct study *s, long number)
{
    return assignments_get(&s->values, &s->search->space,
                           study_trial(s, number)->values, number);
}

void study_text(const struct study *s, long number, const char *between,
                struct str *out)
{
    struct assignment a = study_assignment(s, number);

    assignment_text(&s->search->space, &a, between, out);
    assignment_release(&s->search->space, &a);
}

long study_slot(const struct study *s, int slot)
{
    return s->slot[slot];
}

bool study_stuck(const struct study *s)
{
    return !s->busy && !s->stopping && s->now.own[PHASE_WAITING] > 0 &&
           (!s->idle || study_first(s) >= 0);
}

void study_suits(struct study *s, bool (*suits)(void *, long, int),
                 void *context)
{
    s->suits = suits;
    s->context = context;
}

void study_propose_by(struct study *s,
                      bool (*ask)(void *, const struct proposal_request *,
                                  struct assignment *),
                      void *context)
{
    s->ask = ask;
    s->asker = context;
}

bool study_waits(const struct study *s)
{
    return s->waits;
}

int study_rung(const struct study *s, long number)
{
    return number < s->scheduler.n ? s->scheduler.trial[number].rung : 0;
}

struct study_tally study_tally(const struct study *s)
{
    return s->now;
}

/* --- decisions ----------------------------------------------------------- */

static bool next_stop(struct study *s, struct next *d)
{
    while (s->told < s->slots && s->slot[s->told] < 0)
        s->told++;
    if (s->told == s->slots)
        return false;
    *d = (struct next){
        .word = NEXT_STOP, .slot = s->told, .trial = s->slot[s->told]};
    s->told++;
    return true;
}

/* The index of a free slot that is suitable for a trial, or -1. */
static int idle_slot_for(const struct study *s, long number)
{
    int i = s->idle - 1;

    while (i >= 0 && s->suits && !s->suits(s->context, number, s->idle_slot[i]))
        i--;
    return i;
}

/* The first trial of a queue that waits, has had so many deaths of the job, and
 * has a suitable free slot, whose index is *at; -1 if there is none.  *passed
 * is how many trials before it have no such slot. */
static long first_with_slot(const struct study *s, const struct queue *q,
                            int job_deaths, int *at, int *passed)
{
    *passed = 0;
    for (long i = queue_first(q); i >= 0; i = queue_next(q, i)) {
        if (s->trial[i].phase != PHASE_WAITING ||
            s->trial[i].job_deaths != job_deaths)
            continue;
        if ((*at = idle_slot_for(s, i)) >= 0)
            return i;
        if (++*passed == MOST_PASSED)
            return -1;
    }
    return -1;
}

static void take_slot(struct study *s, long number, int at)
{
    struct trial *t = &s->trial[number];

    t->slot = s->idle_slot[at];
    memmove(&s->idle_slot[at], &s->idle_slot[at + 1],
            (size_t)(--s->idle - at) * sizeof(*s->idle_slot));
    s->slot[t->slot] = number;
    s->busy++;
    suspects_begin(s, number);
    phase_move(s, number, PHASE_RUNNING);
}

static void train(struct study *s, long number, int at, struct next *d)
{
    take_slot(s, number, at);
    *d = (struct next){.word = NEXT_TRAIN,
                       .trial = number,
                       .attempt = ++s->trial[number].attempt,
                       .slot = s->trial[number].slot};
    rungs_next(s, number, d);
}

/* Train the next suspect; one of a lower class if nothing is running and no
 * slot is suitable for those above. */
static bool next_suspect(struct study *s, struct next *d)
{
    int at, passed, job_deaths = INT_MAX;
    long number = -1;

    while (number < 0 && (job_deaths == INT_MAX || !s->busy) &&
           (job_deaths = suspects_next(s, job_deaths)) > 0)
        number = first_with_slot(s, &s->suspects, job_deaths, &at, &passed);
    if (number >= 0)
        train(s, number, at, d);
    return number >= 0;
}

/* Train a trial that is no suspect, or propose one. */
static bool next_other(struct study *s, struct next *d)
{
    int at, passed;
    long number = first_with_slot(s, &s->waiting, 0, &at, &passed);

    if (((number < 0 && passed < MOST_PASSED) || proposals_next_is_clone(s)) &&
        study_propose(s)) {
        *d = (struct next){.word = NEXT_NAME, .trial = s->n};
        return true;
    }
    if (number < 0) /* dropped trials may have let others go on */
        number = first_with_slot(s, &s->waiting, 0, &at, &passed);
    if (number >= 0)
        train(s, number, at, d);
    return number >= 0;
}

/* Find a trial for a free slot. */
static bool next_trial(struct study *s, struct next *d)
{
    return s->idle && ((!s->tried && next_other(s, d)) || next_suspect(s, d));
}

bool study_next(struct study *s, struct next *d)
{
    assert(!s->asked);
    if (s->over)
        return false;
    if (policy_next(s, d))
        return true;
    if (s->stopping ? next_stop(s, d) : next_trial(s, d))
        return true;
    if (s->busy || study_stuck(s) || (s->waits && !s->stopping))
        return false;
    if (!s->stopping && s->now.own[PHASE_PAUSED]) {
        *d = (struct next){.word = NEXT_SETTLE};
        return true;
    }
    s->over = true;
    *d = (struct next){.word = NEXT_QUIT};
    return true;
}

/* --- events -------------------------------------------------------------- */

static void open_slot(struct study *s, int slot)
{
    s->idle_slot[s->idle++] = slot;
}

/* The other slots keep their order. */
static void close_slot(struct study *s, int slot)
{
    int kept = 0;

    assert(s->slot[slot] < 0);
    for (int i = 0; i < s->idle; i++)
        if (s->idle_slot[i] != slot)
            s->idle_slot[kept++] = s->idle_slot[i];
    s->idle = kept;
}

static void leave_slot(struct study *s, struct trial *t)
{
    if (t->slot < 0)
        return;
    suspects_save(s, s->slot[t->slot]);
    s->slot[t->slot] = -1;
    s->busy--;
    open_slot(s, t->slot);
    t->slot = -1;
}

static void end(struct study *s, const struct event *e)
{
    const bool over = e->word == EVENT_FINISHED || e->word == EVENT_FAILED;
    const bool was_running = s->trial[e->trial].slot >= 0;

    leave_slot(s, &s->trial[e->trial]);
    if (over)
        suspects_clear(s, e->trial);
    if (e->word == EVENT_FINISHED)
        phase_finish(s, e->trial, e->goal);
    else if (e->word == EVENT_FAILED)
        phase_move(s, e->trial, PHASE_FAILED);
    else
        phase_move(s, e->trial, PHASE_WAITING);
    if (over)
        rungs_leave(s, e->trial);
    s->trial[e->trial].given_up = false;
    if (e->word == EVENT_LOST)
        policy_lose(s, e->trial, was_running);
    if (e->word == EVENT_FAILED)
        policy_fail(s, e->trial, was_running);
}

void study_tell(struct study *s, const struct event *e)
{
    switch (e->word) {
    case EVENT_PROPOSED:
    case EVENT_DROPPED:
        proposals_take(s, e);
        break;
    case EVENT_NAMED:
        proposals_name(s, e->name);
        break;
    case EVENT_REFUSED:
        proposals_refuse(s);
        break;
    case EVENT_STARTED:
        s->trial[e->trial].attempt = e->attempt;
        s->trial[e->trial].given_up = false;
        break;
    case EVENT_FINISHED:
    case EVENT_FAILED:
    case EVENT_STOPPED:
    case EVENT_LOST:
        end(s, e);
        break;
    case EVENT_PAUSED:
        leave_slot(s, &s->trial[e->trial]);
        suspects_clear(s, e->trial);
        rungs_pause(s, e->trial, e->goal);
        break;
    case EVENT_AGAIN:
        phase_reset(s, e->trial);
        rungs_leave(s, e->trial);
        break;
    case EVENT_SUSPECTED:
    case EVENT_BLAMED:
        suspects_job_died(s, e->trial, e->word == EVENT_BLAMED);
        break;
    case EVENT_CLEARED:
        suspects_clear_all(s);
        break;
    case EVENT_SAVED:
        suspects_save(s, e->trial);
        suspects_clear(s, e->trial);
        break;
    case EVENT_SETTLED:
        rungs_settle(s);
        break;
    case EVENT_CLOSED:
        close_slot(s, e->slot);
        break;
    case EVENT_OPENED:
        open_slot(s, e->slot);
        break;
    case EVENT_STOP:
        s->stopping = true;
        break;
    }
}
