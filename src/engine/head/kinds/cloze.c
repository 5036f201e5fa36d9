/*
 * One of several candidates: the sum of its tokens' shares of a softmax over
 * the document (pointer sum attention, Kadlec et al. 2016, Eq. 3).
 *
 *     s = softmax(scores),  P(c) = sum of s_i over tokens i of candidate c
 *     loss = -log P(right)
 *
 * A token may belong to several candidates, and most belong to none: if
 * renormalised, P(c) is divided by the sum over candidates (Dhingra et al.
 * 2017, Eq. 8).
 */
#include "engine/head/kinds/cloze.h"

#include <assert.h>
#include <string.h>

#include "base/numbers/math_functions.h"
#include "engine/head/ensemble.h"
#include "engine/head/head.h"
#include "engine/kernel/vector.h"

const struct column_kind cloze_tokens = {"candidate tokens", COLUMN_INT,
                                         COLUMN_RAGGED, OF_EXAMPLE};
const struct column_kind cloze_counts = {"candidate counts", COLUMN_INT,
                                         COLUMN_RAGGED, OF_EXAMPLE};
const struct column_kind cloze_lengths = {"candidate lengths", COLUMN_INT,
                                          COLUMN_RAGGED, OF_EXAMPLE};
const struct column_kind cloze_right = {"right candidate", COLUMN_INT, 1,
                                        OF_EXAMPLE};
const struct column_kind cloze_place = {"cloze place", COLUMN_INT, 1,
                                        OF_EXAMPLE};

const struct column_kind *const cloze_columns[] = {
    [CLOZE_TOKENS] = &cloze_tokens,   [CLOZE_COUNTS] = &cloze_counts,
    [CLOZE_LENGTHS] = &cloze_lengths, [CLOZE_RIGHT] = &cloze_right,
    [CLOZE_PLACE] = &cloze_place,     [CLOZE_COLUMNS] = NULL};

/* Example i of a grain. */
struct one {
    const float *score; /* scores of n tokens */
    int n;
    const int32_t *token, *count, *length;
    int tokens, candidates, right;
};

static struct one one_of(const struct head_grain *g, const struct node *scores,
                         int i)
{
    const struct segments *doc = &g->all->part[0].seg;
    const struct packed_column *token = g->column[CLOZE_TOKENS];
    const struct packed_column *count = g->column[CLOZE_COUNTS];
    const struct packed_column *length = g->column[CLOZE_LENGTHS];

    return (struct one){.score = scores->val + doc->at[i],
                        .n = segment_len(doc, i),
                        .token = token->ints + token->seg.at[i],
                        .count = count->ints + count->seg.at[i],
                        .length = length->ints + length->seg.at[i],
                        .tokens = segment_len(&token->seg, i),
                        .candidates = segment_len(&count->seg, i),
                        .right = g->column[CLOZE_RIGHT]->ints[i]};
}

/* Scores at the places of the candidates' tokens, in order; for a mean minus
 * the logarithm of the number of tokens. */
static void gather(const struct one *x, bool mean, float *score)
{
    const int32_t *token = x->token;

    for (int c = 0; c < x->candidates; c++) {
        const float less = mean ? (float)natural_log(x->length[c]) : 0.0f;

        for (int k = 0; k < x->count[c]; k++)
            *score++ = x->score[*token++] - less;
    }
}

/* Index of the first place of candidate c. */
static int begin_of(const struct one *x, int c)
{
    int at = 0;

    for (int k = 0; k < c; k++)
        at += x->count[k];
    return at;
}

/* --- loss ----------------------------------------------------------------- */

static void loss_backward(struct tape *t, const struct node *y)
{
    (void)t;
    vector_axpy(node_len(y->in[0]), y->grad[0], y->saved[0], y->in[0]->grad);
}

static const struct op cloze_loss = {.name = "cloze_loss",
                                     .backward = loss_backward};

/*
 * The log of the sum over all tokens minus that over the right candidate's. dx
 * [n] is the shares of all tokens minus the shares within the right candidate,
 * times the weight.  `score` has memory for all places.
 */
static double lose(const struct one *x, const struct cloze_answers *s,
                   float weight, float *score, float *dx)
{
    const int from = begin_of(x, x->right), own = x->count[x->right];
    double all;

    assert(own > 0);
    gather(x, s->mean, score);
    float *right = score + x->tokens;
    memcpy(right, score + from, (size_t)own * sizeof(*right));
    const double hit = vector_softmax_log((size_t)own, right, right);

    if (s->renormalise) {
        memset(dx, 0, (size_t)x->n * sizeof(*dx));
        all = vector_softmax_log((size_t)x->tokens, score, score);
        for (int k = 0; k < x->tokens; k++)
            dx[x->token[k]] += weight * score[k];
    } else {
        all = vector_softmax_log((size_t)x->n, x->score, dx);
        vector_scale((size_t)x->n, weight, dx, dx);
    }
    for (int k = 0; k < own; k++)
        dx[x->token[from + k]] -= weight * right[k];
    return all - hit;
}

static struct node *loss(struct tape *t, const void *settings,
                         const struct head_grain *g, struct node *scores,
                         float label_smoothing)
{
    struct node *y = tape_node(t, &cloze_loss, 1, 1, &scores, 1);
    const size_t places = (size_t)segments_rows(&g->column[CLOZE_TOKENS]->seg);
    float *dx = arena_floats_raw(t->arena, node_len(scores));
    float *room = arena_floats_raw(t->arena, 2 * places + 1);
    double sum = 0;

    (void)label_smoothing;
    for (int i = 0; i < g->all->n && !t->dry; i++) {
        const struct one x = one_of(g, scores, i);

        sum += lose(&x, settings, g->all->weight, room,
                    dx + g->all->part[0].seg.at[i]);
    }
    if (!t->dry)
        y->val[0] = (float)(sum * (double)g->all->weight);
    y->saved[0] = dx;
    return y;
}

