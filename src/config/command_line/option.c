#include "config.h"

#include "config/command_line/option.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

static void add(struct cli_slots *s, const struct cli_option *table,
                size_t offset)
{
    for (const struct cli_option *o = table; o && o->type; o++) {
        GROW(s->slot, s->n, s->room);
        s->slot[s->n++] = (struct cli_slot){o, offset + o->offset};
        if (o->type == CLI_TYPE_GROUP)
            add(s, o->options, offset + o->offset);
    }
}

void cli_slots_init(struct cli_slots *s, const struct cli_option *table)
{
    *s = (struct cli_slots){0};
    add(s, table, 0);
}

void cli_slots_release(struct cli_slots *s)
{
    free(s->slot);
    *s = (struct cli_slots){0};
}

int cli_find(const struct cli_slots *s, const char *name)
{
    for (int i = 0; i < s->n; i++)
        if (s->slot[i].is->name && !strcmp(s->slot[i].is->name, name))
            return i;
    return -1;
}

int cli_find_letter(const struct cli_slots *s, int letter)
{
    for (int i = 0; i < s->n; i++)
        if (s->slot[i].is->letter && s->slot[i].is->letter == letter)
            return i;
    return -1;
}

int cli_names(const struct cli_slots *s, char ***names)
{
    int n = 0;

    *names = memory_new(((size_t)s->n + 1) * sizeof(**names));
    for (int i = 0; i < s->n; i++)
        if (s->slot[i].is->name && !s->slot[i].is->hidden)
            (*names)[n++] = memory_format("--%s", s->slot[i].is->name);
    (*names)[n++] = memory_string("--help");
    return n;
}
