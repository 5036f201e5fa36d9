/*
 * An answer that is a span of the document: each token has a score for being
 * the first token of it, and one for being the last (Wang and Jiang 2017; Seo
 * et al. 2017, Eq. 7).
 *
 *     loss = -log p_first(i) - log p_last(j), p_first and p_last softmax over
 *     the document;  answer = arg max p_first(i) p_last(j), i <= j
 *
 * If token 0 means no answer, no answer is the span (0, 0), and it is chosen if
 * its probability is greater than that of any other span.  If tokens are
 * marked, an answer lies within a sentence (data/sentences.h).
 */
#include "engine/head/kinds/span.h"

#include <math.h>
#include <string.h>

#include "engine/data/sentences.h"
#include "engine/head/ensemble.h"
#include "engine/kernel/vector.h"
#include "engine/tape/ops.h"

enum { FIRST, LAST, ENDS };

const struct column_kind span_column = {"span", COLUMN_INT, ENDS, OF_VISIT};
const struct column_kind sentence_marks = {"sentence marks", COLUMN_BYTE, 1, 0};

static int width(const void *settings)
{
    (void)settings;
    return ENDS;
}

static void combined(void *settings, bool by_probability)
{
    ((struct span_answers *)settings)->ends = by_probability;
}

static int columns(const void *settings, struct column_kind out[MAX_COLUMNS])
{
    const struct span_answers *s = settings;

    out[SPAN_TOKENS] =
        (struct column_kind){"span", COLUMN_INT, ENDS, OF_EXAMPLE};
    out[SPAN_SCORE] =
        (struct column_kind){"score", COLUMN_FLOAT, 1, OF_EXAMPLE};
    out[SPAN_NONE] = (struct column_kind){"none", COLUMN_FLOAT, 1, OF_EXAMPLE};
    if (!s->ends)
        return SPAN_NONE + 1;
    out[SPAN_FIRST] = (struct column_kind){"p_first", COLUMN_FLOAT, 1, 0};
    out[SPAN_LAST] = (struct column_kind){"p_last", COLUMN_FLOAT, 1, 0};
    return SPAN_LAST + 1;
}

static struct node *loss(struct tape *t, const void *settings,
                         const struct head_grain *g, struct node *scores,
                         float label_smoothing)
{
    (void)settings;
    (void)label_smoothing;
    return tape_segment_cross_entropy(t, scores, &g->all->part[0].seg,
                                      g->column[SPAN_RIGHT]->ints, NULL,
                                      g->all->weight);
}

/* Every document's probabilities for one of the ends. */
static float *probabilities(struct tape *t, const struct node *scores,
                            const struct segments *seg, int end)
{
    const int rows = segments_rows(seg);
    float *p = arena_floats_raw(t->arena, (size_t)rows);

    for (int i = 0; i < rows && !t->dry; i++)
        p[i] = scores->val[(size_t)i * ENDS + (size_t)end];
    for (int k = 0; k < seg->n && !t->dry; k++)
        vector_softmax((size_t)segment_len(seg, k), p + seg->at[k],
                       p + seg->at[k]);
    return p;
}

struct best_span {
    int first, last;
    float p;
};

/* A document and its tokens' probabilities. */
struct scored_document {
    const char *mark; /* NULL: no marks */
    const float *first, *last;
    int n;
};

/* The most probable allowed span; of equal ones the one that begins first, then
 * the one that ends first.  NaN counts as most probable. */
static struct best_span best_span(const struct span_answers *s,
                                  const struct scored_document *d)
{
    struct best_span b = {s->may_be_none, s->may_be_none, -1.0f};

    for (int i = s->may_be_none, end = i; i < d->n; i++) {
        if (i >= end)
            end = sentence_end(d->mark, i, d->n);
        for (int j = i; j < end && (!s->longest || j < i + s->longest); j++) {
            const float p = d->first[i] * d->last[j];

            if (!(p <= b.p))
                b = (struct best_span){i, j, p};
        }
    }
    return b;
}

void span_best(const float *first, const float *last, const char *mark, int n,
               int longest, int32_t span[2])
{
    const struct best_span b =
        best_span(&(struct span_answers){.longest = longest},
                  &(struct scored_document){
                      .mark = mark, .first = first, .last = last, .n = n});

    span[0] = b.first;
    span[1] = b.last;
}

/* The answer for a document, from its tokens' probabilities. */
struct span_prediction {
    int32_t span[ENDS];
    float score, none;
};

static struct span_prediction say(const struct span_answers *s,
                                  const struct scored_document *d)
{
    const float none = s->may_be_none ? d->first[0] * d->last[0] : 0.0f;
    struct best_span b = best_span(s, d);

    if (b.p < none)
        b = (struct best_span){0, 0, none};
    return (struct span_prediction){{b.first, b.last}, b.p, none};
}

static void answer(struct tape *t, const void *settings,
                   const struct head_grain *g, const struct node *scores,
                   struct answers *out)
{
    const struct span_answers *s = settings;
    const int n = g->all->n;
    const struct segments *seg = &g->all->part[0].seg;
    const struct packed_column *marks = g->column[SPAN_MARKS];
    const float *first = probabilities(t, scores, seg, FIRST);
    const float *last = probabilities(t, scores, seg, LAST);
    int32_t *span = arena_ints(t->arena, ENDS * (size_t)n);
    float *score = arena_floats(t->arena, (size_t)n);
    float *none = arena_floats(t->arena, (size_t)n);

