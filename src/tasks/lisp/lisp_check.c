/*
 * lisp_check.c - checks a program's types as AlgoLisp does.  For each part
 * AlgoLisp knows which type is wanted and assumes which type it has: a lambda
 * takes numbers; `self` returns what is wanted of the lambda; a call of `self`
 * has the type of `self`, and its arguments are not checked.
 */
#include <stddef.h>
#include <string.h>

#include "tasks/lisp/lisp_internal.h"
#include "tasks/lisp/lisp_types.h"

enum { STEPS = 200000 };

struct lisp_check {
    struct lisp_kinds kinds;
    const struct lisp_kind *const *global;      /* by number of the name */
    const struct lisp_kind *local[LISP_LOCALS]; /* NULL if not bound here */
};

static const struct lisp_kind *check(struct lisp_check *c,
                                     const struct lisp_node *x,
                                     const struct lisp_kind *want);

/* --- names and constants -------------------------------------------------- */

static const struct lisp_kind *name_kind(const struct lisp_check *c, int name)
{
    return name < LISP_LOCALS ? c->local[name] : c->global[name - LISP_LOCALS];
}

static const struct lisp_kind *constant_kind(struct lisp_check *c,
                                             const struct lisp_value *v)
{
    static const char *const letters[] = {[LISP_INTEGER] = "n",
                                          [LISP_REAL] = "n",
                                          [LISP_BOOLEAN] = "b",
                                          [LISP_STRING] = "s",
                                          [LISP_SORT] = "=n"};

    return lisp_kind_of(&c->kinds, letters[v->type], NULL);
}

/* The type letters of argument i of a unit. */
static const char *argument_letters(const struct lisp_unit *u, int i)
{
    const char *at = u->types;

    while (i-- > 0)
        at = strchr(at, ' ') + 1;
    return at;
}

/* True if they depend on the call. */
static bool depends(const char *letters)
{
    const size_t n = strcspn(letters, " ");

    return strcspn(letters, "r012ADEKWG") < n;
}

static bool is_open(const struct lisp_kind *x)
{
    return x->is == LISP_IS_WHATEVER || x->is == LISP_IS_SOME_FUNCTION;
}

/* The kind that a unit takes as argument i, if it is used as a function of the
 * wanted kind. */
static const struct lisp_kind *taken(struct lisp_check *c,
                                     const struct lisp_unit *u,
                                     const struct lisp_kind *gives,
                                     const struct lisp_kind *want, int i)
{
    const struct lisp_known known = {gives, want->of + 1, i};
    const char *letters = argument_letters(u, i);
    const struct lisp_kind *given = want->of[1 + i],
                           *takes = lisp_kind_of(&c->kinds, letters, &known);

    if (!takes || (!is_open(given) && !lisp_kind_fits(&c->kinds, given, takes)))
        return NULL;
    return depends(letters) ? given : takes;
}

/* The kind of a unit used as a value, as the function that is wanted. */
static const struct lisp_kind *unit_kind(struct lisp_check *c,
                                         const struct lisp_unit *u,
                                         const struct lisp_kind *want)
{
    const struct lisp_kind *arg[LISP_ARGUMENTS],
        *gives = lisp_kind_of(&c->kinds, u->gives, NULL);
    const int n = (int)strlen(u->takes);

    if (!gives || !lisp_kind_calls(want) || want->n != 1 + n)
        return NULL;
    for (int i = 0; i < n; i++) {
        arg[i] = taken(c, u, gives, want, i);
        if (!arg[i])
            return NULL;
    }
    return lisp_kind_function(&c->kinds, is_open(gives) ? want->of[0] : gives,
                              n, arg);
}

/* x if it fits, else NULL. */
static const struct lisp_kind *fitting(struct lisp_check *c,
                                       const struct lisp_kind *x,
                                       const struct lisp_kind *want)
{
    return x && lisp_kind_fits(&c->kinds, x, want) ? x : NULL;
}

static const struct lisp_kind *check_leaf(struct lisp_check *c,
                                          const struct lisp_node *x,
                                          const struct lisp_kind *want)
{
    const struct lisp_value *v = &x->value;

    return fitting(c,
                   x->name >= 0 ? name_kind(c, x->name)
                   : v->type == LISP_FUNCTION
                       ? unit_kind(c, v->function->unit, want)
                       : constant_kind(c, v),
                   want);
}

/* --- calls ---------------------------------------------------------------- */

static const struct lisp_kind *check_lambda(struct lisp_check *c, int n,
                                            const struct lisp_node *body,
                                            const struct lisp_kind *want)
{
    const struct lisp_kind *gives;
    struct lisp_check inner = *c;

    if (!lisp_kind_calls(want))
        return NULL;
    for (int i = 0; i < n; i++)
        inner.local[LISP_ARG1 + i] = lisp_kind_of(&c->kinds, "n", NULL);
    inner.local[LISP_SELF] = lisp_kind_function(&inner.kinds, want, n, NULL);
    gives = check(&inner, body, want->of[0]);
    c->kinds = inner.kinds;
    return lisp_kind_function(&c->kinds, gives, n, NULL);
}

static const struct lisp_kind *check_unit(struct lisp_check *c,
                                          const struct lisp_unit *u,
                                          const struct lisp_node *arg,
                                          const struct lisp_kind *want)
{
    const struct lisp_kind *kind[LISP_ARGUMENTS], *takes,
        *gives = fitting(c, lisp_kind_of(&c->kinds, u->gives, NULL), want);
    struct lisp_known known = {want, kind, 0};

    if (!gives || u->binds)
        return gives ? check_lambda(c, u->binds, arg, want) : NULL;
    for (const int n = (int)strlen(u->takes); known.n < n; known.n++) {
        takes = lisp_kind_of(&c->kinds, argument_letters(u, known.n), &known);
        kind[known.n] = takes ? check(c, &arg[known.n], takes) : NULL;
        if (!kind[known.n] || kind[known.n]->is == LISP_IS_ANY)
            return NULL;
    }
    return u->comes
               ? fitting(c, lisp_kind_of(&c->kinds, u->comes, &known), want)
               : gives;
}

static const struct lisp_kind *check(struct lisp_check *c,
                                     const struct lisp_node *x,
                                     const struct lisp_kind *want)
{
    const struct lisp_node *f = x->part;

    if (!f || (f->name < 0 && f->value.type != LISP_FUNCTION))
        return check_leaf(c, f ? f : x, want);
    if (f->name < 0)
        return check_unit(c, f->value.function->unit, f + 1, want);
    return name_kind(c, f->name);
}

enum lisp_end lisp_check(const struct lisp_program *p, const char *const *type,
                         struct arena *a)
{
    const struct lisp_kind **global =
        arena_alloc(a, ((size_t)p->names + 1) * sizeof(*global));
    struct lisp_check c = {.kinds = {a, STEPS, false}, .global = global};
    const struct lisp_kind *found;

    if (p->unbound)
        return LISP_FAILED;
    for (int i = 0; i < p->names; i++) {
        global[i] = lisp_kind_named(&c.kinds, type[i]);
        if (!global[i])
            return LISP_FAILED;
    }
    found = check(&c, p->body, lisp_kind_of(&c.kinds, "a", NULL));
    return c.kinds.over ? LISP_LIMIT : found ? LISP_DONE : LISP_FAILED;
}
