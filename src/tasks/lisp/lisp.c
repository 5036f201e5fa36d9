/* lisp.c - running programs. */
#include "tasks/lisp/lisp_internal.h"

#include <string.h>

static struct lisp_value finish(struct lisp_machine *m, enum lisp_end end)
{
    if (!m->ended)
        m->end = end;
    m->ended = true;
    return lisp_nothing();
}

struct lisp_value lisp_fail(struct lisp_machine *m)
{
    return finish(m, LISP_FAILED);
}

struct lisp_value lisp_over(struct lisp_machine *m)
{
    return finish(m, LISP_LIMIT);
}

bool lisp_spend(struct lisp_machine *m, int64_t n)
{
    if (m->steps < n) {
        m->steps = 0;
        lisp_over(m);
        return false;
    }
    m->steps -= n;
    return true;
}

void *lisp_bytes(struct lisp_machine *m, size_t bytes)
{
    if (m->arena->total > m->most || bytes > m->most - m->arena->total) {
        lisp_over(m);
        return NULL;
    }
    return arena_alloc(m->arena, bytes);
}

struct lisp_value *lisp_items(struct lisp_machine *m, int64_t n)
{
    if (n > INT32_MAX || !lisp_spend(m, n)) {
        lisp_over(m);
        return NULL;
    }
    return lisp_bytes(m, (size_t)n * sizeof(struct lisp_value));
}

struct lisp_value lisp_collect(struct lisp_machine *m, enum lisp_type type,
                               const struct lisp_value *item, int64_t n)
{
    int level = 0;

    for (int64_t i = 0; i < n; i++)
        if (item[i].level > level)
            level = item[i].level;
    if (level == LISP_LEVELS)
        return lisp_over(m);
    return (struct lisp_value){.type = (uint8_t)type,
                               .level = (uint8_t)(level + 1),
                               .n = (int32_t)n,
                               .item = item};
}

/* --- functions ------------------------------------------------------------ */

struct lisp_value lisp_function_new(struct lisp_machine *m,
                                    struct lisp_function is)
{
    struct lisp_function *f = lisp_bytes(m, sizeof(*f));

    if (!f)
        return lisp_nothing();
    *f = is;
    return (struct lisp_value){.type = LISP_FUNCTION, .function = f};
}

static bool fits(char takes, const struct lisp_value *v)
{
    static const struct {
        char letter;
        uint8_t type;
    } types[] = {{'n', LISP_INTEGER},    {'n', LISP_REAL},
                 {'s', LISP_STRING},     {'a', LISP_ARRAY},
                 {'q', LISP_ARRAY},      {'c', LISP_ARRAY},
                 {'d', LISP_DICTIONARY}, {'f', LISP_FUNCTION}};

    for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
        if (types[i].letter == takes && types[i].type == v->type)
            return true;
    return takes == 'v' && v->type != LISP_NOTHING;
}

/* Values may have other types than the check assumed (lisp_check.c): true may
 * be a number, and a string an array of its characters. */
static struct lisp_value as_taken(struct lisp_machine *m, char takes,
                                  const struct lisp_value *v)
{
    if (takes == 'n' && v->type == LISP_BOOLEAN)
        return lisp_integer(v->truth);
    if (takes == 'c' || (takes == 'q' && v->type == LISP_STRING))
        return lisp_elements(m, v);
    return *v;
}

static struct lisp_value apply_unit(struct lisp_machine *m,
                                    const struct lisp_unit *u,
                                    const struct lisp_value *arg, int n)
{
    struct lisp_value all[LISP_ARGUMENTS];

    if (!u->run || (size_t)n != strlen(u->takes))
        return lisp_fail(m);
    for (int i = 0; i < n; i++) {
        all[i] = as_taken(m, u->takes[i], &arg[i]);
        if (!fits(u->takes[i], &all[i]))
            return lisp_fail(m);
    }
    return u->run(m, all);
}

/* The scope is the caller's, except for the lambda's own names. */
static struct lisp_value apply_lambda(struct lisp_machine *m,
                                      const struct lisp_function *f,
                                      const struct lisp_value *arg, int n)
{
    const struct lisp_scope *outer = m->scope;
    struct lisp_scope inner = *outer;
    struct lisp_value v;

    if (n != f->place)
        return lisp_fail(m);
    if (m->lambdas == LISP_LAMBDAS)
        return lisp_over(m);
    for (int i = 0; i < n; i++)
        inner.local[LISP_ARG1 + i] = arg[i];
    inner.local[LISP_SELF] =
        (struct lisp_value){.type = LISP_FUNCTION, .function = f};
    m->scope = &inner;
    m->lambdas++;
    v = lisp_eval(m, f->body);
    m->lambdas--;
    m->scope = outer;
    return v;
}

