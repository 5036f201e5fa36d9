#include "config.h"

#include "cmd/manual_page.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "cmd/command.h"

#define WORDS 4 /* the most words of a command's name */

/* Append the command "data show".  Error: -1 if there is no such command. */
static int add_command(char *name, struct str *out, struct error *e)
{
    char *word[WORDS], *rest, *given = memory_string(name);
    struct str full = {0};
    int n = 0, words;

    for (char *w = strtok_r(name, " ", &rest); w && n < WORDS;
         w = strtok_r(NULL, " ", &rest))
        word[n++] = w;
    const struct command *c = command_find(&program, n, word, &words, &full);
    const int bad =
        words < n ? error_set(e, "found '@%s@', expected a command", given) : 0;

    if (!bad)
        command_manual(c, str_text(&full), out);
    str_release(&full);
    free(given);
    return bad;
}

/* Does the template have this command, as "@NAME@" or in a heading? */
static bool is_named(const char *template, const char *name)
{
    char *line = memory_format("\n@%s@\n", name);
    char *heading = memory_format("\n.SS %s ", name);
    const bool named = strstr(template, line) || strstr(template, heading);

    free(line);
    free(heading);
    return named;
}

/* Add the commands below `c` that the template does not have. */
static void add_others(const struct command *c, const char *above,
                       const char *template, struct str *out)
{
    for (int i = 0; c->sub && c->sub[i]; i++) {
        const struct command *one = c->sub[i];
        char *name =
            memory_format("%s%s%s", above, *above ? " " : "", one->name);

        if (one->run && !is_named(template, name)) {
            char *full = memory_format("%s %s", program.name, name);

            command_manual(one, full, out);
            free(full);
        }
        add_others(one, name, template, out);
        free(name);
    }
}

static int add_line(char *line, const char *template, struct str *out,
                    struct error *e)
{
    const size_t n = strlen(line);

    if (n < 3 || line[0] != '@' || line[n - 1] != '@') {
        str_addf(out, "%s\n", line);
        return 0;
    }
    line[n - 1] = '\0';
    if (strcmp(line + 1, "others"))
        return add_command(line + 1, out, e);
    add_others(&program, "", template, out);
    return 0;
}

int manual_page(FILE *from, struct str *out, struct error *e)
{
    struct str template = {0};
    int bad = 0;

    str_add_stream(&template, from);
    if (ferror(from))
        bad = error_errno(e, "cannot read the template");
    char *text = memory_string(str_text(&template)), *at = text;

    while (!bad && *at) {
        char *end = at + strcspn(at, "\n"), *next = end + (*end != '\0');

        *end = '\0';
        bad = add_line(at, str_text(&template), out, e);
        at = next;
    }
    free(text);
    str_release(&template);
    return bad;
}
