#include "tasks/span/squad.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/utf8.h"
#include "text/formats/json.h"
#include "text/language/vocabulary.h"

/* A text of the current paragraph: offset in `texts`, which may still move. */
struct text_piece {
    size_t at, len;
};

struct found_answer {
    struct text_piece text;
    int start; /* code points */
    struct json_place text_at, start_at;
};

struct found_question {
    struct text_piece id, text;
    bool impossible;
    int first, end; /* answers */
};

struct squad {
    squad_take *take;
    void *of;
    struct vocabulary ids; /* of all questions so far */
    struct str text;       /* scratch */
    struct str texts;      /* of the paragraph, each ends with NUL */
    struct text_piece context;
    size_t *mark; /* owned: the byte offset of every POINTS_MARKED-th code
                     point */
    size_t mark_room;
    size_t points; /* of the context */
    struct found_question *question; /* owned [questions] */
    int questions, question_room;
    struct found_answer *answer; /* owned [answers] */
    int answers, answer_room;
};

static int read_piece(struct json *j, struct squad *s, struct text_piece *out,
                      struct error *e)
{
    if (json_text(j, &s->text, e))
        return -1;
    *out = (struct text_piece){s->texts.len, s->text.len};
    str_add(&s->texts, str_text(&s->text), s->text.len + 1);
    return 0;
}

/* --- answers and questions ----------------------------------------------- */

static int read_answer_text(struct json *j, void *into, struct error *e)
{
    struct squad *s = into;
    struct found_answer *a = &s->answer[s->answers - 1];

    a->text_at = json_here(j);
    return read_piece(j, s, &a->text, e);
}

static int read_answer_start(struct json *j, void *into, struct error *e)
{
    struct squad *s = into;
    struct found_answer *a = &s->answer[s->answers - 1];

    a->start_at = json_here(j);
    return json_count(j, &a->start, e);
}

static int read_answer(struct json *j, void *into, struct error *e)
{
    static const struct json_field fields[] = {
        {.name = "text", .take = read_answer_text},
        {.name = "answer_start", .take = read_answer_start},
        {0},
    };
    struct squad *s = into;

    GROW(s->answer, s->answers, s->answer_room);
    s->answer[s->answers++] = (struct found_answer){0};
    return json_table(j, fields, s, "an answer", e);
}

static struct found_question *last_question(struct squad *s)
{
    return &s->question[s->questions - 1];
}

static int read_answers(struct json *j, void *into, struct error *e)
{
    struct squad *s = into;

    last_question(s)->first = s->answers;
    if (json_each(j, read_answer, s, e))
        return -1;
    last_question(s)->end = s->answers;
    return 0;
}

static int read_id(struct json *j, void *into, struct error *e)
{
    struct squad *s = into;
    const struct json_place at = json_here(j);
    struct text_piece *id = &last_question(s)->id;
    int before = s->ids.n;

    if (read_piece(j, s, id, e))
        return -1;
    if (vocabulary_add(&s->ids, s->texts.s + id->at, id->len) < before)
        return json_error(j, at, e,
                          "found id '%.60s' for the second time, expected "
                          "each once",
                          s->texts.s + id->at);
    return 0;
}

static int read_question_text(struct json *j, void *into, struct error *e)
{
    struct squad *s = into;

    return read_piece(j, s, &last_question(s)->text, e);
}

static int read_impossible(struct json *j, void *into, struct error *e)
{
    struct squad *s = into;

    return json_bool(j, &last_question(s)->impossible, e);
}

static int read_question(struct json *j, void *into, struct error *e)
{
    static const struct json_field fields[] = {
        {.name = "id", .take = read_id},
        {.name = "question", .take = read_question_text},
        {.name = "answers", .take = read_answers},
        {.name = "is_impossible", .take = read_impossible, .optional = true},
        {0},
    };
    const struct json_place start = json_here(j);
    struct squad *s = into;
    const struct found_question *q;

    GROW(s->question, s->questions, s->question_room);
    s->question[s->questions++] = (struct found_question){0};
    if (json_table(j, fields, s, "a question", e))
        return -1;
    q = last_question(s);
    if (q->impossible == (q->first == q->end))
        return 0;
    return json_error(j, start, e,
                      "question '%.60s': found %d answers with is_impossible "
                      "%s, expected none where it is true and one or more "
                      "where it is not",
                      s->texts.s + q->id.at, q->end - q->first,
                      q->impossible ? "true" : "false");
}

/* --- paragraphs ---------------------------------------------------------- */

enum { POINTS_MARKED = 256 };

/* Answers give their place in code points, and there may be many. */
static void mark_points(struct squad *s)
{
    const char *context = s->texts.s + s->context.at;
    size_t at = 0;

    s->points = utf8_points(context, s->context.len);
    for (size_t i = 0; i <= s->points / POINTS_MARKED; i++) {
        GROW(s->mark, i, s->mark_room);
        s->mark[i] = at;
        at += utf8_at(context + at, s->context.len - at, POINTS_MARKED);
    }
}

