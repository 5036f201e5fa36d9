/* lisp_types.c - reads types from letters, and decides which type fits
 * where. */
#include "tasks/lisp/lisp_types.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

#include "tasks/lisp/lisp.h"

/* --- making them ---------------------------------------------------------- */

static bool spend(struct lisp_kinds *k, long n)
{
    k->steps -= n;
    k->over = k->over || k->steps < 0;
    return !k->over;
}

static struct lisp_kind *begin(struct lisp_kinds *k, enum lisp_class is, int n)
{
    struct lisp_kind *x =
        arena_alloc(k->arena, sizeof(*x) + (size_t)n * sizeof(*x->of));

    spend(k, n + 1);
    *x = (struct lisp_kind){.is = (uint8_t)is, .depth = 1, .n = n};
    return x;
}

/* Finish a kind; NULL if a part is missing. */
static const struct lisp_kind *settle(struct lisp_kinds *k, struct lisp_kind *x)
{
    for (int i = 0; i < x->n; i++) {
        if (!x->of[i])
            return NULL;
        if (x->of[i]->depth >= x->depth)
            x->depth = (uint8_t)(x->of[i]->depth + 1);
    }
    k->over = k->over || x->depth > LISP_NESTED;
    return k->over ? NULL : x;
}

static const struct lisp_kind *simple(enum lisp_class is)
{
    static const struct lisp_kind simples[] = {
        [LISP_IS_ANY] = {.is = LISP_IS_ANY, .depth = 1},
        [LISP_IS_NO_FUNCTION] = {.is = LISP_IS_NO_FUNCTION, .depth = 1},
        [LISP_IS_WHATEVER] = {.is = LISP_IS_WHATEVER, .depth = 1},
        [LISP_IS_NUMBER] = {.is = LISP_IS_NUMBER, .depth = 1},
        [LISP_IS_BOOLEAN] = {.is = LISP_IS_BOOLEAN, .depth = 1},
        [LISP_IS_STRING] = {.is = LISP_IS_STRING, .depth = 1},
    };

    return &simples[is];
}

static const struct lisp_kind *array_of(struct lisp_kinds *k,
                                        const struct lisp_kind *element)
{
    struct lisp_kind *x = begin(k, LISP_IS_ARRAY, 1);

    x->of[0] = element;
    return settle(k, x);
}

static const struct lisp_kind *sort_of(struct lisp_kinds *k,
                                       const struct lisp_kind *base)
{
    struct lisp_kind *x = begin(k, LISP_IS_SORT, 1);

    x->of[0] = base;
    return settle(k, x);
}

static const struct lisp_kind *dictionary_of(struct lisp_kinds *k,
                                             const struct lisp_kind *key,
                                             const struct lisp_kind *value)
{
    struct lisp_kind *x = begin(k, LISP_IS_DICTIONARY, 2);

    x->of[0] = key;
    x->of[1] = value;
    return settle(k, x);
}

static const struct lisp_kind *some_function(struct lisp_kinds *k)
{
    struct lisp_kind *x = begin(k, LISP_IS_SOME_FUNCTION, 1);

    x->least = 1;
    x->of[0] = simple(LISP_IS_ANY);
    return settle(k, x);
}

const struct lisp_kind *lisp_kind_function(struct lisp_kinds *k,
                                           const struct lisp_kind *gives, int n,
                                           const struct lisp_kind *const *arg)
{
    struct lisp_kind *x = begin(k, LISP_IS_FUNCTION, 1 + n);

    x->of[0] = gives;
    for (int i = 0; i < n; i++)
        x->of[1 + i] = arg ? arg[i] : simple(LISP_IS_NUMBER);
    return settle(k, x);
}

/* A function that returns `gives` and takes what `like` takes. */
static const struct lisp_kind *taking(struct lisp_kinds *k,
                                      const struct lisp_kind *gives,
                                      const struct lisp_kind *like)
{
    struct lisp_kind *x;

    if (!like || !lisp_kind_calls(like))
        return NULL;
    x = begin(k, LISP_IS_FUNCTION, like->n);
    x->least = like->least;
    x->of[0] = gives;
    for (int i = 1; i < like->n; i++)
        x->of[i] = like->of[i];
    return settle(k, x);
}

/* --- adding and removing an argument -------------------------------------- */

