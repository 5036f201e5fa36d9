/*
 * cache.h - images (files/image.h) shared by this user's processes on a host;
 * one of them makes each.
 *
 * They lie in the folder codarun-UID-HOST of $CODARUN_CACHE, or else of
 * $TMPDIR, or else of /tmp, to which only the user may write.  An empty
 * CODARUN_CACHE means that there is no cache.  An image is a file named by its
 * key, put in place whole.  (Each host has its own folder: on a network file
 * system a file that one host removes is lost to the mappings of the others.)
 *
 * A process that finds no image takes turns with the others, and so does one
 * that finds an image which is slow to compare with its source.  The turn is a
 * lock on one byte of the file `lock`, chosen by the key; the lock ends with
 * its process, however that ends.
 *
 *     if (cache_open(&c, key, e))
 *         (do without)
 *     while (!(found = look at c.path, and compare it if that is fast,
 *                      and not at all once another has had the turn))
 *         if ((turn = cache_wait(&c)) != TURN_TO_OPEN)
 *             break;
 *     if (!found && turn == TURN_TO_MAKE)
 *         (compare it, and call cache_used(); or make it and put it at
 *          c.path; or call cache_give_up())
 *     cache_close(&c);
 *
 * No process holds a lock while it waits for another lock or for messages.  So
 * only a process that was stopped can delay others, and by ten minutes at most.
 *
 * Threads: a struct cache belongs to one thread.
 */
#ifndef BASE_FILES_CACHE_H
#define BASE_FILES_CACHE_H

#include <stdbool.h>

#include "base/core/error.h"
#include "base/files/file_stat.h"
#include "base/numbers/digest.h"

struct cache {
    char *folder, *path; /* owned; path: of the key's image */
    long place;          /* offset of the key's byte in the lock file */
    int lock;
    struct file_stat seen;     /* the image that was looked at */
    struct file_stat given_up; /* the lock, changed by cache_give_up() */
    double until;              /* when waiting ends */
};

/* The folder's path, whether it exists or not; the caller frees it.  NULL if
 * there is to be no cache. */
char *cache_folder(void);

/* True if the folder, existing or not, is on a file system whose files take
 * memory (tmpfs, such as /dev/shm, and /tmp on some systems).  False if there
 * is to be no cache. */
bool cache_in_memory(void);

/* The message about that for the user, where images may take `limit` bytes; the
 * caller frees it. */
char *cache_memory_text(const char *folder, double limit);

/* 0 if it is a folder to which the user, and nobody else, may write. */
int cache_check(const char *folder, struct error *e);

/* The same, also 0 if it does not exist and could be made. */
int cache_could_be(const char *folder, struct error *e);

/* Bytes that images may take, at most `wanted`: on a file system in memory at
 * most an eighth of the memory that the host's ranks have. */
double cache_limit(double wanted);

/* The number of images and their bytes, in a folder that exists. */
struct cache_size {
    long images;
    double bytes;
};
int cache_size(const char *folder, struct cache_size *size, struct error *e);

/* Call tell() for each image that was not used for so many seconds, least
 * recently used first, and remove it if `gone`.  A folder that does not exist,
 * or is not the user's alone, has none.  -1 if it cannot be read or an image
 * cannot be removed. */
int cache_stale(const char *folder, double seconds, bool gone,
                void (*tell)(void *context, const char *path, double bytes),
                void *context, struct error *e);

/* Make the folder if necessary, and get ready to look at a key's image.  -1 on
 * failure, and if there is to be no cache; then the error is empty. */
int cache_open(struct cache *c, struct digest key, struct error *e);
void cache_close(struct cache *c); /* also ends this process's turn */

enum cache_turn {
    TURN_TO_OPEN, /* there is another image than at cache_open() or at the last
                     cache_wait(), or it was used since */
    TURN_TO_MAKE, /* until cache_close() */
    TURN_NONE,    /* do without: the maker gave up, nothing can be locked, or
                     interrupted() */
};
enum cache_turn cache_wait(struct cache *c);

/* Let all waiting processes do without, at once. */
void cache_give_up(struct cache *c);

/* Record that an image was found to be right and is used: the least recently
 * used ones are removed first. */
void cache_used(const struct cache *c);

/* Remove images, least recently used first, and what killed processes left,
 * until `bytes` more are within the limit together with other keys' images.  -1
 * if they are not, if the disk has less than twice as much free, or if the
 * folder cannot be listed. */
int cache_make_room(const struct cache *c, double bytes, double limit,
                    struct error *e);

#endif
