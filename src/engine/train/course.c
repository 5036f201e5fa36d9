#include "engine/train/course.h"

#include "base/core/clock.h"

void score_release(struct score *s)
{
    answer_sheet_release(&s->answers);
    units_release(&s->units);
}

void course_init(struct course *c, const struct training *t)
{
    const double now = clock_now();

    *c = (struct course){.t = t,
                         .at = {.best_step = -1},
                         .scored_at = -1,
                         .began = now,
                         .saved = now};
}

void course_release(struct course *c)
{
    stepper_release(&c->stepper);
    known_release(&c->known);
    score_release(&c->scored);
    comm_free(c->best);
}

bool course_leads(const struct course *c)
{
    return c->t->group->me == 0;
}

const struct examples *course_examples(const struct course *c)
{
    return &c->t->task->split[SPLIT_TRAIN];
}

long course_seen(const struct course *c)
{
    return c->stepper.at.epoch * course_examples(c)->n + c->stepper.at.position;
}

double course_epochs(const struct course *c)
{
    return (double)c->stepper.at.epoch +
           (double)c->stepper.at.position / course_examples(c)->n;
}

double course_seconds(const struct course *c)
{
    return c->before + clock_now() - c->began;
}

int course_agree(const struct course *c, int failed, struct error *e)
{
    struct word {
        int failed;
        struct error why;
    } word = {failed, {""}};

    if (failed)
        word.why = *e;
    if (group_broadcast(c->t->group, 0, &word, sizeof(word), e))
        return -1;
    if (word.failed)
        *e = word.why;
    return word.failed ? -1 : 0;
}

void course_be(struct course *c, const struct training *t)
{
    c->t = t;
    c->stepper.engine.model = t->model;
    c->stepper.engine.conf = t->conf;
}

/* What is the best so far counts anew. */
void course_inherit(struct course *c, const struct training *heir)
{
    course_be(c, heir);
    c->at.best_step = -1;
    c->at.best_value = 0;
    c->at.since_best = 0;
}
