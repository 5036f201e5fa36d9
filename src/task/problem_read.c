/* problem_read.c - the object of a line as a problem. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "task/problem.h"
#include "text/json.h"

struct reader {
    struct problem *problem;
    struct json *json;
    struct str text;
    struct json_place tree;  /* where short_tree begins */
    struct lisp_value *item; /* owned: of arrays that are not whole yet */
    int items, room;
};

/* --- texts ---------------------------------------------------------------- */

static int read_text(struct reader *r, const char **out, struct error *e)
{
    if (json_text(r->json, &r->text, e))
        return -1;
    *out = problem_keep(r->problem, str_text(&r->text), r->text.len);
    return 0;
}

static int read_words(struct reader *r, struct error *e)
{
    const char *word;
    int more;

    if (json_enter(r->json, '[', e))
        return -1;
    while ((more = json_element(r->json, e)) > 0) {
        if (read_text(r, &word, e))
            return -1;
        text_list_add(&r->problem->word, word);
    }
    return more;
}

static int read_returns(struct reader *r, struct error *e)
{
    return read_text(r, &r->problem->returns, e);
}

/* --- the program ---------------------------------------------------------- */

static int read_token(struct reader *r, struct error *e)
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

static int read_node(struct reader *r, struct error *e)
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

static int read_tree(struct reader *r, struct error *e)
{
    r->tree = json_here(r->json);
    return read_node(r, e);
}

static int check_tree(struct reader *r, struct error *e)
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
static int read_pair(struct reader *r, struct error *e)
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
        if (more && read_text(r, &part[i], e))
            return -1;
    }
    add_argument(r->problem, part[0], part[1]);
    return 0;
}

static int read_named(struct reader *r, struct error *e)
{
    const char *name =
                   problem_keep(r->problem, str_text(&r->text), r->text.len),
               *type;

    if (read_text(r, &type, e))
        return -1;
    add_argument(r->problem, name, type);
    return 0;
}

static int read_args(struct reader *r, struct error *e)
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

/* --- tests ---------------------------------------------------------------- */

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

static int read_value(struct reader *r, struct lisp_value *out,
                      struct error *e);

/* The elements are on r->item, from `first` on, until all are there. */
static void take_items(struct reader *r, int first, struct lisp_value *out)
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

static int read_array(struct reader *r, struct lisp_value *out, struct error *e)
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

static int read_string(struct reader *r, struct lisp_value *out,
                       struct error *e)
{
    *out = (struct lisp_value){.type = LISP_STRING};
    if (read_text(r, &out->text, e))
        return -1;
    out->n = (int32_t)r->text.len;
    return 0;
}

static int read_value(struct reader *r, struct lisp_value *out, struct error *e)
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
        if (json_number(r->json, &r->text, e))
            return -1;
        *out = number(str_text(&r->text));
        return 0;
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

/* Values of names that are no arguments are stepped over. */
static int read_input(struct reader *r, struct error *e)
{
    struct problem *p = r->problem;
    const struct json_place at = json_here(r->json);
    int more, found = 0;

    if (json_enter(r->json, '{', e))
        return -1;
    while ((more = json_member(r->json, &r->text, e)) > 0) {
        const int i = find_argument(p, str_text(&r->text));

        if (i < 0 ? json_skip(r->json, e)
                  : read_value(r, &p->input[(p->tests - 1) * p->name.n + i], e))
            return -1;
        found += i >= 0;
    }
    if (!more && found != p->name.n)
        return json_error(r->json, at, e,
                          "found an input of %d of the arguments, expected of "
                          "all %d",
                          found, p->name.n);
    return more;
}

static int read_test(struct reader *r, struct error *e)
{
    struct problem *p = r->problem;
    const struct json_place at = json_here(r->json);
    bool input = false, output = false;
    int more;

    if (json_enter(r->json, '{', e))
        return -1;
    problem_add_test(p);
    while ((more = json_member(r->json, &r->text, e)) > 0) {
        const bool is_input = !strcmp(str_text(&r->text), "input"),
                   is_output = !strcmp(str_text(&r->text), "output");

        if (is_input    ? read_input(r, e)
            : is_output ? read_value(r, &p->output[p->tests - 1], e)
                        : json_skip(r->json, e))
            return -1;
        input |= is_input;
        output |= is_output;
    }
    if (!more && !(input && output))
        return json_error(r->json, at, e,
                          "found a test without %s, expected "
                          "input and output",
                          input ? "output" : "input");
    return more;
}

static int read_tests(struct reader *r, struct error *e)
{
    int more;

    if (json_enter(r->json, '[', e))
        return -1;
    while ((more = json_element(r->json, e)) > 0)
        if (read_test(r, e))
            return -1;
    return more;
}

/* --- all of it ------------------------------------------------------------ */

/* Tests come last, wherever they stand: they are of the arguments' names. */
static const struct {
    const char *name;
    int (*read)(struct reader *r, struct error *e);
    bool late;
} members[] = {
    {"text", read_words, false}, {"short_tree", read_tree, false},
    {"args", read_args, false},  {"return_type", read_returns, false},
    {"tests", read_tests, true},
};
enum { MEMBERS = sizeof(members) / sizeof(*members) };

static int read_member(struct reader *r, bool late, bool found[MEMBERS],
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

static int read_members(struct reader *r, bool late, struct error *e)
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
    struct reader r = {.problem = p};
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
