#include "config.h"

#include "tasks/open/passages.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "tasks/open/occurrences.h"
#include "text/language/python.h"

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

/* --- right answers -------------------------------------------------------- */

void right_answers_set(struct right_answers *r, const struct cell *answer,
                       int answers)
{
    if (r->room < answers) {
        r->form = memory_resize(r->form, (size_t)answers * sizeof(*r->form));
        memset(r->form + r->room, 0,
               (size_t)(answers - r->room) * sizeof(*r->form));
        r->room = answers;
    }
    r->answer = answer;
    r->answers = answers;
    for (int k = 0; k < answers; k++) {
        struct answer_forms *f = &r->form[k];

        str_clear(&f->small);
        python_small_letters(answer[k].text, answer[k].len, &f->small);
        squad_normalise((struct squad_text){answer[k].text, answer[k].len},
                        &f->normal);
    }
}

void right_answers_release(struct right_answers *r)
{
    for (int k = 0; k < r->room; k++) {
        str_release(&r->form[k].small);
        str_release(&r->form[k].normal);
    }
    free(r->form);
    str_release(&r->scratch);
}

bool right_answers_may_be_empty(const struct right_answers *r)
{
    for (int k = 0; k < r->answers; k++)
        if (!r->form[k].normal.len)
            return true;
    return false;
}

enum cloze_fit right_answers_fit(struct right_answers *r,
                                 const struct cell *text)
{
    for (int k = 0; k < r->answers; k++)
        if (r->answer[k].len == text->len &&
            !memcmp(r->answer[k].text, text->text, text->len))
            return FITS_AS_SPELT;
    if (r->answers)
        squad_normalise((struct squad_text){text->text, text->len},
                        &r->scratch);
    for (int k = 0; k < r->answers; k++)
        if (!strcmp(str_text(&r->form[k].normal), str_text(&r->scratch)))
            return FITS_BY_WORDS;
    return FITS_NOT;
}

/* --- finding -------------------------------------------------------------- */

enum edges { EDGES_BLANKS, EDGES_WORDS, EDGES_BLANK_BEHIND, EDGES_ANY };

/* A text of valid UTF-8. */
struct text {
    const char *at;
    size_t len;
};

/* True if the code point at a place, or before it, is a letter or a digit. */
static bool word_at(const struct text *t, size_t at)
{
    int32_t c;

    return python_point(t->at, t->len, at, &c) && python_is_letter_or_digit(c);
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

/* True if words end where the range does, on both sides.  An end of the range
 * that is not a letter or digit always passes. */
static bool ends_words(const struct text *t, const struct text_range *s)
{
    return !(word_before(t, s->from) && word_at(t, s->from)) &&
           !(word_before(t, s->end) && word_at(t, s->end));
}

static bool has_edges(const struct text *t, const struct text_range *s,
                      enum edges edges)
{
    return edges == EDGES_BLANKS ? s->from > 0 && t->at[s->from - 1] == ' ' &&
                                       blank_at(t, s->end)
           : edges == EDGES_WORDS        ? ends_words(t, s)
           : edges == EDGES_BLANK_BEHIND ? blank_at(t, s->end)
                                         : true;
}

static bool find(const struct text *t, const struct cell *answer,
                 enum edges edges, struct text_range *out)
{
    struct occurrences o =
        occurrences_of(t->at, t->len, answer->text, answer->len);
    bool found = false;
    size_t at;

    while (!found && occurrences_next(&o, &at)) {
        *out = (struct text_range){at, at + answer->len};
        found = has_edges(t, out, edges);
    }
    occurrences_release(&o);
    return found;
}

/* A text and the same in lower case, which has as many code points but not
 * always as many bytes. */
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

/* Move a place forward to a place in the lower-case text. */
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

/* Find an answer in lower case. */
static bool find_folded(const struct folded *f, const struct str *answer,
                        enum edges edges, struct text_range *out)
{
    struct folded_place from = {0, 0}, end = {0, 0};
    struct occurrences o = occurrences_of(str_text(&f->small), f->small.len,
                                          str_text(answer), answer->len);
    bool found = false;
    size_t at;

    while (!found && occurrences_next(&o, &at)) {
        *out = (struct text_range){move(f, &from, at),
                                   move(f, &end, at + answer->len)};
        found = has_edges(f->text, out, edges);
    }
    occurrences_release(&o);
    return found;
}

/* Find the first answer, ignoring case, with the strictest kind of edges with
 * which any answer is found. */
static bool find_any_folded(const struct text *t, const struct right_answers *a,
                            enum edges least, enum edges most,
                            struct text_range *out)
{
    struct folded f = fold(t);
    bool found = false;

    for (enum edges e = least; e <= most && !found; e++)
        for (int k = 0; k < a->answers && !found; k++)
            found = find_folded(&f, &a->form[k].small, e, out);
    str_release(&f.small);
    return found;
}

bool passages_find(const char *text, size_t len, const struct right_answers *a,
                   struct text_range *out)
{
    const struct text t = {text, len};

    if (!a->answers)
        return false;
    for (enum edges e = EDGES_BLANKS; e <= EDGES_ANY; e++)
        for (int k = 0; k < a->answers; k++)
            if (find(&t, &a->answer[k], e, out))
                return true;
    return find_any_folded(&t, a, EDGES_WORDS, EDGES_ANY, out);
}

/* True if a text, with single blanks between words, has these words in a
 * row. */
static bool has_words(const struct str *text, const struct str *words)
{
    const char *s = str_text(text);
    const size_t n = words->len;
    bool has = false;
    size_t at;

    if (!n)
        return false;
    struct occurrences o = occurrences_of(s, text->len, words->s, n);

    while (!has && occurrences_next(&o, &at))
        has = (at == 0 || s[at - 1] == ' ') &&
              (at + n == text->len || s[at + n] == ' ');
    occurrences_release(&o);
    return has;
}

bool passages_have(struct squad_text text, struct right_answers *a)
{
    const struct text t = {text.at, text.len};
    struct text_range s;

    if (!a->answers)
        return false;
    for (int k = 0; k < a->answers; k++)
        if (find(&t, &a->answer[k], EDGES_WORDS, &s))
            return true;
    if (find_any_folded(&t, a, EDGES_WORDS, EDGES_WORDS, &s))
        return true;
    squad_normalise(text, &a->scratch);
    for (int k = 0; k < a->answers; k++)
        if (has_words(&a->scratch, &a->form[k].normal))
            return true;
    return false;
}

int passages_rank(const struct joined *j, struct right_answers *a)
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

/* The place where the last `words` words before a place begin. */
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

/* The place where the first `words` words after a place end. */
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

/* Extend a range to whole words. */
static struct text_range whole_words(const char *s, size_t len,
                                     struct text_range at)
{
    while (at.from > 0 && s[at.from - 1] != ' ')
        at.from--;
    while (at.end < len && s[at.end] != ' ')
        at.end++;
    return at;
}

struct text_range passages_window(const char *text, size_t len,
                                  const struct text_range *around, long words)
{
    if (!words)
        return (struct text_range){0, len};
    if (!around)
        return (struct text_range){0, words_behind(text, len, 0, words)};
    const struct text_range own = whole_words(text, len, *around);
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
    return (struct text_range){words_before(text, own.from, first),
                               words_behind(text, len, own.end, last)};
}
