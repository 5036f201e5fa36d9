#include "report/answers/prediction.h"

#include <string.h>

#include "base/core/log.h"
#include "base/core/utf8.h"
#include "engine/head/kinds/class.h"
#include "engine/head/kinds/decode.h"
#include "tasks/cloze/cloze.h"
#include "tasks/span/span.h"
#include "text/formats/json_write.h"

const char *const prediction_form_names[] = {"line", "json", NULL};

/* One answer while it is written. */
struct prediction_output {
    const struct fresh *fresh;
    const struct answer_sheet *sheet;
    int i;
    struct str *out;
};

static struct values column_of(const struct prediction_output *s, int column)
{
    return column_get(&s->sheet->column[column], s->i);
}

static float number_of(const struct prediction_output *s, int column)
{
    return *(const float *)column_of(s, column).at;
}

static void put_number(const struct prediction_output *s, const char *before,
                       float x)
{
    str_addf(s->out, "%s%.9g", before, (double)x);
}

/* --- a class -------------------------------------------------------------- */

static void class_line(const struct prediction_output *s)
{
    const struct values v = column_of(s, 0);

    str_adds(s->out,
             task_classes(&s->fresh->task)->name[class_likeliest(v.at, v.n)]);
    for (int c = 0; c < v.n; c++)
        put_number(s, "\t", ((const float *)v.at)[c]);
}

static void class_json(const struct prediction_output *s)
{
    char *const *name = task_classes(&s->fresh->task)->name;
    const struct values v = column_of(s, 0);

    json_put_text(s->out, "label", name[class_likeliest(v.at, v.n)]);
    json_begin(s->out, "probabilities", '{');
    for (int c = 0; c < v.n; c++)
        json_put_float(s->out, name[c], ((const float *)v.at)[c]);
    json_finish(s->out, '}');
}

/* --- a score -------------------------------------------------------------- */

static void rank_line(const struct prediction_output *s)
{
    put_number(s, "", number_of(s, 0));
}

static void rank_json(const struct prediction_output *s)
{
    json_put_float(s->out, "score", number_of(s, 0));
}

/* --- a text --------------------------------------------------------------- */

static void text_line(const struct prediction_output *s)
{
    const size_t from = s->out->len;

    fresh_read(s->fresh, s->sheet, s->i, s->out);
    for (size_t k = from; k < s->out->len; k++)
        if (strchr("\t\n\r", s->out->s[k]))
            s->out->s[k] = ' ';
}

static void text_json(const struct prediction_output *s)
{
    struct str text = {0};

    fresh_read(s->fresh, s->sheet, s->i, &text);
    json_put_text(s->out, "text", str_text(&text));
    str_release(&text);
}

static void decode_json(const struct prediction_output *s)
{
    text_json(s);
    json_put_float(s->out, "log_probability", number_of(s, DECODED_SCORE));
}

/* --- a span --------------------------------------------------------------- */

/* Find the span in its passage; false if there is no answer. */
static bool find_span(const struct prediction_output *s, long *start, long *end)
{
    const struct task *t = &s->fresh->task;
    const struct squad_text said = span_said(t, SPLIT_TEST, s->sheet, s->i);
    const char *passage = span_passage(t, SPLIT_TEST, s->i);

    if (!said.len)
        return false;
    *start = (long)utf8_points(passage, (size_t)(said.at - passage));
    *end = *start + (long)utf8_points(said.at, said.len);
    return true;
}

static void span_line(const struct prediction_output *s)
{
    long start, end;

    text_line(s);
    if (find_span(s, &start, &end))
        str_addf(s->out, "\t%ld\t%ld", start, end);
    else
        str_adds(s->out, "\t-\t-");
    put_number(s, "\t", number_of(s, SPAN_SCORE));
    put_number(s, "\t", number_of(s, SPAN_NONE));
}

static void span_json(const struct prediction_output *s)
{
    long start = -1, end = -1;

    text_json(s);
    find_span(s, &start, &end);
    json_put_count(s->out, "start", start);
    json_put_count(s->out, "end", end);
    json_put_float(s->out, "probability", number_of(s, SPAN_SCORE));
    json_put_float(s->out, "no_answer", number_of(s, SPAN_NONE));
}

/* --- one of several candidates -------------------------------------------- */

