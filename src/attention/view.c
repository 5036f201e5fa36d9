#include "attention/view.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Tokens, and the bounds that they are told by. */
struct view_read {
    const int *at; /* borrowed, as the tokens are, from the tape */
    int part;
    const int32_t *token;
};

static void hear(struct look *l, int part, const struct packed *in)
{
    struct views *v = (struct views *)l; /* `look` comes first */

    GROW(v->read, v->reads, v->read_room);
    v->read[v->reads++] = (struct view_read){in->seg.at, part, in->token};
}

static struct view_side side_of(const struct views *v,
                                const struct segments *seg)
{
    struct view_side s = {.n = segments_rows(seg), .part = -1};
    const size_t bytes = (size_t)s.n * sizeof(*s.token);

    for (int i = 0; i < v->reads && !s.token; i++)
        if (v->read[i].at == seg->at) {
            s.part = v->read[i].part;
            s.token = memcpy(memory_new(bytes + 1), v->read[i].token, bytes);
        }
    return s;
}

static int passes(const struct views *v, const char *site)
{
    int n = 0;

    for (int i = 0; i < v->n; i++)
        n += !strcmp(v->view[i].site, site);
    return n;
}

/* The allowed pairs of a matrix over pairs go to the same places of another. */
struct taking {
    const float *from;
    float *to;
};

static void take_row(void *taking, int n, const float *row)
{
    const struct taking *t = taking;

    memcpy(t->to + (row - t->from), row, (size_t)n * sizeof(*row));
}

static void take_parts(struct view *v, struct tape *t,
                       const struct chosen *kind, const struct attend *in)
{
    const struct arena_mark mark = arena_mark(t->arena);
    const struct attention_parts parts = attention_inspect(t, kind, in);

    for (int i = 0; i < PARTS; i++) {
        const struct node *x = parts.part[i];

        if (!x)
            continue;
        v->part[i] = memory_floats(node_len(x));
        for (size_t at = 0; at < node_len(x); at++)
            v->part[i][at] = NAN;
        look_rows(&parts.pairs, x->val, take_row,
                  &(struct taking){x->val, v->part[i]});
    }
    arena_rewind(t->arena, mark);
}

static void see(struct look *l, struct tape *t, const struct chosen *kind,
                const struct attend *in)
{
    struct views *all = (struct views *)l;
    const char *site = in->site ? in->site : "attention";
    struct view v = {.site = memory_string(site),
                     .kind = kind->kind->name,
                     .pass = passes(all, site),
                     .heads = in->heads,
                     .mask = in->mask,
                     .rows = side_of(all, &in->rows),
                     .cols = side_of(all, &in->cols)};

    assert(!tape_records(t) && !t->dry && in->rows.n == 1);
    if (!all->wants || all->wants(all->context, &v))
        take_parts(&v, t, kind, in);
    GROW(all->view, all->n, all->room);
    all->view[all->n++] = v;
}

void views_init(struct views *v, view_wanted *wants, const void *context)
{
    *v = (struct views){
        .look = {.see = see, .read = hear}, .wants = wants, .context = context};
}

void views_release(struct views *v)
{
    for (int i = 0; i < v->n; i++) {
        for (int k = 0; k < PARTS; k++)
            free(v->view[i].part[k]);
        free(v->view[i].rows.token);
        free(v->view[i].cols.token);
        free(v->view[i].site);
    }
    free(v->view);
    free(v->read);
    *v = (struct views){0};
}
