#include "tasks/span/tags.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/utf8.h"
#include "text/files/lines.h"

enum { COLUMNS = 5 };

void tags_init(struct tags *t)
{
    static const char *const none[] = {"<none>"};

    *t = (struct tags){0};
    vocabulary_init(&t->text, NULL, 0);
    vocabulary_init(&t->file, NULL, 0);
    vocabulary_init(&t->pos, none, 1);
    vocabulary_init(&t->entity, none, 1);
    vocabulary_init(&t->lemma, none, 1);
}

void tags_release(struct tags *t)
{
    vocabulary_release(&t->text);
    vocabulary_release(&t->file);
    vocabulary_release(&t->pos);
    vocabulary_release(&t->entity);
    vocabulary_release(&t->lemma);
    free(t->tag);
    free(t->line);
    *t = (struct tags){0};
}

/* Cut off the next item, separated by spaces; NULL at the end. */
static char *next(char **at)
{
    char *found = *at, *space;

    if (!found)
        return NULL;
    space = strchr(found, ' ');
    *at = space ? space + 1 : NULL;
    if (space)
        *space = 0;
    return found;
}

/* Read digits and move *at after them; -1 if they are no valid place. */
static long read_digits(const char **at)
{
    const size_t n = strspn(*at, "0123456789");
    const long found = n && n < 10 ? strtol(*at, NULL, 10) : -1;

    *at += n;
    return found;
}

/* Read a place `start:length`, which must follow that of the token before. */
static int read_place(const struct lines *l, const char *text, int32_t before,
                      struct tag *out, struct error *e)
{
    const char *at = text;
    const long start = read_digits(&at);
    const long len = *at == ':' ? (at++, read_digits(&at)) : -1;

    if (*at || len < 1 || start < before)
        return lines_error(l, e,
                           "found '%.40s', expected start:length in code "
                           "points, from %d",
                           text, (int)before);
    out->from = (int32_t)start;
    out->end = (int32_t)(start + len);
    return 0;
}

static int number(struct vocabulary *v, const char *name)
{
    return vocabulary_add(v, name, strlen(name));
}

static int read_tags(struct tags *t, const struct lines *l,
                     char *column[COLUMNS], struct error *e)
{
    int32_t before = 0;
    char *place;

    if (!*column[1]) /* a text without a token */
        column[1] = column[2] = column[3] = column[4] = NULL;
    while ((place = next(&column[1]))) {
        const char *pos = next(&column[2]), *entity = next(&column[3]),
                   *lemma = next(&column[4]);
        struct tag tag = {0};

        if (!pos || !entity || !lemma)
            return lines_error(l, e,
                               "found fewer tags than tokens, expected "
                               "one each in every column");
        if (read_place(l, place, before, &tag, e))
            return -1;
        before = tag.end;
        tag.lemma = number(&t->lemma, lemma);
        tag.pos = (uint8_t)number(&t->pos, pos);
        tag.entity = (uint8_t)number(&t->entity, entity);
        if (t->pos.n > UINT8_MAX || t->entity.n > UINT8_MAX)
            return lines_error(l, e, "found more than %d sorts of tags",
                               UINT8_MAX);
        GROW(t->tag, t->n, t->room);
        t->tag[t->n++] = tag;
    }
    if (column[2] || column[3] || column[4])
        return lines_error(l, e,
                           "found more tags than tokens, expected one "
                           "each in every column");
    return 0;
}

/* Cut a line at its tabs into the columns that it must have. */
static int cut(const struct lines *l, char *line, char *column[COLUMNS],
               struct error *e)
{
    int n = 0;

    for (char *at = line; at && n <= COLUMNS; n++) {
        char *tab = strchr(at, '\t');

        if (n < COLUMNS)
            column[n] = at;
        if (tab)
            *tab++ = 0;
        at = tab;
    }
    if (n != COLUMNS)
        return lines_error(l, e, "found %s than %d columns, expected so many",
                           n < COLUMNS ? "fewer" : "more", COLUMNS);
    if (strspn(column[0], "0123456789abcdef") != 16 || column[0][16])
        return lines_error(l, e, "found '%.40s', expected a hash of 16 digits",
                           column[0]);
    return 0;
}

/* Check that a text that occurred before has the same tags. */
static int check_again(const struct tags *t, const struct lines *l,
                       const struct tags_line *before, uint64_t hash,
                       struct error *e)
{
    if (before->hash == hash)
        return 0;
    return lines_error(l, e,
                       "found other tags of the text %s than in file '%s', "
                       "line %ld, expected the same",
                       t->text.word[before - t->line],
                       t->file.word[before->file], before->number);
}

static int read_line(struct tags *t, const struct lines *l, int file,
                     char *line, size_t len, struct error *e)
{
    const struct tags_line this = {t->n, hash64(line, len), file,
                                   lines_number(l)};
    const int before = t->text.n;
    char *column[COLUMNS] = {0};
    int text;

    if (cut(l, line, column, e))
        return -1;
    text = number(&t->text, column[0]);
    if (text < before)
        return check_again(t, l, &t->line[text], this.hash, e);
    GROW(t->line, text, t->line_room);
    t->line[text] = this;
    return read_tags(t, l, column, e);
}

int tags_read(struct tags *t, const char *path, struct digest *d,
              struct error *e)
{
    struct lines *l = lines_open(path, e);
    const int file = number(&t->file, path);
    char *line;
    size_t len;
    int more;

    if (!l)
        return -1;
    while ((more = lines_next(l, &line, &len, e)) > 0)
        if (read_line(t, l, file, line, len, e)) {
            more = -1;
            break;
        }
    *d = lines_digest(l);
    lines_close(l);
    return more;
}

/* --- looking them up ------------------------------------------------------ */

int tags_of(const struct tags *t, const char *text, size_t len,
            const struct tag **tag, size_t *n, struct error *e)
{
    const struct tags_line *line;
    char name[17];
    int32_t i;

    *tag = NULL;
    *n = 0;
    snprintf(name, sizeof(name), "%016" PRIx64, hash64(text, len));
    i = vocabulary_find(&t->text, name, 16);
    if (i < 0)
        return 0;
    line = &t->line[i];
    *tag = t->tag + line->first;
    *n = (i + 1 < t->text.n ? line[1].first : t->n) - line->first;

    const int32_t end = *n ? (*tag)[*n - 1].end : 0;
    const int32_t most = (int32_t)utf8_points(text, len);

    if (end <= most)
        return 0;
    return error_set(e,
                     "file '%s', line %ld: found a token that ends at %d, "
                     "expected at most %d, the text's code points",
                     t->file.word[line->file], line->number, (int)end,
                     (int)most);
}

int tags_of_tokens(const struct tags *t, const char *text, size_t len,
                   const int32_t *offset, int n, const struct tag **out,
                   struct error *e)
{
    const struct tag *tag;
    size_t tags, at = 0;
    int32_t point = 0;

    if (tags_of(t, text, len, &tag, &tags, e))
        return -1;
    if (!tag && n && offset[2 * n - 1] > 0)
        return error_set(
            e, "found no line for '%.60s' (%016" PRIx64 "), expected one", text,
            hash64(text, len));
    for (int i = 0; i < n; i++) {
        const size_t from = (size_t)offset[2 * i];

        point += (int32_t)utf8_points(text + at, from - at);
        at = from;
        for (; tags && tag->end <= point; tags--)
            tag++;
        out[i] = tags && tag->from <= point ? tag : NULL;
    }
    return 0;
}
