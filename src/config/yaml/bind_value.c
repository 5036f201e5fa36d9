/* bind_value.c - check one value of a document and store it in a field. */
#include "config/yaml/bind.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

int fail_value(struct binding *b, const struct yaml_node *n, const char *path,
               const char *expected)
{
    struct str found = {0};

    yaml_node_found(n, &found);
    yaml_node_error(b->d->name, n, false, b->e, "%s: found %s, expected %s",
                    path, str_text(&found), expected);
    str_release(&found);
    return -1;
}

static int fail_range(struct binding *b, const struct yaml_node *n,
                      const char *path, const struct field *f)
{
    struct str found = {0}, range = {0};

    show_short(n->value, &found);
    real_text(f->least, &range);
    str_adds(&range, " to ");
    real_text(f->most, &range);
    yaml_node_error(b->d->name, n, false, b->e, "%s: found %s, expected %s",
                    path, str_text(&found), str_text(&range));
    str_release(&found);
    str_release(&range);
    return -1;
}

int fail_name(struct binding *b, const struct yaml_node *n, const char *path,
              const char *const *names, int count)
{
    struct str list = {0};

    str_adds(&list, count == 1 ? "" : "one of ");
    names_list(names, count, &list);
    if (n->type == ENTRY_SCALAR)
        nearest_hint(n->value, names, count, &list);
    fail_value(b, n, path, str_text(&list));
    str_release(&list);
    return -1;
}

/* Store a number.  -1 if it is none; -2 if it is out of range. */
static int take_number(const struct yaml_node *n, const struct field *f,
                       void *p)
{
    const bool whole = f->type == FIELD_TYPE_INT;
    long integer = 0;
    double real = 0;
    const int failed = whole ? scalar_int(n, &integer) : scalar_real(n, &real);

    if (failed)
        return failed;
    real = whole ? (double)integer : real;
    if (real < f->least || real > f->most)
        return -2;
    if (whole)
        *(long *)p = integer;
    else
        *(double *)p = real;
    return 0;
}

bool field_take_number(const struct field *f, const char *text, void *p)
{
    const struct yaml_node n = {.type = ENTRY_SCALAR, .value = (char *)text};

    return take_number(&n, f, p) == 0;
}

static int bind_number(struct binding *b, const struct yaml_node *n,
                       const char *path, const struct field *f, void *p)
{
    const char *expected =
        f->type == FIELD_TYPE_INT ? "a whole number" : "a number";
    const int failed = take_number(n, f, p);

    if (failed == -1)
        return fail_value(b, n, path, expected);
    return failed ? fail_range(b, n, path, f) : 0;
}

static int bind_bool(struct binding *b, const struct yaml_node *n,
                     const char *path, const struct field *f, void *p)
{
    (void)f;
    if (n->type != ENTRY_SCALAR || n->quoted ||
        (strcmp(n->value, "true") && strcmp(n->value, "false")))
        return fail_value(b, n, path, "true or false");
    *(bool *)p = n->value[0] == 't';
    return 0;
}

static int bind_choice(struct binding *b, const struct yaml_node *n,
                       const char *path, const struct field *f, void *p)
{
    int count = 0;

    for (; f->choices[count]; count++)
        if (n->type == ENTRY_SCALAR &&
            strcmp(n->value, f->choices[count]) == 0) {
            *(int *)p = count;
            return 0;
        }
    return fail_name(b, n, path, f->choices, count);
}

static int bind_text(struct binding *b, const struct yaml_node *n,
                     const char *path, const struct field *f, void *p)
{
    if (n->type != ENTRY_SCALAR)
        return fail_value(b, n, path, "a text");
    if (f->required && !*n->value)
        return fail_value(b, n, path, f->help);
    free(*(char **)p);
    *(char **)p = memory_string(n->value);
    return 0;
}

/* A single text is a list of one. */
static int bind_texts(struct binding *b, const struct yaml_node *n,
                      const char *path, const struct field *f, void *p)
{
    const bool alone = n->type == ENTRY_SCALAR;
    struct texts *t = p;

    (void)f;
    if (n->type != ENTRY_SEQUENCE && !alone)
        return fail_value(b, n, path, "a text, or a list such as [a, b]");
    t->text = memory_zeroed((size_t)n->n + 1, sizeof(*t->text));
    for (int i = 0; i < (alone ? 1 : n->n); i++) {
        const struct yaml_node *text = alone ? n : n->child[i];

        if (text->type != ENTRY_SCALAR)
            return fail_value(b, text, path, "a text");
        t->text[t->n++] = memory_string(text->value);
    }
    return 0;
}

static int (*const bind_of[])(struct binding *, const struct yaml_node *,
                              const char *, const struct field *, void *) = {
    [FIELD_TYPE_INT] = bind_number, [FIELD_TYPE_REAL] = bind_number,
    [FIELD_TYPE_BOOL] = bind_bool,  [FIELD_TYPE_CHOICE] = bind_choice,
    [FIELD_TYPE_TEXT] = bind_text,  [FIELD_TYPE_TEXTS] = bind_texts,
};

int bind_value(struct binding *b, const struct yaml_node *n, const char *path,
               const struct field *f, void *p)
{
    return bind_of[f->type](b, n, path, f, p);
}
