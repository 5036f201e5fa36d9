/*
 * study_late.h - proposals that a simulated study gets some random time after
 * it has asked for them.
 */
#ifndef STUDY_LATE_H
#define STUDY_LATE_H

#include "tests/unit/study_searches.h"

#include "base/numbers/digest.h"
#include "sweep/study/study.h"
#include "tests/unit/sweep/study/study_laws.h"

struct late {
    struct dice *dice;
    bool asked;
    struct proposal_request wanted; /* if it was asked for */
    uint64_t facts; /* hash of what it depends on, which must not change */
};

static uint64_t facts_of(const struct proposal_request *w)
{
    uint64_t hash = (uint64_t)w->number;

    for (long i = 0; i < w->number; i++) {
        const struct {
            uint64_t before;
            const char *value;
            double goal;
        } fact = {hash, w->known[i].a.value[0], w->known[i].goal};

        hash = hash64(&fact, sizeof(fact));
    }
    return hash;
}

/* Return the proposal at once or, more often, some time later. */
static bool propose_late(void *late, const struct proposal_request *w,
                         struct assignment *a)
{
    struct late *l = late;

    if (!l->asked) {
        l->asked = true;
        l->wanted = *w;
        l->facts = facts_of(w);
    }
    assert_int_equal(w->number, l->wanted.number);
    assert_ptr_equal(w->known, l->wanted.known);
    assert_true(facts_of(&l->wanted) == l->facts);
    if (roll(l->dice, 3) > 0)
        return false;
    *a = search_propose(w->search, w->known, w->n, w->number, w->memory);
    l->asked = false;
    return true;
}

#endif
