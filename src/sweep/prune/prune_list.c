#include "config.h"

#include "sweep/prune/prune_list.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/files/folder_entries.h"
#include "base/files/temporary.h"

const char *const prune_kind_names[PRUNE_KINDS] = {
    [PRUNE_MODEL] = "models of trials beyond the best",
    [PRUNE_STATE] = "other states of finished trials",
    [PRUNE_FAILED] = "states of failed trials",
    [PRUNE_DAMAGED] = "damaged files that were set aside",
    [PRUNE_UNFINISHED] = "unfinished files of killed processes",
    [PRUNE_IMAGE] = "encoded data that nothing uses",
};

void prune_list_release(struct prune_list *l)
{
    for (long i = 0; i < l->n; i++)
        free(l->file[i].path);
    free(l->file);
    *l = (struct prune_list){0};
}

void prune_list_add(struct prune_list *l, enum prune_kind kind,
                    const char *path, long long bytes)
{
    GROW(l->file, l->n, l->room);
    l->file[l->n++] = (struct prune_file){kind, memory_string(path), bytes};
}

/* A regular file that was found. */
struct found_file {
    char *name; /* owned */
    struct stat st;
    size_t left; /* temporary_left() */
};

/* The scan of one folder. */
struct folder_scan {
    const char *within; /* its path in the results folder, "" or with a '/' */
    enum folder_file sort; /* TRIALS, STATES; else the results folder */
    const struct retention *retention;
    struct digest_map
        *links; /* how many names of each file with several names are listed */
    long n, room;
    struct found_file *found; /* [n] owned */
    struct prune_list *out;
};

static void take(void *context, int folder, const struct dirent *entry)
{
    struct folder_scan *l = context;
    struct stat st, same;

    if (fstatat(folder, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) ||
        !S_ISREG(st.st_mode))
        return;
    GROW(l->found, l->n, l->room);
    l->found[l->n++] =
        (struct found_file){memory_string(entry->d_name), st,
                            temporary_left(folder, entry->d_name, &same)};
}

static int by_name(const void *a, const void *b)
{
    const struct found_file *x = a, *y = b;

    return strcmp(x->name, y->name);
}

/* A file that keeps another name frees nothing. */
static long long bytes_freed(struct folder_scan *l, const struct stat *st)
{
    const struct digest file = {(uint64_t)st->st_dev, (uint64_t)st->st_ino};

    if (st->st_nlink < 2)
        return (long long)st->st_size;
    const long before = digest_map_find(l->links, file);
    const long names = before < 0 ? 1 : before + 1;

    digest_map_set(l->links, file, names);
    return (unsigned long)names < (unsigned long)st->st_nlink
               ? 0
               : (long long)st->st_size;
}

static void list(struct folder_scan *l, const struct found_file *f,
                 enum prune_kind kind)
{
    char *path = memory_format("%s%s", l->within, f->name);

    prune_list_add(l->out, kind, path, bytes_freed(l, &f->st));
    free(path);
}

/* The model of a trial is its best state, or else its last one, as in
 * trained_load(): in order of names the first of the two. */
static void list_state(struct folder_scan *l, const struct found_file *f,
                       struct digest *model_of)
{
    enum folder_state which;
    struct digest trial;

    if (!folder_names_state(f->name, &trial, &which))
        return;
    const enum retention_class class = retention_find(l->retention, trial);
    const bool model = which != STATE_STEP && !digest_equal(trial, *model_of);

    if (model)
        *model_of = trial;
    if (class == RETENTION_FAILED)
        list(l, f, PRUNE_FAILED);
    else if (class == RETENTION_BEATEN && model)
        list(l, f, PRUNE_MODEL);
    else if ((class == RETENTION_FINISHED || class == RETENTION_BEATEN) &&
             !model)
        list(l, f, PRUNE_STATE);
}

/* In trials/ab/ and states/ab/ all files of codarun begin with "ab". */
static bool is_ours(const struct folder_scan *l, const struct found_file *f)
{
    const size_t n = strlen(folder_entry(l->sort)) + 1;

    return !strncmp(f->name, l->within + n, 2);
}

static void list_found(struct folder_scan *l)
{
    struct digest model_of = {0};
    const bool shard = l->sort == FOLDER_STATES || l->sort == FOLDER_TRIALS;

    for (long i = 0; i < l->n; i++) {
        const struct found_file *f = &l->found[i];

        if (shard ? !is_ours(l, f) : !folder_names_own(f->name, f->left))
            continue;
        if (f->left)
            list(l, f, PRUNE_UNFINISHED);
        else if (folder_names_damaged(f->name))
            list(l, f, PRUNE_DAMAGED);
        else if (l->sort == FOLDER_STATES)
            list_state(l, f, &model_of);
    }
}

static int scan_folder(struct folder_scan *l, const char *dir, int folder,
                       struct error *e)
{
    char *path = memory_format("%s/%s", dir, l->within);
    const int failed = folder_each_of(folder, path, take, l, e);

    if (!failed && l->n) {
        qsort(l->found, (size_t)l->n, sizeof(*l->found), by_name);
        list_found(l);
    }
    for (long i = 0; i < l->n; i++)
        free(l->found[i].name);
    free(l->found);
    l->found = NULL;
    l->n = l->room = 0;
    free(path);
    return failed;
}

/* Open a folder within one.  Returns -1 if it is missing or not a folder, -2
 * with an error. */
static int open_within(int folder, const char *name, const char *dir,
                       const char *within, struct error *e)
{
    const int fd = folder_open_in(folder, name);

    if (fd >= 0 || errno == ENOENT)
        return fd;
    if (errno == ENOTDIR || errno == ELOOP) {
        log_warning("'%s/%s' is no folder: left alone", dir, within);
        return -1;
    }
    error_errno(e, "folder '%s/%s': cannot read", dir, within);
    return -2;
}

/* Scan the folder of two hexadecimal digits in trials/ or states/. */
static int scan_shard(struct folder_scan *l, const char *dir, int whole,
                      int digits, struct error *e)
{
    const char *sort = folder_entry(l->sort);
    char *within = memory_format("%s/%02x/", sort, (unsigned)digits);
    char name[3];

    snprintf(name, sizeof(name), "%02x", (unsigned)digits);
    l->within = within;
    const int fd = open_within(whole, name, dir, within, e);
    const int failed = fd < -1 || (fd >= 0 && scan_folder(l, dir, fd, e));

    if (fd >= 0)
        close(fd);
    free(within);
    return failed ? -1 : 0;
}

static int scan_shards(struct folder_scan *l, enum folder_file sort,
                       const char *dir, int folder, struct error *e)
{
    const char *name = folder_entry(sort);
    const int whole = open_within(folder, name, dir, name, e);
    int failed = whole < -1;

    l->sort = sort;
    for (int i = 0; whole >= 0 && i < 256 && !failed; i++)
        failed = scan_shard(l, dir, whole, i, e);
    if (whole >= 0)
        close(whole);
    return failed ? -1 : 0;
}

int prune_list_find(struct prune_list *l, const char *dir, int folder,
                    const struct retention *f, struct error *e)
{
    struct digest_map links = {0};
    struct folder_scan scan = {
        .within = "", .retention = f, .links = &links, .out = l};
    const int failed = scan_folder(&scan, dir, folder, e) ||
                       scan_shards(&scan, FOLDER_TRIALS, dir, folder, e) ||
                       scan_shards(&scan, FOLDER_STATES, dir, folder, e);

    digest_map_release(&links);
    return failed ? -1 : 0;
}
