#include "config.h"

#include "report/history/run_folders.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/files/file.h"
#include "base/files/folder_entries.h"
#include "base/files/temporary.h"

/* TensorBoard recognizes an event file by the word in the middle. */
#define EVENTS "events.out.tfevents.codarun"
#define RUN "trial-"

static char *run_folder(const struct run_folders *f, long trial)
{
    return memory_format("%s/" RUN "%04ld", f->path, trial);
}

static char *run_file(const struct run_folders *f, long trial)
{
    return memory_format("%s/" RUN "%04ld/" EVENTS, f->path, trial);
}

/* True if it is exactly the name of a trial's folder. */
static bool is_run(const char *name, long *trial)
{
    char *end, *own;

    if (strncmp(name, RUN, strlen(RUN)) != 0)
        return false;
    *trial = strtol(name + strlen(RUN), &end, 10);
    own = memory_format(RUN "%04ld", *trial);
    const bool is = !*end && !strcmp(name, own);

    free(own);
    return is;
}

/* Note a trial's file.  A write that was interrupted can leave a folder without
 * a file. */
static void take(void *context, int folder, const struct dirent *entry)
{
    struct run_folders *f = context;
    long trial;

    (void)folder;
    if (!is_run(entry->d_name, &trial)) {
        f->others++;
        return;
    }
    char *file = run_file(f, trial);

    if (file_exists(file)) {
        GROW(f->before, f->n, f->room);
        f->before[f->n++] = trial;
    }
    free(file);
}

static int compare(const void *one, const void *other)
{
    const long a = *(const long *)one, b = *(const long *)other;

    return (a > b) - (a < b);
}

static int find_before(struct run_folders *f, struct error *e)
{
    if (folder_make(f->path, e) || folder_each(f->path, take, f, e))
        return -1;
    if (f->others && !f->n)
        return error_set(e,
                         "folder '%s': found files, but none that this command "
                         "has written, expected those, none or no folder",
                         f->path);
    if (f->n)
        qsort(f->before, (size_t)f->n, sizeof(*f->before), compare);
    return 0;
}

static void release(struct run_folders *f)
{
    free(f->before);
    free(f->path);
    *f = (struct run_folders){0};
}

int run_folders_open(struct run_folders *f, const char *path, struct error *e)
{
    *f = (struct run_folders){.path = memory_string(path)};
    if (!find_before(f, e))
        return 0;
    release(f);
    return error_in(e, "--output");
}

/* Files put there by others stay, and the folder with them. */
static int remove_run(const struct run_folders *f, long trial, struct error *e)
{
    char *folder = run_folder(f, trial), *file = run_file(f, trial);
    int failed = 0;

    file_clean(file);
    if (unlink(file) && errno != ENOENT)
        failed = error_errno(e, "cannot remove '%s'", file);
    rmdir(folder);
    free(folder);
    free(file);
    return failed;
}

/* Remove the older files of trials with lower numbers. */
static int remove_below(struct run_folders *f, long trial, struct error *e)
{
    for (; f->kept < f->n && f->before[f->kept] < trial; f->kept++)
        if (remove_run(f, f->before[f->kept], e))
            return -1;
    f->kept += f->kept < f->n && f->before[f->kept] == trial;
    return 0;
}

/* A half-written file of a killed program is removed, since TensorBoard would
 * read it. */
static int write_run(const char *file, const struct str *events,
                     struct error *e)
{
    if (folder_make_for(file, e))
        return -1;
    file_clean(file);
    return file_refresh(file, str_text(events), events->len, e);
}

int run_folders_put(struct run_folders *f, long trial, const struct str *events,
                    struct error *e)
{
    char *file = run_file(f, trial);
    const int failed = remove_below(f, trial, e) || write_run(file, events, e);

    free(file);
    return failed ? -1 : 0;
}

int run_folders_close(struct run_folders *f, bool wanted, struct error *e)
{
    const int failed = wanted ? remove_below(f, LONG_MAX, e) : -1;

    release(f);
    return failed;
}
