/*
 * cache.h - images (files/image.h) that this user's processes on a host share,
 * each made by one of them.
 *
 * They lie in the folder codarun-UID-HOST of $CODARUN_CACHE, or else of
 * $TMPDIR, or else of /tmp, which nobody but the user may write to; an empty
 * CODARUN_CACHE is none.  An image is a file named by its key, put in place
 * whole.  (A folder a host, for on a network file system what one host removes
 * another has no longer mapped.)
 *
 * Who finds none takes turns, as does who finds one that takes long to be
 * compared with what it is of: a lock on a place in the file `lock` that the
 * key says, which goes with its process, however that ends.
 *
 *     if (cache_open(&c, key, e))
 *         (do without)
 *     while (!(found = look at c.path, and compare it where that is soon done,
 *                      and not at all once another has had the turn))
 *         if ((turn = cache_wait(&c)) != TURN_TO_LOOK)
 *             break;
 *     if (!found && turn == TURN_TO_MAKE)
 *         (compare it, and say cache_used(); or make it and put it at c.path;
 *          or say cache_give_up())
 *     cache_close(&c);
 *
 * No lock is held by one who waits for another, or for messages, so nothing
 * hangs but on a process that was stopped, and that for ten minutes.
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
    long place;          /* of the key in the lock's file */
    int lock;
    struct file_stat seen;     /* the image that was looked at */
    struct file_stat given_up; /* the lock, which then has other stat data */
    double until;              /* when patience ends */
};

/* The folder's path, to be freed, there or not; NULL: there is to be none. */
char *cache_folder(void);

/* Does it lie, there or not, on a file system whose files take memory (tmpfs,
 * as /dev/shm, and /tmp of some systems)?  false: there is to be none. */
bool cache_in_memory(void);

/* What a user is told of that, where images may take so many bytes; to be
 * freed. */
char *cache_memory_text(const char *folder, double limit);

/* Is it a folder that the user, and nobody else, may write to? */
int cache_check(const char *folder, struct error *e);

/* The same, or could it be made? */
int cache_could_be(const char *folder, struct error *e);

/* Bytes that images may take, of those that are wanted: on a file system in
 * memory no more than an eighth of what the ranks of the host have. */
double cache_limit(double wanted);

/* How many images there are and their bytes; of a folder that is there. */
struct cache_size {
    long images;
    double bytes;
};
int cache_size(const char *folder, struct cache_size *size, struct error *e);

/* Tell of the images that nothing has used for so many seconds, the one that
 * was used longest ago first, and remove them if `gone`.  A folder that is not
 * there, or is not the user's alone, has none.  -1: it cannot be read, or an
 * image stays. */
int cache_stale(const char *folder, double seconds, bool gone,
                void (*tell)(void *context, const char *path, double bytes),
                void *context, struct error *e);

/* Make the folder, if need be, and be ready to look at a key's image.  -1, of
 * which the error says nothing where there is to be none. */
int cache_open(struct cache *c, struct digest key, struct error *e);
void cache_close(struct cache *c); /* ends one's turn, too */

enum cache_turn {
    TURN_TO_LOOK, /* there is another image than at cache_open() or at the last
                     cache_wait(), or it was used since */
    TURN_TO_MAKE, /* until cache_close() */
    TURN_NONE, /* do without: who made it gave up, nothing can be locked, or one
                  is interrupted() */
};
enum cache_turn cache_wait(struct cache *c);

/* Let those who wait do without, all at once. */
void cache_give_up(struct cache *c);

/* An image was found to be right, and is used: those used longest ago go
 * first. */
void cache_used(const struct cache *c);

/* Remove those, and what killed processes left, until so many bytes are within
 * the limit with the other keys' images.  -1: they are not, or the disk has not
 * twice as much, or it is not known how many there are. */
int cache_make_room(const struct cache *c, double bytes, double limit,
                    struct error *e);

#endif
