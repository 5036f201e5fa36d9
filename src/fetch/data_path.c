#include "config.h"

#include "fetch/data_path.h"

#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "fetch/sets.h"

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

static int not_found(const char *name, const char *here, const char *there,
                     struct error *e)
{
    const struct data_set *s = data_set_making(name);
    char *or_there =
        there ? memory_format(" or '%s'", there) : memory_string("");

    error_set(e, "found no file '%s'%s%s%s%s", here, or_there,
              there || *name == '/' ? "" : ", and CODARUN_DATA is not set",
              s ? "; it comes of codarun data fetch " : "", s ? s->name : "");
    free(or_there);
    return -1;
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
    else
        not_found(name, here, there, e);
    if (found != there)
        free(there);
    if (found != here)
        free(here);
    *path = found;
    return found ? 0 : -1;
}
