/*
 * json.c - the long table as one JSON object, with these members:
 *
 *     format   "codarun history 1"
 *     title    the experiment's name
 *     columns  array of objects, in their order: name, and type (text, int or
 *              real)
 *     rows     array of objects: a member for each column, by its name; null
 *              if it is missing, or a value that is not a finite number
 *     notes    array of texts: what is left out
 *
 * as in codarun's tables (format/kinds/json.c).
 */
#include "config.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "report/format/kinds/json.h"
#include "report/history/text_output.h"
#include "report/history/writer.h"
#include "text/formats/json_write.h"

struct json_writer {
    const struct swept_columns *swept;
    struct text_output to;
    struct str text; /* text not written yet */
};

static void put_columns(const struct swept_columns *s, struct str *out)
{
    int n;
    struct table_column *column = long_columns(s, &n);

    json_begin(out, "columns", '[');
    for (int i = 0; i < n; i++)
        json_put_column(out, column[i].name, column[i].type);
    json_finish(out, ']');
    free(column);
}

static void *begin(const struct history_view *v, const struct swept_columns *s,
                   const char *name, struct error *e)
{
    struct json_writer *w = memory_zeroed(1, sizeof(*w));

    w->swept = s;
    if (text_output_open(&w->to, v, e)) {
        free(w);
        return NULL;
    }
    json_begin(&w->text, NULL, '{');
    json_put_text(&w->text, "format", "codarun history 1");
    json_put_text(&w->text, "title", name);
    put_columns(s, &w->text);
    json_begin(&w->text, "rows", '[');
    return w;
}

static void put_point(struct json_writer *w, const struct trial_points *t,
                      const struct history_point *p)
{
    struct str *out = &w->text;

    json_begin(out, NULL, '{');
    json_put_long(out, "trial", t->number);
    json_put_text(out, "status", t->status);
    for (int i = 0; i < w->swept->n; i++)
        json_put_cell(out, w->swept->column[i].name, w->swept->column[i].type,
                      t->value[i]);
    json_put_long(out, "step", p->step);
    json_put_real(out, "epoch", p->epoch);
    json_put_text(out, "metric", p->metric);
    json_put_real(out, "value", p->value);
    json_finish(out, '}');
}

/* Write all but the last byte: json_put_...() needs it to decide whether a
 * comma follows. */
static int put_begun(struct json_writer *w, struct error *e)
{
    const char last = w->text.s[w->text.len - 1];

    w->text.s[--w->text.len] = '\0';
    const int failed = text_output_put(&w->to, &w->text, e);

    str_add(&w->text, &last, 1);
    return failed;
}

static int put_trial(void *writer, const struct trial_points *t,
                     struct error *e)
{
    struct json_writer *w = writer;

    for (int i = 0; i < t->n; i++)
        put_point(w, t, &t->point[i]);
    return put_begun(w, e);
}

static int end(void *writer, bool wanted, const char *notes, struct error *e)
{
    struct json_writer *w = writer;

    json_finish(&w->text, ']');
    json_put_lines(&w->text, "notes", notes);
    json_finish(&w->text, '}');
    str_adds(&w->text, "\n");
    wanted = wanted && !text_output_put(&w->to, &w->text, e);
    const int failed = text_output_close(&w->to, wanted, e);

    str_release(&w->text);
    free(w);
    return failed;
}

const struct writer writer_json = {
    .begin = begin,
    .trial = put_trial,
    .end = end,
};
