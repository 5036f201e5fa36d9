#include "tasks/cloze/layouts_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "tasks/common/long_word.h"

#define KIND(name) extern const struct layout_kind layout_##name;
#include "tasks/cloze/layouts.def"
#undef KIND

#define KIND(name) &layout_##name,
const struct layout_kind *const layout_kinds[] = {
#include "tasks/cloze/layouts.def"
    NULL};
#undef KIND

#define KIND(name) #name,
const char *const layout_names[] = {
#include "tasks/cloze/layouts.def"
    NULL};
#undef KIND

/* --- opening -------------------------------------------------------------- */

static long read_files(void *of, void *out, size_t n, struct error *e)
{
    return file_set_read(of, out, n, e);
}

struct layout *layout_open(const struct layout_kind *kind, const char *path,
                           struct error *e)
{
    struct layout *l = memory_zeroed(1, sizeof(*l));

    l->kind = kind;
    l->own = memory_zeroed(1, kind->size + 1);
    l->files = file_set_open(path, kind->ending, e);
    if (l->files) {
        l->lines = lines_of(read_files, l->files);
        return l;
    }
    layout_close(l);
    return NULL;
}

static void release_own(struct layout *l)
{
    if (l->kind->release)
        l->kind->release(l);
    memset(l->own, 0, l->kind->size);
}

void layout_close(struct layout *l)
{
    if (!l)
        return;
    release_own(l);
    lines_close(l->lines);
    file_set_close(l->files);
    str_release(&l->text);
    free(l->at);
    free(l->cell);
    free(l->own);
    free(l);
}

bool layout_has_numbers(const struct layout_kind *kind)
{
    return kind->numbered;
}

void layout_keep_numbers(struct layout *l, bool keep)
{
    l->numbers = keep;
}

struct digest layout_digest(const struct layout *l)
{
    return file_set_digest(l->files);
}

/* --- questions ------------------------------------------------------------ */

static void empty_texts(struct layout *l)
{
    str_clear(&l->text);
    l->n = 0;
}

static int begin_file(struct layout *l, struct error *e)
{
    const int more = file_set_next(l->files, e);

    if (more <= 0)
        return more;
    lines_begin(l->lines, file_set_where(l->files));
    release_own(l);
    empty_texts(l);
    l->in_file = true;
    l->line = l->questions = 0;
    return 1;
}

static int end_file(struct layout *l, struct error *e)
{
    l->in_file = false;
    l->line = 0;
    return l->questions ? 0 : layout_error(l, e, "found no question in it");
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static int finish(struct layout *l, const struct cloze_question *q,
                  struct error *e)
{
    l->questions++;
    l->line = q->line;
    if (long_word_in(l->text.s, l->text.len))
        return layout_error(l, e,
                            "found a word of more than %d bytes, expected none "
                            "in a question",
                            LONGEST_WORD);
    return 1;
}

int layout_next(struct layout *l, struct cloze_question *q, struct error *e)
{
    for (;;) {
        const int begun = l->in_file ? 1 : begin_file(l, e);

        if (begun <= 0)
            return begun;
        if (!l->kind->keeps_texts)
            empty_texts(l);
        *q = (struct cloze_question){.id = "", .word_class = ""};
        const int more = l->kind->next(l, q, e);

        if (more)
            return more < 0 ? -1 : finish(l, q, e);
        if (end_file(l, e))
            return -1;
    }
}

int layout_error(const struct layout *l, struct error *e, const char *fmt, ...)
{
    va_list args;
    char text[1000];

    va_start(args, fmt);
    vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    error_set(e, "%s", text);
    if (!l->line)
        return error_in(e, "%s", file_set_where(l->files));
    return error_in(e, "%s, line %ld", file_set_where(l->files), l->line);
}

/* --- what kinds call ------------------------------------------------------ */

int layout_too_long(const struct layout *l, struct error *e)
{
    return layout_error(l, e,
                        "found a question of more than %zu bytes, expected "
                        "none",
                        LAYOUT_LONGEST);
}

int layout_line(struct layout *l, char **line, size_t *len, struct error *e)
{
    const int more = lines_next(l->lines, line, len, e);

    if (more > 0)
        l->line = lines_number(l->lines);
    return l->text.len > LAYOUT_LONGEST ? layout_too_long(l, e) : more;
}

struct layout_text layout_trim(const char *s, size_t from, size_t to)
{
    while (from < to && is_blank(s[from]))
        from++;
    while (to > from && is_blank(s[to - 1]))
        to--;
    return (struct layout_text){from, to - from};
}

struct layout_text layout_add(struct layout *l, const char *text, size_t len)
{
    const struct layout_text t = {l->text.len, len};

    str_add(&l->text, text, len);
    str_add(&l->text, "", 1);
    return t;
}

struct layout_text layout_add_trimmed(struct layout *l, const char *text,
                                      size_t len)
{
    const struct layout_text t = layout_trim(text, 0, len);

    return layout_add(l, text + t.at, t.len);
}

int layout_check_candidate(const char *text, size_t len, int before,
                           struct layout_text *out, struct error *e)
{
    *out = layout_trim(text, 0, len);
    if (before == LAYOUT_MOST_CANDIDATES)
        return error_set(e, "found more than %d candidates, expected no more",
                         LAYOUT_MOST_CANDIDATES);
    return out->len ? 0
                    : error_set(e, "found candidate %d empty, expected a text",
                                before + 1);
}

int layout_add_candidate(struct layout *l, const char *text, size_t len,
                         struct error *e)
{
    struct layout_text trimmed;
    struct error inner;

    if (layout_check_candidate(text, len, l->n, &trimmed, &inner))
        return layout_error(l, e, "%s", inner.text);
    if (l->text.len + trimmed.len > LAYOUT_LONGEST)
        return layout_too_long(l, e);
    if (l->n == l->room) {
        l->room = l->room ? 2 * l->room : 32;
        l->at = memory_resize(l->at, (size_t)l->room * sizeof(*l->at));
        l->cell = memory_resize(l->cell, (size_t)l->room * sizeof(*l->cell));
    }
    l->at[l->n++] = layout_add(l, text + trimmed.at, trimmed.len);
    return 0;
}

/* Count the blanks in a query, and find the first. */
static int find_blank(const char *query, const char *blank, const char **first)
{
    int n = 0;

    for (const char *p = query; (p = strstr(p, blank)); p += strlen(blank))
        if (!n++)
            *first = p;
    return n;
}

int layout_cut(struct layout *l, const char *query, size_t len,
               const char *blank, struct layout_query *out, struct error *e)
{
    const char *at = query;
    const int n = find_blank(query, blank, &at);

    if (n != 1)
        return layout_error(l, e,
                            "found the placeholder %s %d times in the query, "
                            "expected it once",
                            blank, n);
    out->before = layout_add(l, query, (size_t)(at - query));
    at += strlen(blank);
    out->after = layout_add(l, at, len - (size_t)(at - query));
    return 0;
}

struct cell layout_cell(const struct layout *l, struct layout_text text)
{
    return (struct cell){l->text.s + text.at, text.len};
}

void layout_candidates(struct layout *l, struct cloze_question *q)
{
    for (int i = 0; i < l->n; i++)
        l->cell[i] = layout_cell(l, l->at[i]);
    q->candidate = l->cell;
    q->candidates = l->n;
}
