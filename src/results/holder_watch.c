#include "config.h"

#include "results/holder_watch.h"

#include <string.h>

#include "base/clock.h"

static bool is_same(const struct holder_watch *a, const struct holder_watch *b)
{
    const struct timespec s = a->holder.renewed, t = b->holder.renewed;

    return a->found == b->found && a->text.len == b->text.len &&
           !memcmp(str_text(&a->text), str_text(&b->text), a->text.len) &&
           s.tv_sec == t.tv_sec && s.tv_nsec == t.tv_nsec;
}

enum holder_found holder_watch_look(struct holder_watch *w, struct error *e)
{
    struct holder_watch before = *w;
    const bool first = w->unchanged == 0;

    w->text = (struct str){0};
    w->found = holder_read(w->dir, &w->holder, &w->text, e);
    w->changed = first || !is_same(&before, w);
    w->renewed |= !first && w->changed && w->found == HOLDER_NAMED;
    if (w->changed)
        w->unchanged = clock_now();
    str_release(&before.text);
    return w->found;
}

void holder_watch_release(struct holder_watch *w)
{
    str_release(&w->text);
}