/* +0: if the function takes any arguments, all that is known is that the result
 * takes at least two, or for +2 three. */
static const struct lisp_kind *widened(struct lisp_kinds *k, int place,
                                       const struct lisp_known *known)
{
    const struct lisp_kind *like = known->wanted;
    const bool open = lisp_kind_calls(like) && like->n == 1;
    struct lisp_kind *x;

    if (!lisp_kind_calls(like) || (!open && !known->n))
        return NULL;
    x = begin(k, LISP_IS_FUNCTION, open ? 1 : like->n + 1);
    x->of[0] = like->of[0];
    if (open) {
        x->least = place < 2 ? 2 : 3;
        return settle(k, x);
    }
    place = 1 + place < like->n ? 1 + place : like->n;
    for (int i = 1; i < x->n; i++)
        x->of[i] = i == place ? known->arg[0] : like->of[i - (i > place)];
    return settle(k, x);
}

/* -0: if it has no argument at that place, nothing is removed. */
static const struct lisp_kind *narrowed(struct lisp_kinds *k, int place,
                                        const struct lisp_known *known)
{
    const struct lisp_kind *like = known->n > 1 ? known->arg[1] : NULL;
    struct lisp_kind *x;

    if (!like || !lisp_kind_calls(like))
        return NULL;
    x = begin(k, LISP_IS_FUNCTION, like->n - (1 + place < like->n));
    for (int i = 0; i < x->n; i++)
        x->of[i] = like->of[i + (i > place)];
    return settle(k, x);
}

/* --- letters -------------------------------------------------------------- */

struct lisp_type_parser {
    struct lisp_kinds *kinds;
    const char *at;
    const struct lisp_known *known;
};

static const struct lisp_kind *find_simple(char letter)
{
    static const struct {
        char letter;
        enum lisp_class is;
    } simples[] = {{'a', LISP_IS_ANY},      {'v', LISP_IS_NO_FUNCTION},
                   {'*', LISP_IS_WHATEVER}, {'n', LISP_IS_NUMBER},
                   {'b', LISP_IS_BOOLEAN},  {'s', LISP_IS_STRING}};

    for (size_t i = 0; i < sizeof(simples) / sizeof(*simples); i++)
        if (simples[i].letter == letter)
            return simple(simples[i].is);
    return NULL;
}

/* Part `letter` of a kind, or NULL. */
static const struct lisp_kind *part(char letter, const struct lisp_kind *x)
{
    static const struct {
        char letter;
        enum lisp_class is;
        int at;
    } parts[] = {{'e', LISP_IS_ARRAY, 0},      {'k', LISP_IS_DICTIONARY, 0},
                 {'w', LISP_IS_DICTIONARY, 1}, {'i', LISP_IS_SORT, 0},
                 {'g', LISP_IS_FUNCTION, 0},   {'p', LISP_IS_FUNCTION, 1}};

    for (size_t i = 0; x && i < sizeof(parts) / sizeof(*parts); i++)
        if (parts[i].letter == letter &&
            (parts[i].is == LISP_IS_FUNCTION ? lisp_kind_calls(x)
                                             : parts[i].is == x->is))
            return parts[i].at < x->n ? x->of[parts[i].at] : NULL;
    return NULL;
}

static const struct lisp_kind *read(struct lisp_type_parser *r);

/* Read what follows '('. */
static const struct lisp_kind *read_function(struct lisp_type_parser *r)
{
    const struct lisp_kind *of[1 + LISP_ARGUMENTS];
    int n = 0;

    while (*r->at != ')')
        of[n++] = read(r);
    r->at++;
    return lisp_kind_function(r->kinds, of[0], n - 1, of + 1);
}

/* The kind that a letter takes from the wanted kind. */
static const struct lisp_kind *wanted(const struct lisp_type_parser *r,
                                      char letter)
{
    const struct lisp_kind *want = r->known->wanted, *any = simple(LISP_IS_ANY),
                           *found;

    switch (letter) {
    case 'r':
        return want;
    case 'A':
        return want->is == LISP_IS_ARRAY ? want : array_of(r->kinds, any);
    case 'D':
        return want->is == LISP_IS_DICTIONARY
                   ? want
                   : dictionary_of(r->kinds, any, any);
    default:
        found = part((char)tolower((unsigned char)letter), want);
        return found ? found : any;
    }
}

