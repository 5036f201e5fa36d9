/* problem_tests.c - reads the tests of a problem: inputs and outputs. */
#include "tasks/programs/problem_internal.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

static struct lisp_value number(const char *text)
{
    struct lisp_value v = {.type = LISP_INTEGER};

    errno = 0;
    if (!strpbrk(text, ".eE"))
        v.integer = strtoll(text, NULL, 10);
    if (errno || strpbrk(text, ".eE"))
        v = (struct lisp_value){.type = LISP_REAL, .real = strtod(text, NULL)};
    return v;
}

static int read_number(struct json *j, struct problem_reader *r,
                       struct lisp_value *out, struct error *e)
{
    const struct json_place at = json_here(j);

    if (json_number(j, &r->text, e))
        return -1;
    *out = number(str_text(&r->text));
    if (out->type == LISP_REAL && !isfinite(out->real))
        return json_error(j, at, e,
                          "found %.40s, expected a number of less than 1.8e308",
                          str_text(&r->text));
    return 0;
}

static int read_value(struct json *j, struct problem_reader *r,
                      struct lisp_value *out, struct error *e);

/* Make a value of the elements on r->item from `first` on, when all are
 * read. */
static void take_items(struct problem_reader *r, int first, enum lisp_type type,
                       struct lisp_value *out)
{
    const int n = r->items - first;
    const size_t bytes = (size_t)n * sizeof(*r->item);
    struct lisp_value *item = arena_alloc(&r->problem->arena, bytes);
    int level = 0;

    if (n)
        memcpy(item, r->item + first, bytes);
    for (int i = 0; i < n; i++)
        if (item[i].level > level)
            level = item[i].level;
    *out = (struct lisp_value){.type = (uint8_t)type,
                               .level = (uint8_t)(level + 1),
                               .n = n,
                               .item = item};
    r->items = first;
}

static int read_item(struct json *j, void *into, struct error *e)
{
    struct problem_reader *r = into;
    struct lisp_value v;

    if (read_value(j, r, &v, e))
        return -1;
    GROW(r->item, r->items, r->room);
    r->item[r->items++] = v;
    return 0;
}

static int check_level(struct json *j, struct json_place at, int level,
                       struct error *e)
{
    if (level > LISP_LEVELS)
        return json_error(j, at, e,
                          "found %d arrays inside one another, expected at "
                          "most %d",
                          level, LISP_LEVELS);
    return 0;
}

static int read_array(struct json *j, struct problem_reader *r,
                      struct lisp_value *out, struct error *e)
{
    const struct json_place at = json_here(j);
    const int first = r->items;

    if (json_each(j, read_item, r, e))
        return -1;
    take_items(r, first, LISP_ARRAY, out);
    return check_level(j, at, out->level, e);
}

/* Put a member's name and value on r->item. */
static int read_entry(struct json *j, const char *name, void *into,
                      struct error *e)
{
    struct problem_reader *r = into;
    const size_t len = strlen(name);

    GROW(r->item, r->items, r->room);
    r->item[r->items++] =
        (struct lisp_value){.type = LISP_STRING,
                            .n = (int32_t)len,
                            .text = problem_keep(r->problem, name, len)};
    return read_item(j, r, e);
}

static int by_key(const void *a, const void *b)
{
    const struct lisp_value *x = a, *y = b;

    return strcmp(x->text, y->text);
}

/* Keys are strings; they are sorted by their bytes. */
static int read_dictionary(struct json *j, struct problem_reader *r,
                           struct lisp_value *out, struct error *e)
{
    const struct json_place at = json_here(j);
    const int first = r->items;
    struct lisp_value *item;

    if (json_each_member(j, read_entry, r, e))
        return -1;
    item = r->item + first;
    if (r->items > first)
        qsort(item, (size_t)(r->items - first) / 2, 2 * sizeof(*item), by_key);
    for (int i = 2; i < r->items - first; i += 2)
        if (!by_key(&item[i - 2], &item[i]))
            return json_error(j, at, e,
                              "found key '%.40s' for the second time, expected "
                              "it once",
                              item[i].text);
    take_items(r, first, LISP_DICTIONARY, out);
    return check_level(j, at, out->level, e);
}

static int read_string(struct json *j, struct problem_reader *r,
                       struct lisp_value *out, struct error *e)
{
    *out = (struct lisp_value){.type = LISP_STRING};
    if (problem_read_text(j, r, &out->text, e))
        return -1;
    out->n = (int32_t)r->text.len;
    return 0;
}

/* Null, alone or in an array, is an error in an output: nothing equals it. */
static int read_nothing(struct json *j, const struct problem_reader *r,
                        struct error *e)
{
    const struct json_place at = json_here(j);

    return r->gives ? json_error(j, at, e,
                                 "output: found null, expected a value that a "
                                 "program can give")
                    : json_skip(j, e);
}

static int read_value(struct json *j, struct problem_reader *r,
                      struct lisp_value *out, struct error *e)
{
    const int c = json_next(j);

    *out = (struct lisp_value){0};
    switch (c) {
    case '[':
        return read_array(j, r, out, e);
    case '"':
        return read_string(j, r, out, e);
    case 't':
    case 'f':
        out->type = LISP_BOOLEAN;
        return json_bool(j, &out->truth, e);
    case 'n':
        return read_nothing(j, r, e);
    case '{':
        return read_dictionary(j, r, out, e);
    default:
        return read_number(j, r, out, e);
    }
}

/* The number of an argument, or -1. */
static int find_argument(const struct problem *p, const char *name)
{
    for (int i = 0; i < p->name.n; i++)
        if (!strcmp(p->name.text[i], name))
            return i;
    return -1;
}

/* The state of reading an input, and which arguments it has given. */
struct input {
    struct problem_reader *reader;
    bool *given; /* owned [arguments] */
};

/* Read the value of an argument; skip a name that is no argument. */
static int read_argument(struct json *j, const char *name, void *into,
                         struct error *e)
{
    const struct input *in = into;
    struct problem *p = in->reader->problem;
    const int i = find_argument(p, name);

    if (i < 0)
        return json_skip(j, e);
    if (in->given[i])
        return json_twice(j, "argument", name, e);
    in->given[i] = true;
    return read_value(j, in->reader, &p->input[(p->tests - 1) * p->name.n + i],
                      e);
}

static int read_input(struct json *j, void *into, struct error *e)
{
    struct problem_reader *r = into;
    const int n = r->problem->name.n;
    const struct json_place at = json_here(j);
    struct input in = {r, memory_zeroed((size_t)n + 1, sizeof(bool))};
    const int bad = json_each_member(j, read_argument, &in, e);
    int found = 0;

    for (int i = 0; i < n; i++)
        found += in.given[i];
    free(in.given);
    if (!bad && found != n)
        return json_error(j, at, e,
                          "found an input of %d of the arguments, expected of "
                          "all %d",
                          found, n);
    return bad;
}

static int read_output(struct json *j, void *into, struct error *e)
{
    struct problem_reader *r = into;
    struct problem *p = r->problem;

    r->gives = true;
    const int bad = read_value(j, r, &p->output[p->tests - 1], e);

    r->gives = false;
    return bad;
}

static int read_test(struct json *j, void *into, struct error *e)
{
    static const struct json_field fields[] = {
        {.name = "input", .take = read_input},
        {.name = "output", .take = read_output},
        {0},
    };
    struct problem_reader *r = into;

    problem_add_test(r->problem);
    return json_table(j, fields, r, "a test", e);
}

int problem_read_tests(struct json *j, void *into, struct error *e)
{
    return json_each(j, read_test, into, e);
}