/* --- answers -------------------------------------------------------------- */

/* The shares of the candidates; 0 for one that is not in the document. */
static void say(const struct one *x, const struct cloze_answers *s,
                float *score, float *said)
{
    gather(x, s->mean, score);
    if (s->renormalise && x->tokens) {
        vector_softmax((size_t)x->tokens, score, score);
    } else if (x->tokens) {
        const float all = vector_log_sum_exp(
            (size_t)x->n, x->score, vector_max((size_t)x->n, x->score));

        for (int k = 0; k < x->tokens; k++)
            score[k] -= all;
        vector_exp((size_t)x->tokens, score, score);
    }
    for (int c = 0; c < x->candidates; score += x->count[c++])
        said[c] = vector_sum((size_t)x->count[c], score);
}

static void answer(struct tape *t, const void *settings,
                   const struct head_grain *g, const struct node *scores,
                   struct answers *out)
{
    const struct segments *seg = &g->column[CLOZE_COUNTS]->seg;
    const size_t places = (size_t)segments_rows(&g->column[CLOZE_TOKENS]->seg);
    float *said = arena_floats(t->arena, (size_t)segments_rows(seg));
    float *room = arena_floats_raw(t->arena, places + 1);

    for (int i = 0; i < g->all->n && !t->dry; i++) {
        const struct one x = one_of(g, scores, i);

        say(&x, settings, room, said + seg->at[i]);
    }
    out->column[CLOZE_SCORE] = (struct packed_column){.seg = *seg};
    out->column[CLOZE_SCORE].floats = said;
}

static int width(const void *settings)
{
    (void)settings;
    return 1;
}

static int columns(const void *settings, struct column_kind out[MAX_COLUMNS])
{
    (void)settings;
    out[CLOZE_SCORE] =
        (struct column_kind){"score", COLUMN_FLOAT, COLUMN_RAGGED, OF_EXAMPLE};
    return 1;
}

/* --- candidates, for an observer ------------------------------------------ */

/* If a token belongs to several candidates the right one takes precedence. */
static void mark(const struct one *x, char *candidate)
{
    const int32_t *token = x->token;

    for (int c = 0; c < x->candidates; c++)
        for (int k = 0; k < x->count[c]; k++, token++)
            if (candidate[*token] != CANDIDATE_RIGHT)
                candidate[*token] =
                    c == x->right ? CANDIDATE_RIGHT : CANDIDATE_ANY;
}

static struct token_shares point(struct tape *t, const struct head_grain *g,
                                 const struct node *scores)
{
    const struct one x = one_of(g, scores, 0);
    float *share = arena_floats_raw(t->arena, (size_t)x.n);
    char *candidate = arena_alloc(t->arena, (size_t)x.n);

    assert(g->all->n == 1);
    memset(candidate, CANDIDATE_NONE, (size_t)x.n);
    mark(&x, candidate);
    vector_softmax((size_t)x.n, x.score, share);
    return (struct token_shares){.document = &g->all->part[0],
                                 .query = &g->all->part[1],
                                 .place = g->column[CLOZE_PLACE]->ints[0],
                                 .score = x.score,
                                 .share = share,
                                 .candidate = candidate};
}

/* --- made examples -------------------------------------------------------- */

#define MADE_CANDIDATES 10

/* Tokens belong in turn to at most ten candidates, of one or two tokens each;
 * right is the candidate of the greatest token, and the cloze is in the middle
 * of the query. */
static void make(const void *settings, int i,
                 const struct values part[MAX_PARTS], struct arena *a,
                 struct values out[HEAD_COLUMNS])
{
    const int n = part[0].n;
    const int candidates = n < MADE_CANDIDATES ? n : MADE_CANDIDATES;
    const int32_t *token = part[0].at;
    int32_t *at = arena_ints(a, (size_t)n), *one = arena_ints(a, 2);
    int32_t *count = arena_ints(a, 2 * (size_t)candidates);
    int32_t *length = count + candidates;
    int kept = 0, top = 0;

    (void)settings;
    (void)i;
    for (int c = 0; c < candidates; c++) {
        count[c] = 0;
        length[c] = 1 + c % 2;
        for (int k = c; k < n; k += candidates, count[c]++)
            at[kept++] = k;
    }
    for (int k = 1; k < n; k++)
        top = token[k] > token[top] ? k : top;
    one[0] = top % candidates;
    one[1] = part[1].n / 2;
    out[CLOZE_TOKENS] = (struct values){at, n};
    out[CLOZE_COUNTS] = (struct values){count, candidates};
    out[CLOZE_LENGTHS] = (struct values){length, candidates};
    out[CLOZE_RIGHT] = (struct values){&one[0], 1};
    out[CLOZE_PLACE] = (struct values){&one[1], 1};
}

const struct head_kind head_cloze = {
    .is = {.name = "cloze",
           .summary = "one of some candidates in the document",
           .fields = no_fields},
    .reads = READS_TOKENS,
    .settings = sizeof(struct cloze_answers),
    .sample = &(const struct cloze_answers){.renormalise = 1},
    .needs = cloze_columns,
    .each = &cloze_counts,
    .make = make,
    .columns = columns,
    .width = width,
    .loss = loss,
    .answer = answer,
    .point = point,
    .by_probability = ensemble_average,
};