static void cloze_line(const struct prediction_output *s)
{
    float p;

    cloze_said(s->sheet, s->i, &p);
    text_line(s);
    put_number(s, "\t", p);
}

static void cloze_json(const struct prediction_output *s)
{
    const struct values v = column_of(s, CLOZE_SCORE);

    text_json(s);
    json_begin(s->out, "probabilities", '{');
    for (int c = 0; c < v.n; c++)
        json_put_float(s->out,
                       cloze_candidate(&s->fresh->task, SPLIT_TEST, s->i, c),
                       ((const float *)v.at)[c]);
    json_finish(s->out, '}');
}

/* --- heads without a form of their own ------------------------------------ */

static long whole_number(const struct column_kind *is, const struct values *v,
                         int i)
{
    return is->type == COLUMN_BYTE ? ((const unsigned char *)v->at)[i]
                                   : ((const int32_t *)v->at)[i];
}

static void each_line(const struct prediction_output *s)
{
    const struct task_kind *k = s->fresh->task.kind;
    bool first = true;

    if (k->read || k->fresh->read) {
        text_line(s);
        first = false;
    }
    for (int c = 0; c < s->sheet->columns; c++) {
        const struct column_kind *is = &s->sheet->column[c].is;
        const struct values v = column_of(s, c);

        for (int i = 0; i < v.n; i++, first = false)
            if (is->type == COLUMN_FLOAT)
                put_number(s, first ? "" : "\t", ((const float *)v.at)[i]);
            else
                str_addf(s->out, "%s%ld", first ? "" : "\t",
                         whole_number(is, &v, i));
    }
}

/* Write a column, as an array if it can have several values. */
static void column_json(const struct prediction_output *s, int c)
{
    const struct column_kind *is = &s->sheet->column[c].is;
    const struct values v = column_of(s, c);
    const bool one = !column_varies(is) && is->width == 1;

    if (!one)
        json_begin(s->out, is->name, '[');
    for (int i = 0; i < v.n; i++)
        if (is->type == COLUMN_FLOAT)
            json_put_float(s->out, one ? is->name : NULL,
                           ((const float *)v.at)[i]);
        else
            json_put_long(s->out, one ? is->name : NULL,
                          whole_number(is, &v, i));
    if (!one)
        json_finish(s->out, ']');
}

static void each_json(const struct prediction_output *s)
{
    const struct task_kind *k = s->fresh->task.kind;

    if (k->read || k->fresh->read)
        text_json(s);
    for (int c = 0; c < s->sheet->columns; c++)
        column_json(s, c);
}

/* --- all heads ------------------------------------------------------------ */

static const struct prediction_writer {
    const struct head_kind *head;
    void (*line)(const struct prediction_output *s);
    void (*json)(const struct prediction_output *s);
} writers[] = {
    /* the last row is for any other head */
    {&head_class, class_line, class_json},  {&head_rank, rank_line, rank_json},
    {&head_decode, text_line, decode_json}, {&head_span, span_line, span_json},
    {&head_cloze, cloze_line, cloze_json},  {NULL, each_line, each_json},
};

static const struct prediction_writer *writer_of(const struct head_kind *head)
{
    const struct prediction_writer *w = writers;

    while (w->head && w->head != head)
        w++;
    return w;
}

static void add_json(struct prediction_output s,
                     const struct prediction_writer *w, struct str *out)
{
    struct str object = {0};

    s.out = &object;
    json_begin(&object, NULL, '{');
    w->json(&s);
    json_finish(&object, '}');
    str_add(out, object.s, object.len);
    str_release(&object);
}

void prediction_add(const struct fresh *f, const struct answer_sheet *a, int i,
                    enum prediction_form form, struct str *out)
{
    const struct prediction_writer *w = writer_of(f->task.head);
    const struct prediction_output s = {f, a, i, out};

    if (form == PREDICTION_JSON)
        add_json(s, w, out);
    else
        w->line(&s);
    str_adds(out, "\n");
}

void prediction_explain(const struct task *t)
{
    const struct class_names *classes = task_classes(t);
    struct str names = {0};

    if (t->head != &head_class)
        return;
    for (int i = 0; i < classes->n; i++)
        str_addf(&names, "%s'%s'", i ? ", " : "", classes->name[i]);
    complain("a line: the label, then the probabilities of %s",
             str_text(&names));
    str_release(&names);
}
