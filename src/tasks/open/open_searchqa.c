/*
 * open_searchqa.c - SearchQA's lines: passages, question and answer separated
 * by |||; a passage is between <s> and </s>.
 */
#include <stdio.h>
#include <string.h>

#include "tasks/open/open_files.h"
#include "text/files/lines.h"

#define BEGIN "<s>"
#define END "</s>"
#define BETWEEN "|||"

enum { PASSAGES, QUESTION, ANSWER, COLUMNS };

/* Cut a line at each |||. */
static int cut_columns(const struct lines *l, const char *line,
                       struct cell column[COLUMNS], struct error *e)
{
    int n = 0;

    for (const char *p = line, *end; p; n++) {
        end = strstr(p, BETWEEN);
        if (n < COLUMNS)
            column[n] =
                (struct cell){p, end ? (size_t)(end - p) : strlen(p)};
        p = end ? end + strlen(BETWEEN) : NULL;
    }
    return n == COLUMNS
               ? 0
               : lines_error(l, e,
                             "found %d part%s with " BETWEEN
                             " between, expected passages, question, answer",
                             n, n == 1 ? "" : "s");
}

/* The end of the passage that begins at `at`: a </s> at the end of everything
 * or before another <s>; or NULL. */
static const char *passage_end(const char *at, const char *end,
                               const char **next)
{
    const size_t n = strlen(END);

    for (const char *p = at; end - p >= (long)n; p++) {
        if (memcmp(p, END, n) != 0)
            continue;
        *next = p + n;
        *next += layout_trim(*next, 0, (size_t)(end - *next)).at;
        if (*next == end || ((size_t)(end - *next) >= strlen(BEGIN) &&
                             !memcmp(*next, BEGIN, strlen(BEGIN))))
            return p;
    }
    return NULL;
}

static int cut_passages(struct open_files *f, const struct cell *text,
                        struct error *e)
{
    const struct layout_text all = layout_trim(text->text, 0, text->len);
    const char *p = text->text + all.at, *end = p + all.len, *next = end;

    for (; p < end; p = next) {
        const char *close = NULL;

        if ((size_t)(end - p) >= strlen(BEGIN) &&
            !memcmp(p, BEGIN, strlen(BEGIN)))
            close = passage_end(p + strlen(BEGIN), end, &next);
        if (!close)
            return lines_error(f->file[OPEN_QUESTIONS], e,
                               "found '%.*s', expected a passage between "
                               BEGIN " and " END,
                               (int)(end - p < 40 ? end - p : 40), p);
        p += strlen(BEGIN);
        open_files_add(f, &f->passages, p, (size_t)(close - p), 0);
    }
    return 0;
}

int open_searchqa_next(struct open_files *f, struct error *e)
{
    struct lines *l = f->file[OPEN_QUESTIONS];
    struct cell column[COLUMNS];
    char *line, id[24];
    size_t len;
    const int more = lines_next(l, &line, &len, e);

    if (more <= 0)
        return more;
    if (cut_columns(l, line, column, e) || cut_passages(f, column, e))
        return -1;
    snprintf(id, sizeof(id), "%ld", lines_number(l));
    f->id = open_files_keep(f, id, strlen(id));
    f->question =
        open_files_keep(f, column[QUESTION].text, column[QUESTION].len);
    open_files_add(f, &f->answers, column[ANSWER].text, column[ANSWER].len, 0);
    return open_files_check(f, OPEN_QUESTIONS, 0, e) ? -1 : 1;
}
