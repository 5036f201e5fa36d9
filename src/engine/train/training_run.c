#include "engine/train/training_run.h"

#include "base/core/clock.h"

void score_release(struct score *s)
{
    answer_sheet_release(&s->answers);
    units_release(&s->units);
}

void training_run_init(struct training_run *c, const struct training *t)
{
    const double now = clock_now();

    *c = (struct training_run){.t = t,
                               .at = {.best_step = -1},
                               .scored_at = -1,
                               .began = now,
                               .saved = now};
}

void training_run_release(struct training_run *c)
{
    stepper_release(&c->stepper);
    state_metadata_release(&c->metadata);
    score_release(&c->scored);
    comm_free(c->best);
}

bool training_run_leads(const struct training_run *c)
{
    return c->t->group->me == 0;
}

const struct examples *training_run_examples(const struct training_run *c)
{
    return &c->t->task->split[SPLIT_TRAIN];
}

long training_run_seen(const struct training_run *c)
{
    return c->stepper.at.epoch * training_run_examples(c)->n +
           c->stepper.at.position;
}

double training_run_epochs(const struct training_run *c)
{
    return (double)c->stepper.at.epoch +
           (double)c->stepper.at.position / training_run_examples(c)->n;
}

double training_run_seconds(const struct training_run *c)
{
    return c->before + clock_now() - c->began;
}

int training_run_agree(const struct training_run *c, int failed,
                       struct error *e)
{
    struct agreement {
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

void training_run_switch(struct training_run *c, const struct training *t)
{
    c->t = t;
    c->stepper.engine.model = t->model;
    c->stepper.engine.conf = t->conf;
}

/* The best so far is counted from the start again. */
void training_run_inherit(struct training_run *c, const struct training *child)
{
    training_run_switch(c, child);
    c->at.best_step = -1;
    c->at.best_value = 0;
    c->at.since_best = 0;
}
