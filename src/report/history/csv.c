/* csv.c - the long table as in RFC 4180: CRLF, and quotes where needed.  A
 * value that is not a number is an empty cell. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "report/format/kinds/csv.h"
#include "report/history/text_output.h"
#include "report/history/writer.h"

struct csv_writer {
    const struct swept_columns *swept;
    struct text_output to;
    struct str keys; /* the first cells of each row of a trial */
    struct str text; /* text not written yet */
};

static void put_head(struct csv_writer *w)
{
    int n;
    struct table_column *column = long_columns(w->swept, &n);

    for (int i = 0; i < n; i++) {
        csv_add(column[i].name, &w->text);
        str_adds(&w->text, i + 1 < n ? "," : "\r\n");
    }
    free(column);
}

static void release(struct csv_writer *w)
{
    str_release(&w->keys);
    str_release(&w->text);
    free(w);
}

static void *begin(const struct history_view *v, const struct swept_columns *s,
                   const char *name, struct error *e)
{
    struct csv_writer *w = memory_zeroed(1, sizeof(*w));

    (void)name;
    w->swept = s;
    if (!text_output_open(&w->to, v, e)) {
        put_head(w);
        return w;
    }
    release(w);
    return NULL;
}

static void put_real(double value, struct str *out)
{
    if (!isnan(value))
        str_add_real(out, value);
}

static void put_point(struct csv_writer *w, const struct history_point *p)
{
    str_add(&w->text, str_text(&w->keys), w->keys.len);
    str_add_long(&w->text, p->step);
    str_adds(&w->text, ",");
    put_real(p->epoch, &w->text);
    str_adds(&w->text, ",");
    csv_add(p->metric, &w->text);
    str_adds(&w->text, ",");
    put_real(p->value, &w->text);
    str_adds(&w->text, "\r\n");
}

static int put_trial(void *writer, const struct trial_points *t,
                     struct error *e)
{
    struct csv_writer *w = writer;

    str_clear(&w->keys);
    str_addf(&w->keys, "%ld,%s,", t->number, t->status);
    for (int i = 0; i < w->swept->n; i++) {
        csv_add(t->value[i] ? t->value[i] : "", &w->keys);
        str_adds(&w->keys, ",");
    }
    for (int i = 0; i < t->n; i++)
        put_point(w, &t->point[i]);
    return text_output_put(&w->to, &w->text, e);
}

/* Without trials the head has not been written before. */
static int end(void *writer, bool wanted, const char *notes, struct error *e)
{
    struct csv_writer *w = writer;

    (void)notes;
    wanted = wanted && !text_output_put(&w->to, &w->text, e);
    const int failed = text_output_close(&w->to, wanted, e);

    release(w);
    return failed;
}

const struct writer writer_csv = {
    .begin = begin,
    .trial = put_trial,
    .end = end,
};
