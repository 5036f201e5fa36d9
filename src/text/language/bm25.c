#include "text/language/bm25.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numbers/math_functions.h"
#include "text/language/python.h"
#include "text/language/text_normal.h"

void bm25_init(struct bm25 *b, double k1, double length)
{
    *b = (struct bm25){.k1 = k1, .b = length};
    vocabulary_init(&b->words, NULL, 0);
}

static void cut_release(struct bm25_cut *c)
{
    str_release(&c->normal);
    tokens_release(&c->tokens);
}

void bm25_release(struct bm25 *b)
{
    for (int i = 0; i < b->words.n; i++)
        free(b->list[i].at);
    vocabulary_release(&b->words);
    free(b->list);
    free(b->len);
    cut_release(&b->cut);
}

void bm25_search_init(struct bm25_search *s, const struct bm25 *b)
{
    *s = (struct bm25_search){.of = b};
    s->score = memory_new((size_t)b->n * sizeof(*s->score));
    s->norm = memory_new((size_t)b->n * sizeof(*s->norm));
    for (int i = 0; i < b->n; i++) {
        s->score[i] = -1;
        s->norm[i] = b->k1 * (1 - b->b + b->b * b->len[i] / (b->all / b->n));
    }
}

void bm25_search_release(struct bm25_search *s)
{
    cut_release(&s->cut);
    free(s->score);
    free(s->norm);
    free(s->reached);
}

/* --- texts ---------------------------------------------------------------- */

static int cut(struct bm25_cut *c, const char *text, size_t len,
               struct error *e)
{
    if (text_normal(text, len, NORMAL_NFC, true, &c->normal, e))
        return -1;
    tokens_split(TOKENS_WORDS, str_text(&c->normal), c->normal.len, &c->tokens);
    return 0;
}

static const char *token(const struct bm25_cut *c, size_t i, size_t *len)
{
    *len = c->tokens.span[i].len;
    return c->normal.s + c->tokens.span[i].at;
}