/* Read a kind that has one part or two. */
static const struct lisp_kind *read_made(struct lisp_type_parser *r,
                                         char letter)
{
    const struct lisp_kind *x = read(r);

    switch (letter) {
    case '[':
        return array_of(r->kinds, x);
    case '{':
        return dictionary_of(r->kinds, x, read(r));
    case '=':
        return sort_of(r->kinds, x);
    case '@':
        return taking(r->kinds, x, read(r));
    default:
        return part(letter, x);
    }
}

static const struct lisp_kind *read(struct lisp_type_parser *r)
{
    const char c = *r->at++;
    const struct lisp_kind *x = find_simple(c);

    if (x)
        return x;
    if (c == 'f')
        return some_function(r->kinds);
    if (c == '(')
        return read_function(r);
    if (isdigit((unsigned char)c))
        return c - '0' < r->known->n ? r->known->arg[c - '0'] : NULL;
    if (c == '+')
        return widened(r->kinds, *r->at++ - '0', r->known);
    if (c == '-')
        return narrowed(r->kinds, *r->at++ - '0', r->known);
    return strchr("rADEKWG", c) ? wanted(r, c) : read_made(r, c);
}

const struct lisp_kind *lisp_kind_of(struct lisp_kinds *k, const char *letters,
                                     const struct lisp_known *known)
{
    return read(&(struct lisp_type_parser){k, letters, known});
}

const struct lisp_kind *lisp_kind_named(struct lisp_kinds *k, const char *name)
{
    static const char *const named[][2] = {
        {"any", "a"},
        {"int", "n"},
        {"string", "s"},
        {"bool", "b"},
        {"int[]", "[n"},
        {"string[]", "[s"},
        {"int[][]", "[[n"},
        {"dict<int,int>", "{nn"},
        {"dict<string,int>", "{sn"},
    };

    for (size_t i = 0; i < sizeof(named) / sizeof(*named); i++)
        if (!strcmp(named[i][0], name))
            return lisp_kind_of(k, named[i][1], NULL);
    return NULL;
}

/* --- what fits what ------------------------------------------------------- */

/* As in AlgoLisp: y takes any arguments, at least `least`; x must have that
 * many, or list none. */
static bool takes_enough(const struct lisp_kind *x, const struct lisp_kind *y)
{
    return y->least > 0 && (x->n - 1 >= y->least || x->n == 1);
}

static bool function_fits(struct lisp_kinds *k, const struct lisp_kind *x,
                          const struct lisp_kind *y)
{
    if (!lisp_kind_fits(k, x->of[0], y->of[0]))
        return false;
    if (y->n == 1)
        return takes_enough(x, y);
    if (x->n != y->n)
        return false;
    for (int i = 1; i < x->n; i++)
        if (!lisp_kind_fits(k, y->of[i], x->of[i]))
            return false;
    return true;
}

static bool value_fits(struct lisp_kinds *k, const struct lisp_kind *x,
                       const struct lisp_kind *y)
{
    if (x->is == LISP_IS_ARRAY && y->is == LISP_IS_ARRAY)
        return lisp_kind_fits(k, x->of[0], y->of[0]);
    return x->is == y->is || y->is == LISP_IS_NO_FUNCTION ||
           y->is == LISP_IS_ANY;
}

/* AlgoLisp does not check what is in a dictionary. */
bool lisp_kind_fits(struct lisp_kinds *k, const struct lisp_kind *x,
                    const struct lisp_kind *y)
{
    if (!spend(k, 1))
        return false;
    switch ((enum lisp_class)x->is) {
    case LISP_IS_WHATEVER:
        return true;
    case LISP_IS_SOME_FUNCTION:
        return lisp_kind_calls(y);
    case LISP_IS_FUNCTION:
        return y->is == LISP_IS_FUNCTION ? function_fits(k, x, y)
                                         : y->is == LISP_IS_ANY;
    case LISP_IS_SORT:
        return y->is == LISP_IS_SORT && lisp_kind_fits(k, x->of[0], y->of[0]);
    case LISP_IS_ANY:
        return y->is == LISP_IS_ANY;
    default:
        return value_fits(k, x, y);
    }
}
