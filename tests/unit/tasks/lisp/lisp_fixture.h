/*
 * lisp_fixture.h - programs and values as text: tokens separated by blanks,
 * arrays in brackets.
 */
#ifndef LISP_FIXTURE_H
#define LISP_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/arena.h"
#include "base/core/str.h"
#include "tasks/lisp/lisp.h"

enum { MOST_TOKENS = 4000 };

struct tokens {
    char *text;
    const char *token[MOST_TOKENS];
    int n;
};

static inline void tokens_of(struct tokens *t, const char *text)
{
    t->text = strdup(text);
    t->n = 0;
    for (char *w = strtok(t->text, " "); w; w = strtok(NULL, " ")) {
        assert_true(t->n < MOST_TOKENS);
        t->token[t->n++] = w;
    }
}

/* a is [3 -1 4 1 -5], b is 2, s is "so it is", e is [], x is 2.5. */
static const struct lisp_value numbers[] = {
    {.type = LISP_INTEGER, .integer = 3},
    {.type = LISP_INTEGER, .integer = -1},
    {.type = LISP_INTEGER, .integer = 4},
    {.type = LISP_INTEGER, .integer = 1},
    {.type = LISP_INTEGER, .integer = -5},
};
static const char *const names[] = {"a", "b", "s", "e", "x"};
static const struct lisp_value values[] = {
    {.type = LISP_ARRAY, .level = 1, .n = 5, .item = numbers},
    {.type = LISP_INTEGER, .integer = 2},
    {.type = LISP_STRING, .n = 8, .text = "so it is"},
    {.type = LISP_ARRAY, .level = 1},
    {.type = LISP_REAL, .real = 2.5},
};

static inline void show_value(const struct lisp_value *v, struct str *out)
{
    static const char *const others[] = {[LISP_NOTHING] = "nothing",
                                         [LISP_DICTIONARY] = "dictionary",
                                         [LISP_SORT] = "type",
                                         [LISP_FUNCTION] = "function"};

    if (v->type == LISP_INTEGER)
        str_addf(out, "%lld", (long long)v->integer);
    else if (v->type == LISP_REAL)
        str_addf(out, "%.17g.", v->real);
    else if (v->type == LISP_BOOLEAN)
        str_adds(out, v->truth ? "true" : "false");
    else if (v->type == LISP_STRING)
        str_addf(out, "'%.*s'", (int)v->n, v->n ? v->text : "");
    else if (v->type != LISP_ARRAY) {
        str_adds(out, others[v->type]);
        return;
    } else {
        str_adds(out, "[");
        for (int i = 0; i < v->n; i++) {
            str_adds(out, i ? " " : "");
            show_value(&v->item[i], out);
        }
        str_adds(out, "]");
    }
}

/* Append the outcome of a program: a value, "failed", "limit" or "unparsed". */
static inline void outcome(const char *program,
                           const struct lisp_limits *limits, struct str *out)
{
    static const char *const ends[] = {
        [LISP_FAILED] = "failed", [LISP_LIMIT] = "limit"};
    struct arena a = {0};
    struct tokens t;
    struct lisp_program p;
    struct lisp_value v;
    struct error e;

    str_clear(out);
    tokens_of(&t, program);
    if (lisp_parse(&a, t.token, t.n, names, 5, &p, &e))
        str_addf(out, "unparsed: %s", e.text);
    else {
        const enum lisp_end end = lisp_run(&p, values, limits, &a, &v);

        assert_true((end == LISP_DONE) == (v.type != LISP_NOTHING));
        if (end == LISP_DONE)
            show_value(&v, out);
        else
            str_adds(out, ends[end]);
    }
    free(t.text);
    arena_release(&a);
}

static const struct lisp_limits ample = {1000000, 64 << 20};

static inline void gives(const char *program, const char *expected)
{
    struct str out = {0};

    outcome(program, &ample, &out);
    if (strcmp(str_text(&out), expected) != 0)
        fail_msg("%s: '%s', not '%s'", program, str_text(&out), expected);
    str_release(&out);
}

#endif
