#include "search/study.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "search/names.h"

struct study {
    const struct search *search; /* borrowed */
    long most;                   /* proposals there may be */
    long n, room;
    struct trial *trial; /* [n] owned */
    struct names names;
    int seats, idle;
    long *seat;     /* [seats] a trial, -1: none; owned */
    int *idle_seat; /* [idle] that train nothing, the next one last; owned */
    int told;       /* seats before this one know that they have to stop */
    long first;     /* no trial before this one waits */
    long settled;   /* all trials before this one are over */
    long known;     /* of these trials `outcome` tells */
    struct outcome *outcome; /* owned; its assignments are borrowed */
    struct race race;        /* without rungs it has no entrants */
    struct study_tally now;
    bool asked; /* a trial is proposed, and has no name yet */
    bool stopping, over;
};

struct study *study_new(const struct search *search,
                        const struct chosen *scheduler, int seats)
{
    struct study *s = memory_zeroed(1, sizeof(*s));
    const long n = search_trials(search);

    s->search = search;
    s->most = n;
    s->race = (struct race){
        .scheduler = scheduler, .maximize = search->maximize, .all = n};
    s->seats = seats;
    s->seat = memory_new(((size_t)seats + 1) * sizeof(*s->seat));
    s->idle_seat = memory_new(((size_t)seats + 1) * sizeof(*s->idle_seat));
    for (int i = seats - 1; i >= 0; i--) {
        s->seat[i] = -1;
        s->idle_seat[s->idle++] = i;
    }
    s->now = (struct study_tally){.trials = n,
                                  .best = -1,
                                  .count = {[PLACE_WAITING] = n},
                                  .own = {[PLACE_WAITING] = n}};
    return s;
}

