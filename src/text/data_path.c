#include "text/data_path.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/memory.h"

static char *join(const char *folder, const char *name)
{
    return *folder ? memory_format("%s/%s", folder, name) : memory_string(name);
}

int data_path(const char *name, const char *beside, char **path,
              struct error *e)
{
    const char *data = getenv("CODARUN_DATA");
    char *there = data && *data && *name != '/' ? join(data, name) : NULL;
    char *here = *name == '/' ? memory_string(name) : join(beside, name);
    char *found = NULL;

    if (there && file_exists(there))
        found = there;
    else if (file_exists(here))
        found = here;
    else
        error_set(e, "found no file '%s'%s%s%s", here, there ? " or '" : "",
                  there ? there : "",
                  there ? "'" : ", and CODARUN_DATA is not set");
    if (found != there)
        free(there);
    if (found != here)
        free(here);
    *path = found;
    return found ? 0 : -1;
}
