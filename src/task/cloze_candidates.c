/* cloze_candidates.c - the candidates of a question, where their tokens are in
 * its document, and which are frequent. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "task/cloze_example.h"

void ints_add(struct ints *x, int32_t value)
{
    GROW(x->at, x->n, x->room);
    x->at[x->n++] = value;
}

/* --- words of the document ------------------------------------------------ */

/* As many as there are words, zeros at first. */
static void cover(struct ints *x, int words)
{
    if (x->room < words) {
        x->at = memory_resize(x->at, 2 * (size_t)words * sizeof(*x->at));
        memset(x->at + x->room, 0,
               (2 * (size_t)words - (size_t)x->room) * sizeof(*x->at));
        x->room = 2 * words;
    }
}

void cloze_chain(struct cloze_reader *r, int tokens)
{
    const int32_t *document = r->corpus->id[0];

    cover(&r->first, r->corpus->words.n);
    cover(&r->when, r->corpus->words.n);
    cover(&r->seen, r->corpus->words.n);
    cover(&r->next, tokens);
    r->now++;
    for (int i = tokens - 1; i >= 0; i--) {
        const int32_t word = document[i];

        r->next.at[i] = r->when.at[word] == r->now ? r->first.at[word] : -1;
        r->first.at[word] = i;
        r->when.at[word] = r->now;
    }
}

static int first_place(const struct cloze_reader *r, int32_t word)
{
    return word >= 0 && r->when.at[word] == r->now ? r->first.at[word] : -1;
}

/* Was a word not met since `seen_now` last rose?  It is now. */
static bool is_new(struct cloze_reader *r, int32_t word)
{
    const bool new = r->seen.at[word] != r->seen_now;

    r->seen.at[word] = r->seen_now;
    return new;
}

/* --- candidates ----------------------------------------------------------- */

static int by_bytes(const void *a, const void *b)
{
    const struct cell *x = a, *y = b;
    const int order =
        memcmp(x->text, y->text, x->len < y->len ? x->len : y->len);

    return order ? order : (x->len > y->len) - (x->len < y->len);
}

static void add_candidate(struct cloze_reader *r, const struct cell *text)
{
    GROW(r->candidate, r->candidates, r->candidate_room);
    r->candidate[r->candidates++] = *text;
}

/* The text of a word, which the vocabulary keeps. */
static struct cell word_cell(const struct corpus *c, int32_t word)
{
    const char *text = c->words.word[word];

    return (struct cell){text, strlen(text)};
}

/* Where a layout has none, each word of the document is a candidate, and the
 * answer is the word that it is. */
static int take_words(struct cloze_reader *r, int tokens, struct cell *answer,
                      struct error *e)
{
    const int32_t *document = r->corpus->id[0];

    for (int i = 0; i < tokens; i++)
        if (r->first.at[document[i]] == i) {
            const struct cell word = word_cell(r->corpus, document[i]);

            if (r->candidates == LAYOUT_MOST_CANDIDATES)
                return error_set(e,
                                 "found a document of more than %d different "
                                 "words, which are all candidates, expected no "
                                 "more",
                                 LAYOUT_MOST_CANDIDATES);
            add_candidate(r, &word);
        }
    if (corpus_look_up(r->corpus, answer->text, answer->len, &r->looked, e))
        return -1;
    if (r->looked.n == 1 && r->looked.token[0] >= 0)
        *answer = word_cell(r->corpus, r->looked.token[0]);
    return 0;
}

/* Put candidates in order, equal ones once, and find the right one. */
static void sort_candidates(struct cloze_reader *r, const struct cell *answer)
{
    int kept = 0;

    qsort(r->candidate, (size_t)r->candidates, sizeof(*r->candidate), by_bytes);
    for (int i = 0; i < r->candidates; i++)
        if (!kept || by_bytes(&r->candidate[kept - 1], &r->candidate[i]) != 0)
            r->candidate[kept++] = r->candidate[i];
    r->candidates = kept;
    r->right = -1;
    for (int i = 0; i < kept; i++)
        if (!by_bytes(&r->candidate[i], answer))
            r->right = i;
}

