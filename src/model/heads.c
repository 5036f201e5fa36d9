#include "model/heads.h"

#include "kernel/vector.h"

int head_classes(const struct model_spec *spec)
{
    return spec->head == HEAD_RANK ? 2 : spec->classes;
}

struct node *class_loss(struct tape *t, const struct grain *g,
                        struct node *scores, float label_smoothing)
{
    return tape_cross_entropy(t, scores, g->label, label_smoothing, g->weight,
                              NULL);
}

void class_answer(struct tape *t, const struct model_spec *spec,
                  const struct node *scores, struct answers *out)
{
    size_t c = (size_t)scores->cols;
    float *p = arena_floats_raw(t->arena, node_len(scores));

    for (int i = 0; i < scores->rows; i++)
        vector_softmax(c, scores->val + i * c, p + i * c);
    *out = (struct answers){.score = p, .width = scores->cols};
    if (spec->head != HEAD_RANK)
        return;
    out->width = 1;
    for (int i = 0; i < scores->rows; i++)
        p[i] = p[2 * i + 1];
}
