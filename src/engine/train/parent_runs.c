#include "engine/train/parent_runs.h"

int parent_runs_generation(const struct training *t, struct digest trial)
{
    for (int generation = 1; t; t = t->from, generation++)
        if (digest_equal(t->trial, trial))
            return generation;
    return 0;
}

const struct training *parent_runs_at(const struct training *t, int generation)
{
    while (t->from && generation != 1) {
        t = t->from;
        generation--;
    }
    return t;
}

const struct training *parent_runs_child(const struct training *t,
                                         const struct training *from)
{
    while (t->from != from)
        t = t->from;
    return t;
}