static struct lisp_value apply_partial(struct lisp_machine *m,
                                       const struct lisp_function *f,
                                       const struct lisp_value *arg, int n)
{
    struct lisp_value all[LISP_ARGUMENTS];
    const int place = f->place < n ? f->place : n;

    if (n == LISP_ARGUMENTS)
        return lisp_fail(m);
    for (int i = 0; i < n; i++)
        all[i + (i >= place)] = arg[i];
    all[place] = f->fixed;
    return lisp_apply(m, f->inner, all, n + 1);
}

static struct lisp_value apply_combined(struct lisp_machine *m,
                                        const struct lisp_function *f,
                                        const struct lisp_value *arg, int n)
{
    const struct lisp_value v = lisp_apply(m, f->inner, arg, n);

    return m->ended ? lisp_nothing() : lisp_apply(m, f->outer, &v, 1);
}

struct lisp_value lisp_apply(struct lisp_machine *m,
                             const struct lisp_function *f,
                             const struct lisp_value *arg, int n)
{
    struct lisp_value v;

    if (!lisp_spend(m, 1))
        return lisp_nothing();
    if (m->depth == LISP_DEEPEST)
        return lisp_over(m);
    m->depth++;
    v = f->unit    ? apply_unit(m, f->unit, arg, n)
        : f->body  ? apply_lambda(m, f, arg, n)
        : f->outer ? apply_combined(m, f, arg, n)
                   : apply_partial(m, f, arg, n);
    m->depth--;
    return v;
}

/* --- evaluation ----------------------------------------------------------- */

static struct lisp_value lookup(struct lisp_machine *m, int name)
{
    const struct lisp_value v = name < LISP_LOCALS
                                    ? m->scope->local[name]
                                    : m->global[name - LISP_LOCALS];

    return v.type == LISP_NOTHING ? lisp_fail(m) : v;
}

/* As in AlgoLisp, the body must be an expression, and a name that only this
 * lambda binds is not known yet. */
static struct lisp_value make_lambda(struct lisp_machine *m, int arguments,
                                     const struct lisp_node *body)
{
    if (body->bare)
        return lisp_fail(m);
    return lisp_function_new(
        m, (struct lisp_function){.body = body, .place = arguments});
}

static struct lisp_value call(struct lisp_machine *m,
                              const struct lisp_function *f,
                              const struct lisp_node *x)
{
    struct lisp_value arg[LISP_ARGUMENTS];

    if (x->n > LISP_ARGUMENTS)
        return lisp_fail(m);
    for (int i = 0; i < x->n; i++) {
        arg[i] = lisp_eval(m, &x->part[1 + i]);
        if (m->ended)
            return lisp_nothing();
    }
    return lisp_apply(m, f, arg, x->n);
}

/* As in AlgoLisp, the only name that can be called is `self`. */
static struct lisp_value eval_call(struct lisp_machine *m,
                                   const struct lisp_node *x)
{
    const struct lisp_value f = lisp_eval(m, &x->part[0]);
    const int name = x->part[0].name;
    const struct lisp_unit *u;

    if (m->ended || (name >= 0 && name != LISP_SELF))
        return lisp_fail(m);
    if (f.type != LISP_FUNCTION)
        return f;
    u = f.function->unit;
    return u && u->binds  ? make_lambda(m, u->binds, &x->part[1])
           : u && u->form ? u->form(m, &x->part[1])
                          : call(m, f.function, x);
}

struct lisp_value lisp_eval(struct lisp_machine *m, const struct lisp_node *x)
{
    struct lisp_value v;

    if (!lisp_spend(m, 1))
        return lisp_nothing();
    if (!x->part)
        return x->name < 0 ? x->value : lookup(m, x->name);
    if (m->depth == LISP_DEEPEST)
        return lisp_over(m);
    m->depth++;
    v = eval_call(m, x);
    m->depth--;
    return v;
}

enum lisp_end lisp_run(const struct lisp_program *p,
                       const struct lisp_value *value,
                       const struct lisp_limits *limits, struct arena *a,
                       struct lisp_value *out)
{
    const struct lisp_scope scope = {0};
    struct lisp_machine m = {
        .global = value,
        .scope = &scope,
        .arena = a,
        .steps = limits->steps,
        .most = a->total + limits->bytes,
    };

    *out = lisp_eval(&m, p->body);
    if (m.ended)
        *out = lisp_nothing();
    return m.ended ? m.end : LISP_DONE;
}
