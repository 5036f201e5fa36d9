#include "tasks/open/name_spans.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "text/language/python.h"

/* A combining mark belongs to the letter before it. */
static bool continues(int32_t c)
{
    return python_is_letter_or_digit(c) || python_is_mark(c);
}

/* True if no part of a word is at a place. */
static bool word_ends(const char *s, size_t len, size_t at)
{
    int32_t c;

    return !python_point(s, len, at, &c) || !continues(c);
}

static bool is_apostrophe(int32_t c)
{
    return c == '\'' || c == 0x2019;
}

#define EN_DASH 0x2013

/* True if a mark may be within a word and a letter or digit follows.  An en
 * dash needs digits on both sides (1914-18). */
static bool joins(const char *s, size_t len, size_t behind, int32_t before,
                  int32_t mark)
{
    int32_t next;

    if (!python_point(s, len, behind, &next))
        return false;
    if (mark == EN_DASH)
        return python_is_digit(before) && python_is_digit(next);
    if (!is_apostrophe(mark) && (mark >= 128 || !strchr("-.,&/", (int)mark)))
        return false;
    return python_is_letter_or_digit(next);
}

/* A period after these belongs to the word. */
static bool is_abbreviation(const char *s, size_t n)
{
    static const char *const words[] = {"Mr", "Mrs", "Ms", "Dr",
                                        "St", "Jr",  "Sr", NULL};

    return str_among(words, s, n) || (n == 1 && isupper((unsigned char)*s));
}

/* The end of the word that begins at a place.  A genitive's 's is not included.
 * A period belongs to a word with other periods (U.S.) or an initial; after a
 * number (46.5) it ends a sentence. */
static size_t word_end(const char *s, size_t len, size_t at)
{
    const size_t from = at;
    bool periods = false, number;
    int32_t c, before = 0;
    size_t n;

    python_point(s, len, at, &c);
    number = python_is_digit(c);
    while ((n = python_point(s, len, at, &c)) > 0) {
        if (!continues(c) && !joins(s, len, at + n, before, c))
            break;
        if (is_apostrophe(c) && at + n < len && s[at + n] == 's' &&
            word_ends(s, len, at + n + 1))
            break;
        periods |= c == '.';
        before = c;
        at += n;
    }
    return n && c == '.' && !number &&
                   (periods || is_abbreviation(s + from, at - from))
               ? at + 1
               : at;
}

static bool begins_like_name(const char *s, size_t len, size_t at)
{
    int32_t c;

    return python_point(s, len, at, &c) &&
           (python_is_large(c) || python_is_digit(c));
}

/* The place of the last apostrophe of a word, and the place after it; n if
 * there is none. */
static size_t last_apostrophe(const char *s, size_t n, size_t *behind)
{
    size_t at = n, step;
    int32_t c;

    *behind = n;
    for (size_t i = 0; (step = python_point(s, n, i, &c)); i += step)
        if (is_apostrophe(c)) {
            at = i;
            *behind = i + step;
        }
    return at;
}

/* Words that are no names, though a sentence may begin with them. */
static bool is_function_word(const char *s, size_t n)
{
    static const char *const words[] = {
        "A",      "An",    "The",   "In",     "On",       "At",     "Of",
        "For",    "From",  "By",    "To",     "With",     "As",     "And",
        "But",    "Or",    "I",     "Me",     "My",       "It",     "Its",
        "He",     "Him",   "His",   "She",    "Her",      "They",   "Them",
        "Their",  "We",    "Us",    "Our",    "You",      "Your",   "This",
        "That",   "These", "Those", "There",  "When",     "While",  "After",
        "Before", "Since", "Until", "During", "Although", "Though", "However",
        "If",     "Some",  "Many",  "Most",   "Such",     "Both",   "Each",
        "Other",  "Not",   "No",    "What",   "Which",    "Who",    "How",
        "Where",  "Why",   "Let",   NULL};
    static const char *const verbs[] = {"m", "re", "ve", "ll", "d", NULL};
    size_t behind;
    const size_t before = last_apostrophe(s, n, &behind);

    if (str_among(verbs, s + behind, n - behind))
        n = before;
    else if (n - behind == 1 && s[behind] == 't' && before > 1 &&
             s[before - 1] == 'n')
        return true;
    return str_among(words, s, n);
}

/* Add a run unless it is there already. */
static bool add(struct name_spans *r, const char *s, size_t n, int most)
{
    const int before = r->seen.n;

    if (vocabulary_add(&r->seen, s, n) < before)
        return true;
    if (r->n == most)
        return false;
    GROW(r->run, r->n, r->room);
    r->run[r->n++] = (struct cell){s, n};
    return true;
}

/* The place where the next word begins; len if there is none. */
static size_t next_word(const char *s, size_t len, size_t at)
{
    int32_t c;
    size_t n;

    while ((n = python_point(s, len, at, &c)) > 0 &&
           !python_is_letter_or_digit(c))
        at += n;
    return at;
}

void name_spans_clear(struct name_spans *r)
{
    if (r->begun)
        vocabulary_release(&r->seen);
    vocabulary_init(&r->seen, NULL, 0);
    r->begun = true;
    r->n = 0;
}

/* True if the word at a place continues the run that ends at `end`.  A function
 * word after a period (U.S. The) begins a sentence. */
static bool goes_on(const char *s, size_t end, size_t at, bool function)
{
    return at == end + 1 && s[end] == ' ' && !(function && s[end - 1] == '.');
}

bool name_spans_add(struct name_spans *r, const char *text, size_t len,
                    int most)
{
    size_t from = 0, end = 0; /* of the run; equal if there is none */
    size_t behind;

    for (size_t at = next_word(text, len, 0); at < len;
         at = next_word(text, len, behind)) {
        behind = word_end(text, len, at);
        const bool named = begins_like_name(text, len, at);
        const bool function = is_function_word(text + at, behind - at);

        if (end > from && !(named && goes_on(text, end, at, function))) {
            if (!add(r, text + from, end - from, most))
                return false;
            from = end;
        }
        if (!named || (end == from && function))
            continue;
        from = end == from ? at : from;
        end = behind;
    }
    return end == from || add(r, text + from, end - from, most);
}

void name_spans_release(struct name_spans *r)
{
    if (r->begun)
        vocabulary_release(&r->seen);
    free(r->run);
    *r = (struct name_spans){0};
}
