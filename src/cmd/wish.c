/* wish.c - options that say which attentions are meant. */
#include "config.h"

#include "cmd/wish.h"

#include <string.h>

#include "cmd/option.h"

enum {
    KEY_EXAMPLE = 512,
    KEY_SITE,
    KEY_LAYER,
    KEY_PASS,
    KEY_HEAD,
    KEY_MATRIX,
    KEY_ROWS
};

static const struct argp_option options[] = {
    {NULL, 0, NULL, 0, "What attentions make of an example:", 1},
    {"example", KEY_EXAMPLE, "N", 0, "This one of the split, from 0", 1},
    {"site", KEY_SITE, "NAME", 0,
     "The attention of this name: whole, decoder.0.self; without its layer's "
     "number, decoder.self; or without any number, connector",
     1},
    {"layer", KEY_LAYER, "N", 0, "Those of this layer, from 0", 1},
    {"pass", KEY_PASS, "N", 0,
     "This time, from 0, of those that the model comes by again", 1},
    {"head", KEY_HEAD, "N", 0, "This head alone, from 0", 1},
    {"matrix", KEY_MATRIX, "NAME,...", 0,
     "These alone of e, e2, f_e, n, gate, m and m_columns; all, and in a "
     "picture of several heads m, unless given",
     1},
    {"rows", KEY_ROWS, "ROWS", 0,
     "Of a document with candidates the rows of their tokens, candidates, or "
     "all; candidates, where there are some, unless given",
     1},
    {0},
};

/* "e,gate" */
static unsigned parse_parts(char *names, struct argp_state *state)
{
    unsigned parts = 0;

    for (char *name; (name = strsep(&names, ","));)
        parts |=
            1U << option_choice("matrix", attention_part_names, name, state);
    return parts;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct inside_wish *w = state->input;

    switch (key) {
    case KEY_EXAMPLE:
        w->example = option_number("example", arg, 0, state);
        return 0;
    case KEY_SITE:
        w->site = arg;
        return 0;
    case KEY_LAYER:
        w->layer = option_number("layer", arg, 0, state);
        return 0;
    case KEY_PASS:
        w->pass = option_number("pass", arg, 0, state);
        return 0;
    case KEY_HEAD:
        w->head = option_number("head", arg, 0, state);
        return 0;
    case KEY_MATRIX:
        w->parts |= parse_parts(arg, state);
        return 0;
    case KEY_ROWS:
        w->rows = option_choice("rows", inside_rows_names, arg, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {.options = options, .parser = parse};
const struct argp_child wish_children[] = {{&argp, 0, NULL, 0}, {0}};

const char *wish_given(const struct inside_wish *w)
{
    return w->site         ? "site"
           : w->layer >= 0 ? "layer"
           : w->pass >= 0  ? "pass"
           : w->head >= 0  ? "head"
           : w->parts      ? "matrix"
           : w->rows >= 0  ? "rows"
                           : NULL;
}
