/* inspect.c - a look into the attentions of a model that is being trained. */
#include "train/course.h"
#include "train/evaluate.h"

/* The first chunk of an evaluation, whatever the beam, or as much of what is
 * trained on. */
void course_inspect(struct course *c, const float *params, struct probe *out)
{
    const struct task *task = c->t->task;
    const bool valid = task->split[SPLIT_VALID].n > 0;
    const struct examples *x = &task->split[valid ? SPLIT_VALID : SPLIT_TRAIN];
    struct chunks all;

    *out = (struct probe)PROBE_INIT;
    chunks_init(&all, x, 1);
    evaluate_look(&c->engine, params, x, all.order, (struct run){0, all.cut[1]},
                  &out->look);
    chunks_release(&all);
}
