/* problem_read.c - the object of a line as a problem. */
#include "task/problem_parts.h"

#include <stdlib.h>
#include <string.h>

/* --- texts ---------------------------------------------------------------- */

int problem_read_text(struct problem_reader *r, const char **out,
                      struct error *e)
{
    if (json_text(r->json, &r->text, e))
        return -1;
    *out = problem_keep(r->problem, str_text(&r->text), r->text.len);
    return 0;
}

static int read_words(struct problem_reader *r, struct error *e)
{
    const char *word;
    int more;

    if (json_enter(r->json, '[', e))
        return -1;
    while ((more = json_element(r->json, e)) > 0) {
        if (problem_read_text(r, &word, e))
            return -1;
        text_list_add(&r->problem->word, word);
    }
    return more;
}

static int read_returns(struct problem_reader *r, struct error *e)
{
    return problem_read_text(r, &r->problem->returns, e);
}

/* --- the program ---------------------------------------------------------- */

static int read_token(struct problem_reader *r, struct error *e)
{
    struct text_list *token = &r->problem->token;
    const int c = json_next(r->json);

    if (c == '"' ? json_text(r->json, &r->text, e)
                 : json_number(r->json, &r->text, e))
        return -1;
    text_list_add(token,
                  problem_keep(r->problem, str_text(&r->text), r->text.len));
    return 0;
}

static int read_node(struct problem_reader *r, struct error *e)
{
    struct text_list *token = &r->problem->token;
    int more;

    if (json_next(r->json) != '[')
        return read_token(r, e);
    if (json_enter(r->json, '[', e))
        return -1;
    text_list_add(token, "(");
    while ((more = json_element(r->json, e)) > 0)
        if (read_node(r, e))
            return -1;
    text_list_add(token, ")");
    return more;
}

static int read_tree(struct problem_reader *r, struct error *e)
{
    r->tree = json_here(r->json);
    return read_node(r, e);
}

static int check_tree(struct problem_reader *r, struct error *e)
{
    struct problem *p = r->problem;
    struct lisp_program program;
    struct error inner = {0};

    arena_reset(&p->scratch);
    if (lisp_parse(&p->scratch, p->token.text, p->token.n, p->name.text,
                   p->name.n, &program, &inner))
        return json_error(r->json, r->tree, e, "short_tree, %s", inner.text);
    return 0;
}

/* --- arguments ------------------------------------------------------------ */

static void add_argument(struct problem *p, const char *name, const char *type)
{
    text_list_add(&p->name, name);
    text_list_add(&p->type, type);
}

/* ["a", "int"] */
static int read_pair(struct problem_reader *r, struct error *e)
{
    static const char wrong[] = "found a list of other than two, expected a "
                                "name and a type";
    const struct json_place at = json_here(r->json);
    const char *part[2];

    if (json_enter(r->json, '[', e))
        return -1;
    for (int i = 0, more; i < 3; i++) {
        more = json_element(r->json, e);
        if (more < 0)
            return -1;
        if (more != (i < 2))
            return json_error(r->json, at, e, "args: %s", wrong);
        if (more && problem_read_text(r, &part[i], e))
            return -1;
    }
    add_argument(r->problem, part[0], part[1]);
    return 0;
}

static int read_named(struct problem_reader *r, struct error *e)
{
    const char *name =
                   problem_keep(r->problem, str_text(&r->text), r->text.len),
               *type;

    if (problem_read_text(r, &type, e))
        return -1;
    add_argument(r->problem, name, type);
    return 0;
}

static int read_args(struct problem_reader *r, struct error *e)
{
    const bool pairs = json_next(r->json) == '[';
    int more;

    if (json_enter(r->json, pairs ? '[' : '{', e))
        return -1;
    while ((more = pairs ? json_element(r->json, e)
                         : json_member(r->json, &r->text, e)) > 0)
        if (pairs ? read_pair(r, e) : read_named(r, e))
            return -1;
    return more;
}

/* --- all of it ------------------------------------------------------------ */

/* Tests come last, wherever they stand: they are of the arguments' names. */
static const struct {
    const char *name;
    int (*read)(struct problem_reader *r, struct error *e);
    bool late;
} members[] = {
    {"text", read_words, false}, {"short_tree", read_tree, false},
    {"args", read_args, false},  {"return_type", read_returns, false},
    {"tests", problem_read_tests, true},
};
enum { MEMBERS = sizeof(members) / sizeof(*members) };

static int read_member(struct problem_reader *r, bool late, bool found[MEMBERS],
                       struct error *e)
{
    const struct json_place at = json_here(r->json);

    for (int i = 0; i < MEMBERS; i++) {
        if (members[i].late != late ||
            strcmp(str_text(&r->text), members[i].name) != 0)
            continue;
        if (found[i])
            return json_error(r->json, at, e,
                              "found '%s' for the second time, expected it "
                              "once",
                              members[i].name);
        found[i] = true;
        return members[i].read(r, e);
    }
    return json_skip(r->json, e);
}

static int read_members(struct problem_reader *r, bool late, struct error *e)
{
    const struct json_place at = json_here(r->json);
    bool found[MEMBERS] = {false};
    int more;

    if (json_enter(r->json, '{', e))
        return -1;
    while ((more = json_member(r->json, &r->text, e)) > 0)
        if (read_member(r, late, found, e))
            return -1;
    if (more || json_end(r->json, e))
        return -1;
    for (int i = 0; i < MEMBERS; i++)
        if (members[i].late == late && !found[i])
            return json_error(r->json, at, e,
                              "found no member '%s', expected text, "
                              "short_tree, args, return_type and tests",
                              members[i].name);
    return late ? 0 : check_tree(r, e);
}

int problem_read(struct problem *p, const char *line, size_t len,
                 struct error *e)
{
    struct problem_reader r = {.problem = p};
    int bad = 0;

    problem_clear(p);
    for (int late = 0; late < 2 && !bad; late++) {
        r.json = json_line(line, len);
        bad = read_members(&r, late, e);
        json_close(r.json);
    }
    str_release(&r.text);
    free(r.item);
    return bad;
}
