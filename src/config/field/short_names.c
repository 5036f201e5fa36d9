/* short_names.c - short forms of dotted field names, for narrow columns. */
#include "config.h"

#include "config/field/short_names.h"

#include <stdbool.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/str.h"

#define KIND ".kind"

struct name_part {
    const char *text;
    int n;
};

/* The last `parts` parts of a name. */
static struct name_part last_parts(const char *name, int parts)
{
    size_t n = strlen(name), from;

    if (str_ends_in(name, KIND))
        n -= strlen(KIND);
    for (from = n; from; from--)
        if (name[from - 1] == '.' && --parts == 0)
            break;
    return (struct name_part){name + from, (int)(n - from)};
}

static bool is_alone(const char *const *name, int n, int i, int parts)
{
    const struct name_part mine = last_parts(name[i], parts);

    for (int k = 0; k < n; k++) {
        const struct name_part other = last_parts(name[k], parts);

        if (strcmp(name[k], name[i]) != 0 && other.n == mine.n &&
            !memcmp(other.text, mine.text, (size_t)mine.n))
            return false;
    }
    return true;
}

static int count_parts(const char *name)
{
    int n = 1;

    for (; (name = strchr(name, '.')); name++)
        n++;
    return n;
}

char *name_shorten(const char *const *name, int n, int i)
{
    const int most = count_parts(name[i]);
    int parts = 1;

    while (parts <= most && !is_alone(name, n, i, parts))
        parts++;
    const struct name_part p = last_parts(name[i], parts);

    return parts <= most ? memory_format("%.*s", p.n, p.text)
                         : memory_string(name[i]);
}

void names_shorten(const char *const *name, int n, char **shorter)
{
    for (int i = 0; i < n; i++)
        shorter[i] = name_shorten(name, n, i);
}
