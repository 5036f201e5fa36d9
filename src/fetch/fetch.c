#include "config.h"

#include "fetch/fetch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/core/show.h"
#include "base/files/file.h"
#include "base/files/temporary.h"
#include "fetch/checksums.h"
#include "fetch/obtain.h"
#include "fetch/progress.h"
#include "text/files/unpack.h"

/* A limit on the unpacked size of a file: so many times its size (texts have
 * about ten), and at least so many bytes. */
#define UNPACKED_FACTOR 40
#define UNPACKED_LEAST (64LL << 20)

struct fetching {
    const struct data_set *set;
    const struct fetch *f;
    struct checksums sums;
    char *folder, *record;  /* owned; paths */
    char *locked;           /* owned; path of the lock file */
    int lock;               /* descriptor; -1: not open */
    struct obtained *given; /* owned; [data_set_given()] */
    struct sink *sink;      /* owned; [data_set_made()] */
};

static char *made_path(const struct fetching *t, int i)
{
    return memory_format("%s/%s", t->f->folder, t->set->made[i].path);
}

/* --- existing files ------------------------------------------------------- */

/* 1: the file is as it was fetched; 0: it is not there; -1: it differs. */
static int check_fetched(const struct fetching *t, const struct checksums *were,
                         int i, struct error *e)
{
    const char *was = checksums_find(were, t->set->made[i].path);
    char *path = made_path(t, i), hex[SHA256_HEX];
    int found = 0;

    if (was && file_exists(path)) {
        found = sha256_file(path, hex, e) ? -1 : 1;
        if (found > 0 && strcmp(hex, was) != 0)
            found = error_set(e,
                              "'%s' is not what was fetched; expected that, or "
                              "--force, to replace it",
                              path);
    }
    free(path);
    return found;
}

/* 1 if all files are as they were fetched. */
static int is_there(const struct fetching *t, struct error *e)
{
    struct checksums were;
    int n = 0, found = 1;

    if (t->f->force || !file_exists(t->record))
        return 0;
    if (checksums_read(&were, t->record, e)) {
        checksums_release(&were);
        return -1;
    }
    for (; t->set->made[n].path && found > 0; n++)
        found = check_fetched(t, &were, n, e);
    checksums_release(&were);
    if (found > 0)
        say("%s: is there as it was fetched, files: %d\n", t->set->name, n);
    return found;
}

/* --- making -------------------------------------------------------------- */

static long long most_bytes(const char *path)
{
    return UNPACKED_LEAST + UNPACKED_FACTOR * (long long)file_bytes(path);
}

static int check_archives(const struct fetching *t, struct error *e)
{
    const struct made_file *made = t->set->made;

    for (int i = 0; made[i].path; i++) {
        const char *path = t->given[made[i].of].path;

        if (made[i].member && (!i || made[i].of != made[i - 1].of) &&
            members_check(path, most_bytes(path), e))
            return -1;
    }
    return 0;
}

static int make_one(const struct fetching *t, int i, struct error *e)
{
    const struct made_file *m = &t->set->made[i];
    const char *from = t->given[m->of].path;
    const struct recipe_input in = {from, m->member, most_bytes(from),
                                    m->number};
    char *path = made_path(t, i);
    int bad;

    file_clean(path);
    bad = sink_open(&t->sink[i], path, e);
    if (!bad && (m->make(&in, &t->sink[i], e) || sink_finish(&t->sink[i], e)))
        bad = error_in(e, "'%s' of '%s'", m->path, from);
    free(path);
    return bad;
}

static int make_all(const struct fetching *t, struct error *e)
{
    int bad = 0;

    for (int i = 0; t->set->made[i].path && !bad; i++) {
        log_status("%s: making %s", t->set->name, t->set->made[i].path);
        bad = make_one(t, i, e);
    }
    log_status_end();
    return bad;
}

/* --- installing ----------------------------------------------------------- */

/* 1 if two files unpack to the same text, 0 if not; -1 if one cannot be
 * read. */
static int same_text(const char *path, const char *other, struct error *e)
{
    struct unpack *a = unpack_open(path, e);
    struct unpack *b = a ? unpack_open(other, e) : NULL;
    char one[1 << 14], two[1 << 14];
    long n = -1, m;
    int same = b ? 1 : -1;

    while (same > 0 && n) {
        n = unpack_read(a, one, sizeof(one), e);
        m = unpack_read(b, two, sizeof(two), e);
        if (n < 0 || m < 0)
            same = -1;
        else
            same = n == m && !memcmp(one, two, (size_t)n);
    }
    unpack_close(a);
    unpack_close(b);
    return same;
}

/* An existing file that cannot be read counts as different. */
static int check_free(const struct fetching *t, struct error *e)
{
    struct error why = {0};

    for (int i = 0; t->set->made[i].path && !t->f->force; i++) {
        const struct sink *s = &t->sink[i];

        if (file_exists(s->is.path) &&
            same_text(s->is.path, s->is.tmp, &why) < 1)
            return error_set(e,
                             "'%s' is there and differs from what was fetched; "
                             "expected none, or --force, to replace it",
                             s->is.path);
    }
    return 0;
}

/* An existing file with the same text stays as it is, also if packed
 * otherwise. */
