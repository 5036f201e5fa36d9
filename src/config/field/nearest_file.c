/* nearest_file.c - find the file that a mistyped name was meant to be. */
#include "config/field/field.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/files/file.h"
#include "base/files/folder_entries.h"

struct entries {
    const char **name; /* [n] owned, each too */
    int n, room;
};

static void take(void *context, int folder, const struct dirent *entry)
{
    struct entries *all = context;

    (void)folder;
    if (*entry->d_name == '.')
        return;
    GROW(all->name, all->n, all->room);
    all->name[all->n++] = memory_string(entry->d_name);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void nearest_file_hint(const char *path, struct str *out)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const int n = (int)(name - path);
    char *folder = memory_format("%.*s", n ? n : 1, n ? path : ".");
    struct entries all = {0};
    struct error unread;

    folder_each(folder, take, &all, &unread);
    if (all.n)
        qsort(all.name, (size_t)all.n, sizeof(*all.name), by_name);
    const char *near = nearest_name(name, all.name, all.n);

    if (near && strcmp(near, name) != 0)
        str_addf(out, "; did you mean '%.*s%s'?", n, path, near);
    for (int i = 0; i < all.n; i++)
        free((char *)all.name[i]);
    free(all.name);
    free(folder);
}

void nearest_file_more(const char *path, struct error *e)
{
    struct str hint = {0};

    if (!file_exists(path))
        nearest_file_hint(path, &hint);
    error_more(e, "%s", str_text(&hint));
    str_release(&hint);
}
