#include "base/system_file.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/memory.h"

char *system_text(const char *root, const char *path)
{
    char *full = memory_format("%s%s", root, path);
    struct str text = {0};
    struct error none;
    char *taken;

    if (file_exists(full) && !file_read(full, &text, &none) && text.len)
        taken = str_take(&text);
    else
        taken = memory_string("");
    str_release(&text);
    free(full);
    return taken;
}
