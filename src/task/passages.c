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

/* A text and the same in small letters, which are one for one but not always
 * as many bytes. */
struct folded {
    const struct text *text;
    struct str small;
};

/* A place in both. */
struct folded_place {
    size_t in_text, in_small;
};

static struct folded fold(const struct text *t)
{
    struct folded f = {t, {0}};

    python_small_letters(t->at, t->len, &f.small);
    return f;
}

/* Move a place on to one of the small letters. */
static size_t move(const struct folded *f, struct folded_place *p, size_t to)
{
    int32_t c;

    while (p->in_small < to) {
        p->in_small += python_point(f->small.s, f->small.len, p->in_small, &c);
        p->in_text +=
            python_point(f->text->at, f->text->len, p->in_text, &c);
    }
    return p->in_text;
}

/* Of the answer in small letters. */
static bool find_folded(const struct folded *f, const struct str *answer,
                        enum edges edges, struct stretch *out)
{
    struct folded_place from = {0, 0}, end = {0, 0};
    const char *small = str_text(&f->small), *p = small;

    while ((p = memmem(p, f->small.len - (size_t)(p - small),
                       str_text(answer), answer->len))) {
        const size_t at = (size_t)(p - small);

        *out = (struct stretch){move(f, &from, at),
                                move(f, &end, at + answer->len)};
        if (has_edges(f->text, out, edges))
            return true;
        p++;
    }
    return false;
}

/* Of answers in small letters, the first that is found with the first edges. */
static bool find_any_folded(const struct text *t, const struct cell *answer,
                            int answers, enum edges least, enum edges most,
                            struct stretch *out)
{
    struct str *small = memory_zeroed((size_t)answers + 1, sizeof(*small));
    struct folded f = fold(t);
    bool found = false;

    for (int k = 0; k < answers; k++)
        python_small_letters(answer[k].text, answer[k].len, &small[k]);
    for (enum edges e = least; e <= most && !found; e++)
        for (int k = 0; k < answers && !found; k++)
            found = find_folded(&f, &small[k], e, out);
    for (int k = 0; k < answers; k++)
        str_release(&small[k]);
    free(small);
    str_release(&f.small);
    return found;
}

bool passages_find(const char *text, size_t len, const struct cell *answer,
                   int answers, struct stretch *out)
{
    const struct text t = {text, len};

    if (!answers)
        return false;
    for (enum edges e = EDGES_BLANKS; e <= EDGES_ANY; e++)
        for (int k = 0; k < answers; k++)
            if (find(&t, &answer[k], e, out))
                return true;
    return find_any_folded(&t, answer, answers, EDGES_WORDS, EDGES_ANY, out);
}

/* Has a text, with single blanks between words, these words in a row?  By
 * memmem(), as strstr() may look at each letter once for each other. */
static bool has_words(const struct str *text, const struct str *words)
{
    const char *at = str_text(text), *end = at + text->len;
    const size_t n = words->len;

    for (const char *p = at;
         n && (p = memmem(p, (size_t)(end - p), words->s, n)); p++)
        if ((p == at || p[-1] == ' ') && (p + n == end || p[n] == ' '))
            return true;
    return false;
}

bool passages_have(struct squad_text text, const struct right_answers *a)
{
    const struct text t = {text.at, text.len};
    struct stretch s;

    for (int k = 0; k < a->answers; k++)
        if (find(&t, &a->answer[k], EDGES_WORDS, &s))
            return true;
    if (!a->answers)
        return false;
    if (find_any_folded(&t, a->answer, a->answers, EDGES_WORDS, EDGES_WORDS,
                        &s))
        return true;
    squad_normalise(text, a->text);
    for (int k = 0; k < a->answers; k++) {
        const struct cell *answer = &a->answer[k];

        squad_normalise((struct squad_text){answer->text, answer->len},
                        a->words);
        if (has_words(a->text, a->words))
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
