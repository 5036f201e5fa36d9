#include "engine/model/pointer.h"

#include <assert.h>

struct pointer pointer_add(struct params *p, int width, int hidden, int hops,
                           enum fused form, const char *name)
{
    struct pointer ptr = {.hops = hops, .form = form};

    assert(hops <= POINTER_HOPS);
    for (int i = 0; i < 2 * hops; i++) {
        struct pointer_ask *a = &ptr.ask[i];

        params_enter(p, "%s.%d", name, i);
        a->hidden =
            linear_add_as(p, 3 * width, hidden, true, INIT_FAN_IN, "hidden");
        a->score = linear_add_as(p, hidden, 1, true, INIT_FAN_IN, "score");
        if (i < 2 * hops - 1)
            a->fuse = fusion_add_fused(p, width, form, INIT_FAN_IN, "fuse");
        params_leave(p);
    }
    return ptr;
}

/* [rows x 1] */
static struct node *ask(struct tape *t, const struct params *p,
                        const struct pointer_ask *a,
                        const struct pointer_input *in, struct node *z)
{
    struct node *x = tape_relu(
        t, tape_segment_linear(t, in->c, z, params_node(t, p, a->hidden.weight),
                               params_node(t, p, a->hidden.bias), in->seg));

    x = tape_dropout(t, x, in->dropout, in->seg, in->example);
    return linear_apply(t, p, a->score, x);
}

/* The mean of the document's rows under the scores, [n x width]. */
static struct node *find(struct tape *t, const struct pointer_input *in,
                         struct node *scores)
{
    return tape_segment_pool(t, in->c, tape_segment_softmax(t, scores, in->seg),
                             in->seg);
}

void pointer_apply(struct tape *t, const struct params *p,
                   const struct pointer *ptr, const struct pointer_input *in,
                   struct node *out[POINTER_HOPS])
{
    struct node *z = in->z, *first = NULL;

    for (int i = 0; i < 2 * ptr->hops; i++) {
        struct node *s = ask(t, p, &ptr->ask[i], in, z);

        if (i % 2)
            out[i / 2] = tape_concat(t, first, s);
        first = s;
        if (i < 2 * ptr->hops - 1)
            z = fusion_apply_fused(t, p, ptr->ask[i].fuse, ptr->form, z,
                                   find(t, in, s));
    }
}
