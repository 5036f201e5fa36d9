#include "config.h"

#include "sweep/folder/holder_watch.h"

#include <string.h>

#include "base/core/clock.h"

static bool is_same(const struct holder_watch *a, const struct holder_watch *b)
{
    const struct timespec s = a->holder.renewed, t = b->holder.renewed;

    return a->found == b->found && a->text.len == b->text.len &&
           !memcmp(str_text(&a->text), str_text(&b->text), a->text.len) &&
           s.tv_sec == t.tv_sec && s.tv_nsec == t.tv_nsec;
}

static enum holder_found cannot_read(struct holder_watch *w)
{
    if (!w->unchanged)
        w->unchanged = clock_now();
    w->changed = false;
    return HOLDER_ERROR;
}

enum holder_found holder_watch_read(struct holder_watch *w, struct error *e)
{
    struct holder_watch now = *w;
    const bool first = !w->read;

    now.text = (struct str){0};
    now.found = holder_read(w->dir, &now.holder, &now.text, e);
    if (now.found == HOLDER_ERROR) {
        str_release(&now.text);
        return cannot_read(w);
    }
    now.read = clock_now();
    now.changed = first || !is_same(w, &now);
    now.renewed |= !first && now.changed && now.found == HOLDER_NAMED;
    if (now.changed)
        now.unchanged = now.read;
    str_release(&w->text);
    *w = now;
    return w->found;
}

void holder_watch_release(struct holder_watch *w)
{
    str_release(&w->text);
}
