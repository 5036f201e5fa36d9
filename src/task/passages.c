#include "config.h"

#include "task/passages.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "text/python.h"

/* --- joining -------------------------------------------------------------- */

static int by_score(const void *x, const void *y)
{
    const struct passage_order *a = x, *b = y;

    if (a->score != b->score)
        return a->score < b->score ? 1 : -1;
    return (a->place > b->place) - (a->place < b->place);
}

static void list_order(struct joined *j, const struct open_question *q,
                       const struct joining *how)
{
    while (j->order_room < q->passages)
        GROW(j->order, j->order_room, j->order_room);
    for (int i = 0; i < q->passages; i++)
        j->order[i] = (struct passage_order){q->passage[i].score, i};
    if (how->by_score && q->passages)
        qsort(j->order, (size_t)q->passages, sizeof(*j->order), by_score);
}

void passages_join(struct joined *j, const struct open_question *q,
                   const struct joining *how)
{
    const int n = how->most && how->most < q->passages ? (int)how->most
                                                       : q->passages;

    str_clear(&j->text);
    str_adds(&j->text, "");
    j->n = 0;
    list_order(j, q, how);
    for (int i = 0; i < n; i++) {
        const struct cell *text = &q->passage[j->order[i].place].text;

        if (i)
            str_adds(&j->text, how->between == BETWEEN_MARK
                                   ? " " PASSAGE_MARK " "
                                   : " ");
        GROW(j->begin, j->n, j->room);
        j->begin[j->n++] = j->text.len;
        python_join_words(text->text, text->len, &j->text);
    }
}

void joined_release(struct joined *j)
{
    str_release(&j->text);
    free(j->begin);
    free(j->order);
}

/* --- finding -------------------------------------------------------------- */

enum edges { EDGES_BLANKS, EDGES_WORDS, EDGES_BLANK_BEHIND, EDGES_ANY };

/* A text of valid UTF-8. */
struct text {
    const char *at;
    size_t len;
};

/* Is the code point at a place, or before it, one of a word? */
static bool word_at(const struct text *t, size_t at)
{
    int32_t c;

    return python_point(t->at, t->len, at, &c) && python_is_word(c);
}

static bool word_before(const struct text *t, size_t at)
{
    if (!at)
        return false;
    do
        at--;
    while (at && (t->at[at] & 0xc0) == 0x80);
    return word_at(t, at);
}

static bool blank_at(const struct text *t, size_t at)
{
    return at < t->len && t->at[at] == ' ';
}

/* Do words end where the stretch does?  What is no letter at its end adjoins
 * none. */
static bool ends_words(const struct text *t, const struct stretch *s)
{
    return !(word_before(t, s->from) && word_at(t, s->from)) &&
           !(word_before(t, s->end) && word_at(t, s->end));
}

static bool has_edges(const struct text *t, const struct stretch *s,
                      enum edges edges)
{
    return edges == EDGES_BLANKS ? s->from > 0 && t->at[s->from - 1] == ' ' &&
                                       blank_at(t, s->end)
           : edges == EDGES_WORDS        ? ends_words(t, s)
           : edges == EDGES_BLANK_BEHIND ? blank_at(t, s->end)
                                         : true;
}

/* The end of what stands at a place, letter by letter the answer in any case;
 * 0: it does not. */
static size_t folded_end(const struct text *t, size_t at,
                         const struct cell *answer)
{
    int32_t a, b;
    size_t n;

    for (size_t k = 0;
         (n = python_point(answer->text, answer->len, k, &a)) > 0; k += n) {
        const size_t step = python_point(t->at, t->len, at, &b);

        if (!step || python_small(a) != python_small(b))
            return 0;
        at += step;
    }
    return at;
}

static bool find_folded(const struct text *t, const struct cell *answer,
                        enum edges edges, struct stretch *out)
{
    int32_t c;
    size_t n;

    for (size_t at = 0; (n = python_point(t->at, t->len, at, &c)) > 0;
         at += n) {
        *out = (struct stretch){at, folded_end(t, at, answer)};
        if (out->end && has_edges(t, out, edges))
            return true;
    }
    return false;
}

