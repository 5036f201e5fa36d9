/* name_list.c - lists of names, such as comma-separated ones on a command
 * line. */
#include "config.h"

#include "report/tables/name_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

bool name_list_has(const struct name_list *l, const char *name)
{
    for (int i = 0; i < l->n; i++)
        if (!strcmp(l->name[i], name))
            return true;
    return false;
}

void name_list_add(struct name_list *l, const char *name)
{
    if (name_list_has(l, name))
        return;
    GROW(l->name, l->n, l->room);
    l->name[l->n++] = memory_string(name);
}

void name_list_split(struct name_list *l, const char *text)
{
    for (size_t n; *text; text += n + (text[n] == ',')) {
        char *name = memory_format("%.*s", (int)(n = strcspn(text, ",")), text);

        if (*name)
            name_list_add(l, name);
        free(name);
    }
}

void name_list_release(struct name_list *l)
{
    for (int i = 0; i < l->n; i++)
        free(l->name[i]);
    free(l->name);
    *l = (struct name_list){0};
}
