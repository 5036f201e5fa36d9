#include "config.h"

#include "task/task_cache.h"

#include <stdlib.h>
#include <string.h>

#include "base/cache.h"
#include "base/image.h"
#include "base/interrupt.h"
#include "base/log.h"
#include "base/memory.h"
#include "fetch/data_path.h"
#include "text/file_set.h"
#include "text/normal.h"

/* A task that is wanted. */
struct want {
    const struct chosen *kind;
    const char *beside;
    double limit;
    struct digest key;
    struct cache cache;
    struct error wrong; /* with the image that was looked at; "": nothing */
};

/* --- the key -------------------------------------------------------------- */

static void add_text(struct hasher *h, const char *text)
{
    hasher_add(h, text ? text : "", text ? strlen(text) + 1 : 1);
}

static void add_folder(struct hasher *h, const char *path)
{
    char *full = path ? realpath(*path ? path : ".", NULL) : NULL;

    add_text(h, full ? full : path); /* of several folders as they are */
    free(full);
}

static struct digest find_key(const struct want *w)
{
    const struct file_stamp program = file_stamp("/proc/self/exe");
    struct hasher *h = hasher_new();
    struct str fields = {0};

    chosen_text(w->kind, "task", TEXT_WHOLE, &fields);
    add_text(h, str_text(&fields));
    str_release(&fields);
    add_folder(h, w->beside);
    add_folder(h, getenv("CODARUN_DATA"));
    hasher_add(h, &program, sizeof(program));
    add_text(h, text_normal_library());
    const struct digest key = hasher_digest(h);
    hasher_free(h);
    return key;
}

/* --- the files ------------------------------------------------------------ */

static struct file_stamp stamp_of(const char *path)
{
    char *file = file_set_on_disk(path);
    const struct file_stamp s = file_stamp(file);

    free(file);
    return s;
}

/* A file now: where it is and its stamp, zeroed unless a later change would
 * give another one, as it is of a folder.  False: it is not there any more, or
 * can be read but once, as a pipe. */
static bool look_at(const struct want *w, const struct source_file *f,
                    char **path, struct file_stamp *stamp)
{
    struct error e;

    if (data_path(f->path, w->beside, path, &e))
        return false;
    *stamp = stamp_of(*path);
    if (!file_stamp_settled(stamp))
        *stamp = (struct file_stamp){0};
    return true;
}

static bool has_bytes(const char *path, struct digest of)
{
    struct digest found;
    struct error e;

    return !file_set_digest_now(path, &found, &e) && digest_equal(found, of);
}

/* Is a file as it was read?  `was`: its stamp then. */
static bool is_same(const struct want *w, const struct source_file *f,
                    const struct file_stamp *was)
{
    struct file_stamp now;
    char *path;

    if (!look_at(w, f, &path, &now))
        return false;
    const bool same = (now.inode && file_stamp_equal(was, &now)) ||
                      has_bytes(path, f->digest);

    free(path);
    return same;
}

/* The stamp of a file that has the bytes that were read.  False: it has not. */
static bool take_stamp(const struct want *w, const struct source_file *f,
                       struct file_stamp *stamp)
{
    char *path;

    if (!look_at(w, f, &path, stamp))
        return false;
    const bool same = has_bytes(path, f->digest);
    const struct file_stamp after = stamp_of(path);

    if (!file_stamp_equal(stamp, &after))
        *stamp = (struct file_stamp){0};
    free(path);
    return same;
}

/* --- images --------------------------------------------------------------- */

static bool are_same(const struct want *w, const struct task *t)
{
    struct file_stamp *was = NULL;

    IMAGE_ARRAY(t->image, was, t->files);
    for (int i = 0; i < t->files; i++)
        if (!is_same(w, &t->file[i], &was[i]))
            return false;
    return true;
}

/* The task in the image; NULL: there is none, or w->wrong with it. */
static struct task *look(struct want *w)
{
    const bool is_there = file_exists(w->cache.path);
    struct image *m = memory_new(sizeof(*m));
    struct task *t;

    w->wrong.text[0] = '\0';
    if (!is_there || image_open(m, w->cache.path, w->key, &w->wrong)) {
        free(m);
        return NULL;
    }
    t = task_mapped(w->kind, m); /* takes it */
    if (are_same(w, t)) {
        cache_used(&w->cache);
        return t;
    }
    task_free(t); /* the data are others now, which is nobody's mistake */
    return NULL;
}

static int write_image(const struct want *w, struct task *t, struct error *e)
{
    struct file_stamp *stamp = memory_zeroed((size_t)t->files, sizeof(*stamp));
    struct image m = {0};
    int failed = 0;

    for (int i = 0; i < t->files && !failed; i++)
        if (!take_stamp(w, &t->file[i], &stamp[i]))
            failed = error_set(e, "file '%s' is not the one that was read",
                               t->file[i].path);
    task_image(t, &m);
    IMAGE_ARRAY(&m, stamp, t->files);
    failed = failed ||
             cache_make_room(&w->cache, (double)m.bytes, w->limit, e) ||
             image_write(&m, w->cache.path, w->key, e);
    image_release(&m);
    free(stamp);
    return failed;
}

/* The image of a task that was loaded takes its place, if it can be made. */
static struct task *keep(struct want *w, struct task *t)
{
    struct task *mapped = write_image(w, t, &w->wrong) ? NULL : look(w);

    if (!mapped) {
        log_warning("cache: the data are not kept: %s",
                    *w->wrong.text ? w->wrong.text : "they have changed");
        return t;
    }
    task_free(t);
    memory_hand_back();
    return mapped;
}

static struct task *make(struct want *w, struct error *e)
{
    struct task *t;

    if (*w->wrong.text)
        log_warning("cache: %s; it is made anew", w->wrong.text);
    if (cache_in_memory()) {
        char *text = cache_memory_text(w->cache.folder, w->limit);

        log_warning("%s", text); /* one of the host's ranks is here */
        free(text);
    }
    t = task_new(w->kind, w->beside, e);
    if (t)
        t = keep(w, t);
    if (!t || !t->image)
        cache_give_up(&w->cache);
    return t;
}

static struct task *find(struct want *w, struct error *e)
{
    struct task *t;

    while (!(t = look(w))) {
        const enum cache_turn turn = cache_wait(&w->cache);

        if (turn == TURN_TO_MAKE)
            return make(w, e);
        if (turn == TURN_NONE) {
            if (!interrupted())
                log_info("cache: no image came from who was to make it: the "
                         "data are read without");
            return task_new(w->kind, w->beside, e);
        }
    }
    return t;
}

struct task *task_cached(const struct chosen *kind, const char *beside,
                         double limit, struct error *e)
{
    struct want w = {.kind = kind, .beside = beside, .limit = limit};
    struct task *t;

    if (!(limit > 0))
        return task_new(kind, beside, e);
    w.limit = cache_limit(limit);
    w.key = find_key(&w);
    if (cache_open(&w.cache, w.key, &w.wrong)) {
        if (*w.wrong.text)
            log_host_warning("cache: every rank loads its data by itself: %s",
                             w.wrong.text);
        return task_new(kind, beside, e);
    }
    t = find(&w, e);
    cache_close(&w.cache);
    return t;
}
