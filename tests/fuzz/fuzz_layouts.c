/*
 * Questions of cloze tests, in every layout.
 *
 * Seeds: tests/fuzz/seeds/layout-*
 */
#include "fuzz.h"

#include "tasks/cloze/layouts.h"

static void take(struct cell c)
{
    MUST(strlen(c.text) == c.len);
    MUST(utf8_valid(c.text, c.len) == c.len);
}

static void take_question(const struct cloze_question *q)
{
    MUST(q->id && q->word_class && q->line > 0);
    take(q->document);
    take(q->before);
    take(q->after);
    take(q->answer);
    MUST(q->answer.len > 0);
    for (int i = 0; i < q->candidates; i++) {
        take(q->candidate[i]);
        MUST(q->candidate[i].len > 0);
    }
}

static void read_layout(const struct layout_kind *kind, const char *path,
                        bool numbers)
{
    struct error e = {""};
    struct layout *l = layout_open(kind, path, &e);
    struct cloze_question q;
    int more = -1;

    if (l)
        layout_keep_numbers(l, numbers);
    while (l && (more = layout_next(l, &q, &e)) > 0)
        take_question(&q);
    if (more < 0)
        fuzz_refused(&e);
    layout_close(l);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const char *path = fuzz_file("layouts", data, n);

    for (int i = 0; layout_kinds[i]; i++) {
        read_layout(layout_kinds[i], path, false);
        read_layout(layout_kinds[i], path, true);
    }
    return 0;
}
