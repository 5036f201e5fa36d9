/* option.c - values of options that commands share. */
#include "config.h"

#include "cmd/option.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/log.h"
#include "cmd/output.h"

int option_choice(const char *option, const char *const *names,
                  const char *text, struct argp_state *state)
{
    struct str known = {0};
    int n = 0;

    for (; names[n]; n++)
        if (!strcmp(names[n], text))
            return n;
    names_list(names, n, &known);
    argp_error(state, "--%s: found '%s', expected %s", option, text,
               str_text(&known));
    str_release(&known);
    return 0;
}

void option_only(const char *what, const char *arg, const char **into,
                 struct argp_state *state)
{
    if (*into)
        argp_error(state, "found a second %s '%s', expected one", what, arg);
    *into = arg;
}

enum split option_split(const char *name, enum split first,
                        struct argp_state *state)
{
    return first +
           (enum split)option_choice("split", split_names + first, name, state);
}

long option_whole(const char *option, const char *text, long least, long most,
                  struct argp_state *state)
{
    char *end;

    errno = 0;
    const long n = strtol(text, &end, 10);

    if (end == text || *end || errno || n < least || n > most)
        argp_error(state,
                   "--%s: found '%s', expected a whole number from %ld to %ld",
                   option, text, least, most);
    return n;
}

long option_number(const char *option, const char *text, long least,
                   struct argp_state *state)
{
    return option_whole(option, text, least, INT32_MAX, state);
}

double option_real(const char *option, const char *text, struct option_range r,
                   struct argp_state *state)
{
    char *end;
    const double x = strtod(text, &end);

    if (end == text || *end || !(r.above ? x > r.least : x >= r.least) ||
        !(x <= r.most))
        argp_error(state, "--%s: found '%s', expected %s, %s %g and at most %g",
                   option, text, r.what, r.above ? "more than" : "at least",
                   r.least, r.most);
    return x;
}

const struct format_kind *option_format(const char *name,
                                        struct argp_state *state)
{
    const struct format_kind *format = format_find(name);
    struct str known = {0};

    if (!format) {
        kinds_names(&format_kinds, &known);
        argp_error(state, "found format '%s', expected %s", name,
                   str_text(&known));
        str_release(&known);
    }
    return format;
}

void option_format_file(const struct format_kind *format, const char *output,
                        struct argp_state *state)
{
    if (format && format->file && !output)
        argp_error(state, "found --format %s, expected --output with it",
                   format->is.name);
}

int option_check_file(const char *file, bool force, struct error *e)
{
    if (!*file)
        return error_set(e, "found no name of a file to write, expected one");
    return !force && file_would_replace(file)
               ? error_set(e,
                           "file '%s' is there, expected --force to replace it",
                           file)
               : 0;
}

int option_line(const char *output)
{
    return output ? 0 : log_columns(STDOUT_FILENO, 0);
}

int option_write(const char *output, const struct str *text, struct error *e)
{
    if (output)
        return file_write(output, str_text(text), text->len, e);
    output_put(text);
    return 0;
}
