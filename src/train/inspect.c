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
    const struct model *m = c->t->model;
    struct worker *w = &c->engine.worker[0];
    struct tape t = evaluate_tape(w, params);
    struct chunks all;
    struct grain grain;

    *out = (struct probe)PROBE_INIT;
    t.look = &out->look;
    chunks_init(&all, x, 1);
    grain_pack(x, all.order, (struct run){0, all.cut[1]}, &m->kind->framing,
               NULL, 1.0f, &w->arena, &grain);
    model_outcome(&t, m, &grain);
    chunks_release(&all);
}
