/* help.c - the output of --help, and finding the command that is meant. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "config/command_line/command.h"

#define WIDTH 79  /* of a line */
#define BEHIND 29 /* column at which the help of an option begins */

/* --- text in lines -------------------------------------------------------- */

/* Append the words of a paragraph, from column `at` on; further lines are
 * indented by `indent` blanks. */
static void add_words(const char *text, size_t n, int at, int indent,
                      struct str *out)
{
    const char *end = text + n;
    bool first = true;

    while (text < end) {
        const char *blank = memchr(text, ' ', (size_t)(end - text));
        const int word = (int)((blank ? blank : end) - text);

        if (word && !first && at + 1 + word > WIDTH) {
            str_addf(out, "\n%*s", indent, "");
            at = indent;
        } else if (word && !first) {
            str_adds(out, " ");
            at++;
        }
        str_add(out, text, (size_t)word);
        at += word;
        first = first && !word;
        text += word + (blank != NULL);
    }
    str_adds(out, "\n");
}

/* Append paragraphs, each followed by a line break. */
static void add_text(const char *text, struct str *out)
{
    while (*text) {
        const size_t n = strcspn(text, "\n");

        add_words(text, n, 0, 0, out);
        text += n + (text[n] == '\n');
    }
}

static void pad(struct str *out, size_t from)
{
    const int at = (int)(out->len - from);

    if (at + 1 > BEHIND)
        str_addf(out, "\n%*s", BEHIND, "");
    else
        str_addf(out, "%*s", BEHIND - at, "");
}

/* --- usage ---------------------------------------------------------------- */

static void add_word(const struct cli_option *o, struct str *out)
{
    const char *many = o->type == CLI_TYPE_WORDS ? "..." : "";

    str_addf(out, o->least < 1 ? " [%s]%s" : " %s%s", o->value, many);
}

static void add_words_of(const struct command *c, struct str *out)
{
    struct cli_slots s;

    cli_slots_init(&s, c->options);
    for (int i = 0; i < s.n; i++)
        if (cli_is_word(s.slot[i].is))
            add_word(s.slot[i].is, out);
    cli_slots_release(&s);
}

static bool has_options(const struct command *c)
{
    struct cli_slots s;
    bool has = false;

    cli_slots_init(&s, c->options);
    for (int i = 0; i < s.n; i++)
        has |= cli_is_shown(s.slot[i].is);
    cli_slots_release(&s);
    return has;
}

/* `words` has n characters; NULL: the words of the command's table. */
static void add_usage(const struct command *c, const char *name,
                      const char *words, size_t n, struct str *out)
{
    str_addf(out, "%s codarun%s%s",
             out->len ? "  or: " : "Usage:", *name ? " " : "", name);
    if (has_options(c))
        str_adds(out, " [OPTION]...");
    if (words)
        str_addf(out, "%s%.*s", n ? " " : "", (int)n, words);
    else
        add_words_of(c, out);
    str_adds(out, "\n");
}

void command_own_usage(const struct command *c, const char *name,
                       struct str *out)
{
    const char *words = c->usage;

    if (c->run && !words)
        add_usage(c, name, NULL, 0, out);
    while (c->run && words && *words) {
        const size_t n = strcspn(words, "\n");

        add_usage(c, name, words, n, out);
        words += n + (words[n] == '\n');
    }
    if (c->sub && !c->run)
        str_addf(out, "Usage: codarun%s%s COMMAND [ARGUMENT]...\n",
                 *name ? " " : "", name);
}

void command_usage(const struct command *c, const char *name, struct str *out)
{
    struct str own = {0};

    command_own_usage(c, name, &own);
    for (int i = 0; c->run && c->sub && c->sub[i]; i++) {
        char *below = memory_format("%s %s", name, c->sub[i]->name);

        add_usage(c->sub[i], below, NULL, 0, &own);
        free(below);
    }
    str_adds(out, str_text(&own));
    str_release(&own);
}

