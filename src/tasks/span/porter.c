#include "tasks/span/porter.h"

#include <string.h>

/* --- consonants ----------------------------------------------------------- */

/* True if a letter is a consonant, given whether the letter before it is one.
 * A y is a consonant unless it follows one. */
static bool consonant(char letter, bool behind)
{
    return letter == 'y' ? !behind : !memchr("aeiou", letter, 5);
}

static bool is_consonant(const char *s, size_t at)
{
    size_t from = at;
    bool is = false;

    while (from > 0 && s[from] == 'y')
        from--;
    for (size_t i = from; i <= at; i++)
        is = consonant(s[i], is);
    return is;
}

/* The number of times that a consonant follows a vowel in the first n bytes:
 * Porter's m. */
static int measure(const char *s, size_t n)
{
    bool is = true;
    int m = 0;

    for (size_t i = 0; i < n; i++) {
        const bool next = consonant(s[i], i > 0 && is);

        m += next && !is;
        is = next;
    }
    return m;
}

static bool has_vowel(const char *s, size_t n)
{
    bool is = false;

    for (size_t i = 0; i < n; i++) {
        is = consonant(s[i], is);
        if (!is)
            return true;
    }
    return false;
}

/* The place where the last letter of the first n bytes, at least one,
 * begins. */
static size_t last_letter(const char *s, size_t n)
{
    do
        n--;
    while (n > 0 && (s[n] & 0xc0) == 0x80);
    return n;
}

/* True if the last two letters are the same consonant. */
static bool is_double(const char *s, size_t n)
{
    const size_t at = last_letter(s, n), bytes = n - at;

    return at >= bytes && is_consonant(s, at) &&
           !memcmp(s + at, s + at - bytes, bytes);
}

/* True if the first n bytes end with a consonant, a vowel and a consonant
 * except w, x and y; or are a vowel and a consonant. */
static bool is_short(const char *s, size_t n)
{
    const size_t last = last_letter(s, n);

    if (!last || !is_consonant(s, last) || is_consonant(s, last - 1))
        return false;
    return last == 1 ||
           (is_consonant(s, last - 2) && !strchr("wxy", s[last]));
}

/* The number of letters in n bytes. */
static int letters(const char *s, size_t n)
{
    int all = 0;

    for (size_t i = 0; i < n; i++)
        all += (s[i] & 0xc0) != 0x80;
    return all;
}

/* --- rules ---------------------------------------------------------------- */

/* Replace the last `drop` bytes of the word by `add`. */
static void change(struct str *w, size_t drop, const char *add)
{
    w->len -= drop;
    w->s[w->len] = '\0';
    str_adds(w, add);
}

struct rule {
    const char *ending, *instead;
    size_t kept; /* letters of the ending that are included in the measure */
};

/* Replace an ending that the word has, if the measure of the part before it is
 * above `least`. */
static void replace(struct str *w, const struct rule *r, int least)
{
    const size_t n = strlen(r->ending);

    if (measure(w->s, w->len - n + r->kept) > least)
        change(w, n, r->instead);
}

/* As above, by the first rule whose ending the word has. */
static void apply(struct str *w, const struct rule *r, int least)
{
    while (r->ending && !str_ends_in(w->s, r->ending))
        r++;
    if (r->ending)
        replace(w, r, least);
}

/* Drop the s or d after ie in words of four letters; in others drop the e,
 * too. */
static void shorten_ie(struct str *w)
{
    change(w, letters(w->s, w->len) == 4 ? 1 : 2, "");
}

static void drop_plural(struct str *w)
{
    if (str_ends_in(w->s, "sses"))
        change(w, 2, "");
    else if (str_ends_in(w->s, "ies"))
        shorten_ie(w);
    else if (str_ends_in(w->s, "s") && !str_ends_in(w->s, "ss"))
        change(w, 1, "");
}

/* Repair the stem after ed or ing was dropped. */
static void mend(struct str *w)
{
    const size_t last = last_letter(w->s, w->len);

    if (str_ends_in(w->s, "at") || str_ends_in(w->s, "bl") ||
        str_ends_in(w->s, "iz"))
        str_adds(w, "e");
    else if (is_double(w->s, w->len)) {
        if (!strchr("lsz", w->s[last]))
            change(w, w->len - last, "");
    } else if (measure(w->s, w->len) == 1 && is_short(w->s, w->len))
        str_adds(w, "e");
}