/* True if it begins with a letter or a digit. */
static bool is_word(const char *s, size_t len)
{
    int32_t c;

    return python_point(s, len, 0, &c) && python_is_letter_or_digit(c);
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

    if (cut(&b->cut, text, len, e))
        return -1;
    for (size_t i = 0; i < b->cut.tokens.n; i++) {
        size_t n;
        const char *s = token(&b->cut, i, &n);

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
struct query_term {
    int word;
    size_t place;  /* of its first token */
    double weight; /* a text gets at most k1 + 1 times this */
    double sum;    /* of the weights of this word and those before it, */
    double rest;   /* and of those after it */
};

static int by_word(const void *x, const void *y)
{
    const struct query_term *a = x, *b = y;

    if (a->word != b->word)
        return a->word > b->word ? 1 : -1;
    return (a->place > b->place) - (a->place < b->place);
}

static int by_weight(const void *x, const void *y)
{
    const struct query_term *a = x, *b = y;

    if (a->weight != b->weight)
        return a->weight < b->weight ? 1 : -1;
    return (a->place > b->place) - (a->place < b->place);
}

static double weight(const struct bm25 *b, int word)
{
    const double has = b->list[word].n;

    return natural_log(1 + (b->n - has + 0.5) / (has + 0.5));
}

/* The words of a question that texts contain, each once; returns how many. */
static int find_words(const struct bm25 *b, const struct bm25_cut *c,
                      struct query_term *t)
{
    int n = 0, different = 0;

    for (size_t i = 0; i < c->tokens.n; i++) {
        size_t len;
        const char *s = token(c, i, &len);
        const int word = vocabulary_find(&b->words, s, len);

        if (word >= 0)
            t[n++] = (struct query_term){.word = word, .place = i};
    }
    qsort(t, (size_t)n, sizeof(*t), by_word);
    for (int i = 0; i < n; i++)
        if (!different || t[different - 1].word != t[i].word)
            t[different++] = t[i];
    return different;
}

/* Those words, rare ones first; the caller frees them. */
static struct query_term *list_terms(const struct bm25 *b,
                                     const struct bm25_cut *c, int *terms)
{
    struct query_term *t = memory_new((c->tokens.n + 1) * sizeof(*t));
    const int n = find_words(b, c, t);

    for (int i = 0; i < n; i++)
        t[i].weight = weight(b, t[i].word);
    qsort(t, (size_t)n, sizeof(*t), by_weight);
    for (int i = 0; i < n; i++)
        t[i].sum = t[i].weight + (i ? t[i - 1].sum : 0);
    for (int i = n - 1; i > 0; i--)
        t[i - 1].rest = t[i].weight + t[i].rest;
    *terms = n;
    return t;
}

static double score_of(const struct bm25_search *s, const struct query_term *t,
                       const struct bm25_posting *p)
{
    return t->weight * (p->times * (s->of->k1 + 1)) /
           (p->times + s->norm[p->text]);
}

/* Add the word's score to every text that has it. */
static void reach_all(struct bm25_search *s, const struct query_term *t)
{
    const struct bm25_list *l = &s->of->list[t->word];

    for (int i = 0; i < l->n; i++) {
        double *score = &s->score[l->at[i].text];

        if (*score < 0) {
            *score = 0;
            GROW(s->reached, s->reached_n, s->reached_room);
            s->reached[s->reached_n++] = l->at[i].text;
        }
        *score += score_of(s, t, &l->at[i]);
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

/* A list that is more than so many times as long as the number of reached texts
 * is searched for each of these; a shorter one is read through. */
enum { LOOKED_UP = 16 };

/* Add the word's score to those reached texts that have it. */
static void score_reached(struct bm25_search *s, const struct query_term *t)
{
    const struct bm25_list *l = &s->of->list[t->word];

    if (l->n / LOOKED_UP > s->reached_n) {
        for (int i = 0; i < s->reached_n; i++) {
            const struct bm25_posting *p = find(l, s->reached[i]);

            if (p)
                s->score[p->text] += score_of(s, t, p);
        }
        return;
    }
    for (int i = 0; i < l->n; i++)
        if (s->score[l->at[i].text] >= 0)
            s->score[l->at[i].text] += score_of(s, t, &l->at[i]);
}

static bool is_better(const struct bm25_hit *x, const struct bm25_hit *y)
{
    return x->score > y->score || (x->score == y->score && x->text < y->text);
}

/* The best of the reached texts, in order; returns how many. */
static int choose(const struct bm25_search *s, int most, struct bm25_hit *out)
{
    int n = 0;

    for (int i = 0; i < s->reached_n; i++) {
        const struct bm25_hit x = {s->reached[i], s->score[s->reached[i]]};

        if (n == most && !is_better(&x, &out[n - 1]))
            continue;
        int k = n < most ? n++ : n - 1;

        for (; k > 0 && is_better(&x, &out[k - 1]); k--)
            out[k] = out[k - 1];
        out[k] = x;
    }
    return n;
}

/* Drop the texts whose score is lower than `least` by more than `rest`, which
 * is the most that later words can add. */
static void drop(struct bm25_search *s, double least, double rest)
{
    int n = 0;

    for (int i = 0; i < s->reached_n; i++) {
        const int text = s->reached[i];

        if (s->score[text] + rest < least)
            s->score[text] = -1;
        else
            s->reached[n++] = text;
    }
    s->reached_n = n;
}

/* The most that words with this total weight can add; slightly more, because
 * sums are rounded. */
static double most_of(const struct bm25 *b, double weights)
{
    return weights * (b->k1 + 1) * 1.000001;
}

/* The best are chosen only when as many postings were read, or are to be read
 * next, as texts were reached, since choosing takes that long. */
static int rank(struct bm25_search *s, const struct query_term *t, int terms,
                int most, struct bm25_hit *out)
{
    const struct bm25_list *list = s->of->list;
    bool closed = false; /* no other text can be among the best */
    long read = 0;
    int n = 0;

    for (int i = 0; i < terms; i++) {
        const double rest = most_of(s->of, t[i].rest);

        (closed ? score_reached : reach_all)(s, &t[i]);
        read += list[t[i].word].n;
        if (!closed && most_of(s->of, t[i].sum) < rest)
            continue; /* no score exceeds the rest yet */
        if (i + 1 < terms && read + list[t[i + 1].word].n < s->reached_n)
            continue;
        read = 0;
        n = choose(s, most, out);
        if (n < most)
            continue;
        closed = closed || rest < out[n - 1].score;
        if (closed)
            drop(s, out[n - 1].score, rest);
    }
    return n;
}

int bm25_rank(struct bm25_search *s, const char *question, size_t len, int most,
              struct bm25_hit *out, struct error *e)
{
    int terms, n;

    if (cut(&s->cut, question, len, e))
        return -1;
    struct query_term *t = list_terms(s->of, &s->cut, &terms);

    s->reached_n = 0;
    n = most > 0 ? rank(s, t, terms, most, out) : 0;
    for (int i = 0; i < s->reached_n; i++)
        s->score[s->reached[i]] = -1;
    free(t);
    return n;
}
