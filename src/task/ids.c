#include "task/ids.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "text/lines.h"

static int read_line(struct ids *l, const struct lines *in, char *line,
                     const char *part, struct error *e)
{
    char *tab = strchr(line, '\t');
    const int before = l->id.n;

    if (tab)
        *tab = 0;
    if (!*line || (!tab && *part))
        return lines_error(in, e, "found '%.60s', expected an id%s", line,
                           *part ? ", a tab and the name of its part" : "");
    if (*part && strcmp(tab + 1, part) != 0)
        return 0;
    if (vocabulary_add(&l->id, line, strlen(line)) < before)
        return lines_error(in, e, "found id '%.60s' for the second time", line);
    return 0;
}

int ids_read(struct ids *l, const char *path, const char *part,
             struct digest *d, struct error *e)
{
    struct lines *in = lines_open(path, e);
    char *line;
    size_t len;
    int more;

    *l = (struct ids){0};
    vocabulary_init(&l->id, NULL, 0);
    if (!in)
        return -1;
    while ((more = lines_next(in, &line, &len, e)) > 0)
        if (read_line(l, in, line, part, e)) {
            more = -1;
            break;
        }
    *d = lines_digest(in);
    lines_close(in);
    l->taken = memory_zeroed((size_t)l->id.n + 1, sizeof(*l->taken));
    if (!more && !l->id.n)
        return error_set(e, "file '%s': found no id%s%s", path,
                         *part ? " of part " : "", part);
    return more;
}

void ids_release(struct ids *l)
{
    vocabulary_release(&l->id);
    free(l->taken);
    *l = (struct ids){0};
}

bool ids_take(struct ids *l, const char *id)
{
    const int32_t i = vocabulary_find(&l->id, id, strlen(id));

    if (i < 0)
        return false;
    l->found++;
    return l->taken[i] = true;
}

const char *ids_left(const struct ids *l)
{
    for (int i = 0; i < l->id.n; i++)
        if (!l->taken[i])
            return l->id.word[i];
    return NULL;
}
