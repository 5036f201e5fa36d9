#include "engine/metric/ngrams.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "text/language/python.h"

void sequence_add(struct sequence *s, int32_t number)
{
    GROW(s->at, s->n, s->room);
    s->at[s->n++] = number;
}

void sequence_words(struct sequence *s, struct vocabulary *v,
                    const struct str *text)
{
    struct text_range word = {0};

    s->n = 0;
    while (python_next_word(text->s, text->len, &word))
        sequence_add(
            s, vocabulary_add(v, text->s + word.from, word.end - word.from));
}

void ngrams_release(struct ngrams *g)
{
    pair_index_release(&g->index);
    free(g->begun[0].at);
    free(g->begun[1].at);
    free(g->count);
    *g = (struct ngrams){0};
}

/* Count the n-grams of one side, extending those of length n - 1 by one. */
static void count_side(struct ngrams *g, int side, const struct sequence *x,
                       int n)
{
    struct sequence *b = &g->begun[side];

    for (int i = 0; i + n <= x->n; i++) {
        const int before = g->index.n;
        const int32_t id =
            pair_index_add(&g->index, b->at[i], x->at[i + n - 1]);

        if (id == before) {
            GROW(g->count, id, g->room);
            g->count[id][0] = g->count[id][1] = 0;
        }
        g->count[id][side]++;
        b->at[i] = id;
    }
}

static long at_least_0(int n)
{
    return n > 0 ? n : 0;
}

static void begin(struct ngrams *g, int side, const struct sequence *x)
{
    g->begun[side].n = 0;
    for (int i = 0; i < x->n; i++)
        sequence_add(&g->begun[side], -1);
}

void ngrams_add(struct ngrams *g, const struct sequence *said,
                const struct sequence *right, int orders,
                struct ngram_sums *sum)
{
    pair_index_clear(&g->index);
    begin(g, 0, said);
    begin(g, 1, right);
    for (int n = 1; n <= orders; n++) {
        const int first = g->index.n;

        count_side(g, 0, said, n);
        count_side(g, 1, right, n);
        sum[n - 1].said += at_least_0(said->n - n + 1);
        sum[n - 1].right += at_least_0(right->n - n + 1);
        for (int i = first; i < g->index.n; i++) {
            const long *c = g->count[i];

            sum[n - 1].shared += c[0] < c[1] ? c[0] : c[1];
        }
    }
}
