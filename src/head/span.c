/*
 * An answer that is some tokens of the document: a score for each to be the
 * first, and one to be the last (Wang and Jiang 2017; Seo et al. 2017, Eq. 7).
 *
 *     loss = -log p_first(i) - log p_last(j), p_first and p_last softmax over
 *     the document;  answer = arg max p_first(i) p_last(j), i <= j
 *
 * Where token 0 stands for no answer, none is (0, 0), and is answered where its
 * probability is greater than that of any other.
 */
#include <math.h>

#include "head/head.h"
#include "kernel/vector.h"
#include "tape/ops.h"

enum { FIRST, LAST, ENDS };

static int width(const struct model_spec *s)
{
    (void)s;
    return ENDS;
}

static int columns(const struct model_spec *s,
                   struct column_kind out[MAX_COLUMNS])
{
    (void)s;
    out[SPAN_TOKENS] =
        (struct column_kind){"span", COLUMN_INT, ENDS, OF_EXAMPLE};
    out[SPAN_SCORE] =
        (struct column_kind){"score", COLUMN_FLOAT, 1, OF_EXAMPLE};
    out[SPAN_NONE] = (struct column_kind){"none", COLUMN_FLOAT, 1, OF_EXAMPLE};
    return 3;
}

static struct node *loss(struct tape *t, const struct grain *g,
                         struct node *scores, float label_smoothing)
{
    (void)label_smoothing;
    return tape_segment_cross_entropy(t, scores, &g->part[0].seg,
                                      grain_column(g, "span")->ints, NULL,
                                      g->weight);
}

/* A document's probabilities of the one end. */
static float *probabilities(struct arena *a, const struct node *scores,
                            int first, int n, int end)
{
    float *p = arena_floats_raw(a, (size_t)n);

    for (int i = 0; i < n; i++)
        p[i] = scores->val[(size_t)(first + i) * ENDS + (size_t)end];
    vector_softmax((size_t)n, p, p);
    return p;
}

struct best {
    int first, last;
    float p;
};

/* The most probable span of tokens from `from`, of at most `longest`; of equal
 * ones that which begins, then ends first.  NaN is probable. */
static struct best best_span(const float *first, const float *last, int from,
                             int n, int longest)
{
    struct best b = {from, from, -1.0f};

    for (int i = from; i < n; i++)
        for (int j = i; j < n && (!longest || j < i + longest); j++) {
            const float p = first[i] * last[j];

            if (!(p <= b.p))
                b = (struct best){i, j, p};
        }
    return b;
}

static void answer_one(struct tape *t, const struct model_spec *s,
                       const struct node *scores, const struct segments *seg,
                       int k, struct answers *out)
{
    const int at = seg->at[k], n = segment_len(seg, k);
    const struct arena_mark mark = arena_mark(t->arena);
    const float *first = probabilities(t->arena, scores, at, n, FIRST);
    const float *last = probabilities(t->arena, scores, at, n, LAST);
    const float none = s->may_be_none ? first[0] * last[0] : 0.0f;
    struct best b = best_span(first, last, s->may_be_none, n, s->longest_span);

    if (b.p < none)
        b = (struct best){0, 0, none};
    arena_rewind(t->arena, mark);
    ((int32_t *)out->column[SPAN_TOKENS].ints)[ENDS * k] = b.first;
    ((int32_t *)out->column[SPAN_TOKENS].ints)[ENDS * k + 1] = b.last;
    ((float *)out->column[SPAN_SCORE].floats)[k] = b.p;
    ((float *)out->column[SPAN_NONE].floats)[k] = none;
}

static void answer(struct tape *t, const struct model_spec *s,
                   const struct grain *g, const struct node *scores,
                   struct answers *out)
{
    out->column[SPAN_TOKENS].ints = arena_ints(t->arena, ENDS * (size_t)g->n);
    out->column[SPAN_SCORE].floats = arena_floats(t->arena, (size_t)g->n);
    out->column[SPAN_NONE].floats = arena_floats(t->arena, (size_t)g->n);
    for (int k = 0; k < g->n && !t->dry; k++)
        answer_one(t, s, scores, &g->part[0].seg, k, out);
}

static const struct column_kind needs[] = {
    {"span", COLUMN_INT, ENDS, OF_EXAMPLE},
    COLUMNS_END,
};

const struct head_kind head_span = {
    .is = {.name = "span",
           .summary = "tokens of the document, from a first to a last",
           .fields = no_fields},
    .reads = READS_TOKENS,
    .needs = needs,
    .columns = columns,
    .width = width,
    .loss = loss,
    .answer = answer,
};
