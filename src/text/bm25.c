#include "text/bm25.h"

#include <stdlib.h>
#include <string.h>

#include "base/functions.h"
#include "base/memory.h"
#include "text/normal.h"
#include "text/python.h"

void bm25_init(struct bm25 *b, double k1, double length)
{
    *b = (struct bm25){.k1 = k1, .b = length};
    vocabulary_init(&b->words, NULL, 0);
}

void bm25_release(struct bm25 *b)
{
    for (int i = 0; i < b->words.n; i++)
        free(b->list[i].at);
    vocabulary_release(&b->words);
    free(b->list);
    free(b->len);
    str_release(&b->normal);
    tokens_release(&b->tokens);
    free(b->score);
    free(b->met);
}

/* --- texts ---------------------------------------------------------------- */

/* Cut a text into b->tokens of b->normal. */
static int cut(struct bm25 *b, const char *text, size_t len, struct error *e)
{
    if (text_normal(text, len, NORMAL_NFC, true, &b->normal, e))
        return -1;
    tokens_split(TOKENS_WORDS, str_text(&b->normal), b->normal.len, &b->tokens);
    return 0;
}

static const char *token(const struct bm25 *b, size_t i, size_t *len)
{
    *len = b->tokens.span[i].len;
    return b->normal.s + b->tokens.span[i].at;
}

/* Does it begin with a letter or a digit? */
static bool is_word(const char *s, size_t len)
{
    int32_t c;

    return python_point(s, len, 0, &c) && c != '_' && python_is_word(c);
}

static void post(struct bm25 *b, int word, int text)
{
    while (b->list_room < b->words.n) {
        const int before = b->list_room;

        GROW(b->list, b->list_room, b->list_room);
        memset(b->list + before, 0,
               (size_t)(b->list_room - before) * sizeof(*b->list));
    }
    struct bm25_list *l = &b->list[word];

    if (!l->n || l->at[l->n - 1].text != text) {
        GROW(l->at, l->n, l->room);
        l->at[l->n++] = (struct bm25_posting){text, 0};
    }
    l->at[l->n - 1].times++;
}

int bm25_add(struct bm25 *b, const char *text, size_t len, struct error *e)
{
    int words = 0;

    if (cut(b, text, len, e))
        return -1;
    for (size_t i = 0; i < b->tokens.n; i++) {
        size_t n;
        const char *s = token(b, i, &n);

        if (!is_word(s, n))
            continue;
        post(b, vocabulary_add(&b->words, s, n), b->n);
        words++;
    }
    GROW(b->len, b->n, b->room);
    b->len[b->n++] = words;
    b->all += words;
    return 0;
}

/* --- questions ------------------------------------------------------------ */

/* A word of the question. */
struct term {
    int word, place;
    double weight; /* what a text gets at most is k1 + 1 times this */
};

static int by_weight(const void *x, const void *y)
{
    const struct term *a = x, *b = y;

    if (a->weight != b->weight)
        return a->weight < b->weight ? 1 : -1;
    return (a->place > b->place) - (a->place < b->place);
}

/* The question's words that texts have, rare ones first; to be freed. */
static struct term *list_terms(struct bm25 *b, int *terms)
{
    struct term *t = memory_new((b->tokens.n + 1) * sizeof(*t));
    int n = 0;

    for (size_t i = 0; i < b->tokens.n; i++) {
        size_t len;
        const char *s = token(b, i, &len);
        const int word = vocabulary_find(&b->words, s, len);
        bool again = word < 0;

        for (int k = 0; k < n && !again; k++)
            again = t[k].word == word;
        if (again)
            continue;
        const double has = b->list[word].n;

        t[n] = (struct term){word, n,
                             natural_log(1 + (b->n - has + 0.5) / (has + 0.5))};
        n++;
    }
    if (n)
        qsort(t, (size_t)n, sizeof(*t), by_weight);
    *terms = n;
    return t;
}

