#include "config.h"

#include "engine/task/task_cache.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/interrupt.h"
#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/files/cache.h"
#include "base/files/image.h"
#include "engine/task/data_path.h"
#include "text/files/file_set.h"
#include "text/language/text_normal.h"

/* A request for a task. */
struct want {
    const struct chosen *kind;
    const char *beside;
    double limit;
    struct digest key;
    struct cache cache;
    struct error wrong; /* what is wrong with the image that was read; "" if
                           nothing */
};

/* --- the key -------------------------------------------------------------- */

static void add_text(struct hasher *h, const char *text)
{
    hasher_add(h, text ? text : "", text ? strlen(text) + 1 : 1);
}

static void add_folder(struct hasher *h, const char *path)
{
    char *full = path ? realpath(*path ? path : ".", NULL) : NULL;

    add_text(h, full ? full : path); /* several folders are used as they are */
    free(full);
}

static struct digest find_key(const struct want *w)
{
    const struct file_stat program = file_stat("/proc/self/exe");
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

static bool find_file(const struct want *w, const struct source_file *f,
                      char **path)
{
    struct error e;

    return !data_path(f->path, w->beside, path, &e);
}

/* True if the file's stat data are those of before.  For a folder that cannot
 * be decided without reading its contents. */
static bool is_untouched(const struct want *w, const struct source_file *f)
{
    char *path;

    if (!f->stat.inode || !find_file(w, f, &path))
        return false;
    char *file = file_set_on_disk(path);
    const struct file_stat now = file_stat(file);

    free(file);
    free(path);
    return file_stat_equal(&f->stat, &now);
}

static bool has_bytes(const char *path, struct digest of)
{
    struct digest found;
    struct error e;

    return !file_set_digest_now(path, &found, &e) && digest_equal(found, of);
}

/* True if a file has the bytes that were read.  It is read unless its stat data
 * show that; f->stat is then set to the current stat data. */
static bool is_same(const struct want *w, struct source_file *f)
{
    char *path;

    if (!find_file(w, f, &path))
        return false;
    const struct file_stat now = file_set_settled_stamp(path);
    bool same = now.inode && file_stat_equal(&f->stat, &now);

    if (!same) {
        same = has_bytes(path, f->digest);
        const struct file_stat after = file_set_stamp(path);

        f->stat = file_stat_equal(&now, &after) ? now : (struct file_stat){0};
    }
    free(path);
    return same;
}

/* --- images --------------------------------------------------------------- */

static bool are_untouched(const struct want *w, const struct task *t)
{
    for (int i = 0; i < t->files; i++)
        if (!is_untouched(w, &t->file[i]))
            return false;
    return true;
}

/* True if all files are the same; *stamped: and some have got other stat
 * data. */
static bool are_same(const struct want *w, struct task *t, bool *stamped)
{
    *stamped = false;
    for (int i = 0; i < t->files; i++) {
        struct source_file *f = &t->file[i];
        const struct file_stat was = f->stat;

        if (!is_same(w, f))
            return false;
        *stamped |= f->stat.inode && !file_stat_equal(&was, &f->stat);
    }
    return true;
}

/* Stat data follow the task, which depends on the data alone. */
static void stamps(struct task *t, struct image *m)
{
    for (int i = 0; i < t->files; i++)
        IMAGE_VALUE(m, t->file[i].stat);
}

/* Return the task in the image; NULL if there is none, or if the image is
 * unusable (w->wrong). */
static struct task *open_image(struct want *w)
{
    struct image *m = memory_new(sizeof(*m));
    struct task *t;

    w->wrong.text[0] = '\0';
    if (!file_exists(w->cache.path) ||
        image_open(m, w->cache.path, w->key, &w->wrong)) {
        free(m);
        return NULL;
    }
    t = task_mapped(w->kind, m); /* takes m */
    stamps(t, m);
    return t;
}

static int write_image(const struct want *w, struct task *t, struct error *e)
{
    struct image m = {0};
    int failed = 0;

    for (int i = 0; i < t->files && !failed; i++)
        if (!is_same(w, &t->file[i]))
            failed = error_set(e, "file '%s' is not the one that was read",
                               t->file[i].path);
    task_image(t, &m);
    stamps(t, &m);
    failed = failed ||
             cache_make_room(&w->cache, (double)m.bytes, w->limit, e) ||
             image_write(&m, w->cache.path, w->key, e);
    image_release(&m);
    return failed;
}

/* Replace a loaded task by its image, if that can be made. */
static struct task *keep(struct want *w, struct task *t)
{
    struct task *mapped = write_image(w, t, &w->wrong) ? NULL : open_image(w);

    if (!mapped) {
        log_warning("cache: the data are not kept: %s",
                    *w->wrong.text ? w->wrong.text : "their image is gone");
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

        log_warning("%s", text); /* only one of the host's ranks comes here */
        free(text);
    }
    t = task_new(w->kind, w->beside, e);
    if (t)
        t = keep(w, t);
    if (!t || !t->image)
        cache_give_up(&w->cache);
    return t;
}

/* Return the task of an image if its files are still the same, else NULL.  The
 * process whose turn it is writes the image again if their stat data have
 * changed. */
static struct task *check(struct want *w, struct task *t, bool turn)
{
    bool stamped;

    if (!t || !are_same(w, t, &stamped)) {
        task_free(t); /* the files have changed, which is no error */
        return NULL;
    }
    if (turn && stamped)
        t = keep(w, t);
    cache_used(&w->cache); /* waiting processes need not compare it again */
    return t;
}

static struct task *settle(struct want *w, struct task *t, bool turn,
                           struct error *e)
{
    if (turn || !interrupted())
        t = check(w, t, turn);
    if (t)
        return t;
    if (turn)
        return make(w, e);
    if (!interrupted())
        log_info("cache: no image came from who was to make it: the "
                 "data are read without");
    return task_new(w->kind, w->beside, e);
}

/* One process compares the files while the others wait: an image that was made
 * or used since this request began has been compared. */
static struct task *find(struct want *w, struct error *e)
{
    for (bool compared = false;; compared = true) {
        struct task *t = open_image(w);

        if (t && compared)
            return t;
        if (t && are_untouched(w, t)) {
            cache_used(&w->cache);
            return t;
        }
        const uint64_t was = w->cache.seen.inode;
        const enum cache_turn turn = cache_wait(&w->cache);

        if (turn != TURN_TO_OPEN)
            return settle(w, t, turn == TURN_TO_MAKE, e);
        if (t && w->cache.seen.inode == was)
            return t; /* another process has compared it meanwhile */
        task_free(t);
    }
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
