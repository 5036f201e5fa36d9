/*
 * open_quasar.c - Quasar-T's files of JSON lines, read in parallel.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "tasks/open/open_files.h"
#include "text/files/lines.h"
#include "text/formats/json.h"

static const char *const what[] = {
    [OPEN_QUESTIONS] = "a question",
    [OPEN_CONTEXTS] = "a question's contexts",
    [OPEN_CANDIDATES] = "a question's candidates",
};

static int read_text(struct json *j, struct open_files *f,
                     struct layout_text *out, struct error *e)
{
    if (json_text(j, &f->scratch, e))
        return -1;
    *out = open_files_keep(f, str_text(&f->scratch), f->scratch.len);
    return 0;
}

static int read_uid(struct json *j, void *into, struct error *e)
{
    struct open_files *f = into;

    if (json_text(j, &f->scratch, e))
        return -1;
    f->id = (struct layout_text){f->text.len, f->scratch.len};
    str_add(&f->text, str_text(&f->scratch), f->scratch.len + 1);
    return 0;
}

/* --- questions ------------------------------------------------------------ */

static int read_question(struct json *j, void *into, struct error *e)
{
    struct open_files *f = into;

    return read_text(j, f, &f->question, e);
}

static int read_one_answer(struct json *j, void *into, struct error *e)
{
    struct open_files *f = into;

    if (json_text(j, &f->scratch, e))
        return -1;
    open_files_add(f, &f->answers, str_text(&f->scratch), f->scratch.len, 0);
    return 0;
}

static int read_answer(struct json *j, void *into, struct error *e)
{
    switch (json_next(j)) {
    case '[':
        return json_each(j, read_one_answer, into, e);
    case '"':
        return read_one_answer(j, into, e);
    default:
        return json_refuse(j, "a text in double quotes, or an array of them",
                           e);
    }
}

/* --- contexts ------------------------------------------------------------- */

/* [score, text] */
static int read_context(struct json *j, void *into, struct error *e)
{
    struct open_files *f = into;
    const struct json_place at = json_here(j);
    double score = 0;
    int n = 0, more;

    if (json_enter(j, '[', e))
        return -1;
    for (; (more = json_element(j, e)) > 0; n++) {
        if (n > 1)
            break;
        if (n ? json_text(j, &f->scratch, e)
              : json_number(j, &f->scratch, e))
            return -1;
        if (!n)
            score = strtod(str_text(&f->scratch), NULL);
    }
    if (more < 0)
        return -1;
    if (n != 2 || more)
        return json_error(j, at, e,
                          "found a context of %s, expected two: its score and "
                          "its text",
                          more ? "more than two values"
                          : n  ? "one value"
                               : "no value");
    if (!isfinite(score))
        return json_error(j, at, e,
                          "found a score beyond any double, expected a finite "
                          "one");
    open_files_add(f, &f->passages, str_text(&f->scratch), f->scratch.len,
                   score);
    return 0;
}

static int read_contexts(struct json *j, void *into, struct error *e)
{
    return json_each(j, read_context, into, e);
}

/* --- candidates ----------------------------------------------------------- */

/* A text, or an array whose first element is the text. */
static int read_candidate(struct json *j, void *into, struct error *e)
{
    struct open_files *f = into;
    const bool array = json_next(j) == '[';
    int more = 1;

    if (array) {
        if (json_enter(j, '[', e) || (more = json_element(j, e)) < 0)
            return -1;
        if (!more)
            return 0;
    }
    if (json_text(j, &f->scratch, e))
        return -1;
    open_files_add(f, &f->candidates, str_text(&f->scratch), f->scratch.len,
                   0);
    while (array && (more = json_element(j, e)) > 0)
        if (json_skip(j, e))
            return -1;
    return array ? more : 0;
}

static int read_candidates(struct json *j, void *into, struct error *e)
{
    return json_each(j, read_candidate, into, e);
}

/* --- in step -------------------------------------------------------------- */

static const struct json_field fields[OPEN_FILES][4] = {
    [OPEN_QUESTIONS] = {{.name = "uid", .take = read_uid},
                        {.name = "question", .take = read_question},
                        {.name = "answer", .take = read_answer},
                        {0}},
    [OPEN_CONTEXTS] = {{.name = "uid", .take = read_uid},
                       {.name = "contexts", .take = read_contexts},
                       {0}},
    [OPEN_CANDIDATES] = {{.name = "uid", .take = read_uid},
                         {.name = "nps", .take = read_candidates},
                         {0}},
};

/* Read the next object of a file.  Return 1, 0 at the end, or -1. */
static int read_object(struct open_files *f, enum open_file i, struct error *e)
{
    struct lines *l = f->file[i];
    const size_t from = f->text.len;
    struct error inner = {0};
    char *line;
    size_t len;
    const int more = lines_next(l, &line, &len, e);

    if (more <= 0)
        return more;
    struct json *j = json_line(line, len);
    const int bad = json_table(j, fields[i], f, what[i], &inner) ||
                    json_end(j, &inner);

    json_close(j);
    if (bad)
        return lines_error(l, e, "%s", inner.text);
    return open_files_check(f, i, from, e) ? -1 : 1;
}

static const char *id_of(const struct open_files *f, struct layout_text id)
{
    return f->text.s + id.at;
}

/* Check that the file has the same question, or end, as the file of
 * questions. */
static int read_same(struct open_files *f, enum open_file i, bool ended,
                     struct error *e)
{
    const struct layout_text id = f->id;
    const int more = read_object(f, i, e);

    if (more < 0)
        return -1;
    if (!more && ended)
        return 0;
    if (!more) {
        struct str s = {0};

        str_addf(&s, "found the end of the file, expected %s '%.60s'", what[i],
                 id_of(f, id));
        lines_error_at(f->file[i], lines_number(f->file[i]) + 1, e,
                       str_text(&s));
        str_release(&s);
        return -1;
    }
    if (ended)
        return lines_error(f->file[i], e,
                           "found uid '%.60s', expected the end: there are no "
                           "more questions",
                           id_of(f, f->id));
    if (strcmp(id_of(f, id), id_of(f, f->id)) != 0)
        return lines_error(f->file[i], e,
                           "found uid '%.60s', expected '%.60s', that of the "
                           "question in step with it",
                           id_of(f, f->id), id_of(f, id));
    return 0;
}

/* A uid must be new, since predictions are listed by uid. */
static int check_new(struct open_files *f, struct error *e)
{
    const char *id = id_of(f, f->id);
    const int before = f->ids.n;

    if (!f->id.len)
        return lines_error(f->file[OPEN_QUESTIONS], e,
                           "found an empty uid, expected a name of the "
                           "question");
    if (vocabulary_add(&f->ids, id, f->id.len) == before)
        return 0;
    return lines_error(f->file[OPEN_QUESTIONS], e,
                       "found uid '%.60s' for the second time, expected each "
                       "once",
                       id);
}

int open_quasar_next(struct open_files *f, struct error *e)
{
    const int more = read_object(f, OPEN_QUESTIONS, e);

    if (more < 0 || (more && check_new(f, e)))
        return -1;
    for (int i = OPEN_CONTEXTS; i < OPEN_FILES; i++)
        if (f->file[i] && read_same(f, (enum open_file)i, !more, e))
            return -1;
    return more;
}
