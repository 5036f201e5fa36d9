#include "engine/layer/embedding.h"

#include <math.h>

#include "base/core/memory.h"
#include "engine/tape/ops.h"

/* Fixed random vectors of length about 1, the same for every seed. */
static float *random_table(int rows, int width, int number)
{
    const size_t n = (size_t)rows * (size_t)width;
    float *table = memory_floats(n);

    random_normal(random_key(0, "word vectors"),
                  (struct address){.example = (uint32_t)number}, n,
                  1.0f / sqrtf((float)width), table);
    return table;
}

static const char *const table_name[] = {"embedding", "embedding.1"};
_Static_assert(sizeof(table_name) / sizeof(*table_name) == MAX_PARTS,
               "a name a part");

static int add_trained(struct params *p, const struct words *w,
                       const struct embedding_how *how, int width, int number)
{
    const struct start normal = {INIT_NORMAL, 1.0f / sqrtf((float)width)};
    const struct start start = how->start.init ? how->start : normal;
    const int i =
        params_add(p, w->n, width, w->vectors ? INIT_GIVEN : start.init,
                   start.scale, "%s", table_name[number]);

    p->param[i].given = w->vectors;
    p->param[i].table = !how->scores;
    return i;
}

static struct embedding embedding_add(struct params *p, const struct words *w,
                                      const struct embedding_how *how,
                                      int number)
{
    struct embedding e = {
        .rows = w->n,
        .width = w->vectors ? w->width : how->width,
        .scale = how->scale ? how->scale : 1,
        .param = -1,
    };

    if (w->vectors ? how->train_vectors : !how->random) {
        e.param = add_trained(p, w, how, e.width, number);
    } else if (w->vectors) {
        e.fixed = w->vectors;
    } else {
        float *own = random_table(e.rows, e.width, number);

        params_keep(p, own);
        e.fixed = own;
    }
    if (e.fixed)
        params_note_table(p, e.rows, e.width, e.fixed, table_name[number]);
    if (w->vectors || e.fixed)
        p->fixed += (size_t)e.rows * (size_t)e.width;
    return e;
}

int embeddings_add(struct embedding out[MAX_PARTS], struct params *p,
                   const struct words *const words[MAX_PARTS],
                   const struct embedding_how *how, struct error *e)
{
    bool known = false;
    int width = 0;

    for (int i = 0; i < MAX_PARTS && words[i]; i++) {
        int same = 0;

        while (words[same] != words[i])
            same++;
        out[i] = same < i ? out[same] : embedding_add(p, words[i], how, i);
        width += out[i].width;
        known |= words[i]->vectors != NULL;
    }
    if (how->train_vectors && !known)
        return error_set(e, "train_vectors: found true, but the task has no "
                            "word vectors; expected false");
    return width;
}

struct node *embedding_table(struct tape *t, const struct params *p,
                             const struct embedding *e)
{
    return e->param >= 0 ? params_node(t, p, e->param)
                         : tape_borrow(t, (float *)e->fixed, e->rows, e->width);
}

struct node *embedding_apply(struct tape *t, const struct params *p,
                             const struct embedding *e, const struct packed *in)
{
    return tape_lookup(t, embedding_table(t, p, e), in->token,
                       segments_rows(&in->seg), e->scale);
}

struct node *embeddings_mean(struct tape *t, const struct params *p,
                             const struct embedding e[MAX_PARTS],
                             const struct grain *g, float dropout)
{
    struct node *x = NULL;

    for (int i = 0; i < g->parts; i++) {
        const struct packed *in = &g->part[i];
        struct node *y = embedding_apply(t, p, &e[i], in);

        y = tape_dropout(t, y, dropout, &in->seg, g->example);
        y = tape_segment_mean(t, y, &in->seg);
        x = x ? tape_concat(t, x, y) : y;
    }
    return x;
}
