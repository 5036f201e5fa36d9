/* lisp_parse.c - turns tokens into programs. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tasks/lisp/lisp_internal.h"

struct parser {
    struct arena *arena;
    const char *const *token;
    int at, n; /* tokens */
    const char *const *name;
    int names, depth;
    bool bound[LISP_LOCALS]; /* by an enclosing lambda; self: by any earlier
                                lambda */
    bool unbound;            /* a name that is not bound was used */
    struct error *e;
};

static int expected(const struct parser *p, const char *what)
{
    if (p->at >= p->n)
        return error_set(p->e, "token %d: found the end, expected %s",
                         p->at + 1, what);
    return error_set(p->e, "token %d: found '%.40s', expected %s", p->at + 1,
                     p->token[p->at], what);
}

static bool is_next(const struct parser *p, const char *token)
{
    return p->at < p->n && !strcmp(p->token[p->at], token);
}

/* --- one token ------------------------------------------------------------ */

static bool find_name(const struct parser *p, const char *token, int *name)
{
    static const char *const local[] = {
        [LISP_ARG1] = "arg1", [LISP_ARG2] = "arg2", [LISP_SELF] = "self"};

    for (*name = 0; *name < LISP_LOCALS; ++*name)
        if (!strcmp(token, local[*name]))
            return true;
    for (int i = 0; i < p->names; i++, ++*name)
        if (!strcmp(token, p->name[i]))
            return true;
    *name = -1;
    return false;
}

/* Digits, with an optional minus before them, and an optional point and more
 * digits after them. */
static bool find_number(const char *token, struct lisp_value *v)
{
    static const char digits[] = "0123456789";
    const char *at = token + (*token == '-');
    const size_t whole = strspn(at, digits);

    if (!whole || (at[whole] && at[whole] != '.'))
        return false;
    if (at[whole]) {
        *v =
            (struct lisp_value){.type = LISP_REAL, .real = strtod(token, NULL)};
        return !at[whole + 1 + strspn(at + whole + 1, digits)];
    }
    errno = 0;
    *v = (struct lisp_value){.type = LISP_INTEGER,
                             .integer = strtoll(token, NULL, 10)};
    return !errno;
}

static bool find_constant(const char *token, struct lisp_value *v)
{
    static const struct {
        const char *name;
        struct lisp_value is;
    } named[] = {
        {"true", {.type = LISP_BOOLEAN, .truth = true}},
        {"false", {.type = LISP_BOOLEAN, .truth = false}},
        {"inf", {.type = LISP_REAL, .real = __builtin_inf()}},
        {"int", {.type = LISP_SORT}},
    };
    const size_t len = strlen(token);

    for (size_t i = 0; i < sizeof(named) / sizeof(*named); i++)
        if (!strcmp(token, named[i].name)) {
            *v = named[i].is;
            return true;
        }
    if (len >= 2 && token[0] == '"' && token[len - 1] == '"') {
        *v = (struct lisp_value){
            .type = LISP_STRING, .n = (int32_t)len - 2, .text = token + 1};
        return true;
    }
    return find_number(token, v);
}

static bool find_unit(const struct parser *p, const char *token,
                      struct lisp_value *v)
{
    struct lisp_function *f;

    for (const struct lisp_unit *u = lisp_units; u->name; u++)
        if (!strcmp(token, u->name)) {
            f = arena_alloc(p->arena, sizeof(*f));
            *f = (struct lisp_function){.unit = u};
            *v = (struct lisp_value){.type = LISP_FUNCTION, .function = f};
            return true;
        }
    return false;
}

/* True if it is a lambda's name that is not bound. */
static bool is_unbound(const bool *bound, const struct lisp_node *x)
{
    return x->name >= 0 && x->name < LISP_LOCALS && !bound[x->name];
}

static int parse_token(struct parser *p, struct lisp_node *x)
{
    const char *token = p->token[p->at];

    *x = (struct lisp_node){.name = -1};
    if (!find_unit(p, token, &x->value) && !find_name(p, token, &x->name) &&
        !find_constant(token, &x->value))
        return expected(p, "a function, a constant or a name");
    p->unbound |= is_unbound(p->bound, x);
    p->at++;
    return 0;
}

/* --- calls ---------------------------------------------------------------- */

/* The number of parts of the call that begins here; -1 if its end is
 * missing. */