/* --- options -------------------------------------------------------------- */

static void add_option(const struct cli_option *o, struct str *out)
{
    const size_t from = out->len;

    if (o->letter)
        str_addf(out, "  -%c, --%s", o->letter, o->name);
    else
        str_addf(out, "      --%s", o->name);
    if (cli_takes(o))
        str_addf(out, o->optional ? "[=%s]" : "=%s", o->value);
    pad(out, from);
    add_words(o->help, strlen(o->help), BEHIND, BEHIND, out);
}

static void add_options(const struct command *c, struct str *out)
{
    static const struct cli_option help = {.name = "help",
                                           .letter = 'h',
                                           .type = CLI_TYPE_FLAG,
                                           .help = "Print this help"};
    struct cli_slots s;

    bool grouped = false;

    cli_slots_init(&s, c->options);
    str_adds(out, "\n");
    for (int i = 0; i < s.n; i++)
        if (s.slot[i].is->type == CLI_TYPE_GROUP && s.slot[i].is->help) {
            if (!grouped)
                add_option(&help, out);
            grouped = true;
            str_addf(out, "%s\n", s.slot[i].is->help);
        } else if (cli_is_shown(s.slot[i].is))
            add_option(s.slot[i].is, out);
    if (!grouped)
        add_option(&help, out);
    cli_slots_release(&s);
}

/* --- commands ------------------------------------------------------------- */

static void add_commands(const struct command *c, struct str *out)
{
    int width = 0;

    for (int i = 0; c->sub[i]; i++)
        if ((int)strlen(c->sub[i]->name) > width)
            width = (int)strlen(c->sub[i]->name);
    str_adds(out, "\n");
    for (int i = 0; c->sub[i]; i++)
        str_addf(out, "  %-*s  %s\n", width, c->sub[i]->name,
                 c->sub[i]->summary);
}

void command_help(const struct command *c, const char *name, struct str *out)
{
    command_usage(c, name, out);
    add_text(c->about ? c->about : c->summary, out);
    if (c->sub)
        add_commands(c, out);
    add_options(c, out);
    if (c->more || c->list)
        str_adds(out, "\n");
    if (c->more)
        add_text(c->more, out);
    if (c->list)
        c->list(out);
}

static const struct command *find_below(const struct command *c,
                                        const char *name)
{
    for (int i = 0; c->sub && c->sub[i]; i++)
        if (!strcmp(c->sub[i]->name, name))
            return c->sub[i];
    return NULL;
}

const struct command *command_find(const struct command *c, int n, char **word,
                                   int *words, struct str *name)
{
    const struct command *below;

    for (*words = 0; *words < n && (below = find_below(c, word[*words]));
         ++*words) {
        str_addf(name, "%s%s", name->len ? " " : "", below->name);
        c = below;
    }
    return c;
}

/* The names of the subcommands, [*n]; the caller frees the array. */
static const char **names_below(const struct command *c, int *n)
{
    for (*n = 0; c->sub[*n];)
        ++*n;
    const char **names = memory_new(((size_t)*n + 1) * sizeof(*names));

    for (int i = 0; i < *n; i++)
        names[i] = c->sub[i]->name;
    return names;
}

const char *command_near(const struct command *c, const char *name)
{
    int n;
    const char **names = names_below(c, &n);
    const char *near = nearest_name(name, names, n);

    free(names);
    return near;
}

int command_unknown(const struct command *c, const char *name, struct error *e)
{
    struct str hint = {0};
    int n;
    const char **names = names_below(c, &n);

    if (nearest_name(name, names, n))
        nearest_hint(name, names, n, &hint);
    else {
        str_adds(&hint, ", expected ");
        names_list(names, n, &hint);
    }
    error_set(e, "unknown command '%s'%s", name, str_text(&hint));
    str_release(&hint);
    free(names);
    return -1;
}
