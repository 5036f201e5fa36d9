#include "tasks/common/split_ids.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "text/files/lines.h"

/* The state of reading a list: `all` has the ids of every part. */
struct id_listing {
    struct split_ids *list;
    struct vocabulary all;
    const char *part;
};

/* Cut the name of the part off a line and return it.  A line may lack it unless
 * it is wanted.  NULL if the line has another form; it is then unchanged. */
static char *cut_part(char *line, bool wanted)
{
    char *tab = strchr(line, '\t');

    if (!tab)
        return wanted ? NULL : line + strlen(line);
    if (strchr(tab + 1, '\t'))
        return NULL;
    *tab = 0;
    return tab + 1;
}

static int read_line(struct id_listing *r, const struct lines *in, char *line,
                     struct error *e)
{
    const char *part = cut_part(line, *r->part);
    const int before = r->all.n;

    if (!*line || !part)
        return lines_error(
            in, e, "found '%.60s', expected an id%s", line,
            *line || *r->part ? ", a tab and the name of its part" : "");
    if (vocabulary_add(&r->all, line, strlen(line)) < before)
        return lines_error(in, e,
                           "found id '%.60s' for the second time, expected "
                           "each once",
                           line);
    if (!*r->part || !strcmp(part, r->part))
        vocabulary_add(&r->list->id, line, strlen(line));
    return 0;
}

static int read_lines(struct id_listing *r, struct lines *in, struct error *e)
{
    char *line;
    size_t len;
    int more;

    vocabulary_init(&r->all, NULL, 0);
    while ((more = lines_next(in, &line, &len, e)) > 0)
        if (read_line(r, in, line, e)) {
            more = -1;
            break;
        }
    vocabulary_release(&r->all);
    return more;
}

int split_ids_read(struct split_ids *l, const char *path, const char *part,
                   struct digest *d, struct error *e)
{
    struct lines *in = lines_open(path, e);
    int bad;

    *l = (struct split_ids){0};
    vocabulary_init(&l->id, NULL, 0);
    if (!in)
        return -1;
    bad = read_lines(&(struct id_listing){.list = l, .part = part}, in, e);
    *d = lines_digest(in);
    lines_close(in);
    l->taken = memory_zeroed((size_t)l->id.n + 1, sizeof(*l->taken));
    if (!bad && !l->id.n)
        return error_set(e, "file '%s': found no id%s%s, expected one or more",
                         path, *part ? " of part " : "", part);
    return bad;
}

void split_ids_release(struct split_ids *l)
{
    vocabulary_release(&l->id);
    free(l->taken);
    *l = (struct split_ids){0};
}

bool split_ids_take(struct split_ids *l, const char *id)
{
    const int32_t i = vocabulary_find(&l->id, id, strlen(id));

    if (i < 0)
        return false;
    l->found++;
    return l->taken[i] = true;
}

const char *split_ids_left(const struct split_ids *l)
{
    for (int i = 0; i < l->id.n; i++)
        if (!l->taken[i])
            return l->id.word[i];
    return NULL;
}
