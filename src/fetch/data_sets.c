#include "config.h"

#include "fetch/data_sets.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "config/field/field.h"

int data_set_given(const struct data_set *s)
{
    int n = 0;

    while (s->given[n].url || s->given[n].file)
        n++;
    return n;
}

int data_set_made(const struct data_set *s)
{
    int n = 0;

    while (s->made[n].path)
        n++;
    return n;
}

char *given_name(const struct given_file *g)
{
    const char *slash = g->file ? NULL : strrchr(g->url, '/');

    return slash
               ? memory_format("%.*s", (int)strcspn(slash + 1, "?"), slash + 1)
               : memory_string(g->file);
}

long long data_set_bytes(const struct data_set *s)
{
    long long sum = 0;

    for (const struct given_file *g = s->given; g->url || g->file; g++) {
        if (!g->bytes)
            return -1;
        sum += g->bytes;
    }
    return sum;
}

const char *data_set_making(const char *path)
{
    for (const struct data_set *s = data_sets; s->name; s++)
        for (const struct made_file *m = s->made; m->path; m++)
            if (!strcmp(m->path, path))
                return s->name;
    return NULL;
}

const struct data_set *data_set_find(const char *name, struct error *e)
{
    const char **known = NULL;
    struct str hint = {0};
    int n = 0, room = 0;

    for (const struct data_set *s = data_sets; s->name; s++) {
        if (!strcmp(s->name, name)) {
            free(known);
            return s;
        }
        GROW(known, n, room);
        known[n++] = s->name;
    }
    nearest_hint(name, known, n, &hint);
    error_set(e, "found no data set '%s', see codarun data fetch --list%s",
              name, str_text(&hint));
    str_release(&hint);
    free(known);
    return NULL;
}
