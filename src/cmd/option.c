/* option.c - values of options that commands share. */
#include "config.h"

#include "cmd/option.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum split option_split(const char *name, enum split first,
                        struct argp_state *state)
{
    struct str known = {0};

    for (enum split s = first; s < SPLITS; s++)
        if (!strcmp(name, split_names[s]))
            return s;
    names_list(split_names + first, SPLITS - (int)first, &known);
    argp_error(state, "--split: found '%s', expected %s", name,
               str_text(&known));
    str_release(&known);
    return first;
}

long option_number(const char *option, const char *text, long least,
                   struct argp_state *state)
{
    char *end;

    errno = 0;
    const long n = strtol(text, &end, 10);

    if (end == text || *end || errno || n < least || n > INT32_MAX)
        argp_error(state,
                   "--%s: found '%s', expected a whole number from %ld to %d",
                   option, text, least, INT32_MAX);
    return n;
}
