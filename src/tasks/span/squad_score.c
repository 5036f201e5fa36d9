#include "tasks/span/squad_score.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "text/language/python.h"

/* --- the normal form ----------------------------------------------------- */

static bool is_article(const char *word, size_t n)
{
    return (n == 1 && *word == 'a') || (n == 2 && !memcmp(word, "an", 2)) ||
           (n == 3 && !memcmp(word, "the", 3));
}

/* The end of the word that begins at `at`. */
static size_t word_end(struct squad_text t, size_t at)
{
    int32_t c;
    size_t n;

    while ((n = python_point(t.at, t.len, at, &c)) && python_is_word(c))
        at += n;
    return at;
}

/* Append bytes, with a single space for the white space before them. */
static void add_behind(struct str *out, bool *space, const char *at, size_t n)
{
    if (*space && out->len)
        str_adds(out, " ");
    *space = false;
    str_add(out, at, n);
}

static void drop_marks(struct str *s)
{
    size_t n = 0;

    for (size_t i = 0; i < s->len; i++)
        if (!python_is_punctuation(s->s[i]))
            s->s[n++] = s->s[i];
    s->len = n;
    str_adds(s, "");
}

void squad_normalise(struct squad_text text, struct str *out)
{
    struct str lower = {0};
    struct squad_text t;
    int32_t c;
    bool space = false;
    size_t n;

    str_clear(out);
    python_lower(text.at, text.len, &lower);
    drop_marks(&lower);
    t = (struct squad_text){str_text(&lower), lower.len};
    for (size_t at = 0; (n = python_point(t.at, t.len, at, &c)); at += n)
        if (python_is_word(c)) {
            n = word_end(t, at) - at;
            if (is_article(t.at + at, n))
                space = true;
            else
                add_behind(out, &space, t.at + at, n);
        } else if (python_is_space(c)) {
            space = true;
        } else {
            add_behind(out, &space, t.at + at, n);
        }
    str_release(&lower);
}

/* --- F1 ------------------------------------------------------------------ */

/* The tokens of a normal form, sorted. */
struct bag {
    struct squad_text *token; /* owned */
    int n, room;
};

static int by_bytes(const void *a, const void *b)
{
    const struct squad_text *x = a, *y = b;
    const int order = memcmp(x->at, y->at, x->len < y->len ? x->len : y->len);

    return order ? order : (x->len > y->len) - (x->len < y->len);
}

static void fill_bag(struct bag *b, const struct str *normal)
{
    const char *at = str_text(normal);

    b->n = 0;
    for (size_t n; *at; at += n + (at[n] == ' ')) {
        n = strcspn(at, " ");
        GROW(b->token, b->n, b->room);
        b->token[b->n++] = (struct squad_text){at, n};
    }
    if (b->n)
        qsort(b->token, (size_t)b->n, sizeof(*b->token), by_bytes);
}

static int shared(const struct bag *a, const struct bag *b)
{
    int i = 0, j = 0, n = 0;

    while (i < a->n && j < b->n) {
        const int order = by_bytes(&a->token[i], &b->token[j]);

        n += order == 0;
        i += order <= 0;
        j += order >= 0;
    }
    return n;
}

/* With the same operations as the scripts, for the same bits. */
static double f1(enum squad_rules rules, const struct bag *prediction,
                 const struct bag *right)
{
    const int same = shared(prediction, right);
    double precision, recall;

    if (rules == SQUAD_2_0 && (!prediction->n || !right->n))
        return prediction->n == right->n;
    if (!same)
        return 0;
    precision = 1.0 * same / prediction->n;
    recall = 1.0 * same / right->n;
    return (2 * precision * recall) / (precision + recall);
}

/* --- scores -------------------------------------------------------------- */

/* A prediction, and memory for a right answer: normal forms and tokens. */
struct squad_scorer {
    enum squad_rules rules;
    struct str prediction, right;
    struct bag bag, right_bag;
    struct squad_score best;
    int counted; /* right answers so far */
};

/* Compare with s->right. */
static void compare(struct squad_scorer *s)
{
    const double exact = !strcmp(str_text(&s->right), str_text(&s->prediction));
    double score;

    fill_bag(&s->right_bag, &s->right);
    score = f1(s->rules, &s->bag, &s->right_bag);
    s->best.exact = exact > s->best.exact ? exact : s->best.exact;
    s->best.f1 = score > s->best.f1 ? score : s->best.f1;
    s->counted++;
}

struct squad_score squad_score(enum squad_rules rules,
                               struct squad_text prediction,
                               const struct squad_text *right, int n)
{
    struct squad_scorer s = {.rules = rules};

    squad_normalise(prediction, &s.prediction);
    fill_bag(&s.bag, &s.prediction);
    for (int i = 0; i < n; i++) {
        squad_normalise(right[i], &s.right);
        if (rules == SQUAD_1_1 || s.right.len)
            compare(&s);
    }
    if (rules == SQUAD_2_0 && !s.counted) {
        str_clear(&s.right);
        compare(&s);
    }
    str_release(&s.prediction);
    str_release(&s.right);
    free(s.bag.token);
    free(s.right_bag.token);
    return s.best;
}
