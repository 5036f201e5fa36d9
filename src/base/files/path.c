#include "base/files/path.h"

#include <string.h>

#include "base/core/memory.h"

char *path_folder(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? memory_format("%.*s", (int)(slash - path + 1), path)
                 : memory_string(".");
}

const char *path_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}
