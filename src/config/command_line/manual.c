/* manual.c - the manual page's part about a command, in roff. */
#include "config.h"

#include <ctype.h>
#include <string.h>

#include "config/command_line/command.h"

/* --- text ----------------------------------------------------------------- */

static void add_escaped(const char *text, size_t n, struct str *out)
{
    for (size_t i = 0; i < n; i++)
        if (text[i] == '-')
            str_adds(out, "\\-");
        else if (text[i] == '\\')
            str_adds(out, "\\e");
        else
            str_add(out, &text[i], 1);
}

/* The number of characters of an option, --NAME, at the beginning of a text; 0
 * if there is none. */
static size_t option_at(const char *text)
{
    size_t n = 2;

    if (strncmp(text, "--", 2) != 0 || !islower((unsigned char)text[2]))
        return 0;
    while (islower((unsigned char)text[n]) || isdigit((unsigned char)text[n]) ||
           (text[n] == '-' && islower((unsigned char)text[n + 1])))
        n++;
    return n;
}

static void add_bold(const char *text, size_t n, struct str *out)
{
    str_adds(out, "\\fB");
    add_escaped(text, n, out);
    str_adds(out, "\\fR");
}

/* Append n characters, with options and the parts in `quotes` in bold. */
static void add_marked(const char *text, size_t n, struct str *out)
{
    for (size_t i = 0, m; i < n; i += m) {
        const char *end =
            text[i] == '`' ? memchr(text + i + 1, '`', n - i - 1) : NULL;

        if (end) {
            m = (size_t)(end - text) + 1 - i;
            add_bold(text + i + 1, m - 2, out);
        } else if ((m = option_at(text + i)))
            add_bold(text + i, m, out);
        else
            add_escaped(text + i, m = 1, out);
    }
}

/* Append paragraphs, one sentence per line. */
static void add_text(const char *text, struct str *out)
{
    while (*text) {
        const char *end = text;

        while (*end && *end != '\n' &&
               !(strchr(".?:", *end) && !strncmp(end + 1, "  ", 2)))
            end++;
        end += *end && *end != '\n';
        if (*text == '.' || *text == '\'')
            str_adds(out, "\\&");
        add_marked(text, (size_t)(end - text), out);
        str_adds(out, *end == '\n' ? "\n.PP\n" : "\n");
        text = end + strspn(end, " \n");
    }
}

/* --- a command ------------------------------------------------------------ */

static void add_head(const struct cli_option *o, struct str *out)
{
    str_adds(out, ".TP\n\\fB");
    if (o->letter)
        str_addf(out, "\\-%c, ", o->letter);
    str_adds(out, "\\-\\-");
    add_escaped(o->name, strlen(o->name), out);
    if (cli_takes(o)) {
        str_adds(out, o->optional ? "\\fR[\\fB=\\fI" : "=\\fI");
        add_escaped(o->value, strlen(o->value), out);
    }
    str_adds(out, cli_takes(o) && o->optional ? "\\fR]\n" : "\\fR\n");
}

static void add_option(const struct cli_option *o, struct str *out)
{
    add_head(o, out);
    add_marked(o->help, strlen(o->help), out);
    str_adds(out, strchr("?.", o->help[strlen(o->help) - 1]) ? "\n" : ".\n");
    if (o->more)
        add_text(o->more, out);
}

/* The command's own usage lines, without [OPTION]..., as headings. */
static void add_headings(const struct command *c, const char *name,
                         struct str *out)
{
    struct str usage = {0};

    command_own_usage(c, name, &usage);
    for (const char *line = str_text(&usage); *line;) {
        static const char before[] = "Usage: codarun ", any[] = "[OPTION]...";
        const size_t n = strcspn(line, "\n");
        const char *at = line + sizeof(before) - 1, *end = line + n;
        const char *may = strstr(at, any);

        str_adds(out, ".SS ");
        if (may && may < end) {
            add_escaped(at, (size_t)(may - at), out);
            at = may + sizeof(any);
        }
        if (at < end)
            add_escaped(at, (size_t)(end - at), out);
        str_adds(out, "\n");
        line = end + 1;
    }
    str_release(&usage);
}

void command_manual(const struct command *c, const char *name, struct str *out)
{
    struct cli_slots s;

    add_headings(c, name, out);
    add_text(c->about ? c->about : c->summary, out);
    if (c->more) {
        str_adds(out, ".PP\n");
        add_text(c->more, out);
    }
    cli_slots_init(&s, c->options);
    for (int i = 0; i < s.n; i++)
        if (s.slot[i].is->type == CLI_TYPE_GROUP && s.slot[i].is->help) {
            str_adds(out, ".PP\n");
            add_text(s.slot[i].is->help, out);
        } else if (cli_is_shown(s.slot[i].is))
            add_option(s.slot[i].is, out);
    cli_slots_release(&s);
}
