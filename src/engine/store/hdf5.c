/* hdf5.c - files in memory: lock, errors, opening and finishing. */
#include "config.h"

#include "engine/store/hdf5.h"

#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

static pthread_mutex_t the_lock = PTHREAD_MUTEX_INITIALIZER;

/* The library closes a file that could not be closed, on a full disk, once more
 * at exit, and crashes in that: so its exit handler is off; our files are all
 * closed by then. */
static void start(void)
{
    H5dont_atexit();
    hdf5_follow_nothing();
}

static pthread_once_t started = PTHREAD_ONCE_INIT;

static void begin(struct hdf5 *h, struct error *e)
{
    pthread_once(&started, start);
    pthread_mutex_lock(&the_lock);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    *h = (struct hdf5){.file = H5I_INVALID_HID, .e = e};
}

static int end(struct hdf5 *h)
{
    if (h->file >= 0 && H5Fclose(h->file) < 0)
        hdf5_fail(h, "cannot close the HDF5 file");
    h->file = H5I_INVALID_HID;
    pthread_mutex_unlock(&the_lock);
    return h->failed ? -1 : 0;
}

#define REASON 200 /* bytes */

/* If the system refused a call, keep only the system's message; HDF5 has it
 * among the time and addresses. */
static void put_reason(const char *description, char out[REASON])
{
    static const char says[] = "error message = '";
    const char *said = strstr(description, says);

    if (said) {
        said += strlen(says);
        snprintf(out, REASON, "%.*s", (int)strcspn(said, "'"), said);
    } else {
        snprintf(out, REASON, "%s", description);
    }
}

/* The walk begins innermost: keep the description of its first call. */
static herr_t innermost(unsigned n, const H5E_error2_t *err, void *context)
{
    if (n == 0 && err->desc)
        put_reason(err->desc, context);
    return 0;
}

void hdf5_fail(struct hdf5 *h, const char *fmt, ...)
{
    char reason[REASON] = "";
    va_list args;

    if (h->failed)
        return;
    h->failed = true;
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, innermost, reason);
    H5Eclear2(H5E_DEFAULT);
    va_start(args, fmt);
    struct str what = {0};
    str_addv(&what, fmt, args);
    va_end(args);
    error_set(h->e, "%s%s%s", str_text(&what), reason[0] ? ": " : "", reason);
    str_release(&what);
}

/*
 * No times.  Attributes in the order in which they were written, which also
 * selects the form of header whose attributes may exceed 64 KiB.  More
 * attributes than HDF5's eight stay in the header: a heap and its two indexes
 * are larger than what they hold here, a quarter of a small result, and slower
 * to read.
 */
void hdf5_plain_object(hid_t create)
{
    H5Pset_obj_track_times(create, 0);
    H5Pset_attr_creation_order(create,
                               H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    H5Pset_attr_phase_change(create, 128, 100);
}

/*
 * Use the oldest form of superblock: newer ones have a checksum that is wrong
 * after H5Fget_file_image() of HDF5 1.10.
 */
static hid_t memory_access(size_t increment)
{
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);

    H5Pset_fapl_core(access, increment, 0);
    H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_LATEST);
    return access;
}

void hdf5_create(struct hdf5 *h, size_t expected, struct error *e)
{
    static unsigned count;
    char name[32];

    begin(h, e);
    hid_t access = memory_access(expected > 65536 ? expected : 65536);
    hid_t create = H5Pcreate(H5P_FILE_CREATE);
    hdf5_plain_object(create);
    snprintf(name, sizeof(name), "memory-%u", count++);
    h->file = H5Fcreate(name, H5F_ACC_TRUNC, create, access);
    if (h->file < 0)
        hdf5_fail(h, "cannot begin an HDF5 file in memory");
    H5Pclose(create);
    H5Pclose(access);
}

int hdf5_finish(struct hdf5 *h, struct str *image)
{
    if (!h->failed && H5Fflush(h->file, H5F_SCOPE_GLOBAL) < 0)
        hdf5_fail(h, "cannot finish the HDF5 file");
    const ssize_t n = h->failed ? 0 : H5Fget_file_image(h->file, NULL, 0);
    str_release(image);
    if (n > 0) { /* copied only once: a state may be large */
        *image = (struct str){.s = memory_zeroed((size_t)n + 1, 1),
                              .len = (size_t)n,
                              .room = (size_t)n + 1};
        if (H5Fget_file_image(h->file, image->s, (size_t)n) != n)
            hdf5_fail(h, "cannot take the HDF5 file out of memory");
    } else {
        hdf5_fail(h, "cannot take the HDF5 file out of memory");
    }
    return end(h);
}

void hdf5_open(struct hdf5 *h, const void *bytes, size_t n, struct error *e)
{
    begin(h, e);
    hid_t access = memory_access(65536);
    /* HDF5 copies the bytes but takes a pointer that is not const. */
    if (H5Pset_file_image(access, (void *)bytes, n) >= 0)
        h->file = H5Fopen("memory", H5F_ACC_RDONLY, access);
    if (h->file < 0)
        hdf5_fail(h, "not an HDF5 file");
    hdf5_check_own(h);
    H5Pclose(access);
}

/* Open a file by its descriptor, even if its name is another file's now.
 * Without locks: they hang on some network file systems, and no other process
 * uses the file. */
static hid_t open_fd(int fd, size_t before, bool creates)
{
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    hid_t create = H5Pcreate(H5P_FILE_CREATE);
    char name[40];

#if H5_VERSION_GE(1, 12, 1) || \
    (H5_VERSION_GE(1, 10, 7) && !H5_VERSION_GE(1, 11, 0))
    H5Pset_file_locking(access, 0, 1);
#endif
    H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_LATEST);
    H5Pset_userblock(create, before);
    hdf5_plain_object(create);
    snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
    hid_t file = creates ? H5Fcreate(name, H5F_ACC_TRUNC, create, access)
                         : H5Fopen(name, H5F_ACC_RDONLY, access);

    H5Pclose(create);
    H5Pclose(access);
    return file;
}

void hdf5_create_in(struct hdf5 *h, int fd, size_t before, struct error *e)
{
    begin(h, e);
    h->file = open_fd(fd, before, true);
    if (h->file < 0)
        hdf5_fail(h, "cannot begin an HDF5 file");
}

void hdf5_open_in(struct hdf5 *h, int fd, struct error *e)
{
    begin(h, e);
    h->file = open_fd(fd, 0, false);
    if (h->file < 0)
        hdf5_fail(h, "not an HDF5 file");
    hdf5_check_own(h);
}

void hdf5_leave(struct hdf5 *h)
{
    (void)h;
    pthread_mutex_unlock(&the_lock);
}

void hdf5_enter(struct hdf5 *h)
{
    (void)h;
    pthread_mutex_lock(&the_lock);
}

int hdf5_close(struct hdf5 *h)
{
    return end(h);
}

int hdf5_check(const void *bytes, size_t n, struct error *e)
{
    struct hdf5 h;

    hdf5_open(&h, bytes, n, e);
    return hdf5_close(&h);
}

void hdf5_version(char out[32])
{
    unsigned major = 0, minor = 0, release = 0;

    pthread_mutex_lock(&the_lock);
    pthread_once(&started, start);
    H5get_libversion(&major, &minor, &release);
    pthread_mutex_unlock(&the_lock);
    snprintf(out, 32, "%u.%u.%u", major, minor, release);
}
