/* proposals.c - adds the trials of a study, one after the other. */
#include <assert.h>
#include <math.h>

#include "base/core/memory.h"
#include "sweep/study/study_internal.h"

static void add(struct study *s, struct assignment a)
{
    const struct space *space = &s->search->space;

    assert(a.number == s->n && !s->asked);
    assignment_release(space, &s->proposed);
    s->proposed = a;
    GROW(s->trial, s->n, s->room);
    s->trial[s->n] =
        (struct trial){.values = assignments_add(&s->values, space, &a),
                       .slot = -1,
                       .duplicate_of = -1,
                       .goal = NAN};
    s->asked = true;
    if (s->n < s->most) {
        search_remember(s->search, &a, &s->memory);
        return;
    }
    s->now.trials++; /* it was not counted before */
    s->now.own[PHASE_WAITING]++;
    s->now.count[PHASE_WAITING]++;
}

/* Give the added trial its name. */
void proposals_name(struct study *s, struct digest d)
{
    const struct digest_array names = {&s->trial->name, sizeof(*s->trial)};
    struct trial *t = &s->trial[s->n];

    assert(s->asked);
    s->asked = false;
    t->name = d;
    const long first = digest_index_take(&s->names, &names, s->n);

    if (first != s->n) {
        struct trial *other = &s->trial[first];

        t->duplicate_of = (int)first;
        other->duplicates++;
        s->now.own[PHASE_WAITING]--;
        s->now.count[PHASE_WAITING]--;
        s->now.count[other->phase]++;
    } else
        queue_add(&s->waiting, s->n);
    rungs_enter(s, s->n++);
}

/* Collect the values of all trials, for a search that uses them. */
static void make_outcomes(struct study *s)
{
    const struct space *space = &s->search->space;

    s->outcome =
        memory_resize(s->outcome, ((size_t)s->n + 1) * sizeof(*s->outcome));
    for (; s->outcomes < s->n; s->outcomes++) {
        struct outcome *o = &s->outcome[s->outcomes];

        *o = (struct outcome){.a = study_assignment(s, s->outcomes)};
        assignment_pack(space, &o->a);
    }
}

/* Collect the goals of the first `needs` trials, a duplicate's from its
 * original; the others have none yet. */
static void learn(struct study *s, long needs)
{
    if (!needs)
        return;
    make_outcomes(s);
    for (long i = s->known; i < s->n; i++) {
        const struct trial *t = &s->trial[i];

        s->outcome[i].goal =
            t->duplicate_of < 0 ? t->goal : s->trial[t->duplicate_of].goal;
        s->outcome[i].duplicate = t->duplicate_of >= 0;
        if (i >= needs)
            s->outcome[i].goal = NAN;
    }
    s->known = needs;
}

/* True if the next trial of the search can be proposed now. */
static bool can_propose(struct study *s)
{
    const long needs = search_needs(s->search, s->n);

    if (s->n >= s->most)
        return false;
    while (s->settled < s->n && study_over(s, s->settled))
        s->settled++;
    return s->settled >= needs;
}

/* Drop the added trial, which does not keep the rules. */
static void drop(struct study *s)
{
    s->trial[s->n].dropped = true;
    s->asked = false;
    s->now.trials--;
    s->now.own[PHASE_WAITING]--;
    s->now.count[PHASE_WAITING]--;
    rungs_enter(s, s->n++);
}

/* Propose by the search.  False: the proposal is being made, or was cancelled;
 * then nothing that it uses is changed. */
static bool of_search(struct study *s, struct assignment *a)
{
    const long needs = search_needs(s->search, s->n);

    if (!s->waits)
        learn(s, needs);
    const struct proposal_request w = {.search = s->search,
                                       .known = s->outcome,
                                       .n = needs,
                                       .number = s->n,
                                       .memory = &s->memory};

    s->waits = needs && s->ask && !s->ask(s->asker, &w, a);
    if (!needs || !s->ask) {
        *a = search_propose(w.search, w.known, w.n, w.number, w.memory);
        s->waits = !a->value;
    }
    return !s->waits;
}

static struct assignment of_parent(const struct study *s)
{
    const struct space *space = &s->search->space;
    struct assignment parent =
        study_assignment(s, scheduler_clone_at(&s->scheduler, s->n)->parent);
    const struct assignment a =
        scheduler_explore(&s->scheduler, space, s->n, &parent);

    assignment_release(space, &parent);
    return a;
}

const struct assignment *study_propose(struct study *s)
{
    while (proposals_next_is_clone(s) || can_propose(s)) {
        struct assignment a;

        if (proposals_next_is_clone(s))
            a = of_parent(s);
        else if (!of_search(s, &a))
            return NULL;
        add(s, a);
        if (search_allows(s->search, &s->proposed))
            return &s->proposed;
        drop(s);
    }
    return NULL;
}

bool proposals_next_is_clone(const struct study *s)
{
    return scheduler_clone_at(&s->scheduler, s->n) != NULL;
}

bool study_expects(const struct study *s)
{
    return s->n < s->most || proposals_next_is_clone(s);
}

void proposals_take(struct study *s, const struct event *e)
{
    if (!s->asked)
        add(s, e->a);
    if (e->word == EVENT_DROPPED)
        drop(s);
    else
        proposals_name(s, e->name);
}

void proposals_refuse(struct study *s)
{
    if (policy_drops(s))
        drop(s);
    else
        s->asked = false;
}
