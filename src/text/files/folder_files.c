#include "config.h"

#include "text/files/folder_files.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/interrupt.h"
#include "base/core/memory.h"
#include "base/files/folder_entries.h"

static void take(void *context, int folder, const struct dirent *entry)
{
    struct folder_files *f = context;

    if (*entry->d_name == '.' || S_ISDIR(entry_type(folder, entry, true)))
        return;
    GROW(f->name, f->n, f->room);
    f->name[f->n++] = memory_string(entry->d_name);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int folder_files_list(struct folder_files *f, const char *path, struct error *e)
{
    if (folder_each(path, take, f, e))
        return -1;
    if (f->n)
        qsort(f->name, (size_t)f->n, sizeof(*f->name), by_bytes);
    return 0;
}

void folder_files_release(struct folder_files *f)
{
    for (int i = 0; i < f->n; i++)
        free(f->name[i]);
    free(f->name);
    *f = (struct folder_files){0};
}

/* --- their stat data ------------------------------------------------------ */

static void take_later(int64_t time[2], const int64_t other[2])
{
    if (other[0] > time[0] || (other[0] == time[0] && other[1] > time[1]))
        memcpy(time, other, 2 * sizeof(*time));
}

static int add_all(const struct folder_files *f, int folder,
                   struct file_stat *all, struct hasher *h)
{
    for (int i = 0; i < f->n; i++) {
        const struct file_stat s = file_stat_in(folder, f->name[i]);

        if (!s.inode || interrupted())
            return -1;
        all->bytes += s.bytes;
        take_later(all->written, s.written);
        take_later(all->changed, s.changed);
        hasher_add(h, f->name[i], strlen(f->name[i]) + 1);
        hasher_add(h, &s, sizeof(s));
    }
    return 0;
}

struct file_stat folder_files_stamp(const char *path)
{
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct file_stat all = {0};
    struct folder_files f = {0};
    struct hasher *h = hasher_new();
    struct error ignored;
    struct stat st;
    const bool known = folder >= 0 && !fstat(folder, &st) &&
                       !folder_files_list(&f, path, &ignored) &&
                       !add_all(&f, folder, &all, h);

    if (known) {
        all.inode = (uint64_t)st.st_ino;
        all.files = hasher_digest(h);
    }
    if (folder >= 0)
        close(folder);
    hasher_free(h);
    folder_files_release(&f);
    return known ? all : (struct file_stat){0};
}
