#include "config.h"

#include "vectors/checkpoint.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/temporary.h"

static const char magic[16] = "codarun vectors";

struct head {
    char magic[16];
    uint64_t version, step, floats;
    struct digest identity, content;
};

void checkpoint_init(struct checkpoint *c, const char *file,
                     struct digest identity, double seconds)
{
    const bool replaced = !file_exists(file) || file_would_replace(file);

    *c = (struct checkpoint){.path = replaced ? memory_format("%s.state", file)
                                              : NULL,
                             .identity = identity,
                             .seconds = seconds,
                             .last = clock_now()};
}

void checkpoint_release(struct checkpoint *c)
{
    free(c->path);
    *c = (struct checkpoint){0};
}

static struct head head_of(const struct checkpoint *c, const struct tables *t,
                           int step)
{
    struct head h = {.version = 1,
                     .step = (uint64_t)step,
                     .floats = t->n,
                     .identity = c->identity};

    memcpy(h.magic, magic, sizeof(magic));
    return h;
}

/* Of the tables and of the step that they are behind. */
static struct digest content_of(const void *all, size_t bytes, uint64_t step)
{
    struct hasher *h = hasher_new();

    hasher_add(h, &step, sizeof(step));
    hasher_add(h, all, bytes);
    const struct digest d = hasher_digest(h);

    hasher_free(h);
    return d;
}

/* Is it as it was written? */
static bool is_whole(const struct str *bytes, struct head *h)
{
    if (bytes->len < sizeof(*h))
        return false;
    memcpy(h, bytes->s, sizeof(*h));
    const size_t floats = bytes->len - sizeof(*h);

    return !memcmp(h->magic, magic, sizeof(magic)) && h->version == 1 &&
           floats == h->floats * sizeof(float) &&
           digest_equal(h->content,
                        content_of(bytes->s + sizeof(*h), floats, h->step));
}

static int take(const struct checkpoint *c, const struct str *bytes,
                struct tables *t, int *step, struct error *e)
{
    struct head h;

    if (!is_whole(bytes, &h)) {
        log_warning("file '%s' is damaged: begun anew", c->path);
        return 0;
    }
    if (!digest_equal(h.identity, c->identity) || h.floats != t->n)
        return error_set(e,
                         "file '%s' is of other texts or settings: give "
                         "those, or remove it to begin anew",
                         c->path);
    memcpy(t->all, bytes->s + sizeof(h), t->n * sizeof(float));
    *step = (int)h.step;
    return 0;
}

int checkpoint_read(const struct checkpoint *c, struct tables *t, int *step,
                    struct error *e)
{
    struct str bytes = {0};
    int bad;

    *step = 0;
    if (!c->path)
        return 0;
    file_clean(c->path);
    if (!file_exists(c->path))
        return 0;
    bad = file_read(c->path, &bytes, e) || take(c, &bytes, t, step, e);
    str_release(&bytes);
    return bad ? -1 : 0;
}

int checkpoint_write(struct checkpoint *c, const struct tables *t, int step,
                     bool now, struct error *e)
{
    struct head h = head_of(c, t, step);

    if (!c->path || (!now && clock_now() - c->last < c->seconds))
        return 0;
    h.content = content_of(t->all, t->n * sizeof(float), h.step);
    const struct piece piece[] = {{&h, sizeof(h)},
                                  {t->all, t->n * sizeof(float)}};
    const int bad = file_replace_pieces(c->path, piece, 2, e);

    c->last = clock_now();
    return bad;
}

void checkpoint_remove(const struct checkpoint *c)
{
    if (c->path)
        unlink(c->path);
}