static bool find(const struct text *t, const struct cell *answer,
                 enum edges edges, struct stretch *out)
{
    const char *p = t->at;

    while ((p = memmem(p, t->len - (size_t)(p - t->at), answer->text,
                       answer->len))) {
        *out = (struct stretch){(size_t)(p - t->at),
                                (size_t)(p - t->at) + answer->len};
        if (has_edges(t, out, edges))
            return true;
        p++;
    }
    return false;
}

bool passages_find(const char *text, size_t len, const struct cell *answer,
                   struct stretch *out)
{
    const struct text t = {text, len};

    for (enum edges e = EDGES_BLANKS; e <= EDGES_ANY; e++)
        if (find(&t, answer, e, out))
            return true;
    for (enum edges e = EDGES_WORDS; e <= EDGES_ANY; e++)
        if (find_folded(&t, answer, e, out))
            return true;
    return false;
}

/* Has a text, with single blanks between words, these words in a row? */
static bool has_words(const char *text, const char *words)
{
    const size_t n = strlen(words);

    for (const char *p = text; n && (p = strstr(p, words)); p++)
        if ((p == text || p[-1] == ' ') && (!p[n] || p[n] == ' '))
            return true;
    return false;
}

bool passages_have(struct squad_text text, const struct right_answers *a)
{
    const struct text t = {text.at, text.len};
    struct stretch s;

    for (int k = 0; k < a->answers; k++)
        if (find(&t, &a->answer[k], EDGES_WORDS, &s) ||
            find_folded(&t, &a->answer[k], EDGES_WORDS, &s))
            return true;
    if (!a->answers)
        return false;
    squad_normalise(text, a->text);
    for (int k = 0; k < a->answers; k++) {
        const struct cell *answer = &a->answer[k];

        squad_normalise((struct squad_text){answer->text, answer->len},
                        a->words);
        if (has_words(str_text(a->text), str_text(a->words)))
            return true;
    }
    return false;
}

int passages_rank(const struct joined *j, const struct right_answers *a)
{
    for (int i = 0; i < j->n; i++) {
        const size_t end = i + 1 < j->n ? j->begin[i + 1] : j->text.len;
        const struct squad_text text = {j->text.s + j->begin[i],
                                        end - j->begin[i]};

        if (passages_have(text, a))
            return i + 1;
    }
    return 0;
}

/* --- the window ----------------------------------------------------------- */

/* Where the last `words` before a place begin. */
static size_t words_before(const char *s, size_t from, long words)
{
    size_t i = from;

    while (i > 0 && words > 0) {
        while (i > 0 && s[i - 1] == ' ')
            i--;
        while (i > 0 && s[i - 1] != ' ')
            i--;
        words--;
    }
    return i;
}

/* Where the first `words` behind a place end. */
static size_t words_behind(const char *s, size_t len, size_t end, long words)
{
    size_t i = end;

    while (i < len && words > 0) {
        while (i < len && s[i] == ' ')
            i++;
        while (i < len && s[i] != ' ')
            i++;
        words--;
    }
    return i;
}

/* The words that a stretch begins and ends in. */
static struct stretch whole_words(const char *s, size_t len, struct stretch at)
{
    while (at.from > 0 && s[at.from - 1] != ' ')
        at.from--;
    while (at.end < len && s[at.end] != ' ')
        at.end++;
    return at;
}

struct stretch passages_window(const char *text, size_t len,
                               const struct stretch *around, long words)
{
    if (!words)
        return (struct stretch){0, len};
    if (!around)
        return (struct stretch){0, words_behind(text, len, 0, words)};
    const struct stretch own = whole_words(text, len, *around);
    const long before = python_count_words(text, own.from);
    const long behind = python_count_words(text + own.end, len - own.end);
    const bool much_before = 2 * before >= words;
    const bool much_behind = 2 * behind >= words;
    long first = before, last = behind;

    if (much_before && much_behind) {
        first = words / 2;
        last = words - first;
    } else if (much_before) {
        first = words - behind;
    } else if (much_behind) {
        last = words - before;
    }
    return (struct stretch){words_before(text, own.from, first),
                            words_behind(text, len, own.end, last)};
}
