#include "sweep/sampler/rule.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "config/field/field.h"

#define DEEPEST 100 /* nested brackets and signs */

/* The value of a side of a comparison: a number, or a name. */
struct rule_term {
    double number;
    const char *name; /* [n]; NULL if it is a number; borrowed */
    size_t n;
    const char *value; /* [n] a number as written, unless it was calculated;
                          borrowed */
    bool quoted;       /* a name that is quoted in a rule; it may look like a
                          number */
    const struct parameter *of; /* the parameter whose value it is, or NULL */
};

struct rule_parser {
    const char *at;
    const struct space *s;
    const struct assignment *a; /* NULL: only check that it can be read */
    int depth;
    const char *word; /* [n] the first word that is neither a swept field nor
                         a number; NULL if none */
    size_t n;
    bool absent; /* a field has no value */
    bool wrong;
};

static void skip_blanks(struct rule_parser *r)
{
    r->at += strspn(r->at, " ");
}

static bool take(struct rule_parser *r, const char *sign)
{
    const size_t n = strlen(sign);

    skip_blanks(r);
    if (strncmp(r->at, sign, n) != 0)
        return false;
    r->at += n;
    return true;
}

/* A number, or else a name, without the quotes that YAML may have added. */
static struct rule_term text_term(const char *text, size_t n)
{
    char *end;
    const double x = strtod(text, &end);

    if (n && end == text + n)
        return (struct rule_term){.number = x, .value = text, .n = n};
    if (n > 1 && text[0] == '"' && text[n - 1] == '"')
        return (struct rule_term){.name = text + 1, .n = n - 2};
    return (struct rule_term){.name = text, .n = n};
}

/* The swept field with this name of n characters, or whose `kind` it is. */
static int find(const struct space *s, const char *word, size_t n)
{
    for (int p = 0; p < s->n; p++) {
        const char *name = s->parameter[p].name;

        if (strncmp(name, word, n) == 0 &&
            (!name[n] || strcmp(name + n, ".kind") == 0))
            return p;
    }
    return -1;
}

/* Any value of a field; a name if one of them is a name. */
static struct rule_term any_value(const struct parameter *p)
{
    struct rule_term t = {.number = p->normal ? p->mean : p->max};

    for (int v = 0; v < p->n && !t.name; v++)
        t = text_term(p->value[v], strlen(p->value[v]));
    t.of = p;
    return t;
}

/* A swept field's value, or the word itself. */
static struct rule_term word_term(struct rule_parser *r, const char *word,
                                  size_t n)
{
    const int p = find(r->s, word, n);
    const char *value;

    if (p < 0) {
        const struct rule_term t = text_term(word, n);

        if (t.name && !r->word) {
            r->word = word;
            r->n = n;
        }
        return t;
    }
    if (!r->a)
        return any_value(&r->s->parameter[p]);
    value = r->a->value[p];
    r->absent |= !value;
    return value ? text_term(value, strlen(value))
                 : (struct rule_term){.number = 0};
}

/* A quoted name, which may contain blanks and signs. */
static struct rule_term quoted(struct rule_parser *r)
{
    const char quote[] = {*r->at++, '\0'};
    const struct rule_term t = {
        .name = r->at, .n = strcspn(r->at, quote), .quoted = true};

    r->at += t.n;
    r->wrong |= !take(r, quote);
    return t;
}

static struct rule_term sum(struct rule_parser *r);

static struct rule_term negative(struct rule_parser *r, struct rule_term t)
{
    r->wrong |= t.name != NULL;
    return (struct rule_term){.number = -t.number};
}

static struct rule_term within(struct rule_parser *r);

static struct rule_term factor(struct rule_parser *r)
{
    struct rule_term t = {.number = 0};

    r->wrong |= ++r->depth > DEEPEST;
    if (!r->wrong)
        t = within(r);
    r->depth--;
    return t;
}

static struct rule_term within(struct rule_parser *r)
{
    struct rule_term t;
    size_t n;

    if (take(r, "(")) {
        t = sum(r);
        r->wrong |= !take(r, ")");
        return t;
    }
    if (take(r, "-"))
        return negative(r, factor(r));
    skip_blanks(r);
    if (*r->at == '"' || *r->at == '\'')
        return quoted(r);
    n = strcspn(r->at, " ()*/+<>=!");
    r->wrong |= n == 0;
    t = word_term(r, r->at, n);
    r->at += n;
    return t;
}

