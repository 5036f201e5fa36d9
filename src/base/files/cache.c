#include "config.h"

#include "base/files/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/interrupt.h"
#include "base/core/memory.h"
#include "base/files/file.h"
#include "base/files/folder_entries.h"
#include "base/files/folder_nearest.h"
#include "base/files/temporary.h"
#include "base/system/memory_limit.h"
#include "base/system/process.h"

#define ENDING ".image"

/* Seconds that a process waits for its turn.  This is longer than one process
 * takes to read and encode large word vectors over a network.  If all waiting
 * processes read them at once instead, that takes longer, and each has them in
 * its own memory. */
#define PATIENCE 600.0

/* --- the folder ----------------------------------------------------------- */

char *cache_folder(void)
{
    const char *in = getenv("CODARUN_CACHE");
    char host[256];

    if (in && !*in)
        return NULL;
    if (!in)
        in = getenv("TMPDIR");
    process_host(host);
    return memory_format("%s/codarun-%lu-%s", in && *in ? in : "/tmp",
                         (unsigned long)geteuid(), host);
}

bool cache_in_memory(void)
{
    char *folder = cache_folder();
    char *place = folder ? folder_nearest(folder) : NULL;
    struct statfs s;
    const bool in_memory = place && !statfs(place, &s) &&
                           (s.f_type == TMPFS_MAGIC || s.f_type == RAMFS_MAGIC);

    free(place);
    free(folder);
    return in_memory;
}

/* In a folder to which all may write, another user may have made it first. */
int cache_check(const char *folder, struct error *e)
{
    struct stat st;

    if (lstat(folder, &st))
        return error_errno(e, "cannot look at '%s'", folder);
    if (S_ISDIR(st.st_mode) && st.st_uid == geteuid() &&
        !(st.st_mode & (S_IWGRP | S_IWOTH)))
        return 0;
    return error_set(e,
                     "found '%s', expected a folder of this user's that no "
                     "one else may write to",
                     folder);
}

static int make_folder(const char *folder, struct error *e)
{
    int failed = mkdir(folder, 0700);

    if (failed && errno == ENOENT) {
        if (folder_make_for(folder, e))
            return -1;
        failed = mkdir(folder, 0700);
    }
    if (failed && errno != EEXIST)
        return error_errno(e, "cannot make '%s'", folder);
    return cache_check(folder, e);
}

int cache_could_be(const char *folder, struct error *e)
{
    struct stat st;
    int failed = 0;

    if (!lstat(folder, &st)) {
        if (cache_check(folder, e))
            return -1;
        return folder_is_writable(folder)
                   ? 0
                   : error_errno(e, "cannot write in '%s'", folder);
    }
    char *place = folder_nearest(folder);

    if (!folder_is_writable(place))
        failed = error_errno(e, "cannot make '%s' in '%s'", folder, place);
    free(place);
    return failed;
}

/* Files of the cache may take one such part of the memory of a host's ranks. */
#define SHARE_OF_MEMORY 8

char *cache_memory_text(const char *folder, double limit)
{
    return memory_format(
        "cache: '%s' lies in memory (tmpfs), which counts as the job's: images "
        "take %.2f GiB there at most; let CODARUN_CACHE name a folder on a "
        "disk",
        folder, limit / 0x1p30);
}

double cache_limit(double wanted)
{
    const double most = memory_limits_shared() / SHARE_OF_MEMORY;

    return cache_in_memory() && most < wanted ? most : wanted;
}

/* --- images --------------------------------------------------------------- */

struct used {
    char *path; /* owned */
    double bytes;
    struct timespec when;
};

struct cache_listing {
    const char *folder; /* borrowed */
    struct used *image; /* owned */
    int n, room;
    double bytes;
};

static bool is_image(const char *name)
{
    char hex[DIGEST_HEX];
    struct digest d;

    if (strlen(name) != sizeof(hex) - 1 + strlen(ENDING) ||
        strcmp(name + sizeof(hex) - 1, ENDING) != 0)
        return false;
    memcpy(hex, name, sizeof(hex) - 1);
    hex[sizeof(hex) - 1] = '\0';
    return digest_parse(hex, &d) == 0;
}

static void list_one(void *context, int folder, const struct dirent *entry)
{
    struct cache_listing *l = context;
    const char *name = entry->d_name;
    struct stat st;

    if (!is_image(name) || fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW))
        return;
    GROW(l->image, l->n, l->room);
    l->image[l->n++] = (struct used){memory_format("%s/%s", l->folder, name),
                                     (double)st.st_size, st.st_mtim};
    l->bytes += (double)st.st_size;
}

static int by_use(const void *a, const void *b)
{
    const struct timespec x = ((const struct used *)a)->when;
    const struct timespec y = ((const struct used *)b)->when;

    if (x.tv_sec != y.tv_sec)
        return x.tv_sec < y.tv_sec ? -1 : 1;
    return (x.tv_nsec > y.tv_nsec) - (x.tv_nsec < y.tv_nsec);
}

static void listing_release(struct cache_listing *l)
{
    for (int i = 0; i < l->n; i++)
        free(l->image[i].path);
    free(l->image);
}

/* List the images, least recently used first. */
static int list(struct cache_listing *l, const char *folder, struct error *e)
{
    *l = (struct cache_listing){.folder = folder};
    if (folder_each(folder, list_one, l, e)) {
        listing_release(l);
        return -1;
    }
    if (l->n)
        qsort(l->image, (size_t)l->n, sizeof(*l->image), by_use);
    return 0;
}

