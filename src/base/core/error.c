#include "base/core/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/core/show.h"

/* Make it one line, whatever it quotes. */
static int said(struct error *e)
{
    show_within(e->text, sizeof(e->text));
    return -1;
}

int error_set(struct error *e, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    vsnprintf(e->text, sizeof(e->text), fmt, args);
    va_end(args);
    return said(e);
}

int error_in(struct error *e, const char *fmt, ...)
{
    char what[sizeof(e->text)];
    va_list args;
    size_t n;

    memcpy(what, e->text, sizeof(what));
    va_start(args, fmt);
    vsnprintf(e->text, sizeof(e->text), fmt, args);
    va_end(args);
    n = strlen(e->text);
    snprintf(e->text + n, sizeof(e->text) - n, ": %s", what);
    return said(e);
}

int error_more(struct error *e, const char *fmt, ...)
{
    const size_t n = strlen(e->text);
    va_list args;

    va_start(args, fmt);
    vsnprintf(e->text + n, sizeof(e->text) - n, fmt, args);
    va_end(args);
    return said(e);
}

int error_errno(struct error *e, const char *fmt, ...)
{
    const char *reason = strerror(errno);
    va_list args;
    size_t n;

    va_start(args, fmt);
    vsnprintf(e->text, sizeof(e->text), fmt, args);
    va_end(args);
    n = strlen(e->text);
    snprintf(e->text + n, sizeof(e->text) - n, ": %s", reason);
    return said(e);
}
