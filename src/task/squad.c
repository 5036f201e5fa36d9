#include "task/squad.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "text/json.h"
#include "text/vocabulary.h"

/* A text of the paragraph on its way: bytes of `texts`, which still moves. */
struct piece {
    size_t at, len;
};

struct found_answer {
    struct piece text;
    int start; /* code points */
    struct json_place text_at, start_at;
};

struct found_question {
    struct piece id, text;
    bool impossible;
    int first, end; /* answers */
};

struct squad {
    struct json *json;
    squad_take *take;
    void *of;
    struct vocabulary ids; /* of all questions so far */
    struct str name, text; /* scratch */
    struct str texts;      /* of the paragraph, each with a NUL */
    struct piece context;
    struct found_question *question; /* owned [questions] */
    int questions, question_room;
    struct found_answer *answer; /* owned [answers] */
    int answers, answer_room;
};

/* --- objects ------------------------------------------------------------- */

/* A member of an object, and how its value is read. */
struct member {
    const char *name;
    int (*read)(struct squad *s, struct error *e);
    bool optional;
};

static int find_member(const struct member *m, const char *name)
{
    for (int i = 0; m[i].name; i++)
        if (!strcmp(m[i].name, name))
            return i;
    return -1;
}

static int read_member(struct squad *s, const struct member *m, unsigned *seen,
                       struct error *e)
{
    const int i = find_member(m, str_text(&s->name));

    if (i < 0)
        return json_skip(s->json, e);
    if (*seen & 1u << i)
        return json_error(s->json, json_here(s->json), e,
                          "found member '%s' for the second time, expected "
                          "it once",
                          m[i].name);
    *seen |= 1u << i;
    return m[i].read(s, e);
}

/* Read an object of members, name NULL behind the last. */
static int read_object(struct squad *s, const struct member *m,
                       const char *what, struct error *e)
{
    const struct json_place start = json_here(s->json);
    unsigned seen = 0;
    int more;

    if (json_enter(s->json, '{', e))
        return -1;
    while ((more = json_member(s->json, &s->name, e)) > 0)
        if (read_member(s, m, &seen, e))
            return -1;
    for (int i = 0; !more && m[i].name; i++)
        if (!m[i].optional && !(seen & 1u << i))
            return json_error(s->json, start, e,
                              "found %s without '%s', expected that member",
                              what, m[i].name);
    return more;
}

static int read_array(struct squad *s,
                      int (*read)(struct squad *s, struct error *e),
                      struct error *e)
{
    int more;

    if (json_enter(s->json, '[', e))
        return -1;
    while ((more = json_element(s->json, e)) > 0)
        if (read(s, e))
            return -1;
    return more;
}

static int read_piece(struct squad *s, struct piece *out, struct error *e)
{
    if (json_text(s->json, &s->text, e))
        return -1;
    *out = (struct piece){s->texts.len, s->text.len};
    str_add(&s->texts, str_text(&s->text), s->text.len + 1);
    return 0;
}

/* --- answers and questions ----------------------------------------------- */

static int read_answer_text(struct squad *s, struct error *e)
{
    struct found_answer *a = &s->answer[s->answers - 1];

    a->text_at = json_here(s->json);
    return read_piece(s, &a->text, e);
}

static int read_answer_start(struct squad *s, struct error *e)
{
    struct found_answer *a = &s->answer[s->answers - 1];

    a->start_at = json_here(s->json);
    return json_count(s->json, &a->start, e);
}

static int read_answer(struct squad *s, struct error *e)
{
    static const struct member members[] = {
        {.name = "text", .read = read_answer_text},
        {.name = "answer_start", .read = read_answer_start},
        {0},
    };

    GROW(s->answer, s->answers, s->answer_room);
    s->answer[s->answers++] = (struct found_answer){0};
    return read_object(s, members, "an answer", e);
}

static struct found_question *last_question(struct squad *s)
{
    return &s->question[s->questions - 1];
}

static int read_answers(struct squad *s, struct error *e)
{
    last_question(s)->first = s->answers;
    if (read_array(s, read_answer, e))
        return -1;
    last_question(s)->end = s->answers;
    return 0;
}

static int read_id(struct squad *s, struct error *e)
{
    const struct json_place at = json_here(s->json);
    struct piece *id = &last_question(s)->id;
    int before = s->ids.n;

    if (read_piece(s, id, e))
        return -1;
    if (vocabulary_add(&s->ids, s->texts.s + id->at, id->len) < before)
        return json_error(s->json, at, e,
                          "found id '%.60s' for the second time, expected "
                          "each once",
                          s->texts.s + id->at);
    return 0;
}

static int read_question_text(struct squad *s, struct error *e)
{
    return read_piece(s, &last_question(s)->text, e);
}

static int read_impossible(struct squad *s, struct error *e)
{
    return json_bool(s->json, &last_question(s)->impossible, e);
}