static double score_of(const struct bm25 *b, const struct term *t,
                       const struct bm25_posting *p)
{
    const double mean = b->all / b->n;
    const double norm = 1 - b->b + b->b * b->len[p->text] / mean;

    return t->weight * (p->times * (b->k1 + 1)) / (p->times + b->k1 * norm);
}

/* Every text that has the word counts. */
static void meet_all(struct bm25 *b, const struct term *t)
{
    const struct bm25_list *l = &b->list[t->word];

    for (int i = 0; i < l->n; i++) {
        double *score = &b->score[l->at[i].text];

        if (*score < 0) {
            *score = 0;
            GROW(b->met, b->met_n, b->met_room);
            b->met[b->met_n++] = l->at[i].text;
        }
        *score += score_of(b, t, &l->at[i]);
    }
}

static const struct bm25_posting *find(const struct bm25_list *l, int text)
{
    int low = 0, high = l->n;

    while (low < high) {
        const int middle = low + (high - low) / 2;

        if (l->at[middle].text < text)
            low = middle + 1;
        else
            high = middle;
    }
    return low < l->n && l->at[low].text == text ? &l->at[low] : NULL;
}

/* Of the texts that were met those count that have the word. */
static void meet_again(struct bm25 *b, const struct term *t)
{
    for (int i = 0; i < b->met_n; i++) {
        const struct bm25_posting *p = find(&b->list[t->word], b->met[i]);

        if (p)
            b->score[p->text] += score_of(b, t, p);
    }
}

static bool is_better(const struct bm25_hit *x, const struct bm25_hit *y)
{
    return x->score > y->score ||
           (x->score == y->score && x->text < y->text);
}

/* The best of the texts that were met, in order; how many. */
static int choose(struct bm25 *b, int most, struct bm25_hit *out)
{
    int n = 0;

    for (int i = 0; i < b->met_n; i++) {
        const struct bm25_hit x = {b->met[i], b->score[b->met[i]]};

        if (n == most && !is_better(&x, &out[n - 1]))
            continue;
        int k = n < most ? n++ : n - 1;

        for (; k > 0 && is_better(&x, &out[k - 1]); k--)
            out[k] = out[k - 1];
        out[k] = x;
    }
    return n;
}

/* Drop the texts that are below the least of the best by more than what is
 * still to come. */
static void drop(struct bm25 *b, double least, double rest)
{
    int n = 0;

    for (int i = 0; i < b->met_n; i++) {
        const int text = b->met[i];

        if (b->score[text] + rest < least)
            b->score[text] = -1;
        else
            b->met[n++] = text;
    }
    b->met_n = n;
}

/* What the terms from one on can add at most; more than that by a little, for
 * the rounding of sums. */
static double rest_of(const struct bm25 *b, const struct term *t, int from,
                      int n)
{
    double sum = 0;

    for (int i = from; i < n; i++)
        sum += t[i].weight * (b->k1 + 1);
    return sum * 1.000001;
}

static int rank(struct bm25 *b, const struct term *t, int terms, int most,
                struct bm25_hit *out)
{
    bool closed = false; /* no other text can be among the best */
    int n = 0;

    for (int i = 0; i < terms; i++) {
        const double rest = rest_of(b, t, i + 1, terms);

        (closed ? meet_again : meet_all)(b, &t[i]);
        n = choose(b, most, out);
        if (n < most)
            continue;
        closed = closed || rest < out[n - 1].score;
        if (closed)
            drop(b, out[n - 1].score, rest);
    }
    return n;
}

int bm25_rank(struct bm25 *b, const char *question, size_t len, int most,
              struct bm25_hit *out, struct error *e)
{
    int terms, n;

    if (cut(b, question, len, e))
        return -1;
    while (b->score_room < b->n) {
        const int before = b->score_room;

        GROW(b->score, b->score_room, b->score_room);
        for (int i = before; i < b->score_room; i++)
            b->score[i] = -1;
    }
    struct term *t = list_terms(b, &terms);

    b->met_n = 0;
    n = most > 0 ? rank(b, t, terms, most, out) : 0;
    for (int i = 0; i < b->met_n; i++)
        b->score[b->met[i]] = -1;
    free(t);
    return n;
}
