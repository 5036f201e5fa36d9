#include "config.h"

#include "cmd/doctor/doctor_findings.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "base/core/show.h"
#include "text/formats/json_write.h"

static void add(struct findings *f, const char *check, bool warning,
                const char *fmt, va_list args)
{
    struct str text = {0};

    str_addv(&text, fmt, args);
    GROW(f->finding, f->n, f->room);
    f->finding[f->n++] = (struct finding){check, warning, str_take(&text)};
}

void findings_warn(struct findings *f, const char *check, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    add(f, check, true, fmt, args);
    va_end(args);
}

void findings_hint(struct findings *f, const char *check, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    add(f, check, false, fmt, args);
    va_end(args);
}

void findings_release(struct findings *f)
{
    for (int i = 0; i < f->n; i++)
        free(f->finding[i].text);
    free(f->finding);
    *f = (struct findings){0};
}

int findings_warnings(const struct findings *f)
{
    int n = 0;

    for (int i = 0; i < f->n; i++)
        n += f->finding[i].warning;
    return n;
}

static const char *level(const struct finding *f)
{
    return f->warning ? "warning" : "hint";
}

void findings_say(const struct findings *f)
{
    for (int i = 0; i < f->n; i++)
        say("%s: %s\n", level(&f->finding[i]), f->finding[i].text);
}

void findings_put(const struct findings *f, struct str *out)
{
    for (int i = 0; i < f->n; i++) {
        json_begin(out, NULL, '{');
        json_put_text(out, "check", f->finding[i].check);
        json_put_text(out, "level", level(&f->finding[i]));
        json_put_text(out, "text", f->finding[i].text);
        json_finish(out, '}');
    }
}