static void drop_past(struct str *w)
{
    static const struct rule eed = {"eed", "ee", 0};
    static const char *const endings[] = {"ed", "ing"};

    if (str_ends_in(w->s, "ied")) {
        shorten_ie(w);
        return;
    }
    if (str_ends_in(w->s, eed.ending)) {
        replace(w, &eed, 0);
        return;
    }
    for (int i = 0; i < 2; i++) {
        const size_t n = strlen(endings[i]);

        if (str_ends_in(w->s, endings[i]) && has_vowel(w->s, w->len - n)) {
            change(w, n, "");
            mend(w);
            return;
        }
    }
}

static void turn_y(struct str *w)
{
    if (str_ends_in(w->s, "y") && letters(w->s, w->len) > 2 &&
        is_consonant(w->s, w->len - 2))
        change(w, 1, "i");
}

static void shorten_double_endings(struct str *w)
{
    static const struct rule alli = {"alli", "al", 0};
    static const struct rule rules[] = {
        {"ational", "ate", 0}, {"tional", "tion", 0}, {"enci", "ence", 0},
        {"anci", "ance", 0},   {"izer", "ize", 0},    {"bli", "ble", 0},
        {"entli", "ent", 0},   {"eli", "e", 0},       {"ousli", "ous", 0},
        {"ization", "ize", 0}, {"ation", "ate", 0},   {"ator", "ate", 0},
        {"alism", "al", 0},    {"iveness", "ive", 0}, {"fulness", "ful", 0},
        {"ousness", "ous", 0}, {"aliti", "al", 0},    {"iviti", "ive", 0},
        {"biliti", "ble", 0},  {"fulli", "ful", 0},   {"logi", "log", 1},
        {NULL, NULL, 0}};

    if (str_ends_in(w->s, alli.ending))
        replace(w, &alli, 0);
    apply(w, rules, 0);
}

static void drop_endings(struct str *w)
{
    static const struct rule third[] = {
        {"icate", "ic", 0}, {"ative", "", 0}, {"alize", "al", 0},
        {"iciti", "ic", 0}, {"ical", "ic", 0}, {"ful", "", 0},
        {"ness", "", 0},    {NULL, NULL, 0}};
    static const struct rule fourth[] = {
        {"al", "", 0},    {"ance", "", 0},  {"ence", "", 0}, {"er", "", 0},
        {"ic", "", 0},    {"able", "", 0},  {"ible", "", 0}, {"ant", "", 0},
        {"ement", "", 0}, {"ment", "", 0},  {"ent", "", 0},  {"sion", "s", 1},
        {"tion", "t", 1}, {"ou", "", 0},    {"ism", "", 0},  {"ate", "", 0},
        {"iti", "", 0},   {"ous", "", 0},   {"ive", "", 0},  {"ize", "", 0},
        {NULL, NULL, 0}};

    apply(w, third, 0);
    apply(w, fourth, 1);
}

static void tidy_end(struct str *w)
{
    const size_t stem = w->len - 1;

    if (w->s[stem] == 'e') {
        const int m = measure(w->s, stem);

        if (m > 1 || (m == 1 && !is_short(w->s, stem)))
            change(w, 1, "");
    }
    if (str_ends_in(w->s, "ll") && measure(w->s, w->len - 1) > 1)
        change(w, 1, "");
}

static const char *irregular(const char *word)
{
    static const char *const pairs[][2] = {
        {"sky", "sky"},          {"skies", "sky"},       {"dying", "die"},
        {"lying", "lie"},        {"tying", "tie"},       {"news", "news"},
        {"innings", "inning"},   {"inning", "inning"},   {"outings", "outing"},
        {"outing", "outing"},    {"howe", "howe"},       {"exceed", "exceed"},
        {"cannings", "canning"}, {"canning", "canning"}, {"proceed", "proceed"},
        {"succeed", "succeed"}};

    for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++)
        if (!strcmp(word, pairs[i][0]))
            return pairs[i][1];
    return NULL;
}

void porter_stem(struct str *word)
{
    const char *fixed = irregular(str_text(word));

    if (fixed) {
        change(word, word->len, fixed);
        return;
    }
    if (letters(str_text(word), word->len) <= 2)
        return;
    drop_plural(word);
    drop_past(word);
    turn_y(word);
    shorten_double_endings(word);
    drop_endings(word);
    tidy_end(word);
}
