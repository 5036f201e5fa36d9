/*
 * recipe_trecqa.c - TrecQA's questions and candidates as one table.
 *
 * Jacana's files have a block per question,
 *
 *     <QApairs id='1.4'>
 *     <question>
 *     What TAB ethnic TAB group ...     the tokens; lines of tags follow
 *     </question>
 *     <positive>                        or <negative>, any number of these
 *     ...
 *     </QApairs>
 *
 * and those of lexdecomp a line of JSON.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/core/utf8.h"
#include "fetch/recipes.h"
#include "fetch/text_lines.h"
#include "text/files/lines.h"
#include "text/formats/json.h"

/* A question and its rows. */
struct question_block {
    struct str id, question, rows;
    int label;  /* of the candidate whose tokens come next; -1: none */
    int has[2]; /* number of negative and positive ones so far */
    bool asks;  /* the question's tokens come next */
};

static void block_release(struct question_block *b)
{
    str_release(&b->id);
    str_release(&b->question);
    str_release(&b->rows);
}

static void add_row(struct question_block *b, const char *sentence, int label)
{
    str_addf(&b->rows, "%s\t%s\t%s\t%d\n", str_text(&b->id),
             str_text(&b->question), sentence, label);
    b->has[label]++;
}

static void take_tokens(struct question_block *b, char *line)
{
    for (char *p = line; *p; p++)
        if (*p == '\t')
            *p = ' ';
    if (b->asks) {
        str_clear(&b->question);
        str_adds(&b->question, line);
    } else if (b->label >= 0) {
        add_row(b, line, b->label);
    }
    b->asks = false;
    b->label = -1;
}

static void begin_block(struct question_block *b, const char *line)
{
    const char *id = strchr(line, '\'');

    str_clear(&b->id);
    str_clear(&b->rows);
    if (id)
        str_add(&b->id, id + 1, strcspn(id + 1, "'"));
    b->has[0] = b->has[1] = 0;
}

static int end_block(struct question_block *b, bool clean, struct sink *out,
                     struct error *e)
{
    if (clean && !(b->has[0] && b->has[1]))
        return 0;
    return sink_put(out, str_text(&b->rows), b->rows.len, e);
}

static int take_line(struct question_block *b, char *line, bool clean,
                     struct sink *out, struct error *e)
{
    if (!strncmp(line, "<QApairs", 8))
        begin_block(b, line);
    else if (!strcmp(line, "</QApairs>"))
        return end_block(b, clean, out, e);
    else if (!strcmp(line, "<question>"))
        b->asks = true;
    else if (!strcmp(line, "<positive>") || !strcmp(line, "<negative>"))
        b->label = line[1] == 'p';
    else
        take_tokens(b, line);
    return 0;
}

int recipe_trecqa(const struct recipe_input *in, struct sink *out,
                  struct error *e)
{
    struct text_lines l;
    struct question_block b = {.label = -1};
    char *line;
    size_t len;
    int more = text_lines_open(&l, in->path, in->member, in->most, e),
        bad = more;

    while (!bad && (more = text_lines_next(&l, &line, &len, e)) > 0)
        bad = take_line(&b, line, in->number == 1, out, e);
    if (!bad && !more && !b.id.len)
        bad = error_set(e, "found no <QApairs>");
    block_release(&b);
    text_lines_release(&l);
    return bad || more < 0 ? -1 : 0;
}

static int json_candidate(struct json *j, void *into, struct error *e)
{
    struct json_want want[] = {{.key = "sentence"}, {.key = "label"}};
    int bad = json_members(j, want, 2, e);

    if (!bad && !(want[0].found && want[1].found))
        bad = error_set(e, "found a candidate without sentence or label");
    if (!bad)
        add_row(into, str_text(&want[0].value),
                !strcmp(str_text(&want[1].value), "1"));
    str_release(&want[0].value);
    str_release(&want[1].value);
    return bad;
}

/* The question comes before its candidates. */
static int json_block(struct json *j, const char *name, void *into,
                      struct error *e)
{
    struct question_block *b = into;

    if (!strcmp(name, "question"))
        return json_text(j, &b->question, e);
    if (!strcmp(name, "candidates"))
        return json_each(j, json_candidate, b, e);
    return json_skip(j, e);
}

static int json_put(const char *line, size_t len, long id, struct sink *out,
                    struct error *e)
{
    struct json *j;
    struct question_block b = {0};
    int bad;

    if (utf8_valid(line, len) < len)
        return error_set(e, "line %ld is no UTF-8", id);
    j = json_line(line, len);
    str_addf(&b.id, "%ld", id);
    bad = json_each_member(j, json_block, &b, e) || json_end(j, e) ||
          sink_put(out, str_text(&b.rows), b.rows.len, e);
    block_release(&b);
    json_close(j);
    return bad ? error_in(e, "line %ld", id) : 0;
}

int recipe_trecqa_json(const struct recipe_input *in, struct sink *out,
                       struct error *e)
{
    struct text_lines l;
    char *line;
    size_t len;
    int more = text_lines_open(&l, in->path, in->member, in->most, e),
        bad = more;

    while (!bad && (more = text_lines_next(&l, &line, &len, e)) > 0)
        bad = json_put(line, len, l.number, out, e);
    text_lines_release(&l);
    return bad || more < 0 ? -1 : 0;
}