static int read_question(struct squad *s, struct error *e)
{
    static const struct member members[] = {
        {.name = "id", .read = read_id},
        {.name = "question", .read = read_question_text},
        {.name = "answers", .read = read_answers},
        {.name = "is_impossible", .read = read_impossible, .optional = true},
        {0},
    };
    const struct json_place start = json_here(s->json);
    const struct found_question *q;

    GROW(s->question, s->questions, s->question_room);
    s->question[s->questions++] = (struct found_question){0};
    if (read_object(s, members, "a question", e))
        return -1;
    q = last_question(s);
    if (q->impossible == (q->first == q->end))
        return 0;
    return json_error(s->json, start, e,
                      "question '%.60s': found %d answers with is_impossible "
                      "%s, expected none where it is true and one or more "
                      "where it is not",
                      s->texts.s + q->id.at, q->end - q->first,
                      q->impossible ? "true" : "false");
}

/* --- paragraphs ---------------------------------------------------------- */

/* The byte where a code point begins; *points: how many there are, when fewer
 * come before it.  Returns -1 then. */
static int byte_of(const char *text, size_t len, int point, int *points)
{
    size_t at = 0;

    for (*points = 0; at < len && *points < point; ++*points)
        for (at++; at < len && (text[at] & 0xc0) == 0x80;)
            at++;
    return *points < point ? -1 : (int)at;
}

static int find_answer(const struct squad *s, const struct found_question *q,
                       const struct found_answer *a, struct squad_answer *out,
                       struct error *e)
{
    const char *context = s->texts.s + s->context.at;
    const char *text = s->texts.s + a->text.at;
    const char *id = s->texts.s + q->id.at;
    const size_t len = s->context.len;
    int points;

    out->from = byte_of(context, len, a->start, &points);
    if (out->from < 0)
        return json_error(s->json, a->start_at, e,
                          "question '%.60s': found answer_start %d, expected "
                          "at most %d, the context's code points",
                          id, a->start, points);
    out->end = out->from + (int)a->text.len;
    if ((size_t)out->from + a->text.len <= len &&
        !memcmp(context + out->from, text, a->text.len))
        return 0;
    return json_error(s->json, a->text_at, e,
                      "question '%.60s': found '%.*s' at answer_start %d of "
                      "the context, expected '%.60s'",
                      id, (int)(a->text.len < 60 ? a->text.len : 60),
                      context + out->from, a->start, text);
}

static int give(struct squad *s, struct squad_question *question,
                struct squad_answer *answer, struct json_place at,
                struct error *e)
{
    const struct squad_paragraph p = {s->texts.s + s->context.at,
                                      s->context.len, s->questions, question};
    struct error inner = {0};

    for (int i = 0; i < s->questions; i++) {
        const struct found_question *q = &s->question[i];

        for (int k = q->first; k < q->end; k++)
            if (find_answer(s, q, &s->answer[k], &answer[k], e))
                return -1;
        question[i] = (struct squad_question){
            s->texts.s + q->id.at, s->texts.s + q->text.at, q->end - q->first,
            answer + q->first};
    }
    if (s->take(s->of, &p, &inner))
        return json_error(s->json, at, e, "%s", inner.text);
    return 0;
}

static int read_context(struct squad *s, struct error *e)
{
    return read_piece(s, &s->context, e);
}

static int read_questions(struct squad *s, struct error *e)
{
    return read_array(s, read_question, e);
}

static int read_paragraph(struct squad *s, struct error *e)
{
    static const struct member members[] = {
        {.name = "context", .read = read_context},
        {.name = "qas", .read = read_questions},
        {0},
    };
    const struct json_place start = json_here(s->json);

    str_clear(&s->texts);
    s->questions = s->answers = 0;
    if (read_object(s, members, "a paragraph", e))
        return -1;

    struct squad_question *q =
        memory_new(((size_t)s->questions + 1) * sizeof(*q));
    struct squad_answer *a = memory_new(((size_t)s->answers + 1) * sizeof(*a));
    const int bad = give(s, q, a, start, e);

    free(q);
    free(a);
    return bad;
}

static int read_paragraphs(struct squad *s, struct error *e)
{
    return read_array(s, read_paragraph, e);
}

static int read_article(struct squad *s, struct error *e)
{
    static const struct member members[] = {
        {.name = "paragraphs", .read = read_paragraphs},
        {0},
    };

    return read_object(s, members, "an article", e);
}

static int read_data(struct squad *s, struct error *e)
{
    return read_array(s, read_article, e);
}

static int read_file(struct squad *s, struct digest *d, struct error *e)
{
    static const struct member members[] = {
        {.name = "data", .read = read_data},
        {0},
    };

    if (read_object(s, members, "an object", e) || json_end(s->json, e))
        return -1;
    *d = json_digest(s->json);
    return 0;
}

int squad_read(const char *path, squad_take *take, void *of, struct digest *d,
               struct error *e)
{
    struct squad s = {.json = json_open(path, e), .take = take, .of = of};
    int bad;

    if (!s.json)
        return -1;
    vocabulary_init(&s.ids, NULL, 0);
    bad = read_file(&s, d, e);
    json_close(s.json);
    vocabulary_release(&s.ids);
    str_release(&s.name);
    str_release(&s.text);
    str_release(&s.texts);
    free(s.question);
    free(s.answer);
    return bad;
}
