/* cloze_candidates.c - the candidates of a question, where their tokens are in
 * its document, and which are frequent. */
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "tasks/cloze/cloze_example.h"

void ints_add(struct ints *x, int32_t value)
{
    GROW(x->at, x->n, x->room);
    x->at[x->n++] = value;
}

/* --- words of the document ------------------------------------------------ */

/* Make it as long as there are words; new elements are 0. */
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

/* True if a word is new since `seen_now` was increased; mark it as seen. */
static bool is_new(struct cloze_reader *r, int32_t word)
{
    const bool new = r->seen.at[word] != r->seen_now;

    r->seen.at[word] = r->seen_now;
    return new;
}

/* --- candidates ----------------------------------------------------------- */

static int compare(const struct cell *x, const struct cell *y)
{
    const int order =
        memcmp(x->text, y->text, x->len < y->len ? x->len : y->len);

    return order ? order : (x->len > y->len) - (x->len < y->len);
}

static int by_text(const void *a, const void *b)
{
    const struct cloze_candidate *x = a, *y = b;

    return compare(&x->text, &y->text);
}

static int by_tokens(const void *a, const void *b)
{
    const struct cloze_candidate *x = a, *y = b;
    const int order = compare(&x->tokens, &y->tokens);

    return order ? order : by_text(a, b);
}

static void add_candidate(struct cloze_reader *r,
                          const struct cloze_candidate *c)
{
    GROW(r->candidate, r->candidates, r->candidate_room);
    r->candidate[r->candidates++] = *c;
}

/* Take the candidates of the file.  Tokens no longer move when all are looked
 * up. */
static int take_listed(struct cloze_reader *r, const struct cloze_question *q,
                       struct error *e)
{
    struct looked_up *l = &r->looked;

    looked_up_clear(l);
    for (int i = 0; i < q->candidates; i++) {
        const struct cell *text = &q->candidate[i];
        const size_t begin = l->text.len;
        const int first = l->n;

        if (corpus_look_up(r->corpus, text->text, text->len, l, e))
            return -1;
        add_candidate(
            r, &(struct cloze_candidate){
                   *text, {NULL, l->text.len - begin}, NULL, l->n - first});
    }
    const char *text = str_text(&l->text);
    const int32_t *token = l->token;

    for (int i = 0; i < r->candidates; i++) {
        struct cloze_candidate *c = &r->candidate[i];

        c->tokens.text = text;
        c->token = token;
        text += c->tokens.len;
        token += c->n;
    }
    return 0;
}

/* If a layout has none, each word of the document is a candidate, except the
 * token that replaces an empty document. */
static int take_words(struct cloze_reader *r, int tokens, struct error *e)
{
    const int32_t *document = r->corpus->id[0];

    for (int i = 0; i < tokens; i++) {
        if (document[i] < TOKEN_FIRST || r->first.at[document[i]] != i)
            continue;
        if (r->candidates == LAYOUT_MOST_CANDIDATES)
            return error_set(e,
                             "found a document of more than %d different "
                             "words, which are all candidates, expected no "
                             "more",
                             LAYOUT_MOST_CANDIDATES);
        const char *word = r->corpus->words.word[document[i]];
        const size_t n = strlen(word);

        add_candidate(r, &(struct cloze_candidate){
                             {word, n}, {word, n + 1}, &document[i], 1});
    }
    return 0;
}

/* Sort the candidates and remove doubles. */
static void sort_candidates(struct cloze_reader *r)
{
    int kept = 0;

    qsort(r->candidate, (size_t)r->candidates, sizeof(*r->candidate),
          by_tokens);
    for (int i = 0; i < r->candidates; i++)
        if (!kept || compare(&r->candidate[kept - 1].tokens,
                             &r->candidate[i].tokens) != 0)
            r->candidate[kept++] = r->candidate[i];
    r->candidates = kept;
    qsort(r->candidate, (size_t)kept, sizeof(*r->candidate), by_text);
}

static enum cloze_fit fit_of(const struct cloze_reader *r,
                             const struct cloze_question *q,
                             const struct cloze_candidate *c)
{
    const struct cell answer = {str_text(&r->answer.text), r->answer.text.len};

    if (q->fit)
        return q->fit(q->of, &c->text);
    return compare(&c->tokens, &answer) ? FITS_NOT : FITS_AS_SPELT;
}

static void find_fits(struct cloze_reader *r, const struct cloze_question *q)
{
    r->fit.n = 0;
    for (int i = 0; i < r->candidates; i++)
        ints_add(&r->fit, fit_of(r, q, &r->candidate[i]));
    r->empty_fits = q->fit && q->fit(q->of, &(struct cell){"", 0}) != FITS_NOT;
}

