#include "config.h"

#include "text/language/vector_rows.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

int vector_rows_open(struct vector_rows *r, const char *path, struct error *e)
{
    *r = (struct vector_rows){.in = lines_open(path, e)};
    return r->in ? 0 : -1;
}

void vector_rows_close(struct vector_rows *r)
{
    lines_close(r->in);
    *r = (struct vector_rows){0};
}

static int count_spaces(const char *s, size_t len)
{
    int n = 0;

    for (size_t i = 0; i < len; i++)
        n += s[i] == ' ';
    return n;
}

static bool begins_with_number(const char *s)
{
    char *end;

    strtof(s, &end);
    return end > s && *end == ' ';
}

/* The header "rows width" of a first line; width 0 if it is none. */
static struct vector_header header_of(const char *line, int columns)
{
    char *end;

    if (columns != 1 || line[strspn(line, "0123456789 ")])
        return (struct vector_header){0};
    const long rows = strtol(line, &end, 10);

    return (struct vector_header){rows, strtol(end, NULL, 10)};
}

/* The length of the word: after it there are as many numbers as a row has. */
static size_t word_len(const char *line, size_t len, int width)
{
    while (len && width)
        width -= line[--len] == ' ';
    return len;
}

/* The first row determines the width, unless a header before it does. */
static int take_width(struct vector_rows *r, int columns, struct error *e)
{
    if (columns < 1)
        return lines_error(r->in, e,
                           "found one column, expected a word and its numbers");
    if (r->header.width && columns != r->header.width)
        return lines_error(r->in, e,
                           "found %d numbers after the word, expected %ld by "
                           "line 1",
                           columns, r->header.width);
    if (columns > VECTORS_WIDEST)
        return lines_error(r->in, e,
                           "found %d numbers after the word, expected at most "
                           "%d",
                           columns, VECTORS_WIDEST);
    r->width = columns;
    return 0;
}

/* Check at the end that there are rows, and as many as the header says. */
static int check_rows(const struct vector_rows *r, struct error *e)
{
    const long rows = lines_number(r->in) - 1;

    if (!r->width)
        return lines_error(r->in, e, "found no word vectors");
    if (r->header.width && rows != r->header.rows)
        return lines_error(r->in, e,
                           "found the file's end after %ld rows, expected "
                           "%ld by line 1",
                           rows, r->header.rows);
    return 0;
}

static int wrong_columns(const struct vector_rows *r, int columns,
                         struct error *e)
{
    return lines_error(r->in, e, "found %d numbers after the word, expected %d",
                       columns, r->width);
}

/* 1 if it is a row; 0 if it is another line. */
static int take_line(struct vector_rows *r, char *line, size_t len,
                     struct error *e)
{
    if (len && line[len - 1] == ' ')
        line[--len] = 0;
    const int columns = count_spaces(line, len);

    if (lines_number(r->in) == 1 &&
        (r->header = header_of(line, columns)).width > 0)
        return 0;
    if (!r->width && take_width(r, columns, e))
        return -1;
    if (columns < r->width)
        return wrong_columns(r, columns, e);
    r->word = line;
    r->len = word_len(line, len, r->width);
    r->numbers = line + r->len + 1;
    if (!memchr(line, ' ', r->len))
        return 1;
    /* Either the word consists of several, or there are too many numbers. */
    return begins_with_number(line + strcspn(line, " ") + 1)
               ? wrong_columns(r, columns, e)
               : 0;
}

int vector_rows_next(struct vector_rows *r, struct error *e)
{
    char *line;
    size_t len;
    int more, row = 0;

    while (!row && (more = lines_next(r->in, &line, &len, e)) != 0) {
        if (more < 0)
            return -1;
        row = take_line(r, line, len, e);
    }
    return row ? row : check_rows(r, e);
}

/* Parse n numbers separated by single spaces; returns how many are valid, which
 * is n if all are. */
static int parse(const char *s, int n, float *out)
{
    for (int i = 0; i < n; i++) {
        char *end;

        if (*s == ' ')
            return i;
        out[i] = strtof(s, &end);
        if (end == s || !isfinite(out[i]) || *end != (i < n - 1 ? ' ' : 0))
            return i;
        s = end + 1;
    }
    return n;
}

int vector_rows_parse(const struct vector_rows *r, float *out, struct error *e)
{
    const int good = parse(r->numbers, r->width, out);

    if (good < r->width)
        return lines_error(r->in, e,
                           "number %d of '%.*s': expected a finite number",
                           good + 1, (int)r->len, r->word);
    return 0;
}
