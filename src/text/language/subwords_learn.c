#include "text/language/subwords_learn.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numbers/heap.h"

void subword_learner_init(struct subword_learner *l)
{
    *l = (struct subword_learner){0};
    vocabulary_init(&l->piece, NULL, 0);
}

void subword_learner_release(struct subword_learner *l)
{
    vocabulary_release(&l->piece);
    free(l->count);
    str_release(&l->line);
    *l = (struct subword_learner){0};
}

void subword_learner_add_piece(struct subword_learner *l, const char *piece,
                               size_t len)
{
    const int before = l->piece.n;
    const int i = vocabulary_add(&l->piece, piece, len);

    if (i == before) {
        GROW(l->count, i, l->room);
        l->count[i] = 0;
    }
    l->count[i]++;
}

void subword_learner_add(struct subword_learner *l, const char *line,
                         size_t len)
{
    subwords_begin(&l->line, line, len);
    for (size_t at = 0, n; at < l->line.len; at += n) {
        n = subwords_piece(l->line.s + at, l->line.len - at);
        subword_learner_add_piece(l, l->line.s + at, n);
    }
}

/* --- learning ------------------------------------------------------------- */

/* A piece as a list of tokens, after the merges so far. */
struct cut {
    int32_t *token; /* in one array for all pieces */
    int n;
    long count;
};

/* Two adjacent tokens. */
struct pair_use {
    long count;
    int *cut; /* owned [n] the pieces that have ever had it, rising */
    int n, room;
    bool changed; /* since its count was last given to the heap */
};

struct merge_learning {
    int cuts;
    struct cut *cut;         /* owned */
    int32_t *tokens;         /* owned: of all of them */
    struct pair_index pairs; /* and indexed by their numbers: */
    struct pair_use *use;    /* owned */
    int room;
    struct heap best; /* the pairs that occur twice or more */
    int *changed;     /* owned [changes] */
    int changes, changed_room;
};

static void cut_pieces(struct merge_learning *g,
                       const struct subword_learner *l)
{
    size_t bytes = 0;

    for (int i = 0; i < l->piece.n; i++)
        bytes += strlen(l->piece.word[i]);
    g->cuts = l->piece.n;
    g->cut = memory_new(((size_t)g->cuts + 1) * sizeof(*g->cut));
    g->tokens = memory_new((bytes + 1) * sizeof(*g->tokens));
    int32_t *to = g->tokens;

    for (int i = 0; i < g->cuts; i++) {
        const char *piece = l->piece.word[i];

        g->cut[i] = (struct cut){to, (int)strlen(piece), l->count[i]};
        for (; *piece; piece++)
            *to++ = (unsigned char)*piece;
    }
}

static struct pair_use *use_of(struct merge_learning *g, int32_t left,
                               int32_t right)
{
    const int before = g->pairs.n;
    const int i = pair_index_add(&g->pairs, left, right);

    if (i == before) {
        GROW(g->use, i, g->room);
        g->use[i] = (struct pair_use){0};
    }
    if (!g->use[i].changed) {
        GROW(g->changed, g->changes, g->changed_room);
        g->changed[g->changes++] = i;
        g->use[i].changed = true;
    }
    return &g->use[i];
}

/*
 * Add `by` to the count of a piece's pairs, and if `by` > 0 add the piece to
 * the lists of the pairs that contain the token (-1: of all pairs).  Pieces are
 * processed in order, and pairs with a token first appear when it does, so the
 * lists are rising.
 */
static void count_pairs(struct merge_learning *g, int i, long by, int32_t token)
{
    const struct cut *c = &g->cut[i];

    for (int k = 0; k + 1 < c->n; k++) {
        const int32_t left = c->token[k], right = c->token[k + 1];
        struct pair_use *u = use_of(g, left, right);
        const bool adds = token < 0 || left == token || right == token;

        u->count += by;
        if (by > 0 && adds && (!u->n || u->cut[u->n - 1] != i)) {
            GROW(u->cut, u->n, u->room);
            u->cut[u->n++] = i;
        }
    }
}

static void tell_heap(struct merge_learning *g)
{
    for (int k = 0; k < g->changes; k++) {
        const int i = g->changed[k];
        struct pair_use *u = &g->use[i];

        u->changed = false;
        if (heap_has(&g->best, i))
            heap_take(&g->best, i);
        if (u->count > 1)
            heap_add(&g->best, (struct heap_item){(double)u->count, i, 0});
    }
    g->changes = 0;
}

/* Apply the merge of a pair, which is in no heap, everywhere. */
static void merge(struct merge_learning *g, int pair, struct subwords *s)
{
    const int32_t token = s->n;
    const struct pair_use u = g->use[pair]; /* a copy: g->use may move */

    subwords_add(s, pair_index_left(&g->pairs, pair),
                 pair_index_right(&g->pairs, pair));
    for (int k = 0; k < u.n; k++) {
        struct cut *c = &g->cut[u.cut[k]];

        count_pairs(g, u.cut[k], -c->count, token);
        c->n = subwords_merge(&s->merge, token - SUBWORD_BYTES, c->token, c->n);
        count_pairs(g, u.cut[k], c->count, token);
    }
    tell_heap(g);
}

static void learning_release(struct merge_learning *g)
{
    for (int i = 0; i < g->pairs.n; i++)
        free(g->use[i].cut);
    free(g->use);
    free(g->cut);
    free(g->tokens);
    free(g->changed);
    heap_release(&g->best);
    pair_index_release(&g->pairs);
}

void subwords_learn(const struct subword_learner *l, long merges,
                    struct subwords *s)
{
    struct merge_learning g = {.best = {.largest = true}};

    subwords_init(s);
    cut_pieces(&g, l);
    for (int i = 0; i < g.cuts; i++)
        count_pairs(&g, i, g.cut[i].count, -1);
    tell_heap(&g);
    while (s->merge.n < merges && g.best.n)
        merge(&g, heap_take(&g.best, g.best.item[0].number).number, s);
    learning_release(&g);
}