int cloze_list(struct cloze_reader *r, const struct cloze_question *q,
               int tokens, struct error *e)
{
    r->candidates = 0;
    looked_up_clear(&r->answer);
    if (corpus_look_up(r->corpus, q->answer.text, q->answer.len, &r->answer, e))
        return -1;
    if (q->candidates ? take_listed(r, q, e) : take_words(r, tokens, e))
        return -1;
    if (r->candidates)
        sort_candidates(r);
    find_fits(r, q);
    return 0;
}

/* Limits of one question: places in the document of its candidates' tokens
 * (real questions have thousands), and comparisons of tokens. */
#define MOST_PLACES (1 << 24)
#define MOST_COMPARED (1 << 28)

static bool compares(const struct cloze_reader *r)
{
    return r->compared <= MOST_COMPARED;
}

/* True if a candidate's tokens are in a part in a row, from a place on. */
static bool stand_at(struct cloze_reader *r, const struct cloze_candidate *c,
                     const int32_t *token, int n, int at)
{
    int k = 0;

    if (c->n > n - at)
        return false;
    while (k < c->n && token[at + k] == c->token[k])
        k++;
    r->compared += k;
    return k == c->n;
}

/* Count occurrences in the document, by the chain of places of the candidate's
 * first token. */
static int32_t times_in_document(struct cloze_reader *r,
                                 const struct cloze_candidate *c, int tokens)
{
    const int32_t *document = r->corpus->id[0];
    int32_t times = 0;

    if (!c->n)
        return 0;
    for (int i = first_place(r, c->token[0]); i >= 0 && compares(r);
         i = r->next.at[i])
        times += stand_at(r, c, document, tokens, i);
    return times;
}

static bool is_asked(struct cloze_reader *r, const struct cloze_candidate *c)
{
    const int32_t *query = r->corpus->id[1];
    const int n = r->corpus->len[1];

    for (int i = 0; c->n && i < n && compares(r); i++) {
        r->compared++;
        if (stand_at(r, c, query, n, i))
            return true;
    }
    return false;
}

/* Find where a candidate's tokens are. */
static int find_tokens(struct cloze_reader *r, const struct cloze_candidate *c,
                       struct error *e)
{
    const int before = r->token.n;

    r->seen_now++;
    for (int k = 0; k < c->n; k++) {
        const int32_t word = c->token[k];

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
    ints_add(&r->length, c->n > 0 ? c->n : 1);
    r->unseen += r->token.n == before;
    return 0;
}

/* Return the right candidate; -1 if there is none. */
static int choose_right(const struct cloze_reader *r)
{
    int32_t most = 0;
    int right = -1;

    for (int i = 0; i < r->candidates; i++) {
        const int32_t stands = r->times.at[i] ? 2 : r->count.at[i] ? 1 : 0;
        const int32_t fit = r->fit.at[i];
        const int32_t value = fit ? fit + (FITS_AS_SPELT + 1) * stands : 0;

        if (value > most)
            right = i;
        most = value > most ? value : most;
    }
    return right;
}

int cloze_find(struct cloze_reader *r, int tokens, struct error *e)
{
    r->token.n = r->count.n = r->length.n = r->times.n = r->asked.n = 0;
    r->compared = 0;
    for (int i = 0; i < r->candidates; i++) {
        const struct cloze_candidate *c = &r->candidate[i];

        if (find_tokens(r, c, e))
            return -1;
        ints_add(&r->times, times_in_document(r, c, tokens));
        ints_add(&r->asked, is_asked(r, c));
        if (!compares(r))
            return error_set(e,
                             "found %d candidates to look for in %d tokens of "
                             "the document and %d of the query, expected fewer "
                             "or shorter ones: they take more than %d "
                             "comparisons",
                             r->candidates, tokens, r->corpus->len[1],
                             MOST_COMPARED);
    }
    r->right = choose_right(r);
    return 0;
}

/* --- what is known without reading ---------------------------------------- */

double cloze_most_frequent(const struct cloze_reader *r, bool not_asked)
{
    int32_t top = -1;
    int ties = 0, right = 0;

    for (int c = 0; c < r->candidates; c++) {
        const int32_t times = r->times.at[c];

        if (times < top || (not_asked && r->asked.at[c]))
            continue;
        if (times > top)
            ties = right = 0;
        top = times;
        ties++;
        right += r->fit.at[c] != FITS_NOT;
    }
    if (!ties)
        return cloze_most_frequent(r, false);
    return (double)right / ties;
}

void cloze_add_baselines(struct cloze_reader *r)
{
    int right = 0;

    for (int c = 0; c < r->candidates; c++)
        right += r->fit.at[c] != FITS_NOT;
    if (!right)
        return;
    r->base.random += (double)right / r->candidates;
    r->base.frequent += cloze_most_frequent(r, false);
    r->base.frequent_not_asked += cloze_most_frequent(r, true);
}