void study_free(struct study *s)
{
    if (!s)
        return;
    for (long i = 0; i < s->n + s->asked; i++)
        assignment_release(&s->search->space, &s->trial[i].a);
    free(s->trial);
    names_release(&s->names);
    free(s->seat);
    free(s->idle_seat);
    free(s->outcome);
    race_release(&s->race);
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

long study_seat(const struct study *s, int seat)
{
    return s->seat[seat];
}

int study_rung(const struct study *s, long number)
{
    return number < s->race.n ? s->race.entrant[number].rung : 0;
}

struct study_tally study_tally(const struct study *s)
{
    return s->now;
}

/* --- where trials stand -------------------------------------------------- */

static bool is_over(const struct study *s, long number)
{
    const struct trial *t = &s->trial[number];

    if (t->dropped)
        return true;
    if (t->twin >= 0)
        t = &s->trial[t->twin];
    return t->place == PLACE_FINISHED || t->place == PLACE_FAILED;
}

/* Of equals the first stands. */
static bool better(const struct study *s, long a, long b)
{
    const double x = s->trial[a].goal, y = s->trial[b].goal;

    if (x == y)
        return a < b;
    return s->search->maximize ? x > y : x < y;
}

static void move(struct study *s, long number, enum place place)
{
    struct trial *t = &s->trial[number];

    assert(trial_runs(t));
    s->now.own[t->place]--;
    s->now.own[place]++;
    s->now.count[t->place] -= 1 + t->twins;
    s->now.count[place] += 1 + t->twins;
    t->place = place;
    if (place == PLACE_WAITING && number < s->first)
        s->first = number;
}

static void find_best(struct study *s)
{
    s->now.best = -1;
    for (long i = 0; i < s->n; i++)
        if (!isnan(s->trial[i].goal) &&
            (s->now.best < 0 || better(s, i, s->now.best)))
            s->now.best = i;
}

static void finish(struct study *s, long number, double goal)
{
    move(s, number, PLACE_FINISHED);
    s->trial[number].goal = goal;
    if (!isnan(goal) && (s->now.best < 0 || better(s, number, s->now.best)))
        s->now.best = number;
}

static void run_again(struct study *s, long number)
{
    move(s, number, PLACE_WAITING);
    s->trial[number].goal = NAN;
    if (number < s->settled)
        s->settled = number;
    if (number < s->known)
        s->known = number;
    if (number == s->now.best)
        find_best(s);
}

long study_first(struct study *s)
{
    while (s->first < s->n && (!trial_runs(&s->trial[s->first]) ||
                               s->trial[s->first].place != PLACE_WAITING))
        s->first++;
    return s->first < s->n ? s->first : -1;
}

/* --- proposals ----------------------------------------------------------- */

static void add(struct study *s, struct assignment a)
{
    assert(a.number == s->n && !s->asked);
    GROW(s->trial, s->n, s->room);
    s->trial[s->n] =
        (struct trial){.a = a, .seat = -1, .twin = -1, .goal = NAN};
    s->asked = true;
}

/* --- the race ------------------------------------------------------------ */

/* Those who were ruled on wait for a seat again. */
static void take_rulings(struct study *s)
{
    for (long i = 0; i < s->race.ruled; i++)
        move(s, s->race.number[i], PLACE_WAITING);
    s->race.ruled = 0;
}

static void settle(struct study *s, long number)
{
    if (!race_runs(&s->race))
        return;
    ((const struct scheduler_kind *)s->race.scheduler->kind)
        ->settle(&s->race, number);
    take_rulings(s);
}

/* A trial that runs takes part in the race; another holds nobody up. */
static void enter(struct study *s, long number)
{
    struct race *r = &s->race;

    if (!race_runs(r))
        return;
    GROW(r->entrant, r->n, r->room);
    r->entrant[r->n++] =
        (struct entrant){.out = !trial_runs(&s->trial[number]), .goal = NAN};
    settle(s, number);
}

/* It came to its end, or is not over after all. */
static void leave(struct study *s, long number)
{
    struct entrant *t = &s->race.entrant[number];
    const struct trial *of = &s->trial[number];

    if (!race_runs(&s->race))
        return;
    t->out = of->place == PLACE_FAILED;
    t->over = of->place == PLACE_FINISHED;
    t->goal = of->goal;
    settle(s, number);
}

static void pause(struct study *s, long number, double goal)
{
    struct entrant *t = &s->race.entrant[number];

    move(s, number, PLACE_PAUSED);
    t->value[t->rung++] = goal;
    t->ruling = RULING_WAIT;
    settle(s, number);
}

/* Nothing goes on, and some wait to be ruled on: on those there are. */
static void break_the_tie(struct study *s)
{
    struct race *r = &s->race;

    r->stuck = true;
    for (long i = 0; i < r->n; i++)
        if (r->entrant[i].ruling == RULING_WAIT)
            settle(s, i);
    for (long i = 0; i < r->n; i++)
        if (r->entrant[i].ruling == RULING_WAIT)
            race_rule(r, i, RULING_CUT);
    take_rulings(s);
    r->stuck = false;
}

/* How far a trial is trained next. */
static void set_goal(const struct study *s, long number, struct next *d)
{
    const struct race *r = &s->race;
    const struct entrant *t = &r->entrant[number];

    if (!race_runs(r))
        return;
    d->ends_there = t->ruling == RULING_CUT;
    if (d->ends_there)
        d->until = race_share(r, number, t->rung - 1);
    else if (t->passed < race_rungs(r, number))
        d->until = race_share(r, number, t->passed);
}

/* A trial that was added has this name. */
static void name(struct study *s, struct digest d)
{
    struct trial *t = &s->trial[s->n];
    const long first = names_first(&s->names, d, s->n);

    assert(s->asked);
    s->asked = false;
    t->name = d;
    if (first != s->n) {
        struct trial *other = &s->trial[first];

        t->twin = first;
        other->twins++;
        s->now.own[PLACE_WAITING]--;
        s->now.count[PLACE_WAITING]--;
        s->now.count[other->place]++;
    }
    enter(s, s->n++);
}

/* What the first trials came to, up to `needs`, a twin as its other; and what
 * the others are. */
static void learn(struct study *s, long needs)
{
    if (!needs)
        return;
    s->outcome =
        memory_resize(s->outcome, ((size_t)s->n + 1) * sizeof(*s->outcome));
    for (long i = s->known; i < s->n; i++) {
        const struct trial *t = &s->trial[i];

        s->outcome[i] = (struct outcome){
            .a = t->a, .goal = t->twin < 0 ? t->goal : s->trial[t->twin].goal};
        if (i >= needs)
            s->outcome[i].goal = NAN;
    }
    s->known = needs;
}

/* May the next trial be proposed by now? */
static bool can_propose(struct study *s)
{
    const long needs = search_needs(s->search, s->n);

    if (s->n >= s->most)
        return false;
    while (s->settled < s->n && is_over(s, s->settled))
        s->settled++;
    return s->settled >= needs;
}

/* What was added does not keep the rules. */
static void drop(struct study *s)
{
    s->trial[s->n].dropped = true;
    s->asked = false;
    s->now.trials--;
    s->now.own[PLACE_WAITING]--;
    s->now.count[PLACE_WAITING]--;
    enter(s, s->n++);
}

static void add_next(struct study *s)
{
    const long needs = search_needs(s->search, s->n);

    learn(s, needs);
    add(s, search_propose(s->search, s->outcome, needs, s->n));
}

const struct assignment *study_propose(struct study *s)
{
    while (can_propose(s)) {
        add_next(s);
        if (search_allows(s->search, &s->trial[s->n].a))
            return &s->trial[s->n].a;
        drop(s);
    }
    return NULL;
}

/* --- decisions ----------------------------------------------------------- */

static bool next_stop(struct study *s, struct next *d)
{
    while (s->told < s->seats && s->seat[s->told] < 0)
        s->told++;
    if (s->told == s->seats)
        return false;
    *d = (struct next){
        .word = NEXT_STOP, .seat = s->told, .trial = s->seat[s->told]};
    s->told++;
    return true;
}

/* Something for a seat that is free: a trial, or the proposal of one. */
static bool next_trial(struct study *s, struct next *d)
{
    const long number = study_first(s);
    struct trial *t;

    if (number < 0) {
        const bool more = study_propose(s);

        *d = (struct next){.word = NEXT_NAME, .trial = s->n};
        return more;
    }
    t = &s->trial[number];
    t->seat = s->idle_seat[--s->idle];
    s->seat[t->seat] = number;
    move(s, number, PLACE_RUNNING);
    *d = (struct next){.word = NEXT_TRAIN,
                       .trial = number,
                       .attempt = ++t->attempt,
                       .seat = t->seat};
    set_goal(s, number, d);
    return true;
}

bool study_next(struct study *s, struct next *d)
{
    assert(!s->asked);
    if (s->over)
        return false;
    if (s->stopping ? next_stop(s, d) : s->idle && next_trial(s, d))
        return true;
    if (s->idle < s->seats)
        return false;
    if (!s->stopping && s->now.own[PLACE_PAUSED]) {
        *d = (struct next){.word = NEXT_SETTLE};
        return true;
    }
    s->over = true;
    *d = (struct next){.word = NEXT_QUIT};
    return true;
}

/* --- events -------------------------------------------------------------- */

static void leave_seat(struct study *s, struct trial *t)
{
    if (t->seat < 0)
        return;
    s->seat[t->seat] = -1;
    s->idle_seat[s->idle++] = t->seat;
    t->seat = -1;
}

static void end(struct study *s, const struct event *e)
{
    leave_seat(s, &s->trial[e->trial]);
    if (e->word == EVENT_FINISHED)
        finish(s, e->trial, e->goal);
    else if (e->word == EVENT_FAILED)
        move(s, e->trial, PLACE_FAILED);
    else
        move(s, e->trial, PLACE_WAITING);
    if (e->word == EVENT_FINISHED || e->word == EVENT_FAILED)
        leave(s, e->trial);
    s->trial[e->trial].losses += e->word == EVENT_LOST;
}

void study_tell(struct study *s, const struct event *e)
{
    switch (e->word) {
    case EVENT_PROPOSED:
        while (s->n < e->a.number) { /* those between were dropped */
            add_next(s);
            drop(s);
        }
        add(s, e->a);
        name(s, e->name);
        break;
    case EVENT_NAMED:
        name(s, e->name);
        break;
    case EVENT_REFUSED:
        s->asked = false;
        assignment_release(&s->search->space, &s->trial[s->n].a);
        break;
    case EVENT_STARTED:
        s->trial[e->trial].attempt = e->attempt;
        break;
    case EVENT_FINISHED:
    case EVENT_FAILED:
    case EVENT_STOPPED:
    case EVENT_LOST:
        end(s, e);
        break;
    case EVENT_PAUSED:
        leave_seat(s, &s->trial[e->trial]);
        pause(s, e->trial, e->goal);
        break;
    case EVENT_AGAIN:
        run_again(s, e->trial);
        leave(s, e->trial);
        break;
    case EVENT_SETTLED:
        break_the_tie(s);
        break;
    case EVENT_STOP:
        s->stopping = true;
        break;
    }
}
