/* problem.c - the memory of a problem, writing it, and running programs on
 * it. */
#include "tasks/programs/problem.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "text/formats/json_write.h"

void text_list_add(struct text_list *l, const char *text)
{
    GROW(l->text, l->n, l->room);
    l->text[l->n++] = text;
}

void text_list_release(struct text_list *l)
{
    free(l->text);
}

void problem_release(struct problem *p)
{
    text_list_release(&p->word);
    text_list_release(&p->token);
    text_list_release(&p->name);
    text_list_release(&p->type);
    free(p->input);
    free(p->output);
    arena_release(&p->arena);
    arena_release(&p->scratch);
}

void problem_clear(struct problem *p)
{
    p->word.n = p->token.n = p->name.n = p->type.n = p->tests = 0;
    p->returns = NULL;
    arena_reset(&p->arena);
}

const char *problem_keep(struct problem *p, const char *text, size_t len)
{
    char *kept = arena_alloc(&p->arena, len + 1);

    memcpy(kept, text, len);
    kept[len] = '\0';
    return kept;
}

void problem_add_test(struct problem *p)
{
    const int inputs = (p->tests + 1) * p->name.n;

    GROW(p->output, p->tests, p->room);
    if (inputs > p->input_room) {
        p->input_room = 2 * inputs;
        p->input =
            memory_resize(p->input, (size_t)p->input_room * sizeof(*p->input));
    }
    p->output[p->tests++] = (struct lisp_value){0};
    for (int i = inputs - p->name.n; i < inputs; i++)
        p->input[i] = (struct lisp_value){0};
}

/* --- writing -------------------------------------------------------------- */

static void put_bytes(struct str *out, const char *name,
                      const struct lisp_value *v)
{
    struct str text = {0};

    str_add(&text, v->n ? v->text : "", (size_t)v->n);
    json_put_text(out, name, str_text(&text));
    str_release(&text);
}

/* With a point or an exponent, since 7 would be read as a whole number. */
static void put_real(struct str *out, const char *name, double value)
{
    struct str digits = {0}; /* separate: a name may contain points */

    json_put_real(&digits, NULL, value);
    json_put_real(out, name, value);
    if (!strpbrk(str_text(&digits), ".e"))
        str_adds(out, ".0");
    str_release(&digits);
}

static void put_value(struct str *out, const char *name,
                      const struct lisp_value *v);

/* Its keys are NUL-terminated, as they were read. */
static void put_dictionary(struct str *out, const char *name,
                           const struct lisp_value *v)
{
    json_begin(out, name, '{');
    for (int i = 0; i < v->n; i += 2)
        put_value(out, v->item[i].text, &v->item[i + 1]);
    json_finish(out, '}');
}

static void put_value(struct str *out, const char *name,
                      const struct lisp_value *v)
{
    switch ((enum lisp_type)v->type) {
    case LISP_INTEGER:
        json_put_long(out, name, v->integer);
        return;
    case LISP_REAL:
        put_real(out, name, v->real);
        return;
    case LISP_BOOLEAN:
        json_put_bool(out, name, v->truth);
        return;
    case LISP_STRING:
        put_bytes(out, name, v);
        return;
    case LISP_ARRAY:
        json_begin(out, name, '[');
        for (int i = 0; i < v->n; i++)
            put_value(out, NULL, &v->item[i]);
        json_finish(out, ']');
        return;
    case LISP_DICTIONARY:
        put_dictionary(out, name, v);
        return;
    default:
        json_put_text(out, name, NULL);
    }
}

static void put_tree(const struct problem *p, struct str *out)
{
    const char *name = "short_tree";

    for (int i = 0; i < p->token.n; i++, name = NULL) {
        const char *token = p->token.text[i];

        if (!strcmp(token, "("))
            json_begin(out, name, '[');
        else if (!strcmp(token, ")"))
            json_finish(out, ']');
        else
            json_put_text(out, name, token);
    }
}

static void put_test(const struct problem *p, int test, struct str *out)
{
    json_begin(out, NULL, '{');
    json_begin(out, "input", '{');
    for (int i = 0; i < p->name.n; i++)
        put_value(out, p->name.text[i], &p->input[test * p->name.n + i]);
    json_finish(out, '}');
    put_value(out, "output", &p->output[test]);
    json_finish(out, '}');
}

static void put_problem(const struct problem *p, struct str *out)
{
    json_begin(out, NULL, '{');
    json_begin(out, "text", '[');
    for (int i = 0; i < p->word.n; i++)
        json_put_text(out, NULL, p->word.text[i]);
    json_finish(out, ']');
    put_tree(p, out);
    json_begin(out, "args", '{');
    for (int i = 0; i < p->name.n; i++)
        json_put_text(out, p->name.text[i], p->type.text[i]);
    json_finish(out, '}');
    json_put_text(out, "return_type", p->returns);
    json_begin(out, "tests", '[');
    for (int i = 0; i < p->tests; i++)
        put_test(p, i, out);
    json_finish(out, ']');
    json_finish(out, '}');
}

void problem_write(const struct problem *p, struct str *out)
{
    struct str line = {0}; /* separate: after other text a comma would be
                              written */

    put_problem(p, &line);
    str_addf(out, "%s\n", str_text(&line));
    str_release(&line);
}

/* --- programs ------------------------------------------------------------- */

static enum verdict try_tests(struct problem *p,
                              const struct lisp_program *program,
                              const struct lisp_limits *limits)
{
    for (int i = 0; i < p->tests; i++) {
        const struct arena_mark mark = arena_mark(&p->scratch);
        struct lisp_value v;
        const enum lisp_end end = lisp_run(program, p->input + i * p->name.n,
                                           limits, &p->scratch, &v);
        const bool right = end == LISP_DONE && lisp_equal(&v, &p->output[i]);

        arena_rewind(&p->scratch, mark);
        if (!right)
            return end == LISP_LIMIT ? VERDICT_LIMIT : VERDICT_WRONG;
    }
    return p->tests ? VERDICT_RIGHT : VERDICT_WRONG;
}

enum verdict problem_try(struct problem *p, const char *const *token, int n,
                         const struct lisp_limits *limits)
{
    struct lisp_program program;
    struct error e;

    arena_reset(&p->scratch);
    if (lisp_parse(&p->scratch, token, n, p->name.text, p->name.n, &program,
                   &e))
        return VERDICT_UNPARSED;
    switch (lisp_check(&program, p->type.text, &p->scratch)) {
    case LISP_DONE:
        return try_tests(p, &program, limits);
    case LISP_LIMIT:
        return VERDICT_LIMIT;
    default:
        return VERDICT_WRONG;
    }
}
