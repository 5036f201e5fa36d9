/* results_folder.c - finds the results folder that the user names. */
#include "config.h"

#include "cmd/results_folder.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/core/memory.h"
#include "base/files/file.h"
#include "base/files/folder_entries.h"
#include "config/field/field.h"
#include "sweep/folder/folder.h"

/* Append a hint if the name is a file, or a folder without results. */
static void other_hint(const char *name, struct str *hint)
{
    struct stat st;

    if (stat(name, &st))
        return;
    if (S_ISDIR(st.st_mode))
        str_addf(hint, "; 'codarun list %s' lists the sweeps in it", name);
    else if (strstr(name, ".yaml") || strstr(name, ".yml"))
        str_addf(hint, "; 'codarun run %s --where' prints its results folder",
                 name);
}

/* Set the error if none of n folders has results. */
static void fail(char *const *dirs, int n, struct error *e)
{
    struct str hint = {0};

    other_hint(dirs[0], &hint);
    for (int i = 0; i < n && !hint.len; i++)
        if (!file_exists(dirs[i]))
            nearest_file_hint(dirs[i], &hint);
    if (n > 1)
        error_set(e,
                  "no results: found neither '%s/experiment.yaml' nor "
                  "'%s/experiment.yaml'%s",
                  dirs[0], dirs[1], str_text(&hint));
    else
        error_set(e, "no results: found no '%s/experiment.yaml'%s", dirs[0],
                  str_text(&hint));
    str_release(&hint);
}

char *results_folder(const char *name, struct error *e)
{
    char *dirs[] = {memory_string(name), memory_format("results/%s", name)};
    const int n = *name == '/' ? 1 : 2;
    char *found = NULL;

    for (int i = 0; i < n; i++) {
        char *file = folder_path(dirs[i], FOLDER_YAML);
        if (!found && file_exists(file))
            found = memory_string(dirs[i]);
        free(file);
    }
    if (!found)
        fail(dirs, n, e);
    free(dirs[0]);
    free(dirs[1]);
    return found;
}

char **results_folders(const char *const *name, int n, struct error *e)
{
    char **dir = memory_zeroed((size_t)n + 1, sizeof(*dir));

    for (int i = 0; i < n; i++)
        if (!(dir[i] = results_folder(name[i], e))) {
            results_folders_free(dir, n);
            return NULL;
        }
    return dir;
}

void results_folders_free(char **dir, int n)
{
    for (int i = 0; dir && i < n; i++)
        free(dir[i]);
    free(dir);
}

struct folder_visit {
    const char *folder;
    void (*take)(void *context, const char *name);
    void *context;
};

static void visit(void *context, int folder, const struct dirent *entry)
{
    const struct folder_visit *v = context;
    char *dir = memory_format("%s/%s", v->folder, entry->d_name);
    char *file = folder_path(dir, FOLDER_YAML);

    (void)folder;
    if (file_exists(file))
        v->take(v->context, entry->d_name);
    free(file);
    free(dir);
}

int results_each_sweep(const char *folder,
                       void (*take)(void *context, const char *name),
                       void *context, struct error *e)
{
    struct folder_visit v = {folder, take, context};

    const int failed = folder_each(folder, visit, &v, e);

    if (failed)
        nearest_file_more(folder, e);
    return failed;
}
