#include "sampler/rule.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a side of a comparison comes to. */
struct term {
    double number;    /* NaN: it is a name */
    const char *name; /* [n]; borrowed */
    size_t n;
    const struct parameter *of; /* whose value it is; NULL: nobody's */
};

struct reader {
    const char *at;
    const struct space *s;
    const struct assignment *a; /* NULL: to see whether it can be read */
    bool absent;                /* a field has no value */
    bool wrong;
};

static void skip_blanks(struct reader *r)
{
    r->at += strspn(r->at, " ");
}

static bool take(struct reader *r, const char *sign)
{
    const size_t n = strlen(sign);

    skip_blanks(r);
    if (strncmp(r->at, sign, n) != 0)
        return false;
    r->at += n;
    return true;
}

static struct term text_term(const char *text, size_t n)
{
    char *end;
    const double x = strtod(text, &end);

    return (struct term){
        .number = n && end == text + n ? x : NAN, .name = text, .n = n};
}

/* A swept field's value, or the word itself. */
static struct term word_term(struct reader *r, const char *word, size_t n)
{
    for (int p = 0; p < r->s->n; p++) {
        const char *name = r->s->parameter[p].name;

        if (strlen(name) != n || memcmp(name, word, n) != 0)
            continue;
        if (!r->a)
            return (struct term){
                .number = 1, .name = "1", .n = 1, .of = &r->s->parameter[p]};
        if (r->a->value[p])
            return text_term(r->a->value[p], strlen(r->a->value[p]));
        r->absent = true;
        return (struct term){.number = 0};
    }
    return text_term(word, n);
}

static struct term sum(struct reader *r);

static struct term factor(struct reader *r)
{
    struct term t = {.number = 0};
    size_t n;

    if (take(r, "(")) {
        t = sum(r);
        r->wrong |= !take(r, ")");
        return t;
    }
    if (take(r, "-")) {
        t = factor(r);
        return (struct term){.number = -t.number};
    }
    skip_blanks(r);
    n = strcspn(r->at, " ()*/+<>=!");
    r->wrong |= n == 0;
    t = word_term(r, r->at, n);
    r->at += n;
    return t;
}

/* Only numbers are calculated with. */
static struct term calculate(struct reader *r, struct term x, char sign,
                             struct term y)
{
    r->wrong |= isnan(x.number) || isnan(y.number);
    return (struct term){.number = sign == '+'   ? x.number + y.number
                                   : sign == '-' ? x.number - y.number
                                   : sign == '*' ? x.number * y.number
                                                 : x.number / y.number};
}

static struct term product(struct reader *r)
{
    struct term t = factor(r);

    for (;;)
        if (take(r, "*"))
            t = calculate(r, t, '*', factor(r));
        else if (take(r, "/"))
            t = calculate(r, t, '/', factor(r));
        else
            return t;
}

static struct term sum(struct reader *r)
{
    struct term t = product(r);

    for (;;)
        if (take(r, "+"))
            t = calculate(r, t, '+', product(r));
        else if (take(r, "- "))
            t = calculate(r, t, '-', product(r));
        else
            return t;
}

static bool equal(const struct term *x, const struct term *y)
{
    if (!isnan(x->number) && !isnan(y->number))
        return x->number == y->number;
    return x->n == y->n && memcmp(x->name, y->name, x->n) == 0;
}

/* A name that is compared with a list's values is one of them. */
static bool is_known(const struct term *name, const struct term *list)
{
    bool known = !list->of || !list->of->value || !isnan(name->number);

    for (int v = 0; !known && v < list->of->n; v++)
        known = strlen(list->of->value[v]) == name->n &&
                memcmp(list->of->value[v], name->name, name->n) == 0;
    return known;
}

static bool compare(struct reader *r)
{
    static const char *const signs[] = {"<=", ">=", "==", "!=", "<", ">"};
    const struct term x = sum(r);

    for (int i = 0; i < 6; i++) {
        if (!take(r, signs[i]))
            continue;
        const struct term y = sum(r);

        skip_blanks(r);
        r->wrong |= *r->at != '\0';
        if (i != 2 && i != 3 && !r->absent)
            r->wrong |= isnan(x.number) || isnan(y.number);
        r->wrong |= !is_known(&x, &y) || !is_known(&y, &x);
        switch (i) {
        case 0:
            return x.number <= y.number;
        case 1:
            return x.number >= y.number;
        case 2:
            return equal(&x, &y);
        case 3:
            return !equal(&x, &y);
        case 4:
            return x.number < y.number;
        default:
            return x.number > y.number;
        }
    }
    r->wrong = true;
    return false;
}

int rule_check(const char *rule, const struct space *s, struct error *e)
{
    struct reader r = {.at = rule, .s = s};

    compare(&r);
    return r.wrong ? error_set(e,
                               "found '%s', expected a comparison of swept "
                               "fields and numbers such as model.filter >= 2 "
                               "* model.hidden",
                               rule)
                   : 0;
}

bool rule_holds(const char *rule, const struct space *s,
                const struct assignment *a)
{
    struct reader r = {.at = rule, .s = s, .a = a};
    const bool holds = compare(&r);

    return holds || r.absent;
}
