#include "config.h"

#include "text/folder_files.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/folder_entries.h"
#include "base/memory.h"

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
