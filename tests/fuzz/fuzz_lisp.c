/*
 * Programs of AlgoLisp's small Lisp, as tokens with blanks between; their types
 * are checked, and they are run even if the types do not fit.
 *
 * Seeds: tests/fuzz/seeds/lisp*
 */
#include "fuzz.h"

#include "tasks/lisp/lisp.h"

enum { MOST_TOKENS = 4000 };

static const struct lisp_value numbers[] = {
    {.type = LISP_INTEGER, .integer = 3},
    {.type = LISP_INTEGER, .integer = -1},
};
static const char *const names[] = {"a", "b", "s"};
static const char *const types[] = {"int[]", "int", "string"};
static const struct lisp_value values[] = {
    {.type = LISP_ARRAY, .level = 1, .n = 2, .item = numbers},
    {.type = LISP_INTEGER, .integer = 2},
    {.type = LISP_STRING, .n = 8, .text = "so it is"},
};
static const struct lisp_limits limits = {100000, 16 << 20};

static void check_and_run(const struct lisp_program *p, struct arena *a)
{
    struct lisp_value v;

    (void)lisp_check(p, types, a);
    if (lisp_run(p, values, &limits, a, &v) == LISP_DONE)
        (void)lisp_equal(&v, &values[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    char *text = fuzz_text(data, n), *rest;
    const char *token[MOST_TOKENS];
    struct arena a = {0};
    struct lisp_program p;
    struct error e = {""};
    int tokens = 0;

    if (utf8_valid(text, n) == n) /* every reader of programs checks this */
        for (char *w = strtok_r(text, " \n", &rest);
             w && tokens < MOST_TOKENS; w = strtok_r(NULL, " \n", &rest))
            token[tokens++] = w;
    if (lisp_parse(&a, token, tokens, names, 3, &p, &e))
        fuzz_refused(&e);
    else
        check_and_run(&p, &a);
    arena_release(&a);
    free(text);
    return 0;
}
