#include "config.h"

#include "report/tables/task_notes.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numbers/digest_map.h"

/* The notes, borrowed from the folders. */
struct noted {
    struct digest_map *of; /* [folders] owned: the lines of each folder, */
    struct digest_map any; /* and of all, with indices into line[] */
    int n, room;
    struct note {
        const char *text;
        size_t len;
        struct digest key;
    } * line; /* owned */
};

static const char *notes_of(const struct results_row *row)
{
    const char *notes =
        row->present ? facts_get(&row->result.facts, "notes") : NULL;

    return notes ? notes : "";
}

static void take_line(struct noted *l, int folder, const char *text, size_t len)
{
    const struct note line = {text, len, digest_of(text, len)};

    digest_map_add(&l->of[folder], line.key, 0);
    if (digest_map_add(&l->any, line.key, l->n) < l->n)
        return;
    GROW(l->line, l->n, l->room);
    l->line[l->n++] = line;
}

static void take_notes(struct noted *l, int folder, const char *notes)
{
    for (size_t len; *notes; notes += len + (notes[len] == '\n')) {
        len = strcspn(notes, "\n");
        if (len)
            take_line(l, folder, notes, len);
    }
}

static void take_folder(struct noted *l, int f, const struct results *s)
{
    const char *last = "";

    for (long i = 0; i < s->n; i++) {
        const char *notes = notes_of(&s->row[i]);

        if (notes != last) /* most rows have the same notes */
            take_notes(l, f, notes);
        last = notes;
    }
}

/* True if a folder has a line. */
static bool has(const struct noted *l, int f, const struct note *line)
{
    return digest_map_find(&l->of[f], line->key) >= 0;
}

/* Append the folders that have a line, unless all have it. */
static void say_whose(const struct noted *l, const struct note *line,
                      const struct folder *folder, int n, struct str *out)
{
    const char *between = "";
    int have = 0;

    for (int f = 0; f < n; f++)
        have += has(l, f, line);
    if (have == n)
        return;
    for (int f = 0; f < n; f++)
        if (has(l, f, line)) {
            str_addf(out, "%s%s", between, folder_name(&folder[f]));
            between = ", ";
        }
    str_adds(out, ": ");
}

void task_notes(const struct folder *folder, int n, struct str *out)
{
    struct noted l = {.of = memory_zeroed((size_t)n + 1, sizeof(*l.of))};

    for (int f = 0; f < n; f++)
        take_folder(&l, f, folder[f].s);
    for (int i = 0; i < l.n; i++) {
        say_whose(&l, &l.line[i], folder, n, out);
        str_add(out, l.line[i].text, l.line[i].len);
        str_adds(out, "\n");
    }
    for (int f = 0; f < n; f++)
        digest_map_release(&l.of[f]);
    digest_map_release(&l.any);
    free(l.of);
    free(l.line);
}
