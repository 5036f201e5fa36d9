#include "engine/layer/maxout.h"

#include <math.h>

/* A linear layer whose weight has one row per piece. */
static struct linear pieces_add(struct params *p, int in, int out,
                                enum init init, const char *name)
{
    struct linear l = linear_add_as(p, in, out, true, init, name);

    p->param[l.weight].rows = out;
    p->param[l.weight].cols = in;
    return l;
}

/* W1 is one matrix stored as two parts: give them the initial values of the
 * whole. */
static void join_start(struct params *p, const struct hmn *h, int in, int out,
                       enum init init)
{
    const int part[] = {h->rows.weight, h->rows.bias, h->more.weight};

    for (int i = 0; i < 3; i++)
        p->param[part[i]].scale = (float)in;
    for (int i = 0; i < 3 && init == INIT_GLOROT; i += 2) {
        p->param[part[i]].init = INIT_UNIFORM;
        p->param[part[i]].scale = sqrtf(6.0f / (float)(in + out));
    }
}

struct hmn hmn_add(struct params *p, int rows, int about, int width, int pool,
                   enum init init, const char *name)
{
    const int first = pool * width;
    struct hmn h = {.pool = pool};

    params_enter(p, "%s", name);
    h.know = linear_add_as(p, about, width, false, init, "know");
    h.rows = linear_add_as(p, rows, first, true, init, "rows");
    h.more = linear_add_as(p, width, first, false, init, "more");
    h.second = pieces_add(p, width, first, init, "second");
    h.third = pieces_add(p, 2 * width, pool, init, "third");
    params_leave(p);
    join_start(p, &h, rows + width, first, init);
    return h;
}

struct node *hmn_cache(struct tape *t, const struct params *p,
                       const struct hmn *h, struct node *u)
{
    return linear_apply(t, p, h->rows, u);
}

static struct node *pieces_apply(struct tape *t, const struct params *p,
                                 struct linear l, struct node *x, int pool)
{
    return tape_linear_maxout(t, x, params_node(t, p, l.weight),
                              params_node(t, p, l.bias), pool);
}

struct node *hmn_apply(struct tape *t, const struct params *p,
                       const struct hmn *h, struct node *cache,
                       struct node *about, const struct segments *seg,
                       float dropout, const int *example)
{
    struct node *r = tape_tanh(t, linear_apply(t, p, h->know, about));

    r = linear_apply(t, p, h->more, r);
    struct node *m1 = tape_segment_maxout(t, cache, r, seg, h->pool);
    struct node *m2 = pieces_apply(
        t, p, h->second, tape_dropout(t, m1, dropout, seg, example), h->pool);
    struct node *both =
        tape_dropout(t, tape_concat(t, m1, m2), dropout, seg, example);

    return pieces_apply(t, p, h->third, both, h->pool);
}
