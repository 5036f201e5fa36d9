#include "config.h"

#include "engine/word_vectors/checkpoint.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/files/file.h"
#include "base/files/temporary.h"

static const char magic[16] = "codarun vectors";

struct checkpoint_header {
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
                             .next = clock_now() + seconds};
}

void checkpoint_release(struct checkpoint *c)
{
    free(c->path);
    *c = (struct checkpoint){0};
}

static struct checkpoint_header head_of(const struct checkpoint *c,
                                        const struct tables *t, int step)
{
    struct checkpoint_header h = {.version = 1,
                                  .step = (uint64_t)step,
                                  .floats = t->n,
                                  .identity = c->identity};

    memcpy(h.magic, magic, sizeof(magic));
    return h;
}

/* A digest of the tables and of the number of steps done. */
static struct digest content_of(const void *all, size_t bytes, uint64_t step)
{
    struct hasher *h = hasher_new();

    hasher_add(h, &step, sizeof(step));
    hasher_add(h, all, bytes);
    const struct digest d = hasher_digest(h);

    hasher_free(h);
    return d;
}

/* 1: a valid header; 0: a header that is incomplete or of another version, an
 * empty file, or zeros; -1: another program's file, or a read error. */
static int read_head(const struct checkpoint *c, int fd,
                     struct checkpoint_header *h, struct error *e)
{
    static const char zeros[sizeof(magic)];

    *h = (struct checkpoint_header){0};
    const int bad = file_read_next(fd, c->path, h, sizeof(*h));

    if (bad < 0)
        return error_errno(e, "cannot read '%s'", c->path);
    if (!memcmp(h->magic, magic, sizeof(magic)))
        return !bad && h->version == 1;
    if (!memcmp(h->magic, zeros, sizeof(zeros)))
        return 0;
    return error_set(e,
                     "file '%s' is no checkpoint of word vectors, and one is "
                     "to be written there: move it away, or give another "
                     "--output",
                     c->path);
}

/* 1 if the content has the digest in the header, 0 if not, -1 on a read error.
 * It is read in small pieces, because memory may not hold it beside the tables.
 */
static int is_whole(const struct checkpoint *c, int fd,
                    const struct checkpoint_header *h)
{
    char some[1 << 16];
    struct hasher *hash = hasher_new();
    size_t left = h->floats * sizeof(float);
    int bad = h->floats > SIZE_MAX / sizeof(float);

    hasher_add(hash, &h->step, sizeof(h->step));
    while (!bad && left) {
        const size_t n = left < sizeof(some) ? left : sizeof(some);

        bad = file_read_next(fd, c->path, some, n);
        hasher_add(hash, some, bad ? 0 : n);
        left -= n;
    }
    const bool more = !bad && file_read_next(fd, c->path, some, 1) == 0;
    const struct digest d = hasher_digest(hash);

    hasher_free(hash);
    return bad < 0 ? -1 : !bad && !more && digest_equal(d, h->content);
}

static int take_tables(const struct checkpoint *c, int fd, struct tables *t)
{
    return lseek(fd, sizeof(struct checkpoint_header), SEEK_SET) < 0 ||
           file_read_next(fd, c->path, t->all, t->n * sizeof(float));
}

static int take(const struct checkpoint *c, int fd, struct tables *t, int *step,
                struct error *e)
{
    struct checkpoint_header h;
    int whole = read_head(c, fd, &h, e);

    if (whole < 0)
        return -1;
    if (whole)
        whole = is_whole(c, fd, &h);
    if (!whole) {
        log_warning("file '%s' is damaged: learning begins again", c->path);
        return 0;
    }
    if (whole > 0 &&
        (!digest_equal(h.identity, c->identity) || h.floats != t->n))
        return error_set(e,
                         "file '%s' is of other texts or settings: give "
                         "those, or remove it to begin again",
                         c->path);
    if (whole < 0 || take_tables(c, fd, t))
        return error_errno(e, "cannot read '%s'", c->path);
    *step = (int)h.step;
    return 0;
}

int checkpoint_read(const struct checkpoint *c, struct tables *t, int *step,
                    struct error *e)
{
    *step = 0;
    if (!c->path)
        return 0;
    file_clean(c->path);
    if (!file_exists(c->path))
        return 0;
    const int fd = file_open(c->path, e);

    if (fd < 0)
        return -1;
    const int bad = take(c, fd, t, step, e);

    close(fd);
    return bad;
}

/* -1 if the file is another run's or another program's, or cannot be read. */
static int refuse_others(const struct checkpoint *c, struct error *e)
{
    struct checkpoint_header h;
    const int fd = file_exists(c->path) ? file_open(c->path, e) : -1;

    if (fd < 0)
        return file_exists(c->path) ? -1 : 0;
    const int ours = read_head(c, fd, &h, e);

    close(fd);
    if (ours < 0)
        return -1;
    return ours && !digest_equal(h.identity, c->identity)
               ? error_set(e,
                           "file '%s' is of other texts or settings by now: "
                           "another run has the same --output",
                           c->path)
               : 0;
}

/* Set the next one's time so that this one took a twentieth of it at most. */
static void wait_from(struct checkpoint *c, double begun)
{
    const double now = clock_now(), rest = 19 * (now - begun);

    c->next = now + (c->seconds > rest || c->seconds <= 0 ? c->seconds : rest);
}

int checkpoint_write(struct checkpoint *c, const struct tables *t, int step,
                     bool now, struct error *e)
{
    struct checkpoint_header h = head_of(c, t, step);
    const double begun = clock_now();

    if (!c->path || (!now && begun < c->next))
        return 0;
    if (refuse_others(c, e))
        return -1;
    h.content = content_of(t->all, t->n * sizeof(float), h.step);
    const struct file_piece piece[] = {{&h, sizeof(h)},
                                       {t->all, t->n * sizeof(float)}};
    const int bad = file_replace_pieces(c->path, piece, 2, e);

    wait_from(c, begun);
    return bad;
}

void checkpoint_remove(const struct checkpoint *c)
{
    struct error theirs;

    if (c->path && !refuse_others(c, &theirs))
        unlink(c->path);
}