    for (int k = 0; k < n && !t->dry; k++) {
        const int at = seg->at[k];
        const struct span_prediction said =
            say(s, &(struct scored_document){.mark = marks ? marks->bytes + at
                                                           : NULL,
                                             .first = first + at,
                                             .last = last + at,
                                             .n = segment_len(seg, k)});

        memcpy(span + ENDS * k, said.span, sizeof(said.span));
        score[k] = said.score;
        none[k] = said.none;
    }
    out->column[SPAN_TOKENS].ints = span;
    out->column[SPAN_SCORE].floats = score;
    out->column[SPAN_NONE].floats = none;
    if (!s->ends)
        return;
    out->column[SPAN_FIRST] = (struct packed_column){.seg = *seg};
    out->column[SPAN_FIRST].floats = first;
    out->column[SPAN_LAST] = (struct packed_column){.seg = *seg};
    out->column[SPAN_LAST].floats = last;
}

/* --- several answers as one ----------------------------------------------- */

static void add_said(struct answer_sheet *out,
                     const struct span_prediction *said)
{
    column_add(&out->column[SPAN_TOKENS], (struct values){said->span, ENDS});
    column_add(&out->column[SPAN_SCORE], (struct values){&said->score, 1});
    column_add(&out->column[SPAN_NONE], (struct values){&said->none, 1});
}

static const struct span_answers *settings_of(const struct ensemble *m)
{
    return m->head.settings;
}

/* The number of tokens of document i, which must be equal for all members. */
static int tokens_of(const struct ensemble *m, int i, struct error *e)
{
    const int n = example_len(m->examples, 0, i);

    for (int k = 0; k < m->members; k++)
        for (int c = SPAN_FIRST; c <= SPAN_LAST; c++) {
            const int found = ensemble_get(m, k, c, i).n;

            if (found != n || n < settings_of(m)->may_be_none)
                return error_set(e,
                                 "%s, example %d: found '%s' of %d tokens, "
                                 "expected %d",
                                 m->name[k], i, m->sheet[k]->column[c].is.name,
                                 found, n);
        }
    return n;
}

/* The best span by the mean probabilities of each token to be first and
 * last. */
static int by_probability(const struct ensemble *m, struct answer_sheet *out,
                          struct error *e)
{
    struct column *first = &out->column[SPAN_FIRST];
    struct column *last = &out->column[SPAN_LAST];
    const struct column *marks = examples_find(m->examples, &sentence_marks);

    for (int i = 0; i < out->n; i++) {
        const int n = tokens_of(m, i, e);

        if (n < 0)
            return -1;
        column_add(first, ensemble_get(m, 0, SPAN_FIRST, i));
        column_add(last, ensemble_get(m, 0, SPAN_LAST, i));
        float *p = first->floats + column_at(first, i);
        float *q = last->floats + column_at(last, i);

        ensemble_mean(m, SPAN_FIRST, i, n, p);
        ensemble_mean(m, SPAN_LAST, i, n, q);
        const struct span_prediction said = say(
            settings_of(m), &(struct scored_document){
                                .mark = marks ? column_get(marks, i).at : NULL,
                                .first = p,
                                .last = q,
                                .n = n});

        add_said(out, &said);
    }
    return 0;
}

/* Without text() the text of an answer is the places of its tokens. */
static void read_answer(const struct ensemble *m, int k, int i,
                        struct str *text)
{
    const struct values span = ensemble_get(m, k, SPAN_TOKENS, i);

    if (m->text)
        m->text(m->of, m->sheet[k], i, text);
    else
        str_add(text, span.at, ENDS * sizeof(int32_t));
}

static void add_elected(const struct ensemble *m, int i,
                        const struct member_answers *b,
                        struct answer_sheet *out)
{
    struct span_prediction said;

    for (int k = 0; k < m->members; k++) {
        read_answer(m, k, i, &b->text[k]);
        b->score[k] =
            (double)*(const float *)ensemble_get(m, k, SPAN_SCORE, i).at;
    }
    const struct best_answer best =
        ensemble_elect(m->members, b->text, b->score);

    memcpy(said.span, ensemble_get(m, best.member, SPAN_TOKENS, i).at,
           sizeof(said.span));
    said.score = (float)(best.sum / m->members);
    ensemble_mean(m, SPAN_NONE, i, 1, &said.none);
    add_said(out, &said);
}

static int by_text(const struct ensemble *m, struct answer_sheet *out,
                   struct error *e)
{
    (void)e;
    return ensemble_vote(m, out, add_elected);
}

static const struct column_kind *const needs[] = {&span_column, NULL};
static const struct column_kind *const may_have[] = {&sentence_marks, NULL};

/* The right answer is the first of the greatest tokens. */
static void make(const void *settings, int i,
                 const struct values part[MAX_PARTS], struct arena *a,
                 struct values out[HEAD_COLUMNS])
{
    const int32_t *token = part[0].at;
    int32_t *span = arena_ints(a, ENDS);
    int top = 0;

    (void)settings;
    (void)i;
    for (int k = 1; k < part[0].n; k++)
        top = token[k] > token[top] ? k : top;
    span[FIRST] = span[LAST] = top;
    out[SPAN_RIGHT] = (struct values){span, ENDS};
}

const struct head_kind head_span = {
    .is = {.name = "span",
           .summary = "tokens of the document, from a first to a last",
           .fields = no_fields},
    .reads = READS_ENDS,
    .settings = sizeof(struct span_answers),
    .sample = &(const struct span_answers){.longest = 15},
    .combined = combined,
    .needs = needs,
    .make = make,
    .may_have = may_have,
    .columns = columns,
    .width = width,
    .loss = loss,
    .answer = answer,
    .by_probability = by_probability,
    .by_text = by_text,
};
