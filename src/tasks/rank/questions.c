#include "tasks/rank/questions.h"

#include <stdio.h>
#include <string.h>

#include "text/files/lines.h"

int questions_begin(struct questions *q, const char *ids_path, long each,
                    bool by_column, struct error *e)
{
    *q = (struct questions){.each = each, .by_column = by_column, .group = -1};
    vocabulary_init(&q->seen, NULL, 0);
    if (!ids_path)
        return 0;
    q->ids = lines_open(ids_path, e);
    return q->ids ? 0 : -1;
}

static int ids_end(const struct questions *q, struct error *e)
{
    char says[100];

    snprintf(says, sizeof(says),
             "found the file's end, expected the question id of the data's row "
             "%ld",
             q->row + 1);
    return lines_error_at(q->ids, lines_number(q->ids) + 1, e, says);
}

/* Read the id of the row from the file of ids; borrowed. */
static int read_id(struct questions *q, struct cell *id, struct error *e)
{
    char *line;
    size_t len;
    int more = lines_next(q->ids, &line, &len, e);

    if (more < 0)
        return -1;
    if (!more)
        return ids_end(q, e);
    len = strcspn(line, " \t");
    if (!len)
        return lines_error(q->ids, e, "found no question id");
    *id = (struct cell){line, len};
    return 0;
}

/* A question ends when another begins: its id must not occur again. */
static int next_id(struct questions *q, const struct rows *t,
                   const struct cell *id, struct error *e)
{
    int before = q->seen.n;

    if (vocabulary_add(&q->seen, id->text, id->len) < before)
        return rows_error(t, e,
                          "found question id '%.*s' again, expected a "
                          "question's candidates together",
                          id->len < 60 ? (int)id->len : 60, id->text);
    return 0;
}

static bool is(const struct str *before, const struct cell *now)
{
    return before->len == now->len &&
           !memcmp(str_text(before), now->text, now->len);
}

static void keep(struct str *before, const struct cell *now)
{
    str_clear(before);
    str_add(before, now->text, now->len);
}

/* 1 if the text of a row differs from the previous one, else 0. */
static int begins_text(struct questions *q, const struct cell *text)
{
    if (q->row && is(&q->text, text))
        return 0;
    const struct digest key = digest_of(text->text, text->len);

    q->again += digest_map_add(&q->texts, key, q->row) != q->row;
    return 1;
}

/* 1 if a row with this id and text is the first of a question, else 0; -1 if
 * its question ended earlier. */
static int begins(struct questions *q, const struct rows *t,
                  const struct cell *id, const struct cell *text,
                  struct error *e)
{
    if (!q->ids && !q->by_column)
        return q->each ? q->row % q->each == 0 : begins_text(q, text);
    if (q->row && is(&q->last, id))
        return 0;
    keep(&q->last, id);
    return next_id(q, t, id, e) ? -1 : 1;
}

static int other_text(const struct questions *q, const struct rows *t,
                      const struct cell *text, struct error *e)
{
    return rows_error(t, e,
                      "question: found '%.*s', expected '%.*s' beside all "
                      "candidates of a question",
                      text->len < 60 ? (int)text->len : 60, text->text,
                      q->text.len < 60 ? (int)q->text.len : 60,
                      str_text(&q->text));
}

int questions_next(struct questions *q, const struct rows *t,
                   const struct cell *id, const struct cell *text, int *group,
                   struct error *e)
{
    struct cell key = q->by_column ? *id : *text;

    if (q->ids && read_id(q, &key, e))
        return -1;
    const int first = begins(q, t, &key, text, e);

    if (first < 0)
        return -1;
    if (!first && !is(&q->text, text))
        return other_text(q, t, text, e);
    if (first)
        keep(&q->text, text);
    q->group += first;
    q->row++;
    *group = q->group;
    return 0;
}

int questions_end(struct questions *q, struct digest *ids, struct error *e)
{
    char *line;
    size_t len;
    int more = q->ids ? lines_next(q->ids, &line, &len, e) : 0;

    if (more < 0)
        return -1;
    if (more)
        return lines_error(q->ids, e,
                           "found an id more, expected %ld as the data has "
                           "rows",
                           q->row);
    if (q->ids)
        *ids = lines_digest(q->ids);
    if (!q->ids && !q->by_column && q->each && q->row % q->each)
        return error_set(e,
                         "found %ld candidates in the last group, expected "
                         "%ld",
                         q->row % q->each, q->each);
    return 0;
}

void questions_release(struct questions *q)
{
    lines_close(q->ids);
    str_release(&q->last);
    str_release(&q->text);
    vocabulary_release(&q->seen);
    digest_map_release(&q->texts);
    *q = (struct questions){0};
}