/* The byte offset of a code point; the context's length after the last. */
static size_t point_at(const struct squad *s, size_t point)
{
    const char *context = s->texts.s + s->context.at;

    if (point >= s->points)
        return s->context.len;
    const size_t at = s->mark[point / POINTS_MARKED];

    return at +
           utf8_at(context + at, s->context.len - at, point % POINTS_MARKED);
}

static int find_answer(struct json *j, const struct squad *s,
                       const struct found_question *q,
                       const struct found_answer *a, struct squad_answer *out,
                       struct error *e)
{
    const char *context = s->texts.s + s->context.at;
    const char *text = s->texts.s + a->text.at;
    const char *id = s->texts.s + q->id.at;
    const size_t len = s->context.len;
    const size_t from = point_at(s, (size_t)a->start);

    if (s->points < (size_t)a->start)
        return json_error(j, a->start_at, e,
                          "question '%.60s': found answer_start %d, expected "
                          "at most %d, the context's code points",
                          id, a->start, (int)s->points);
    out->from = (int)from;
    out->end = (int)(from + a->text.len);
    if (from + a->text.len <= len && !memcmp(context + from, text, a->text.len))
        return 0;
    return json_error(j, a->text_at, e,
                      "question '%.60s': found '%.*s' at answer_start %d of "
                      "the context, expected '%.60s'",
                      id, (int)(a->text.len < 60 ? a->text.len : 60),
                      context + from, a->start, text);
}

static int give(struct json *j, struct json_place at, struct squad *s,
                struct squad_question *question, struct squad_answer *answer,
                struct error *e)
{
    const struct squad_paragraph p = {s->texts.s + s->context.at,
                                      s->context.len, s->questions, question};
    struct error inner = {0};

    mark_points(s);
    for (int i = 0; i < s->questions; i++) {
        const struct found_question *q = &s->question[i];

        for (int k = q->first; k < q->end; k++)
            if (find_answer(j, s, q, &s->answer[k], &answer[k], e))
                return -1;
        question[i] = (struct squad_question){
            s->texts.s + q->id.at, s->texts.s + q->text.at, q->end - q->first,
            answer + q->first};
    }
    if (s->take(s->of, &p, &inner))
        return json_error(j, at, e, "%s", inner.text);
    return 0;
}

static int read_context(struct json *j, void *into, struct error *e)
{
    struct squad *s = into;

    return read_piece(j, s, &s->context, e);
}

static int read_questions(struct json *j, void *into, struct error *e)
{
    return json_each(j, read_question, into, e);
}

static int read_paragraph(struct json *j, void *into, struct error *e)
{
    static const struct json_field fields[] = {
        {.name = "context", .take = read_context},
        {.name = "qas", .take = read_questions},
        {0},
    };
    const struct json_place start = json_here(j);
    struct squad *s = into;

    str_clear(&s->texts);
    s->questions = s->answers = 0;
    if (json_table(j, fields, s, "a paragraph", e))
        return -1;

    struct squad_question *q =
        memory_new(((size_t)s->questions + 1) * sizeof(*q));
    struct squad_answer *a = memory_new(((size_t)s->answers + 1) * sizeof(*a));
    const int bad = give(j, start, s, q, a, e);

    free(q);
    free(a);
    return bad;
}

static int read_paragraphs(struct json *j, void *into, struct error *e)
{
    return json_each(j, read_paragraph, into, e);
}

static int read_article(struct json *j, void *into, struct error *e)
{
    static const struct json_field fields[] = {
        {.name = "paragraphs", .take = read_paragraphs},
        {0},
    };

    return json_table(j, fields, into, "an article", e);
}

static int read_data(struct json *j, void *into, struct error *e)
{
    return json_each(j, read_article, into, e);
}

static int read_file(struct json *j, struct squad *s, struct digest *d,
                     struct error *e)
{
    static const struct json_field fields[] = {
        {.name = "data", .take = read_data},
        {0},
    };

    if (json_table(j, fields, s, "an object", e) || json_end(j, e))
        return -1;
    *d = json_digest(j);
    return 0;
}

int squad_read(const char *path, squad_take *take, void *of, struct digest *d,
               struct error *e)
{
    struct squad s = {.take = take, .of = of};
    struct json *j = json_open(path, e);
    int bad;

    if (!j)
        return -1;
    vocabulary_init(&s.ids, NULL, 0);
    bad = read_file(j, &s, d, e);
    json_close(j);
    vocabulary_release(&s.ids);
    str_release(&s.text);
    str_release(&s.texts);
    free(s.mark);
    free(s.question);
    free(s.answer);
    return bad;
}