int cloze_list(struct cloze_reader *r, const struct cloze_question *q,
               int tokens, struct error *e)
{
    struct cell answer = q->answer;

    r->candidates = 0;
    for (int i = 0; i < q->candidates; i++)
        add_candidate(r, &q->candidate[i]);
    if (!q->candidates && take_words(r, tokens, &answer, e))
        return -1;
    sort_candidates(r, &answer);
    return 0;
}

/* What all candidates of a question may have, a real one has thousands of
 * places; and tokens of it that are compared to find them. */
#define MOST_PLACES (1 << 24)
#define MOST_COMPARED (1 << 28)

static bool compares(const struct cloze_reader *r)
{
    return r->compared <= MOST_COMPARED;
}

/* Do the tokens that were looked up stand in a part one behind the other, from
 * a place on? */
static bool stand_at(struct cloze_reader *r, const int32_t *token, int n,
                     int at)
{
    const struct looked_up *l = &r->looked;
    int k = 0;

    if (l->n > n - at)
        return false;
    while (k < l->n && token[at + k] == l->token[k])
        k++;
    r->compared += k;
    return k == l->n;
}

/* The places of their first in the document are chained. */
static int32_t times_in_document(struct cloze_reader *r, int tokens)
{
    const int32_t *document = r->corpus->id[0];
    int32_t times = 0;

    if (!r->looked.n)
        return 0;
    for (int i = first_place(r, r->looked.token[0]); i >= 0 && compares(r);
         i = r->next.at[i])
        times += stand_at(r, document, tokens, i);
    return times;
}

static bool is_asked(struct cloze_reader *r)
{
    const struct corpus *c = r->corpus;

    for (int i = 0; r->looked.n && i < c->len[1] && compares(r); i++) {
        r->compared++;
        if (stand_at(r, c->id[1], c->len[1], i))
            return true;
    }
    return false;
}

/* Find where a candidate's tokens are. */
static int find_tokens(struct cloze_reader *r, struct error *e)
{
    const int before = r->token.n;

    r->seen_now++;
    for (int k = 0; k < r->looked.n; k++) {
        const int32_t word = r->looked.token[k];

        if (word < 0 || !is_new(r, word))
            continue;
        for (int i = first_place(r, word); i >= 0; i = r->next.at[i])
            ints_add(&r->token, i);
        if (r->token.n > MOST_PLACES)
            return error_set(e,
                             "found candidates at more than %d places of the "
                             "document, expected no more",
                             MOST_PLACES);
    }
    ints_add(&r->count, r->token.n - before);
    ints_add(&r->length, r->looked.n > 0 ? r->looked.n : 1);
    r->unseen += r->token.n == before;
    return 0;
}

int cloze_find(struct cloze_reader *r, int tokens, struct error *e)
{
    r->token.n = r->count.n = r->length.n = r->times.n = r->asked.n = 0;
    r->compared = 0;
    for (int c = 0; c < r->candidates; c++) {
        const struct cell *text = &r->candidate[c];

        if (corpus_look_up(r->corpus, text->text, text->len, &r->looked, e) ||
            find_tokens(r, e))
            return -1;
        ints_add(&r->times, times_in_document(r, tokens));
        ints_add(&r->asked, is_asked(r));
        if (!compares(r))
            return error_set(e,
                             "found %d candidates to look for in %d tokens of "
                             "the document and %d of the query, expected fewer "
                             "or shorter ones: they take more than %d "
                             "comparisons",
                             r->candidates, tokens, r->corpus->len[1],
                             MOST_COMPARED);
    }
    return 0;
}

/* --- what is known without reading ---------------------------------------- */

double cloze_most_frequent(const struct cloze_reader *r, bool not_asked)
{
    int32_t top = -1;
    int ties = 0;

    for (int c = 0; c < r->candidates; c++) {
        const int32_t times = r->times.at[c];

        if (not_asked && r->asked.at[c])
            continue;
        ties = times > top ? 1 : ties + (times == top);
        top = times > top ? times : top;
    }
    if (!ties)
        return cloze_most_frequent(r, false);
    const bool wins =
        r->times.at[r->right] == top && !(not_asked && r->asked.at[r->right]);

    return wins ? 1.0 / ties : 0;
}

void cloze_add_baselines(struct cloze_reader *r)
{
    if (r->right < 0)
        return;
    r->base.random += 1.0 / r->candidates;
    r->base.frequent += cloze_most_frequent(r, false);
    r->base.frequent_not_asked += cloze_most_frequent(r, true);
}
