/* descent.c - a run, and those that it begins from. */
#include "train/course.h"

/* What is the best so far counts anew. */
void course_inherit(struct course *c, const struct training *heir)
{
    course_be(c, heir);
    c->at.best_step = -1;
    c->at.best_value = 0;
    c->at.since_best = 0;
}

void course_be(struct course *c, const struct training *t)
{
    c->t = t;
    c->engine.model = t->model;
    c->engine.conf = t->conf;
}

int descent_generation(const struct training *t, struct digest trial)
{
    for (int generation = 1; t; t = t->from, generation++)
        if (digest_equal(t->trial, trial))
            return generation;
    return 0;
}

const struct training *descent_at(const struct training *t, int generation)
{
    while (t->from && generation != 1) {
        t = t->from;
        generation--;
    }
    return t;
}

const struct training *descent_heir(const struct training *t,
                                    const struct training *from)
{
    while (t->from != from)
        t = t->from;
    return t;
}
