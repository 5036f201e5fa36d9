#include "text/formats/csv_record.h"

#include <stdbool.h>
#include <string.h>

static long count_quotes(const char *s)
{
    long n = 0;

    for (; (s = strchr(s, '"')); s++)
        n++;
    return n;
}

/* Append lines until the record is complete: until it has an even number of
 * quotes. */
static int gather(struct lines *l, struct str *record, struct error *e)
{
    const long first = lines_number(l) + 1;
    long quotes = 0;
    char *line;
    size_t len;
    int more;

    str_clear(record);
    while ((more = lines_next(l, &line, &len, e)) > 0) {
        str_adds(record, lines_number(l) > first ? "\n" : "");
        str_add(record, line, len);
        quotes += count_quotes(line);
        if (quotes % 2 == 0)
            return 1;
        if (record->len > LINES_LONGEST)
            return lines_error(l, e,
                               "found %zu bytes of the record that begins in "
                               "line %ld, expected at most %zu, or the '\"' "
                               "that ends a cell of it",
                               record->len, first, LINES_LONGEST);
    }
    if (more < 0 || lines_number(l) < first)
        return more;
    return lines_error(l, e,
                       "found the file's end, expected the '\"' that ends a "
                       "cell of the record that begins in line %ld",
                       first);
}

/* End a quoted cell, and replace its doubled quotes; returns what follows, or
 * NULL if the closing quote is missing. */
static char *unquote(char *cell)
{
    char *to = cell, *from = cell + 1;

    for (; *from; *to++ = *from++) {
        if (*from != '"')
            continue;
        if (from[1] != '"')
            break;
        from++;
    }
    if (!*from)
        return NULL;
    *to = 0;
    return from + 1;
}

/* End a cell; returns what follows: a comma or nothing. */
static char *end_cell(const struct lines *l, int i, char *cell, struct error *e)
{
    const bool quoted = *cell == '"';
    char *behind = quoted ? unquote(cell) : cell + strcspn(cell, ",\"");

    if (behind && (!*behind || *behind == ','))
        return behind;
    if (quoted)
        lines_error(l, e, "cell %d: expected ',' after its last '\"'", i + 1);
    else
        lines_error(l, e, "cell %d: found '\"', expected it to begin with one",
                    i + 1);
    return NULL;
}

int csv_record(struct lines *l, struct str *record, char **cell, int most,
               int *n, struct error *e)
{
    const int more = gather(l, record, e);
    char *at = record->s;
    bool ends = false;

    if (more <= 0)
        return more;
    for (*n = 0; !ends; ++*n) {
        char *behind = end_cell(l, *n, at, e);

        if (!behind)
            return -1;
        if (*n < most)
            cell[*n] = at;
        ends = !*behind;
        *behind = 0;
        at = behind + 1;
    }
    return 1;
}
