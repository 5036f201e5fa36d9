/* problem_read.c - reads a problem from a line with an object. */
#include "tasks/programs/problem_internal.h"

#include <stdlib.h>
#include <string.h>

/* --- texts ---------------------------------------------------------------- */

int problem_read_text(struct json *j, struct problem_reader *r,
                      const char **out, struct error *e)
{
    if (json_text(j, &r->text, e))
        return -1;
    *out = problem_keep(r->problem, str_text(&r->text), r->text.len);
    return 0;
}

static int read_word(struct json *j, void *into, struct error *e)
{
    struct problem_reader *r = into;
    const char *word;

    if (problem_read_text(j, r, &word, e))
        return -1;
    text_list_add(&r->problem->word, word);
    return 0;
}

static int read_words(struct json *j, void *into, struct error *e)
{
    return json_each(j, read_word, into, e);
}

static int read_returns(struct json *j, void *into, struct error *e)
{
    struct problem_reader *r = into;

    return problem_read_text(j, r, &r->problem->returns, e);
}

/* --- the program ---------------------------------------------------------- */

static int read_token(struct json *j, struct problem_reader *r, struct error *e)
{
    struct text_list *token = &r->problem->token;
    const int c = json_next(j);

    if (c == '"' ? json_text(j, &r->text, e) : json_number(j, &r->text, e))
        return -1;
    text_list_add(token,
                  problem_keep(r->problem, str_text(&r->text), r->text.len));
    return 0;
}

static int read_node(struct json *j, void *into, struct error *e)
{
    struct problem_reader *r = into;
    struct text_list *token = &r->problem->token;

    if (json_next(j) != '[')
        return read_token(j, r, e);
    text_list_add(token, "(");
    if (json_each(j, read_node, r, e))
        return -1;
    text_list_add(token, ")");
    return 0;
}

static int read_tree(struct json *j, void *into, struct error *e)
{
    struct problem_reader *r = into;

    r->tree = json_here(j);
    return read_node(j, r, e);
}

static int check_tree(struct json *j, struct problem_reader *r, struct error *e)
{
    struct problem *p = r->problem;
    struct lisp_program program;
    struct error inner = {0};

    arena_reset(&p->scratch);
    if (lisp_parse(&p->scratch, p->token.text, p->token.n, p->name.text,
                   p->name.n, &program, &inner))
        return json_error(j, r->tree, e, "short_tree, %s", inner.text);
    return 0;
}

/* --- arguments ------------------------------------------------------------ */

static void add_argument(struct problem *p, const char *name, const char *type)
{
    text_list_add(&p->name, name);
    text_list_add(&p->type, type);
}

/* ["a", "int"] */
static int read_pair(struct json *j, void *into, struct error *e)
{
    static const char wrong[] = "found a list of other than two, expected a "
                                "name and a type";
    struct problem_reader *r = into;
    const struct json_place at = json_here(j);
    const char *part[2];

    if (json_enter(j, '[', e))
        return -1;
    for (int i = 0, more; i < 3; i++) {
        more = json_element(j, e);
        if (more < 0)
            return -1;
        if (more != (i < 2))
            return json_error(j, at, e, "args: %s", wrong);
        if (more && problem_read_text(j, r, &part[i], e))
            return -1;
    }
    add_argument(r->problem, part[0], part[1]);
    return 0;
}

static int read_named(struct json *j, const char *name, void *into,
                      struct error *e)
{
    struct problem_reader *r = into;
    const char *type;

    if (problem_read_text(j, r, &type, e))
        return -1;
    add_argument(r->problem, problem_keep(r->problem, name, strlen(name)),
                 type);
    return 0;
}

static int read_args(struct json *j, void *into, struct error *e)
{
    return json_next(j) == '[' ? json_each(j, read_pair, into, e)
                               : json_each_member(j, read_named, into, e);
}

/* --- all of it ------------------------------------------------------------ */

static const struct json_field early[] = {
    {.name = "text", .take = read_words},
    {.name = "short_tree", .take = read_tree},
    {.name = "args", .take = read_args},
    {.name = "return_type", .take = read_returns},
    {0},
};

/* Tests are read last, wherever they are: they need the arguments' names. */
static const struct json_field late[] = {
    {.name = "tests", .take = problem_read_tests},
    {0},
};

static int read_fields(struct problem_reader *r, const char *line, size_t len,
                       const struct json_field *fields, struct error *e)
{
    struct json *j = json_line(line, len);
    const int bad = json_table(j, fields, r, "a problem", e) ||
                    json_end(j, e) || (fields == early && check_tree(j, r, e));

    json_close(j);
    return bad ? -1 : 0;
}

int problem_read(struct problem *p, const char *line, size_t len,
                 struct error *e)
{
    struct problem_reader r = {.problem = p};

    problem_clear(p);
    const int bad = read_fields(&r, line, len, early, e) ||
                    read_fields(&r, line, len, late, e);

    str_release(&r.text);
    free(r.item);
    return bad ? -1 : 0;
}
