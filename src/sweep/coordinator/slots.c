#include "config.h"

#include "sweep/coordinator/slots.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"

void slots_init(struct slots *s, const struct rank_groups *rank_groups,
                const struct study *study)
{
    *s = (struct slots){.rank_groups = rank_groups, .study = study};
    s->slot =
        memory_zeroed((size_t)rank_groups_slots(rank_groups), sizeof(*s->slot));
    s->freed =
        memory_zeroed((size_t)rank_groups->groups + 1, sizeof(*s->freed));
}

void slots_release(struct slots *s)
{
    free(s->slot);
    free(s->freed);
    *s = (struct slots){0};
}

void slots_start(struct slots *s, const struct next *d, double now)
{
    time_estimate_begin(&s->slot[d->slot], s->study, d, now);
    s->slot[d->slot].order = ++s->orders;
}

void slots_progress(struct slots *s, int slot, const struct report *r,
                    double now)
{
    time_estimate_report(&s->slot[slot], r, now);
    s->slot[slot].trained = r->trained;
}

double slots_began(const struct slots *s, int slot)
{
    return fmax(s->slot[slot].began, s->freed[slot % s->rank_groups->groups]);
}

void slots_over(struct slots *s, int slot, const struct report *r, double now)
{
    struct slot *of = &s->slot[slot];

    of->began = slots_began(s, slot);
    time_estimate_over(&s->work, of, (enum train_end)r->end, now);
    of->order = 0;
    s->trained += r->trained > of->trained ? r->trained : of->trained;
    of->trained = 0;
    s->ended |= r->end == TRAIN_FINISHED || r->end == TRAIN_FAILED ||
                r->end == TRAIN_PAUSED;
    s->freed[slot % s->rank_groups->groups] = now;
}

void slots_return(struct slots *s, int slot)
{
    s->slot[slot].order = 0;
}

void slots_give_up(struct slots *s)
{
    s->ended = true;
}

int slots_running(const struct slots *s, int group, double *since)
{
    int first = -1;

    for (int i = group; i < rank_groups_slots(s->rank_groups);
         i += s->rank_groups->groups)
        if (s->slot[i].order && study_slot(s->study, i) == s->slot[i].trial &&
            (first < 0 || s->slot[i].order < s->slot[first].order))
            first = i;
    if (since && first >= 0)
        *since = slots_began(s, first);
    return first;
}

long slots_trained(const struct slots *s)
{
    long all = s->trained;

    for (int i = 0; i < rank_groups_slots(s->rank_groups); i++)
        all += s->slot[i].order ? s->slot[i].trained : 0;
    return all;
}

bool slots_advanced(const struct slots *s)
{
    return s->ended || slots_trained(s);
}

double slots_left(struct slots *s)
{
    return time_estimate_left(&s->work, s->study, s->slot,
                              rank_groups_slots(s->rank_groups),
                              s->rank_groups->groups);
}
