/* option.c - values of options that commands share. */
#include "config.h"

#include "cmd/option.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum split option_split(const char *name, struct argp_state *state)
{
    for (enum split s = 0; s < SPLITS; s++)
        if (!strcmp(name, split_names[s]))
            return s;
    argp_error(state, "--split: found '%s', expected train, valid or test",
               name);
    return SPLIT_TRAIN;
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
