/*
 * layout_files.h - for tests of layouts: all questions of a file as one text,
 * and files that a layout refuses.
 */
#ifndef LAYOUT_FILES_H
#define LAYOUT_FILES_H

#include "base/core/str.h"
#include "tasks/cloze/layouts.h"
#include "tests/unit/text_files.h"

static inline const struct layout_kind *layout_named(const char *name)
{
    int i = 0;

    while (layout_names[i] && strcmp(layout_names[i], name) != 0)
        i++;
    assert_non_null(layout_names[i]);
    return layout_kinds[i];
}

/* Append "id <document> before_after = answer: a, b, [class] @line" and a
 * line's end. */
static inline void add_question(const struct cloze_question *q, struct str *out)
{
    const struct cell all[] = {q->document, q->before, q->after, q->answer};

    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
        assert_int_equal(strlen(all[i].text), all[i].len);
    str_addf(out, "%s<%s> %s_%s = %s:", q->id, q->document.text, q->before.text,
             q->after.text, q->answer.text);
    for (int i = 0; i < q->candidates; i++) {
        assert_int_equal(strlen(q->candidate[i].text), q->candidate[i].len);
        str_addf(out, " %s,", q->candidate[i].text);
    }
    str_addf(out, " [%s] @%ld\n", q->word_class, q->line);
}

/* Return the number of questions, or -1; `out` is NULL, or gets their texts. */
static inline long read_layout(const char *kind, const char *path, bool numbers,
                               struct str *out, struct digest *d,
                               struct error *e)
{
    struct layout *l = layout_open(layout_named(kind), path, e);
    struct cloze_question q;
    long n = 0;
    int more = l ? 1 : -1;

    if (l)
        layout_keep_numbers(l, numbers);
    while (more > 0 && (more = layout_next(l, &q, e)) > 0) {
        n++;
        if (out)
            add_question(&q, out);
    }
    if (!more && d)
        *d = layout_digest(l);
    layout_close(l);
    return more ? -1 : n;
}

/* The questions of a file or folder of the test's folder are `expected`. */
static inline void reads_as(const char *kind, const char *name,
                            const char *expected)
{
    struct str out = {0};
    struct error e = {""};
    const long n = read_layout(kind, path_of(name), false, &out, NULL, &e);

    assert_string_equal(e.text, "");
    assert_true(n > 0);
    assert_string_equal(str_text(&out), expected);
    str_release(&out);
}

/* Reading it is an error of one line, which contains `where` and `what`. */
static inline void is_refused(const char *kind, const char *name,
                              const char *where, const char *what)
{
    struct error e = {""};

    assert_int_equal(read_layout(kind, path_of(name), false, NULL, NULL, &e),
                     -1);
    if (!strstr(e.text, where) || !strstr(e.text, what) || strchr(e.text, '\n'))
        fail_msg("'%s' does not say '%s' and '%s'", e.text, where, what);
}

static inline void refuses(const char *kind, const char *text,
                           const char *where, const char *what)
{
    file_of("bad", text);
    is_refused(kind, "bad", where, what);
}

#endif
