#include "config.h"

#include "sweep/simulate/replay_log.h"

#include <stdlib.h>

#include "base/core/memory.h"

static bool has_values(const struct event *e)
{
    return e->word == EVENT_PROPOSED || e->word == EVENT_DROPPED;
}

void replay_log_release(struct replay_log *c)
{
    for (long i = 0; i < c->n; i++)
        if (has_values(&c->event[i]))
            assignment_release(&c->search->space, &c->event[i].a);
    free(c->event);
    free(c->interrupted);
    *c = (struct replay_log){0};
}

/* --- writing -------------------------------------------------------------- */

static void write_down(struct replay_log *c, const struct event *e)
{
    GROW(c->event, c->n, c->room);
    c->event[c->n++] = *e;
}

static void write_trial(struct replay_log *c, const struct study *s, long trial,
                        enum event_word word, struct digest name)
{
    c->trials++;
    write_down(c, &(struct event){.word = word,
                                  .trial = trial,
                                  .name = name,
                                  .a = study_assignment(s, trial)});
}

/* Log the trials that were dropped, before any event that follows from it. */
static void write_dropped(struct replay_log *c, const struct study *s)
{
    while (c->trials < study_trials(s))
        write_trial(c, s, c->trials, EVENT_DROPPED, (struct digest){0});
}

void replay_log_add(struct replay_log *c, struct study *s,
                    const struct event *e)
{
    write_dropped(c, s);
    if (e->word == EVENT_NAMED)
        write_trial(c, s, e->trial, EVENT_PROPOSED, e->name);
    else if (e->word != EVENT_DROPPED && e->word != EVENT_REFUSED)
        /* a dropped trial is logged before the next event */
        write_down(c, e);
    study_tell(s, e);
}

void replay_log_begin(struct replay_log *c, const struct study *s,
                      const struct next *d)
{
    write_dropped(c, s);
    write_down(c, &(struct event){.word = EVENT_STARTED,
                                  .trial = d->trial,
                                  .attempt = d->attempt});
}

/* --- deaths --------------------------------------------------------------- */

void replay_log_crash(struct replay_log *c, const struct study *s, int slots)
{
    c->interrupted_n = 0;
    for (int i = 0; i < slots; i++) {
        const long trial = study_slot(s, i);

        if (trial < 0)
            continue;
        GROW(c->interrupted, c->interrupted_n, c->interrupted_room);
        c->interrupted[c->interrupted_n++] = (struct interrupted_trial){
            .trial = trial, .saved = study_trial(s, trial)->saved};
    }
}

static struct study *replay(const struct replay_log *c, int slots)
{
    struct study *s = study_new(c->search, c->scheduler, slots);

    study_policy(s, &c->policy);
    for (long i = 0; i < c->n; i++) {
        struct event e = c->event[i];

        if (has_values(&e))
            e.a = assignment_copy(&c->search->space, &e.a);
        study_tell(s, &e);
    }
    return s;
}

struct study *replay_log_replay(struct replay_log *c, int slots)
{
    const struct event cleared = {.word = EVENT_CLEARED};
    struct study *s = replay(c, slots);
    const bool clears = study_judge(s, c->interrupted, c->interrupted_n, false);

    for (long i = 0; i < c->interrupted_n; i++)
        write_down(c, &(struct event){.word = c->interrupted[i].verdict,
                                      .trial = c->interrupted[i].trial});
    if (clears) {
        write_down(c, &cleared);
        study_tell(s, &cleared);
    }
    return s;
}
