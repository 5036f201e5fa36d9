#include "config.h"

#include "cmd/manual_page.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "cmd/command.h"

#define WORDS 4 /* of a command's name, at most */

/* "data show": -1 when there is no such command. */
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

int manual_page(FILE *template, struct str *out, struct error *e)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t n;
    int bad = 0;

    while (!bad && (n = getline(&line, &room, template)) > 0)
        if (n > 3 && line[0] == '@' && line[n - 2] == '@') {
            line[n - 2] = '\0';
            bad = add_command(line + 1, out, e);
        } else
            str_add(out, line, (size_t)n);
    if (!bad && ferror(template))
        bad = error_errno(e, "cannot read the template");
    free(line);
    return bad;
}