static int install_all(const struct fetching *t, struct error *e)
{
    struct error why = {0};

    for (int i = 0; t->set->made[i].path; i++) {
        struct sink *s = &t->sink[i];
        const bool same = file_exists(s->is.path) &&
                          same_text(s->is.path, s->is.tmp, &why) == 1;
        char size[32];

        if (!same && sink_install(s, e))
            return -1;
        progress_bytes(file_bytes(s->is.path), size);
        say("%s: %s%s\n", s->is.path, size, same ? ", was there" : "");
    }
    return 0;
}

static int write_record(const struct fetching *t, struct error *e)
{
    struct str text = {0};
    char day[24];
    int bad = 0;

    clock_stamp(day);
    str_addf(&text, "# %s, fetched %s; licence: %s; see %s\n", t->set->name,
             day, t->set->licence, t->set->page);
    for (int i = 0; i < data_set_given(t->set); i++)
        str_addf(&text, "# %s %s\n", t->given[i].sha256, t->given[i].origin);
    for (int i = 0; t->set->made[i].path && !bad; i++)
        bad = checksums_add_file(t->f->folder, t->set->made[i].path, &text, e);
    file_clean(t->record);
    bad = bad || folder_make_for(t->record, e) ||
          file_replace(t->record, text.s, text.len, e);
    str_release(&text);
    return bad ? -1 : 0;
}

/* --- one process at a time ----------------------------------------------- */

/* True if the path still leads to the file that was opened. */
static bool is_still(int fd, const char *path)
{
    struct stat opened, there;

    return !fstat(fd, &opened) && !stat(path, &there) &&
           file_is_same(&opened, &there);
}

/* 1 if it is ours, or if files cannot be locked here; 0 if another process has
 * it; -1 if the file cannot be opened. */
static int try_lock(struct fetching *t, struct error *e)
{
    t->lock = file_open_own(t->locked, 0, 0666, e);
    if (t->lock < 0)
        return -1;
    if (!flock(t->lock, LOCK_EX | LOCK_NB) || errno != EWOULDBLOCK)
        return 1;
    close(t->lock);
    t->lock = -1;
    return 0;
}

/* Without the lock the first of two processes to end would remove what the
 * other still writes.  A lock ends with its process, however that ends.  The
 * process that had it last removed the file, perhaps after we opened it: then
 * open it again. */
static int lock(struct fetching *t, struct error *e)
{
    int ours;

    if (folder_make_for(t->locked, e))
        return -1;
    do {
        if (t->lock >= 0)
            close(t->lock);
        ours = try_lock(t, e);
    } while (ours > 0 && !is_still(t->lock, t->locked));
    if (ours < 0)
        return -1;
    return ours ? 0
                : error_set(e,
                            "is being fetched by another process, which "
                            "has '%s'",
                            t->locked);
}

static void unlock(const struct fetching *t)
{
    unlink(t->locked);
    close(t->lock);
}

/* --- all of it ----------------------------------------------------------- */

static int begin(struct fetching *t, const struct data_set *s,
                 const struct fetch *f, struct error *e)
{
    *t = (struct fetching){.set = s, .f = f, .lock = -1};
    t->folder = memory_format("%s/.fetch/%s", f->folder, s->name);
    t->record = memory_format("%s.sha256", t->folder);
    t->locked = memory_format("%s.lock", t->folder);
    t->given = memory_zeroed((size_t)data_set_given(s), sizeof(*t->given));
    t->sink = memory_zeroed((size_t)data_set_made(s), sizeof(*t->sink));
    return f->obtain.sums ? checksums_read(&t->sums, f->obtain.sums, e) : 0;
}

static void end(struct fetching *t)
{
    for (int i = 0; i < data_set_given(t->set); i++)
        obtained_release(&t->given[i]);
    for (int i = 0; i < data_set_made(t->set); i++)
        sink_release(&t->sink[i]);
    checksums_release(&t->sums);
    free(t->given);
    free(t->sink);
    free(t->folder);
    free(t->record);
    free(t->locked);
}

static int obtain_all(const struct fetching *t, struct error *e)
{
    const struct obtain o = {&t->f->obtain, t->set, t->folder,
                             t->f->obtain.sums ? &t->sums : NULL};

    if (obtain_check_sums(&o, e))
        return -1;
    for (int i = 0; i < data_set_given(t->set); i++)
        if (obtain(&o, i, &t->given[i], e))
            return -1;
    return 0;
}

static int fetch_all(const struct fetching *t, struct error *e)
{
    say("%s: licence: %s; see %s\n", t->set->name, t->set->licence,
        t->set->page);
    if (obtain_all(t, e) || check_archives(t, e) || make_all(t, e) ||
        check_free(t, e) || install_all(t, e) || write_record(t, e))
        return -1;
    folder_remove(t->folder);
    return 0;
}

/* Another process may have fetched it between the check and the lock. */
static int fetch_locked(struct fetching *t, struct error *e)
{
    if (lock(t, e))
        return -1;
    int there = is_there(t, e);

    if (!there)
        there = fetch_all(t, e);
    if (there < 0)
        folder_prune(t->folder);
    unlock(t);
    return there;
}

int fetch_set(const struct data_set *s, const struct fetch *f, struct error *e)
{
    struct fetching t;
    int there = -1;

    if (!begin(&t, s, f, e)) {
        there = is_there(&t, e);
        if (!there)
            there = fetch_locked(&t, e);
    }
    end(&t);
    return there < 0 ? error_in(e, "data set %s", s->name) : 0;
}
