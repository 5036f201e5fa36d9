#include "engine/model/coattention.h"

#include <string.h>

#include "engine/attention/observer.h"

struct coattention coattention_add(struct params *p, int width,
                                   const struct chosen *kind, bool sentinels,
                                   const char *name)
{
    static const char *const side[SIDES] = {"document", "query"};
    struct coattention a;

    params_enter(p, "%s", name);
    for (int i = 0; i < SIDES; i++)
        a.sentinel[i] = sentinels ? params_add(p, 1, width, INIT_NORMAL, 0.1f,
                                               "%s_sentinel", side[i])
                                  : -1;
    a.query = linear_add_as(p, width, width, true, INIT_FAN_IN, "query");
    a.features = distance_features_add(p, width, width, kind, INIT_FAN_IN);
    params_leave(p);
    return a;
}

/* Packed rows and their segments. */
struct coattention_side {
    struct node *x;
    struct segments seg;
};

/* Append the sentinel to each segment. */
static struct coattention_side append(struct tape *t, const struct params *p,
                                      int sentinel, struct coattention_side s)
{
    const struct segments one = segments_even(t->arena, s.seg.n, 1);
    int *same = arena_ints(t->arena, (size_t)s.seg.n);
    struct coattention_side y;

    for (int i = 0; i < s.seg.n; i++)
        same[i] = 0;
    struct node *row =
        tape_lookup(t, params_node(t, p, sentinel), same, s.seg.n, 1.0f);

    y.x = tape_segment_concat(t, s.x, &s.seg, row, &one, &y.seg);
    return y;
}

/* Announce the tokens of the rows to the observer. */
static void tell(struct tape *t, int part, const struct packed *in,
                 const struct segments *seg)
{
    int32_t *token =
        arena_alloc(t->arena, (size_t)segments_rows(seg) * sizeof(*token) + 1);

    for (int s = 0; s < seg->n; s++) {
        const int n = segment_len(&in->seg, s);

        memcpy(token + seg->at[s], in->token + in->seg.at[s],
               (size_t)n * sizeof(*token));
        token[seg->at[s] + n] = TOKEN_SENTINEL;
    }
    observer_tokens(t, part, &(struct packed){*seg, token});
}

/* Remove the last row of each segment; `seg` has the segments without it. */
static struct node *without_last(struct tape *t, struct node *x,
                                 const struct segments *seg)
{
    const int rows = segments_rows(seg);
    int *id = arena_ints(t->arena, (size_t)rows);

    for (int s = 0; s < seg->n; s++)
        for (int i = seg->at[s]; i < seg->at[s + 1]; i++)
            id[i] = i + s;
    return tape_lookup(t, x, id, rows, 1.0f);
}

/* [A^C Q; A^C S^Q] */
static struct node *
attend_both(struct tape *t, const struct params *p, const struct coattention *a,
            const struct chosen *kind, struct coattention_side c,
            struct coattention_side q, const int *example, float dropout)
{
    const struct attended to =
        distance_features_attend(t, p, &a->features, kind,
                                 (struct attend){.q = c.x,
                                                 .k = q.x,
                                                 .b = q.x,
                                                 .a = c.x,
                                                 .chain = true,
                                                 .rows = c.seg,
                                                 .cols = q.seg,
                                                 .example = example,
                                                 .dropout = dropout});

    return tape_concat(t, to.a_out, to.chain);
}

struct node *coattention_apply(struct tape *t, const struct params *p,
                               const struct coattention *a,
                               const struct chosen *kind, const struct grain *g,
                               struct node *const x[SIDES], float dropout)
{
    const bool sentinels = a->sentinel[DOCUMENT] >= 0;
    struct coattention_side s[SIDES];

    for (int i = 0; i < SIDES; i++) {
        s[i] = (struct coattention_side){x[i], g->part[i].seg};
        if (!sentinels)
            continue;
        s[i] = append(t, p, a->sentinel[i], s[i]);
        if (t->observer && t->observer->on_tokens)
            tell(t, i, &g->part[i], &s[i].seg);
    }
    s[QUERY].x = tape_tanh(t, linear_apply(t, p, a->query, s[QUERY].x));
    struct node *y =
        attend_both(t, p, a, kind, s[DOCUMENT], s[QUERY], g->example, dropout);

    return sentinels ? without_last(t, y, &g->part[DOCUMENT].seg) : y;
}