int cache_size(const char *folder, struct cache_size *size, struct error *e)
{
    struct cache_listing l;

    if (list(&l, folder, e))
        return -1;
    *size = (struct cache_size){l.n, l.bytes};
    listing_release(&l);
    return 0;
}

int cache_stale(const char *folder, double seconds, bool gone,
                void (*tell)(void *context, const char *path, double bytes),
                void *context, struct error *e)
{
    struct cache_listing l;
    struct error not_ours;
    int failed = 0;

    if (!file_exists(folder) || cache_check(folder, &not_ours))
        return 0;
    if (list(&l, folder, e))
        return -1;
    const double now = clock_day(); /* the clock of file times */

    for (int i = 0; i < l.n && !failed; i++) {
        const struct used *u = &l.image[i];

        if (now - (double)u->when.tv_sec < seconds)
            break;
        if (gone && unlink(u->path) && errno != ENOENT)
            failed = error_errno(e, "cannot remove '%s'", u->path);
        else
            tell(context, u->path, u->bytes);
    }
    listing_release(&l);
    return failed;
}

void cache_used(const struct cache *c)
{
    utimensat(AT_FDCWD, c->path, NULL, AT_SYMLINK_NOFOLLOW);
}

/* The image at this path is going to be replaced: it needs no room beside the
 * new one, and is not removed before. */
static void leave_out(struct cache_listing *l, const char *path)
{
    int kept = 0;

    for (int i = 0; i < l->n; i++)
        if (strcmp(l->image[i].path, path)) {
            l->image[kept++] = l->image[i];
        } else {
            l->bytes -= l->image[i].bytes;
            free(l->image[i].path);
        }
    l->n = kept;
}

int cache_make_room(const struct cache *c, double bytes, double limit,
                    struct error *e)
{
    struct cache_listing l;
    const bool fits = bytes <= limit;

    if (list(&l, c->folder, e))
        return -1;
    folder_clean(c->folder);
    leave_out(&l, c->path);
    for (int i = 0; fits && i < l.n && l.bytes + bytes > limit; i++) {
        unlink(l.image[i].path); /* processes that have it mapped keep it */
        l.bytes -= l.image[i].bytes;
    }
    listing_release(&l);
    return fits && (double)folder_free_bytes(c->folder) >= 2 * bytes
               ? 0
               : error_set(e, "found no room for %.0f bytes", bytes);
}

/* --- turns to make an image ----------------------------------------------- */

static struct file_stat stat_of_lock(const struct cache *c)
{
    char *path = memory_format("%s/lock", c->folder);
    const struct file_stat s = file_stat(path);

    free(path);
    return s;
}

static int open_lock(struct cache *c, struct error *e)
{
    char *path = memory_format("%s/lock", c->folder);

    c->lock = file_open_own(path, 0, 0600, e);
    free(path);
    return c->lock < 0 ? -1 : 0;
}

int cache_open(struct cache *c, struct digest key, struct error *e)
{
    char hex[DIGEST_HEX];

    *c = (struct cache){.folder = cache_folder(),
                        .place = (long)(key.lo >> 2),
                        .lock = -1,
                        .until = clock_now() + PATIENCE};
    if (!c->folder)
        return -1;
    if (make_folder(c->folder, e) || open_lock(c, e))
        goto fail;
    digest_hex(key, hex);
    c->path = memory_format("%s/%s" ENDING, c->folder, hex);
    c->seen = file_stat(c->path);
    c->given_up = stat_of_lock(c);
    return 0;

fail:
    cache_close(c);
    return -1;
}

void cache_close(struct cache *c)
{
    if (c->lock >= 0)
        close(c->lock);
    free(c->folder);
    free(c->path);
    *c = (struct cache){.lock = -1};
}

/* Set a lock of the open file, not of the process: it ends when the file is
 * closed. */
static int set_lock(const struct cache *c, short type)
{
    struct flock l = {
        .l_type = type, .l_whence = SEEK_SET, .l_start = c->place, .l_len = 1};

    return fcntl(c->lock, F_OFD_SETLK, &l);
}

/* True if there is another image than before. */
static bool is_new(struct cache *c)
{
    const struct file_stat was = c->seen;

    c->seen = file_stat(c->path);
    return c->seen.inode && !file_stat_equal(&was, &c->seen);
}

static bool gave_up(const struct cache *c)
{
    const struct file_stat now = stat_of_lock(c);

    return !file_stat_equal(&now, &c->given_up);
}

/* The turn that this process has now; -1 to wait. */
static int find_turn(struct cache *c)
{
    const int failed = set_lock(c, F_WRLCK), why = errno;
    const bool new = is_new(c), without = gave_up(c);

    if (!failed && (new || without))
        set_lock(c, F_UNLCK);
    if (new)
        return TURN_TO_OPEN;
    if (without || (failed && why != EAGAIN && why != EACCES))
        return TURN_NONE;
    return failed ? -1 : TURN_TO_MAKE;
}

enum cache_turn cache_wait(struct cache *c)
{
    for (double nap = 0.001; clock_now() < c->until && !interrupted();) {
        const int turn = find_turn(c);

        if (turn >= 0)
            return (enum cache_turn)turn;
        clock_sleep(nap);
        nap = nap < 0.1 ? 1.5 * nap : nap;
    }
    return TURN_NONE;
}

void cache_give_up(struct cache *c)
{
    futimens(c->lock, NULL);
}
