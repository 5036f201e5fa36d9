/* problem_tests.c - the tests of a problem: inputs and outputs. */
#include "task/problem_parts.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

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

static int read_number(struct problem_reader *r, struct lisp_value *out,
                       struct error *e)
{
    const struct json_place at = json_here(r->json);

    if (json_number(r->json, &r->text, e))
        return -1;
    *out = number(str_text(&r->text));
    if (out->type == LISP_REAL && !isfinite(out->real))
        return json_error(r->json, at, e,
                          "found %.40s, expected a number of less than 1.8e308",
                          str_text(&r->text));
    return 0;
}

static int read_value(struct problem_reader *r, struct lisp_value *out,
                      struct error *e);

/* The elements are on r->item, from `first` on, until all are there. */
static void take_items(struct problem_reader *r, int first,
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
    *out = (struct lisp_value){.type = LISP_ARRAY,
                               .level = (uint8_t)(level + 1),
                               .n = n,
                               .item = item};
    r->items = first;
}

static int read_array(struct problem_reader *r, struct lisp_value *out,
                      struct error *e)
{
    const struct json_place at = json_here(r->json);
    const int first = r->items;
    struct lisp_value v;
    int more;

    if (json_enter(r->json, '[', e))
        return -1;
    while ((more = json_element(r->json, e)) > 0) {
        if (read_value(r, &v, e))
            return -1;
        GROW(r->item, r->items, r->room);
        r->item[r->items++] = v;
    }
    take_items(r, first, out);
    if (!more && out->level > LISP_LEVELS)
        return json_error(r->json, at, e,
                          "found %d arrays inside one another, expected at "
                          "most %d",
                          out->level, LISP_LEVELS);
    return more;
}

static int read_string(struct problem_reader *r, struct lisp_value *out,
                       struct error *e)
{
    *out = (struct lisp_value){.type = LISP_STRING};
    if (problem_read_text(r, &out->text, e))
        return -1;
    out->n = (int32_t)r->text.len;
    return 0;
}

static int read_value(struct problem_reader *r, struct lisp_value *out,
                      struct error *e)
{
    const int c = json_next(r->json);

    *out = (struct lisp_value){0};
    switch (c) {
    case '[':
        return read_array(r, out, e);
    case '"':
        return read_string(r, out, e);
    case 't':
    case 'f':
        out->type = LISP_BOOLEAN;
        return json_bool(r->json, &out->truth, e);
    case 'n':
    case '{':
        return json_skip(r->json, e);
    default:
        return read_number(r, out, e);
    }
}

/* The place of an argument, or -1. */
static int find_argument(const struct problem *p, const char *name)
{
    for (int i = 0; i < p->name.n; i++)
        if (!strcmp(p->name.text[i], name))
            return i;
    return -1;
}

static int twice(struct problem_reader *r, struct json_place at,
                 const char *what, struct error *e)
{
    return json_error(r->json, at, e,
                      "found %s '%.60s' for the second time, expected it once",
                      what, str_text(&r->text));
}

/* The value of a name; one that is no argument's is stepped over. */
static int read_argument(struct problem_reader *r, bool *given, struct error *e)
{
    struct problem *p = r->problem;
    const struct json_place at = json_here(r->json);
    const int i = find_argument(p, str_text(&r->text));

    if (i < 0)
        return json_skip(r->json, e);
    if (given[i])
        return twice(r, at, "argument", e);
    given[i] = true;
    return read_value(r, &p->input[(p->tests - 1) * p->name.n + i], e);
}

static int read_input(struct problem_reader *r, struct error *e)
{
    struct problem *p = r->problem;
    const struct json_place at = json_here(r->json);
    bool *given = memory_zeroed((size_t)p->name.n + 1, sizeof(*given));
    int more = json_enter(r->json, '{', e), found = 0;

    while (!more && (more = json_member(r->json, &r->text, e)) > 0)
        more = read_argument(r, given, e);
    for (int i = 0; i < p->name.n; i++)
        found += given[i];
    free(given);
    if (!more && found != p->name.n)
        return json_error(r->json, at, e,
                          "found an input of %d of the arguments, expected of "
                          "all %d",
                          found, p->name.n);
    return more;
}

static int read_output(struct problem_reader *r, struct error *e)
{
    struct problem *p = r->problem;
    const struct json_place at = json_here(r->json);
    struct lisp_value *output = &p->output[p->tests - 1];

    if (read_value(r, output, e))
        return -1;
    return output->type == LISP_NOTHING
               ? json_error(r->json, at, e,
                            "output: found null or an object, expected a value "
                            "that a program can give")
               : 0;
}

enum { INPUT, OUTPUT, TEST_MEMBERS };

static int read_test_member(struct problem_reader *r, bool found[TEST_MEMBERS],
                            struct error *e)
{
    static const char *const name[] = {[INPUT] = "input", [OUTPUT] = "output"};
    const struct json_place at = json_here(r->json);
    int i = 0;

    while (i < TEST_MEMBERS && strcmp(str_text(&r->text), name[i]) != 0)
        i++;
    if (i == TEST_MEMBERS)
        return json_skip(r->json, e);
    if (found[i])
        return twice(r, at, "member", e);
    found[i] = true;
    return i == INPUT ? read_input(r, e) : read_output(r, e);
}

static int read_test(struct problem_reader *r, struct error *e)
{
    const struct json_place at = json_here(r->json);
    bool found[TEST_MEMBERS] = {false};
    int more;

    if (json_enter(r->json, '{', e))
        return -1;
    problem_add_test(r->problem);
    while ((more = json_member(r->json, &r->text, e)) > 0)
        if (read_test_member(r, found, e))
            return -1;
    if (!more && !(found[INPUT] && found[OUTPUT]))
        return json_error(r->json, at, e,
                          "found a test without %s, expected "
                          "input and output",
                          found[INPUT] ? "output" : "input");
    return more;
}

int problem_read_tests(struct problem_reader *r, struct error *e)
{
    int more;

    if (json_enter(r->json, '[', e))
        return -1;
    while ((more = json_element(r->json, e)) > 0)
        if (read_test(r, e))
            return -1;
    return more;
}