static int count_parts(const struct parser *p)
{
    int parts = 0, depth = 0;

    for (int i = p->at; i < p->n; i++) {
        const char *token = p->token[i];

        if (!strcmp(token, ")") && !--depth)
            return parts;
        parts += depth == 1 && strcmp(token, ")") != 0;
        depth += !strcmp(token, "(");
    }
    return -1;
}

/* A name may be called with any number of arguments, a constant with none. */
static int check_call(const struct parser *p, const struct lisp_node *x)
{
    const struct lisp_value *f = &x->part[0].value;
    char what[60];
    int takes;

    if (x->part[0].name >= 0 || (f->type != LISP_FUNCTION && !x->n))
        return 0;
    if (f->type != LISP_FUNCTION)
        return expected(p, "a function behind '('");
    takes = (int)strlen(f->function->unit->takes);
    if (x->n == takes)
        return 0;
    snprintf(what, sizeof(what), "%d argument%s of %s, not %d", takes,
             takes == 1 ? "" : "s", f->function->unit->name, x->n);
    return expected(p, what);
}

static int parse(struct parser *p, struct lisp_node *x);

/* Parse the function of a call, which must not be a call itself. */
static int parse_function(struct parser *p, const struct lisp_node *call,
                          struct lisp_node *part)
{
    const int at = p->at;
    int bad;

    if (p->at >= p->n || is_next(p, "(") || is_next(p, ")"))
        return expected(p, "a function behind '('");
    bad = parse_token(p, part);
    p->at = at;
    if (bad || check_call(p, call))
        return -1;
    p->at++;
    return 0;
}

static int parse_body(struct parser *p, int binds, struct lisp_node *x)
{
    bool outer[LISP_LOCALS];
    int bad;

    memcpy(outer, p->bound, sizeof(outer));
    p->bound[LISP_ARG1] = true;
    p->bound[LISP_ARG2] |= binds > 1;
    p->bound[LISP_SELF] = true;
    bad = parse(p, x);
    p->bound[LISP_ARG1] = outer[LISP_ARG1];
    p->bound[LISP_ARG2] = outer[LISP_ARG2];
    x->bare = !x->part && (is_unbound(outer, x) ||
                           (x->name < 0 && x->value.type == LISP_FUNCTION));
    return bad;
}

static int parse_arguments(struct parser *p, struct lisp_node *part, int n)
{
    const struct lisp_value *f = &part->value;
    const int binds = part->name < 0 && f->type == LISP_FUNCTION
                          ? f->function->unit->binds
                          : 0;

    for (int i = 1; i <= n; i++)
        if (binds ? parse_body(p, binds, &part[i]) : parse(p, &part[i]))
            return -1;
    return 0;
}

static int parse_call(struct parser *p, struct lisp_node *x)
{
    const int parts = count_parts(p);
    struct lisp_node *part;

    if (++p->depth > LISP_NESTED)
        return expected(p, "at most 100 calls inside one another");
    if (parts < 0) {
        p->at = p->n;
        return expected(p, "')'");
    }
    p->at++;
    if (!parts)
        return expected(p, "a function behind '('");
    part = arena_alloc(p->arena, (size_t)parts * sizeof(*part));
    *x = (struct lisp_node){.name = -1, .n = parts - 1, .part = part};
    if (parse_function(p, x, part) || parse_arguments(p, part, x->n))
        return -1;
    p->at++; /* the closing bracket, which count_parts() has found */
    p->depth--;
    return 0;
}

static int parse(struct parser *p, struct lisp_node *x)
{
    if (p->at >= p->n || is_next(p, ")"))
        return expected(p, "a program");
    return is_next(p, "(") ? parse_call(p, x) : parse_token(p, x);
}

int lisp_parse(struct arena *a, const char *const *token, int n,
               const char *const *name, int names, struct lisp_program *out,
               struct error *e)
{
    struct parser p = {.arena = a,
                       .token = token,
                       .n = n,
                       .name = name,
                       .names = names,
                       .e = e};
    struct lisp_node *body = arena_alloc(a, sizeof(*body));

    *out = (struct lisp_program){.body = body, .names = names};
    if (parse(&p, body))
        return -1;
    out->unbound = p.unbound;
    return p.at < n ? expected(&p, "the end") : 0;
}
