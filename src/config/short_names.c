/* short_names.c - dotted names of fields where there is little room. */
#include "config.h"

#include "config/short_names.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/str.h"

#define KIND ".kind"

/* Its last parts, this many. */
static char *last_parts(const char *name, int parts)
{
    size_t n = strlen(name), from;

    if (str_ends_in(name, KIND))
        n -= strlen(KIND);
    for (from = n; from; from--)
        if (name[from - 1] == '.' && --parts == 0)
            break;
    return memory_format("%.*s", (int)(n - from), name + from);
}

static bool is_alone(const char *const *name, int n, int i, int parts)
{
    char *mine = last_parts(name[i], parts);
    bool alone = true;

    for (int k = 0; k < n && alone; k++)
        if (strcmp(name[k], name[i]) != 0) {
            char *other = last_parts(name[k], parts);

            alone = strcmp(mine, other) != 0;
            free(other);
        }
    free(mine);
    return alone;
}

static int count_parts(const char *name)
{
    int n = 1;

    for (; (name = strchr(name, '.')); name++)
        n++;
    return n;
}

void names_shorten(const char *const *name, int n, char **shorter)
{
    for (int i = 0; i < n; i++) {
        const int most = count_parts(name[i]);
        int parts = 1;

        while (parts <= most && !is_alone(name, n, i, parts))
            parts++;
        shorter[i] =
            parts <= most ? last_parts(name[i], parts) : memory_string(name[i]);
    }
}