/* Calculations need numbers. */
static struct rule_term calculate(struct rule_parser *r, struct rule_term x,
                                  char sign, struct rule_term y)
{
    r->wrong |= x.name || y.name;
    return (struct rule_term){.number = sign == '+'   ? x.number + y.number
                                        : sign == '-' ? x.number - y.number
                                        : sign == '*' ? x.number * y.number
                                                      : x.number / y.number};
}

static struct rule_term product(struct rule_parser *r)
{
    struct rule_term t = factor(r);

    for (;;)
        if (take(r, "*"))
            t = calculate(r, t, '*', factor(r));
        else if (take(r, "/"))
            t = calculate(r, t, '/', factor(r));
        else
            return t;
}

static struct rule_term sum(struct rule_parser *r)
{
    struct rule_term t = product(r);

    for (;;)
        if (take(r, "+"))
            t = calculate(r, t, '+', product(r));
        else if (take(r, "- "))
            t = calculate(r, t, '-', product(r));
        else
            return t;
}

/* The letters by which a term is compared; NULL: it is compared as a number. */
static const char *letters(const struct rule_term *t,
                           const struct rule_term *with)
{
    return t->name || !with->quoted ? t->name : t->value;
}

static bool equal(const struct rule_term *x, const struct rule_term *y)
{
    const char *a = letters(x, y), *b = letters(y, x);

    if (!x->name && !y->name)
        return x->number == y->number;
    return a && b && x->n == y->n && memcmp(a, b, x->n) == 0;
}

/* True if the two may be equal.  A written name must be a value of the list
 * that it is compared with, unless --set has replaced the list's values. */
static bool may_be_equal(const struct rule_term *name,
                         const struct rule_term *list)
{
    bool known = !name->name || name->of || (list->of && list->of->set);

    for (int v = 0; !known && list->of && v < list->of->n; v++) {
        const char *value = list->of->value[v];
        const struct rule_term t = text_term(value, strlen(value));

        known = equal(&t, name);
    }
    return known;
}

enum comparison_operator { AT_MOST, AT_LEAST, EQUAL, OTHER, BELOW, ABOVE };

static bool decide(enum comparison_operator c, const struct rule_term *x,
                   const struct rule_term *y)
{
    switch (c) {
    case AT_MOST:
        return x->number <= y->number;
    case AT_LEAST:
        return x->number >= y->number;
    case EQUAL:
        return equal(x, y);
    case OTHER:
        return !equal(x, y);
    case BELOW:
        return x->number < y->number;
    case ABOVE:
        return x->number > y->number;
    }
    return false;
}

static bool compare(struct rule_parser *r)
{
    static const char *const signs[] = {"<=", ">=", "==", "!=", "<", ">"};
    const struct rule_term x = sum(r);
    int c = 0;

    while (c <= ABOVE && !take(r, signs[c]))
        c++;
    if (c > ABOVE)
        return r->wrong = true, false;
    const struct rule_term y = sum(r);

    skip_blanks(r);
    r->wrong |= *r->at != '\0';
    if (!r->a && (c == EQUAL || c == OTHER))
        r->wrong |= !may_be_equal(&x, &y) || !may_be_equal(&y, &x);
    else if (c != EQUAL && c != OTHER)
        r->wrong |= x.name || y.name;
    return decide((enum comparison_operator)c, &x, &y);
}

/* Append to an error the field that the word may have been meant to be. */
static void hint_field(const struct rule_parser *r, struct error *e)
{
    const char **name = memory_new((size_t)r->s->n * sizeof(*name) + 1);
    char *word = memory_format("%.*s", (int)r->n, r->word);
    struct str hint = {0};

    for (int p = 0; p < r->s->n; p++)
        name[p] = r->s->parameter[p].name;
    nearest_hint(word, name, r->s->n, &hint);
    error_more(e, "%s", str_text(&hint));
    str_release(&hint);
    free(word);
    free(name);
}

int rule_check(const char *rule, const struct space *s, struct error *e)
{
    struct rule_parser r = {.at = rule, .s = s};

    compare(&r);
    if (!r.wrong)
        return 0;
    error_set(e,
              "found '%s', expected a comparison of swept fields and numbers "
              "such as model.filter >= 2 * model.hidden",
              rule);
    if (r.word)
        hint_field(&r, e);
    return -1;
}

bool rule_holds(const char *rule, const struct space *s,
                const struct assignment *a)
{
    struct rule_parser r = {.at = rule, .s = s, .a = a};
    const bool holds = compare(&r);

    return holds || r.absent;
}
