#include "config.h"

#include "text/data_path.h"

#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/memory.h"

static char *join(const char *folder, const char *name)
{
    return *folder ? memory_format("%s/%s", folder, name) : memory_string(name);
}

/* A folder of that name is passed over: `nli` may be both. */
static bool is_file(const char *path)
{
    struct stat st;

    return !stat(path, &st) && !S_ISDIR(st.st_mode);
}

int data_path(const char *name, const char *beside, char **path,
              struct error *e)
{
    const char *data = getenv("CODARUN_DATA");
    char *there = data && *data && *name != '/' ? join(data, name) : NULL;
    char *here = *name == '/' ? memory_string(name) : join(beside, name);
    char *found = NULL;

    if (there && is_file(there))
        found = there;
    else if (is_file(here))
        found = here;
    else if (there)
        error_set(e, "found no file '%s' or '%s'", here, there);
    else
        error_set(e, "found no file '%s'%s", here,
                  *name == '/' ? "" : ", and CODARUN_DATA is not set");
    if (found != there)
        free(there);
    if (found != here)
        free(here);
    *path = found;
    return found ? 0 : -1;
}
