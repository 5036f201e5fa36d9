/* results_folder.c - which results folder a person means. */
#include "config.h"

#include "cmd/results_folder.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/memory.h"
#include "results/folder.h"

char *results_folder(const char *name, struct error *e)
{
    char *dirs[] = {memory_string(name), memory_format("results/%s", name)};
    char *found = NULL;

    for (int i = 0; i < 2; i++) {
        char *file = folder_path(dirs[i], FOLDER_YAML);
        if (!found && file_exists(file))
            found = memory_string(dirs[i]);
        free(file);
    }
    if (!found)
        error_set(e,
                  "no results: found neither '%s/experiment.yaml' nor "
                  "'%s/experiment.yaml'",
                  dirs[0], dirs[1]);
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
