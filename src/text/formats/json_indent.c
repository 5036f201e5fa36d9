/* json_indent.c - JSON in several lines, for people and their diffs. */
#include "text/formats/json_write.h"

#include <string.h>

#define COLUMNS 80

/* The length of a text in quotes, from its first quote to its last. */
static size_t quoted_len(const char *json)
{
    size_t n = 1;

    while (json[n] && json[n] != '"')
        n += json[n] == '\\' && json[n + 1] ? 2 : 1;
    return n + (json[n] == '"');
}

/* The length of an object or an array.  *tail is true if after an object in it
 * there are only closing brackets. */
static size_t bracketed_len(const char *json, bool *tail)
{
    size_t n = 0;
    int depth = 0;
    bool ended = false;

    *tail = true;
    do {
        const bool closes = json[n] == '}' || json[n] == ']';

        *tail &= closes || !ended;
        ended |= json[n] == '}';
        depth += (json[n] == '{' || json[n] == '[') - closes;
        n += json[n] == '"' ? quoted_len(json + n) : 1;
    } while (depth);
    return n;
}

/* True if it stays on one line: if it fits, or if only texts and numbers, and
 * then at most one object, are in it, whatever their length. */
static bool is_short(const char *json, size_t column)
{
    bool tail;
    const size_t n = bracketed_len(json, &tail);

    return tail || column + n <= COLUMNS;
}

struct indenting {
    int depth;   /* of what is open in several lines */
    size_t line; /* where the current line begins in out */
    struct str *out;
};

static void begin_line(struct indenting *in)
{
    str_adds(in->out, "\n");
    in->line = in->out->len;
    str_addf(in->out, "%*s", in->depth, "");
}

/* Add a text in quotes, a short object or array, or one other character, with
 * the line breaks that belong to it.  Returns its length in json. */
static size_t add_piece(struct indenting *in, const char *json)
{
    const bool opens = *json == '{' || *json == '[';
    const bool closes = *json == '}' || *json == ']';
    bool tail;
    size_t n = *json == '"' ? quoted_len(json) : 1;

    if (opens && is_short(json, in->out->len - in->line)) {
        n = bracketed_len(json, &tail);
        str_add(in->out, json, n);
        return n;
    }
    in->depth += opens - closes;
    if (closes)
        begin_line(in);
    str_add(in->out, json, n);
    if (opens || *json == ',') {
        begin_line(in);
        n += strspn(json + n, " ");
    }
    return n;
}

void json_indent(const char *json, struct str *out)
{
    struct indenting in = {.line = out->len, .out = out};

    while (*json)
        json += add_piece(&in, json);
    str_adds(out, "\n");
}
