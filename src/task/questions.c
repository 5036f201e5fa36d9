#include "task/questions.h"

#include <string.h>

#include "text/lines.h"

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

/* The id of the row in the file of ids; borrowed. */
static int read_id(struct questions *q, const struct rows *t, struct cell *id,
                   struct error *e)
{
    char *line;
    size_t len;
    int more = lines_next(q->ids, &line, &len, e);

    if (more < 0)
        return -1;
    if (!more) {
        rows_error(t, e, "found no id for this row");
        return error_in(e, "file of question ids has %ld lines",
                        lines_number(q->ids));
    }
    len = strcspn(line, " \t");
    if (!len)
        return lines_error(q->ids, e, "found no question id");
    *id = (struct cell){line, len};
    return 0;
}

/* A question is over once another begins: its id may not come again. */
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

int questions_next(struct questions *q, const struct rows *t,
                   const struct cell *id, const struct cell *text, int *group,
                   struct error *e)
{
    bool by_id = q->ids || q->by_column;
    struct cell key = q->by_column ? *id : *text;

    if (q->ids && read_id(q, t, &key, e))
        return -1;
    if (!by_id && q->each) {
        *group = (int)(q->row++ / q->each);
        return 0;
    }
    if (!q->row++ || q->last.len != key.len ||
        memcmp(str_text(&q->last), key.text, key.len) != 0) {
        if (by_id && next_id(q, t, &key, e))
            return -1;
        q->group++;
        str_clear(&q->last);
        str_add(&q->last, key.text, key.len);
    }
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
    vocabulary_release(&q->seen);
    *q = (struct questions){0};
}
